"""A row with named columns becomes a paper: of a table, a JSON object of no known kind, or a post's front matter."""

from __future__ import annotations

import re
from collections.abc import Mapping

from paperkg.read import columns, identifiers, people, values
from paperkg.read.fields import as_paper
from paperkg.records import Paper, Rejected, Skipped, Source

_NO_PAPER = frozenset({"attachment", "note", "annotation"})
_SPRINGER_HEADING = frozenset({"Item Title", "Item DOI"})
_RUN_TOGETHER = re.compile(
    r"(?<=[^\W\d_A-Z])(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bLe)(?<!\bLa)(?<!\bVan)(?=[A-Z])"
)
_OPENREVIEW_PATH = re.compile(r"\A/?(?:forum|pdf)\?id=")
_REGISTRIES = ("pmid", "openalex", "s2", "acl", "dblp", "openreview")

Fields = Mapping[str, tuple[str, ...]]
"""For each field of a paper the columns that hold it, as ``columns.recognised`` gives them."""


def read(row: Mapping[str, object], fields: Fields, source: Source, name: str) -> Paper | Rejected | Skipped:
    """Return the paper of a row; ``name`` is the format for a record that is rejected."""
    kind = values.line(_of(row, fields, "kind")).casefold()
    if kind in _NO_PAPER:
        return Skipped(source, f"a Zotero {kind} is no paper")
    address = _address(row, fields)
    venue = values.line(_of(row, fields, "venue"))
    return as_paper(
        source,
        name,
        title=values.line(_of(row, fields, "title")),
        text=values.text(_of(row, fields, "text")),
        key=values.line(_of(row, fields, "key")),
        authors=_authors(row, fields),
        year=values.year(*(row.get(column) for column in fields.get("year", ()))) or values.year(venue),
        venue=venue,
        doi=values.line(_of(row, fields, "doi")),
        arxiv=_arxiv(row, fields),
        url=address,
        code_url=_code(row, fields),
        language=values.line(_of(row, fields, "language")),
        keywords=values.keywords(_of(row, fields, "keywords")),
        registries=[
            *((registry, values.line(_of(row, fields, registry))) for registry in _REGISTRIES if registry in fields),
            *identifiers_of(row),
        ],
    )


def read_object(record: Mapping[str, object], source: Source, name: str) -> Paper | Rejected | Skipped:
    """Return the paper of an object whose keys are read as columns."""
    return read(record, columns.recognised(record), source, name)


def describes_paper(record: Mapping[str, object]) -> bool:
    """Tell whether an object has a title or an abstract under any known name."""
    fields = columns.recognised(record)
    return any(has(record, fields, field) for field in ("title", "text"))


def has(record: Mapping[str, object], fields: Fields, field: str) -> bool:
    """Tell whether a row has a field."""
    return _of(record, fields, field) is not None


def _of(row: Mapping[str, object], fields: Fields, field: str) -> object:
    """Return the first value of a field's columns that is not empty."""
    if field not in fields:
        return None
    return next((row[name] for name in fields.get(field, ()) if not values.is_empty(row.get(name))), None)


def _authors(row: Mapping[str, object], fields: Fields) -> tuple[str, ...]:
    written, family = _of(row, fields, "authors"), values.line(_of(row, fields, "family"))
    if written is None and family:
        return (f"{values.line(_of(row, fields, 'given'))} {family}".strip(),)
    if isinstance(written, str) and row.keys() >= _SPRINGER_HEADING:
        # Springer writes the names of a paper one behind the other, with nothing in between.
        written = _RUN_TOGETHER.sub("; ", written)
    return people.names(written)


def _address(row: Mapping[str, object], fields: Fields) -> str | None:
    for column in fields.get("url", ()):
        written = values.line(row.get(column))
        if _OPENREVIEW_PATH.match(written):
            return f"https://openreview.net/{written.lstrip('/')}"
        address = values.web_address(written.split(" ")[0].strip(";")) if written else None
        if address:
            return address
    return None


def _arxiv(row: Mapping[str, object], fields: Fields) -> str | None:
    for field in ("arxiv", "url", "key"):
        for column in fields.get(field, ()):
            written = values.line(row.get(column))
            found = identifiers.arxiv(written) or (identifiers.arxiv(f"arxiv:{written}") if field == "arxiv" else None)
            if found:
                return found
    return None


def _code(row: Mapping[str, object], fields: Fields) -> str | None:
    for column in fields.get("code_url", ()):
        address = values.web_address(row.get(column)) or identifiers.code(values.text(row.get(column)))
        if address:
            return address
    return None


def identifiers_of(row: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return the identifiers that a paper of paperkg's own carries."""
    known = row.get("identifiers")
    if not known:
        return []
    if isinstance(known, Mapping):
        return [(str(registry), values.line(value)) for registry, value in known.items()]
    pairs = [values.items(pair) for pair in values.items(known)]
    return [(values.line(pair[0]), values.line(pair[1])) for pair in pairs if len(pair) == 2]
