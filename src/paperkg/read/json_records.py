"""JSON of any kind: each object goes to the format whose fields it has, replies and lists are opened first.

A text may be an object, a list, a page of a reply, objects keyed by their ids, or lines. A format is one file and one
line in ``FORMATS``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from paperkg.read import (
    arxiv_snapshot,
    crossref,
    csl,
    openalex,
    openreview,
    own_lines,
    row,
    semantic_scholar,
    values,
    zotero_json,
)
from paperkg.read.fields import rejected
from paperkg.read.json_lines import Lines, lenient
from paperkg.read.json_stream import CONTAINERS, Broken, Value
from paperkg.read.json_stream import values as json_values
from paperkg.read.left_out import left_out, texts_left_out
from paperkg.read.lost import PartlyRead, partly
from paperkg.read.reader import Document, Outcome, Reader, Sample, source_at
from paperkg.records import Paper, Rejected, Skipped, Source, Warned

NAME = "json"
MOST_UNKNOWN = 1000
"""So many objects that no format knows are looked at before a text is given up as holding no papers."""
_DEEPEST = 6
_KINDS = {str: "string", bool: "truth value", list: "list"}


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of JSON object: how it is told, and how it is read."""

    name: str
    title: str
    matches: Callable[[Mapping[str, object]], bool]
    read: Callable[[Mapping[str, object], Source], Paper | Rejected | Skipped]


Leaf = tuple[Format | None, object]
"""A record and the format whose fields it has."""
FORMATS: tuple[Format, ...] = (
    Format(own_lines.NAME, "JSON lines of paperkg", own_lines.matches, own_lines.read),
    Format(openalex.NAME, "OpenAlex", openalex.matches, openalex.read),
    Format(arxiv_snapshot.NAME, "arXiv metadata snapshot", arxiv_snapshot.matches, arxiv_snapshot.read),
    Format(semantic_scholar.NAME, "Semantic Scholar", semantic_scholar.matches, semantic_scholar.read),
    Format(openreview.NAME, "OpenReview", openreview.matches, openreview.read),
    Format(zotero_json.NAME, "Zotero JSON", zotero_json.matches, zotero_json.read),
    Format(crossref.NAME, "Crossref", crossref.matches, crossref.read),
    Format(csl.NAME, "CSL-JSON", csl.matches, csl.read),
)
_ANY = Format(NAME, "JSON", row.describes_paper, partial(row.read_object, name=NAME))


def readers() -> tuple[Reader, ...]:
    """Return a reader for each format, and one for JSON of any other kind behind them."""
    return tuple(
        Reader(kind.name, partial(_detect, kind=kind), partial(read, preferred=kind), kind.title)
        for kind in (*FORMATS, _ANY)
    )


def _detect(sample: Sample, kind: Format) -> bool:
    if sample.text.lstrip()[:1] not in ("{", "["):
        return False
    if kind is _ANY:
        return _is_json(sample.text.lstrip())
    for value in json_values(iter((sample.text,))):
        if isinstance(value, Value):
            for found, leaf in _leaves(value.value, _ANY, 0):
                if isinstance(leaf, dict):
                    return found is kind
    return False


def _is_json(text: str) -> bool:
    """Tell JSON from a text that merely begins with a bracket, such as ``[1] A reference``."""
    inner = text[1:].lstrip()
    if text[0] == "{":
        return inner[:1] in ('"', "}", "")
    return inner[:1] in ("{", "[", "]", "") or inner.startswith(("null", '"'))


def format_of(record: Mapping[str, object]) -> Format | None:
    """Return the format whose fields an object has, None where it is no paper in any."""
    return next((kind for kind in (*FORMATS, _ANY) if kind.matches(record)), None)


def read(document: Document, preferred: Format = _ANY) -> Iterator[Outcome]:
    """Yield what each record of a JSON text is; a text in which nothing is a paper is skipped as a whole."""
    unknown: list[Rejected] = []
    told: set[str] = set()
    path, position, known = document.path, 0, False
    for found in _values(document, preferred):
        if isinstance(found, list):
            known = True
            yield from unknown
            unknown.clear()
            for position, line in enumerate(found, position + 1):  # noqa: B020  # counting goes on
                yield own_lines.paper_of(line, source_at(path, position))
            continue
        for leaf in _leaves(found.value, preferred, 0) if isinstance(found, Value) else ((None, found),):
            outcome = _outcome(leaf, document.at(position + 1), preferred, found)
            if outcome is None:
                continue
            position += 1
            if isinstance(outcome, Rejected) and outcome.reason == "no-paper" and not known:
                unknown.append(outcome)
                if len(unknown) >= MOST_UNKNOWN:
                    yield Skipped(document.at(0), "JSON in which no object is a paper")
                    return
                continue
            known = True
            yield from unknown
            unknown.clear()
            if isinstance(outcome, Paper) and isinstance(leaf[1], dict):
                yield from _with_words(outcome, leaf[1], told)
            else:
                yield outcome
    if unknown:
        yield Skipped(document.at(0), "JSON in which no object is a paper")


def _with_words(paper: Paper, record: dict[str, object], told: set[str]) -> Iterator[Paper | Warned]:
    """Yield a word for each key with a value of another kind that is not in ``told`` yet, and the paper with its losses."""
    of_other_kinds = dict(left_out(record, paper))
    for key, message in of_other_kinds.items():
        if key not in told:
            told.add(key)
            yield Warned(paper.source, f"The field {key} {message}; so are others like it.")
    if isinstance(paper, PartlyRead) and of_other_kinds:
        paper = paper.paper()
    yield partly(paper, texts_left_out(record, paper))


def _values(document: Document, preferred: Format) -> Iterator[list[own_lines.Line] | Value | Broken]:
    """Yield the values of a text: line by line while each line is one, paperkg's own lines in lists and their own type."""
    lines = Lines(document)
    own = preferred is _ANY or preferred.name == own_lines.NAME
    for block in lines.blocks():
        if own and (records := own_lines.decoded(block)):
            yield records
            continue
        for line in lines.of_block():
            if own and (records := own_lines.decoded(line)):
                yield records
                continue
            try:
                value = lenient(line)
            except (ValueError, RecursionError):
                yield from json_values(lines.rest())
                return
            yield Value(value)
    if lines.unread:
        yield from json_values(lines.rest())


def _outcome(leaf: Leaf, source: Source, preferred: Format, found: Value | Broken) -> Outcome | None:
    kind, record = leaf
    if kind is not None and isinstance(record, dict):
        return kind.read(record, source)
    if isinstance(record, Broken):
        return rejected(source, preferred.name, record.reason, record.message, record.excerpt)
    if isinstance(record, dict):
        if isinstance(found, Value) and found.key is not None and found.key not in CONTAINERS:
            return None
        message = "The object has no field that could be a title or an abstract."
        return rejected(source, preferred.name, "no-paper", message, _written(record))
    if record is None:
        return Skipped(source, "null: the source has no paper here")
    if isinstance(found, Value) and found.key is not None:
        return None
    return rejected(
        source,
        preferred.name,
        "no-paper",
        f"A {_KINDS.get(type(record), 'number')} stands where a paper should.",
        values.line(record),
    )


def _written(record: dict[str, object]) -> str:
    try:
        return json.dumps(record, ensure_ascii=False, default=str)[:400]
    except RecursionError:
        return ""


def _leaves(value: object, preferred: Format, depth: int) -> Iterator[Leaf]:
    """Yield the records in a value: itself, the elements of a list, what a reply or a table of ids holds."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item, preferred, depth + 1)
    elif isinstance(value, dict):
        yield from _opened(value, preferred, depth)
    else:
        yield None, value


def _opened(record: dict[str, object], preferred: Format, depth: int) -> Iterator[Leaf]:
    if preferred is not _ANY and preferred.matches(record):
        yield preferred, record
        return
    wrapped = [record[name] for name in semantic_scholar.WRAPPERS if isinstance(record.get(name), dict)]
    if wrapped:
        for paper in wrapped:
            yield from _leaves(paper, preferred, depth + 1)
    elif kind := format_of(record):
        yield kind, record
    elif (inner := _inner(record)) is not None:
        yield from _leaves(inner, preferred, depth + 1)
    elif keyed := _keyed(record):
        yield from ((format_of(item), item) for item in keyed)
    else:
        yield None, record


def _inner(record: dict[str, object]) -> object | None:
    """Return what a wrapper holds its records in, None where the object is no wrapper."""
    for name in ("_source", "paper", "work", "info", "article", "publication"):
        if isinstance(record.get(name), dict):
            return record[name]
    for name in CONTAINERS:
        if isinstance(record.get(name), list):
            return record[name]
    for name in CONTAINERS:
        if isinstance(record.get(name), dict):
            return record[name]
    return None


def _keyed(record: dict[str, object]) -> list[dict[str, object]]:
    """Return the records of an object that holds them by id or by group, each with its id where it has none."""
    found: list[dict[str, object]] = []
    for key, value in record.items():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, dict) and format_of(item):
                named = isinstance(value, list) or any(name in item for name in ("id", "key", "paperId"))
                found.append(item if named else {"id": key, **item})
    return found
