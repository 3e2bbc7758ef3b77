"""Paperkg's own JSON lines: ``id``, ``title``, ``text`` or ``abstract`` and further fields, and its ``papers.jsonl``.

``id`` is the record's own and comes back from every command. In a ``papers.jsonl`` the ``id`` is the graph's and the
record's own stands in ``key``.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperkg.read import people, values
from paperkg.read.fields import as_paper
from paperkg.read.row import identifiers_of
from paperkg.records import Paper, Rejected, Source

NAME = "jsonl"
_FIELDS = frozenset(
    {
        "id",
        "key",
        "source",
        "sources",
        "title",
        "label",
        "text",
        "abstract",
        "authors",
        "year",
        "venue",
        "doi",
        "arxiv",
        "url",
        "code_url",
        "code_announced",
        "language",
        "keywords",
        "keyphrases",
        "contribution",
        "identifiers",
        "entities",
        "acronyms",
        "relations",
        "results",
        "system",
        "components",
    }
)
_TEXTS = ("text", "abstract")


def matches(record: Mapping[str, object]) -> bool:
    """Tell by an id and a text beside no field but paperkg's own, or by the text's place in a ``papers.jsonl``."""
    if "id" not in record or not ("text" in record or "abstract" in record or "title" in record):
        return False
    return record.keys() <= _FIELDS and isinstance(record.get("authors", []), list)


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected:
    """Return the paper of a line; the text passes through character for character."""
    return as_paper(
        source,
        NAME,
        title=values.text(record.get("title")),
        text=next((found for key in _TEXTS if (found := values.text(record.get(key)))), ""),
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
        registries=identifiers_of(record),
    )
