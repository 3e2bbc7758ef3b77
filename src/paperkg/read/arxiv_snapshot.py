"""The metadata snapshot of arXiv: a JSON object a line, with authors both as one string and parsed into parts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from paperkg.read import identifiers, people, values
from paperkg.read.fields import as_paper
from paperkg.records import Paper, Rejected, Source

NAME = "arxiv-json"
_SUBMITTED = re.compile(r"(?:^|/)(\d{2})(\d{2})(?:\.\d{4,5}|\d{3})(?:v\d+)?$")


def matches(record: Mapping[str, object]) -> bool:
    """Tell by the parsed authors, or by two other fields of the snapshot's own."""
    return "authors_parsed" in record or {"categories", "submitter"} <= record.keys()


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected:
    """Return the paper of a line; its year is that of the first version."""
    identifier = values.line(record.get("id"))
    parsed = [_name(entry) for entry in values.items(record.get("authors_parsed")) if isinstance(entry, list)]
    versions = [values.mapping(version) for version in values.items(record.get("versions"))]
    created = [version.get("created") for version in versions[:1]]
    return as_paper(
        source,
        NAME,
        title=values.line(record.get("title")),
        text=values.prose(record.get("abstract")),
        key=identifier,
        authors=[name for name in parsed if name] or people.names(record.get("authors")),
        year=values.year(*created) or _year(identifier) or values.year(record.get("update_date")),
        venue=values.line(record.get("journal-ref")),
        doi=values.line(record.get("doi")),
        arxiv=f"arXiv:{identifier}",
        url=f"https://arxiv.org/abs/{identifier}" if identifier else None,
        code_url=identifiers.code(values.text(record.get("comments"))),
        language=values.line(record.get("language")),
    )


def _name(entry: list[object]) -> str:
    """Return a parsed name, which is family, given and suffix, maybe with an affiliation behind."""
    family, given, suffix = ([values.line(part) for part in entry] + ["", "", ""])[:3]
    return " ".join(part for part in (given, family, suffix) if part)


def _year(identifier: str) -> int | None:
    found = _SUBMITTED.search(identifier)
    return (1900 if found[1] > "90" else 2000) + int(found[1]) if found else None
