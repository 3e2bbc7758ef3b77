"""A row with named columns becomes a paper: of a table, a JSON object of no known kind, or a post's front matter.

Which columns feed which field is decided once for all rows that have the same columns (a ``Plan``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paperkg.read import columns, identifiers, people, values
from paperkg.read.csl import noted_identifiers
from paperkg.read.fields import filled, nothing
from paperkg.read.lost import partly
from paperkg.records import Paper, Rejected, Skipped, Source

_NO_PAPER = frozenset({"attachment", "note", "annotation"})
_SPRINGER_HEADING = frozenset({"Item Title", "Item DOI"})
_RUN_TOGETHER = re.compile(
    r"(?<=[^\W\d_A-Z])(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bLe)(?<!\bLa)(?<!\bVan)(?=[A-Z])"
)
_OPENREVIEW_PATH = re.compile(r"\A/?(?:forum|pdf)\?id=")
_REGISTRIES = ("pmid", "openalex", "s2", "acl", "dblp", "openreview")
_IDENTIFIERS = "identifiers"
_FIELDS = (
    "title", "text", "key", "authors", "given", "family", "year", "venue", "doi", "url", "code_url", "language",
    "keywords", "kind", "extra",
)  # fmt: skip
_LONGEST_SHAPE = 4096
"""An object with so many letters in its keys is no record of a usual file, and its plan is not kept."""

Row = Mapping[str, object] | Sequence[object]
Places = tuple[Any, ...]
"""The keys of a row (names, or places in a list of cells) that hold a field, the preferred first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """For each field of a paper the places in a row that hold it."""

    title: Places
    text: Places
    key: Places
    authors: Places
    given: Places
    family: Places
    year: Places
    venue: Places
    doi: Places
    arxiv: tuple[tuple[Any, bool], ...]
    """Places that may name an arXiv identifier, and whether one that is a number alone is one."""
    url: Places
    code_url: Places
    language: Places
    keywords: Places
    kind: Places
    extra: Places
    registries: tuple[tuple[str, Places], ...]
    identifiers: Places
    springer: bool


def plan_of(headings: Sequence[str]) -> Plan:
    """Return the plan for rows that are lists of cells beneath these headings; of two that are one, the first counts."""
    places: dict[str, int] = {}
    for place, heading in enumerate(headings):
        places.setdefault(heading, place)
    fields = columns.recognised(headings)
    return _plan(places, {field: tuple(dict.fromkeys(places[name] for name in fields[field])) for field in fields})


def _plan_of_object(record: Mapping[str, object]) -> Plan:
    """Return the plan for an object; objects whose keys are the same, as in most files, share one."""
    names = tuple(record)
    if len(names) < _LONGEST_SHAPE and sum(map(len, names)) < _LONGEST_SHAPE:
        return _plan_of_shape(names)
    return _plan(dict(zip(names, names, strict=True)), columns.recognised(names))


@lru_cache(maxsize=256)
def _plan_of_shape(names: tuple[str, ...]) -> Plan:
    return _plan(dict(zip(names, names, strict=True)), columns.recognised(names))


def _plan(places: Mapping[str, Any], fields: Mapping[str, Places]) -> Plan:
    arxiv = [(place, field == "arxiv") for field in ("arxiv", "url", "key") for place in fields.get(field, ())]
    return Plan(
        **{field: fields.get(field, ()) for field in _FIELDS},
        arxiv=tuple(arxiv),
        registries=tuple((registry, fields[registry]) for registry in _REGISTRIES if registry in fields),
        identifiers=(places[_IDENTIFIERS],) if _IDENTIFIERS in places else (),
        springer=places.keys() >= _SPRINGER_HEADING,
    )


def read(row: Row, plan: Plan, source: Source, name: str) -> Paper | Rejected | Skipped:
    """Return the paper of a row; ``name`` is the format for a record that is rejected."""
    if plan.kind:
        kind = values.line(_of(row, plan.kind)).casefold()
        if kind in _NO_PAPER:
            return Skipped(source, f"a Zotero {kind} is no paper")
    title, text = _line(row, plan.title), values.prose(_of(row, plan.text))
    key = _line(row, plan.key)
    if title is None and not text:
        return nothing(source, name, key)
    venue = _line(row, plan.venue)
    registries, noted = {}, _noted(row, plan) if plan.extra else {}
    if "pmid" in noted:
        registries["pmid"] = noted["pmid"]
    if plan.registries or plan.identifiers:
        pairs = [(registry, _line(row, places)) for registry, places in plan.registries]
        pairs += identifiers_of(_of(row, plan.identifiers))
        registries |= {registry: value for registry, value in pairs if value}
    paper = filled(
        source,
        title,
        text,
        key,
        _authors(row, plan),
        values.year(*[row[place] for place in plan.year]) or (values.year(venue) if venue else None),
        venue,
        _line(row, plan.doi) or noted.get("doi"),
        _arxiv(row, plan) or noted.get("arxiv"),
        _address(row, plan),
        _code(row, plan) if plan.code_url else None,
        _line(row, plan.language),
        values.keywords(_of(row, plan.keywords)),
        registries,
    )
    return partly(paper, _given(row, plan, paper))


def _given(row: Any, plan: Plan, paper: Paper) -> Iterator[tuple[str, object]]:  # a mapping or a sequence
    """Yield what stands in the places of the fields that a paper lacks; in an object texts alone (see ``left_out``)."""
    arxiv = tuple(place for place, alone in plan.arxiv if alone)
    places = (("year", plan.year), ("doi", plan.doi), ("arxiv", arxiv), ("url", plan.url), ("code_url", plan.code_url))
    texts_alone = isinstance(row, Mapping)
    for field, held in places:
        if held and getattr(paper, field) is None:
            yield from ((field, row[place]) for place in held if isinstance(row[place], str) or not texts_alone)


def read_object(record: Mapping[str, object], source: Source, name: str) -> Paper | Rejected | Skipped:
    """Return the paper of an object whose keys are read as columns."""
    return read(record, _plan_of_object(record), source, name)


def describes_paper(record: Mapping[str, object]) -> bool:
    """Tell whether an object has a title or an abstract under any known name."""
    plan = _plan_of_object(record)
    return _of(record, plan.title) is not None or _of(record, plan.text) is not None


def has(record: Mapping[str, object], fields: Mapping[str, tuple[str, ...]], field: str) -> bool:
    """Tell whether a row has a field, given the columns of each."""
    return any(not values.is_empty(record.get(name)) for name in fields.get(field, ()))


def _of(row: Any, places: Places) -> object:  # a mapping or a sequence, as its places are
    """Return the first value at some places that is not empty."""
    for place in places:
        value: object = row[place]
        if not values.is_empty(value):
            return value
    return None


def _line(row: Any, places: Places) -> str | None:  # a mapping or a sequence, as its places are
    for place in places:
        value = row[place]
        if not values.is_empty(value):
            return values.line(value) or None
    return None


def _authors(row: Row, plan: Plan) -> tuple[str, ...]:
    written = _of(row, plan.authors)
    if written is None:
        family = _line(row, plan.family)
        return (f"{_line(row, plan.given) or ''} {family}".strip(),) if family else ()
    if plan.springer and isinstance(written, str):
        # Springer writes the names of a paper one behind the other, with nothing in between.
        written = _RUN_TOGETHER.sub("; ", written)
    return people.names(written)


def _address(row: Any, plan: Plan) -> str | None:  # a mapping or a sequence, as its places are
    for place in plan.url:
        written = values.line(row[place])
        if not written:
            continue
        if written.startswith("https://") and " " not in written and written[-1] not in ";/":
            return written
        if _OPENREVIEW_PATH.match(written):
            return f"https://openreview.net/{written.lstrip('/')}"
        address = values.web_address(written.split(" ")[0].strip(";"))
        if address:
            return address
    return None


def _arxiv(row: Any, plan: Plan) -> str | None:  # a mapping or a sequence, as its places are
    for place, alone in plan.arxiv:
        written = values.line(row[place])
        if written and (
            found := identifiers.arxiv(written) or (identifiers.arxiv(f"arxiv:{written}") if alone else None)
        ):
            return found
    return None


def _noted(row: Any, plan: Plan) -> dict[str, str]:  # a mapping or a sequence, as its places are
    """Return the identifiers that Zotero keeps in a field of its own, a line each."""
    return noted_identifiers(values.text(_of(row, plan.extra)))


def _code(row: Any, plan: Plan) -> str | None:  # a mapping or a sequence, as its places are
    for place in plan.code_url:
        address = values.web_address(row[place]) or identifiers.code(values.text(row[place]))
        if address:
            return address
    return None


def identifiers_of(known: object) -> list[tuple[str, str]]:
    """Return the identifiers that a paper of paperkg's own carries, given what stands in their field."""
    if not known:
        return []
    if isinstance(known, Mapping):
        return [(values.line(str(registry)), values.line(value)) for registry, value in known.items()]
    pairs = [values.items(pair) for pair in values.items(known)]
    return [(values.line(pair[0]), values.line(pair[1])) for pair in pairs if len(pair) == 2]
