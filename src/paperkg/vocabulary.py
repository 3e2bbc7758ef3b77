"""Finds ``ontology/`` and reads its term tables; the only place that knows their columns.

The tables stand in ``ontology/`` of a checkout and inside the package once it is installed. ``docs/reference`` tells
what each column means.
"""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from paperkg.errors import VocabularyError
from paperkg.records import Kind

SINGULAR = {
    "models": "model",
    "benchmarks": "benchmark",
    "tasks": "task",
    "metrics": "metric",
    "methods": "method",
    "concepts": "concept",
}
KIND: dict[str, Kind] = {
    "models": "Model",
    "benchmarks": "Benchmark",
    "tasks": "Task",
    "metrics": "Metric",
    "methods": "Method",
    "concepts": "Concept",
}
REQUIRED_COLUMNS = ("id", "label")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One entry of a term table; ``id`` is the one that the graph uses, ``table`` the table it stands in."""

    id: str
    table: str
    label: str
    kind: Kind
    aliases: tuple[str, ...] = ()
    variety: str = ""
    """The table's own ``kind`` column: llm, dataset, suite, optimizer, model-class..."""
    broader: tuple[str, ...] = ()
    year: int | None = None
    same_as: tuple[str, ...] = ()
    case_sensitive: bool = False
    context_surfaces: frozenset[str] = frozenset()
    """Surfaces to accept only in exact case and with support in the text."""
    papers: int = 0
    """How many of some 230,000 real abstracts name the entry; 0 where never seen or not counted."""

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Return every spelling of the entry, the label first."""
        return (self.label, *self.aliases)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All terms by id, in the order of their ids."""

    terms: dict[str, Term]

    def __iter__(self) -> Iterator[Term]:
        """Yield the terms in the order of their ids."""
        return iter(self.terms.values())

    def get(self, identifier: str | None) -> Term | None:
        """Return the term of that id, None where there is none."""
        return self.terms.get(identifier) if identifier else None


@cache
def ontology_folder() -> Path:
    """Return the folder ``ontology``: inside the package where it is installed, beside ``src`` in a checkout.

    Raises:
        VocabularyError: neither place holds it.
    """
    here = Path(__file__).resolve().parent
    for folder in (here / "ontology", here.parents[1] / "ontology"):
        if (folder / "terms").is_dir():
            return folder
    raise VocabularyError(f"No folder ontology/terms beside {here}.", remedy="Install paperkg again.")


@cache
def builtin_vocabulary() -> Vocabulary:
    """Return the vocabulary that paperkg ships."""
    return load_vocabulary(table_paths())


def table_paths() -> list[Path]:
    """Return the paths of the term tables that paperkg ships, sorted."""
    return sorted((ontology_folder() / "terms").glob("*.csv"))


def load_vocabulary(paths: Iterable[Path]) -> Vocabulary:
    """Return the terms of the tables at ``paths``; an id that several tables own gets the table's singular behind it.

    Raises:
        VocabularyError: a table lacks a column or repeats an id, or a broader entry is not in any table.
    """
    tables = {path.stem: _rows(path) for path in paths}
    owners = Counter(row["id"] for rows in tables.values() for row in rows)
    ids = {
        (table, row["id"]): row["id"] if owners[row["id"]] == 1 else f"{row['id']}-{SINGULAR.get(table, table)}"
        for table, rows in tables.items()
        for row in rows
    }
    terms = [_term(table, row, ids, list(tables)) for table, rows in tables.items() for row in rows]
    return Vocabulary({term.id: term for term in sorted(terms, key=lambda term: term.id)})


def broader_topics() -> dict[str, tuple[str, ...]]:
    """Return for each topic of the Computer Science Ontology (by its URI's local name) its broader topics."""
    with gzip.open(ontology_folder() / "cso.csv.gz", "rt", encoding="utf-8", newline="") as file:
        return {row["id"]: _split(row["broader"]) for row in csv.DictReader(file)}


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = [column for column in REQUIRED_COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise VocabularyError(f"{path} has no column {', '.join(missing)}.", remedy="Add it to the header line.")
        rows = [{key: value or "" for key, value in row.items() if key} for row in reader]
    repeated = [identifier for identifier, count in Counter(row["id"] for row in rows).items() if count > 1]
    if repeated:
        raise VocabularyError(f"{path} has the id {repeated[0]!r} twice.", remedy="Join the lines or rename one.")
    return rows


def _split(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())


def _term(table: str, row: dict[str, str], ids: dict[tuple[str, str], str], tables: list[str]) -> Term:
    year = row.get("year", "")
    variety = row.get("kind", "")
    return Term(
        id=ids[table, row["id"]],
        table=table,
        label=row["label"],
        kind="Dataset" if table == "benchmarks" and variety == "dataset" else KIND.get(table, "Concept"),
        aliases=_split(row.get("aliases", "")),
        variety=variety,
        broader=tuple(_resolve(table, wider, ids, tables) for wider in _split(row.get("broader", ""))),
        year=int(year) if year.isdigit() else None,
        same_as=_split(row.get("same_as", "")),
        case_sensitive=row.get("case_sensitive") == "1",
        context_surfaces=frozenset(_split(row.get("context_surfaces", ""))),
        papers=int(row.get("papers") or 0),
    )


def _resolve(table: str, identifier: str, ids: dict[tuple[str, str], str], tables: list[str]) -> str:
    """Return the graph's id of a broader entry: of the same table where that has it, else of the first that does."""
    for candidate in (table, *tables):
        if (candidate, identifier) in ids:
            return ids[candidate, identifier]
    raise VocabularyError(
        f"In {table}.csv an entry has the broader id {identifier!r}, which no table has.",
        remedy="Add the entry or empty the cell.",
    )
