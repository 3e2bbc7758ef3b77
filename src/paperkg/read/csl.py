"""CSL-JSON, as Zotero, Pandoc and citation processors write it.

Source: the CSL-JSON schema of the Citation Style Language project (``csl-data.json``). Names have parts or are
literal, dates are lists of parts, and what has no field of its own stands in ``note``, a line each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from paperkg.read import identifiers, people, values
from paperkg.read.fields import as_paper
from paperkg.records import Paper, Rejected, Source

NAME = "csl-json"
_FIELDS = frozenset({"container-title", "issued", "citation-key", "citation-label", "event-title", "collection-title"})
_NOTE_LINE = re.compile(
    r"(?m)^[ \t]*+(DOI|PMID|PMCID|arXiv|Citation Key|tex\.archiveprefix)[ \t]*+:[ \t]*+(\S.*)$", re.IGNORECASE
)


def matches(record: Mapping[str, object]) -> bool:
    """Tell by a field that CSL alone has, or by names in CSL's parts beside a type."""
    if not isinstance(record.get("title"), str | None) or isinstance(record.get("container-title"), list):
        return False
    people_in_parts = any(
        isinstance(name, dict) and ("family" in name or "literal" in name)
        for name in values.items(record.get("author"))
    )
    return not _FIELDS.isdisjoint(record) or ("type" in record and people_in_parts)


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected:
    """Return the paper of a CSL item."""
    noted = noted_identifiers(values.text(record.get("note")))
    registries = [("pmid", values.line(record.get("PMID")) or noted.get("pmid"))]
    address = values.line(record.get("URL"))
    return as_paper(
        source,
        NAME,
        title=values.line(record.get("title")),
        text=values.prose(record.get("abstract")),
        key=values.line(values.first(record, "citation-key", "id", "citation-label")),
        authors=authors(record),
        year=values.year(*(record.get(key) for key in ("issued", "original-date", "submitted", "event-date"))),
        venue=values.line(values.first(record, "container-title", "event-title", "event", "collection-title")),
        doi=values.line(record.get("DOI")) or noted.get("doi"),
        arxiv=noted.get("arxiv") or _arxiv(record),
        url=address,
        code_url=identifiers.code(values.text(record.get("note"))),
        language=values.line(record.get("language")),
        keywords=values.keywords(values.first(record, "keyword", "keywords")),
        registries=registries,
    )


def authors(record: Mapping[str, object]) -> list[str]:
    """Return the authors in order; particles stand before the family name, suffixes after it."""
    return [name for author in values.items(record.get("author")) if (name := _name(author))]


def _name(author: object) -> str:
    if not isinstance(author, Mapping):
        return people.given_family(values.line(author))
    keys = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")
    parts = [values.line(author.get(key)) for key in keys]
    return " ".join(part for part in parts if part) or values.line(values.first(author, "literal", "name"))


def noted_identifiers(note: str) -> dict[str, str]:
    """Return the identifiers that a note gives a line each, by name in lower case."""
    found = {match[1].lower(): match[2].strip() for match in _NOTE_LINE.finditer(note)}
    if "arxiv" in found:
        found["arxiv"] = f"arXiv:{found['arxiv']}"
    return found


def _arxiv(record: Mapping[str, object]) -> str | None:
    """Return what names an arXiv identifier: a number or an archive location that speaks of arXiv."""
    archive = values.line(values.first(record, "archive", "publisher"))
    for key in ("number", "archive_location", "note"):
        written = values.line(record.get(key))
        if identifiers.arxiv(written) and ("arxiv" in archive.lower() or "arxiv" in written.lower()):
            return identifiers.arxiv(written)
    return None
