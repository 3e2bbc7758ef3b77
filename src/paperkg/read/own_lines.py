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
from paperkg.read.lost import partly
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
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    url: str | None = None
    code_url: str | None = None
    language: str | None = None
    keywords: tuple[str, ...] | None = None
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


def decoded(lines: bytes) -> list[Line] | None:
    """Return the records of some lines whose fields are of the usual types, None where one of any other kind is."""
    try:
        records = _LINES.decode_lines(lines)
    except (msgspec.DecodeError, RecursionError):
        return None
    # A list is faster here than a generator.
    told = all([record.title or record.text or record.abstract for record in records])  # noqa: C419
    return records if told else None


def paper_of(record: Line, source: Source) -> Paper | Rejected:
    """Return the paper of a line, which is the one that ``read`` gives for its fields."""
    title, text = record.title, record.text or record.abstract
    if title is not None:
        title = title.strip() if title.isprintable() else values.text(title)
    text = text.strip() if text and text.isascii() and "\0" not in text else values.text(text)
    if not text:
        text = values.text(record.abstract)
    key, written = record.key, record.id
    if key is None or key == "":
        key = written
    key = key.strip() if isinstance(key, str) and key.isprintable() else values.line(key)
    if not (title or text):
        return nothing(source, NAME, key or None)
    venue, url, doi, year = record.venue, record.url, record.doi, record.year
    arxiv, code = record.arxiv, record.code_url
    paper = filled(
        source,
        title or None,
        text,
        key or None,
        people.names_of_strings(record.authors) if record.authors else (),
        year if year is None or 1500 <= year <= 2100 else values.year(year),
        ((venue.strip() if venue.isprintable() else values.line(venue)) or None) if venue else None,
        doi if doi is None or doi.isprintable() else values.line(doi),
        values.line(arxiv) if arxiv else None,
        ((url.strip() if url.isprintable() else values.line(url)) or None) if url else None,
        values.web_address(code) if code else None,
        values.line(record.language) if record.language else None,
        values.keywords_of_strings(record.keywords) if record.keywords else (),
        {},
    )
    if (
        (year is not None and paper.year is None)
        or (doi and paper.doi is None)
        or (arxiv and paper.arxiv is None)
        or (code and paper.code_url is None)
    ):
        return partly(paper, (("year", year), ("doi", doi), ("arxiv", arxiv), ("code_url", code)))
    return paper
