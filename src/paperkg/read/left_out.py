"""Values of a kind that no field can take, such as a number where a DOI should be: told, since a paper is read without."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from paperkg.records import Paper

_KEYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("title", ("title", "display_name", "paper_title")),
    ("text", ("abstract", "text", "abstractNote", "summary", "abstract_inverted_index")),
    ("authors", ("authors", "author", "creators", "authorships")),
    ("year", ("year", "publication_year", "date", "issued", "published")),
    ("venue", ("venue", "journal", "booktitle", "container-title", "publicationTitle")),
    ("doi", ("doi", "DOI")),
    ("arxiv", ("arxiv", "arxiv_id")),
    ("url", ("url", "URL")),
    ("code_url", ("code_url",)),
    ("language", ("language",)),
    ("keywords", ("keywords", "keyword", "tags")),
)
_KINDS = {bool: "a truth value", int: "a number", float: "a number", str: "a text", list: "a list", dict: "an object"}
_CALLED = {
    "title": "a title", "text": "an abstract", "year": "a year", "venue": "a venue", "doi": "a DOI", "arxiv": "an arXiv id",
    "url": "an address", "code_url": "an address",
}  # fmt: skip
_OF_AUTHORS = frozenset({"authors", "author"})
_OF_ONE_FORM = frozenset({"year", "doi", "arxiv", "url", "code_url"})
_ONE = frozenset({"title", "doi", "DOI"})
_DEEPEST = 24


def left_out(record: Mapping[str, object], paper: Paper) -> Iterator[tuple[str, str]]:
    """Yield each key whose value is not, or not whole, in the paper for its kind, and what is said of it."""
    record = _inner(record)
    for field, keys in _KEYS:
        lost = field != "language" and getattr(paper, field) in (None, "", ())
        for key in keys:
            value = record.get(key)
            if value is None or isinstance(value, str):
                continue
            if isinstance(value, dict) and "value" in value:
                value = value["value"]
            if lost and _holds(value) and not (field == "authors" and _names_nobody(key, value)):
                yield key, f"holds {_kind(value)} that cannot be read as {_CALLED.get(field, field)}, and was left out"
            elif isinstance(value, list) and key in _OF_AUTHORS and (odd := _odd_name(value)):
                yield key, odd
            elif isinstance(value, list) and key in _ONE and sum(map(_holds, value)) > 1:
                yield key, "holds a list, of which the first was taken"


def texts_left_out(record: Mapping[str, object], paper: Paper) -> Iterator[tuple[str, object]]:
    """Yield the texts that stand for a field of one form, such as a year, in which the paper has nothing."""
    record = _inner(record)
    for field, keys in _KEYS:
        if field in _OF_ONE_FORM and getattr(paper, field) is None:
            yield from ((field, record[key]) for key in keys if isinstance(record.get(key), str))


def _inner(record: Mapping[str, object]) -> Mapping[str, object]:
    for wrapper in ("content", "data"):
        inner = record.get(wrapper)
        record = inner if isinstance(inner, dict) else record
    return record


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "a value")


def _odd_name(names: list[object]) -> str | None:
    for name in names:
        if isinstance(name, int | float):
            return f"has {_kind(name)} among the names, which was left out"
        if isinstance(name, list) and len(name) > 1 and all(isinstance(part, str) and " " not in part for part in name):
            return "has names as lists of their parts, which were taken in the order in which they stand"
    return None


def _names_nobody(key: str, names: object) -> bool:
    """Tell names that are as they should be and yet no author's: editors alone, or the word `anonymous`."""
    kind = dict if key == "creators" else str
    return isinstance(names, list) and all(isinstance(name, kind) for name in names)


def _holds(value: object, depth: int = 0) -> bool:
    """Tell whether there is anything in a value but nulls and empty texts."""
    if depth > _DEEPEST:
        return True
    if isinstance(value, dict):
        return any(_holds(part, depth + 1) for part in value.values())
    if isinstance(value, list):
        return any(_holds(part, depth + 1) for part in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is not None and (not isinstance(value, str) or bool(value.strip()))
