"""Paperkg's own JSON lines: ``id``, ``title``, ``text`` or ``abstract`` and further fields, and its ``papers.jsonl``.

``id`` is the record's own and comes back from every command. In a ``papers.jsonl`` the ``id`` is the graph's and the
record's own stands in ``key``. A line whose fields are of the types that paperkg writes is decoded into a ``Line`` at
one go; any other one is decoded as any JSON is, and read field by field.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from paperkg.read import people, values
from paperkg.read.fields import as_paper, filled, nothing
from paperkg.read.row import identifiers_of
from paperkg.records import Paper, Rejected, Source

NAME = "jsonl"
_TEXTS = ("text", "abstract")


class Line(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A line with fields of the usual types; those that are no part of a paper are passed over."""

    id: str | int | None
    key: str | int | None = None
    title: str | None = None
    text: str | None = None
    abstract: str | None = None
    authors: list[str] = []  # msgspec makes a new one for each record
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    url: str | None = None
    code_url: str | None = None
    language: str | None = None
    keywords: list[str] | None = None
    source: msgspec.Raw | None = None
    sources: msgspec.Raw | None = None
    label: msgspec.Raw | None = None
    code_announced: msgspec.Raw | None = None
    keyphrases: msgspec.Raw | None = None
    contribution: msgspec.Raw | None = None
    entities: msgspec.Raw | None = None
    acronyms: msgspec.Raw | None = None
    relations: msgspec.Raw | None = None
    results: msgspec.Raw | None = None
    system: msgspec.Raw | None = None
    components: msgspec.Raw | None = None


_LINES = msgspec.json.Decoder(Line)
_FIELDS = frozenset(Line.__struct_fields__) | {"identifiers"}


def matches(record: Mapping[str, object]) -> bool:
    """Tell by an id and a text beside no field but paperkg's own, or by the text's place in a ``papers.jsonl``."""
    if "id" not in record or not ("text" in record or "abstract" in record or "title" in record):
        return False
    return record.keys() <= _FIELDS and isinstance(record.get("authors", []), list)


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected:
    """Return the paper of a record; the text passes through character for character."""
    return as_paper(
        source,
        NAME,
        title=values.text(record.get("title")),
        text=next((found for key in _TEXTS if (found := values.prose(record.get(key)))), ""),
        key=values.line(values.first(record, "key", "id")),
        authors=people.names(record.get("authors")),
        year=values.year(record.get("year")),
        venue=values.line(record.get("venue")),
        doi=values.line(record.get("doi")),
        arxiv=values.line(record.get("arxiv")),
        url=values.line(record.get("url")),
        code_url=values.web_address(record.get("code_url")),
        language=values.line(record.get("language")),
        keywords=values.keywords(record.get("keywords")),
        registries=identifiers_of(record.get("identifiers")),
    )


def decoded(line: bytes) -> Line | None:
    """Return a line whose fields are of the usual types, None for one of any other kind."""
    try:
        record = _LINES.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    return record if record.title or record.text or record.abstract else None


def paper_of(record: Line, source: Source) -> Paper | Rejected:
    """Return the paper of a line, which is the one that ``read`` gives for its fields."""
    title = values.text(record.title)
    text = values.text(record.text) or values.text(record.abstract)
    key = values.line(record.id if record.key is None or record.key == "" else record.key) or None
    if not (title or text):
        return nothing(source, NAME, key)
    venue, url = record.venue, record.url
    return filled(
        source,
        title or None,
        text,
        key,
        people.names(record.authors),
        values.year(record.year) if record.year else None,
        values.line(venue) or None if venue else None,
        values.line(record.doi) if record.doi else None,
        values.line(record.arxiv) if record.arxiv else None,
        values.line(url) or None if url else None,
        values.web_address(record.code_url) if record.code_url else None,
        values.line(record.language) if record.language else None,
        values.keywords(record.keywords) if record.keywords else (),
        {},
    )
