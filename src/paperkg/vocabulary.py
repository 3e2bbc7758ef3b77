"""Finds ``ontology/`` and reads its term tables; the only place that knows their columns.

The tables stand in ``ontology/`` of a checkout and inside the package once it is installed. ``docs/reference`` tells
what each column means.
"""

from __future__ import annotations

import csv
import gzip
import io
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
    tables = {path.stem: read_table(path) for path in paths}
    owners = Counter(row["id"] for rows in tables.values() for row in rows)
    ids = {
        (table, row["id"]): row["id"] if owners[row["id"]] == 1 else f"{row['id']}-{SINGULAR.get(table, table)}"
        for table, rows in tables.items()
        for row in rows
    }
    terms = [
        term_of_row(
            table,
            row,
            ids[table, row["id"]],
            tuple(_resolve(table, wider, ids, tables) for wider in split_cell(row.get("broader", ""))),
        )
        for table, rows in tables.items()
        for row in rows
    ]
    return Vocabulary({term.id: term for term in sorted(terms, key=lambda term: term.id)})


@cache
def broader_topics() -> dict[str, tuple[str, ...]]:
    """Return for each topic of the Computer Science Ontology (by its URI's local name) its broader topics."""
    with gzip.open(ontology_folder() / "cso.csv.gz", "rt", encoding="utf-8", newline="") as file:
        return {row["id"]: split_cell(row["broader"]) for row in csv.DictReader(file)}


def read_table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a term table, every cell a text, empty where the table has none.

    Raises:
        VocabularyError: the file is no UTF-8 CSV, lacks a column or a cell that must be there, or repeats an id.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        # A spreadsheet in a country with decimal commas parts its columns by semicolons.
        header = text.partition("\n")[0]
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=header.count), strict=True)
        missing = [column for column in REQUIRED_COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise VocabularyError(f"{path} has no column {', '.join(missing)}.", remedy="Add it to the header line.")
        rows = [{key: value or "" for key, value in row.items() if key} for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise VocabularyError(f"{path} is no table: {error}.", remedy="Save it as CSV in UTF-8.") from error
    for number, row in enumerate(rows, 1):
        if not (row["id"].strip() and row["label"].strip()):
            raise VocabularyError(f"{path} has no id or no label in entry {number}.", remedy="Fill both cells.")
    repeated = [identifier for identifier, count in Counter(row["id"] for row in rows).items() if count > 1]
    if repeated:
        raise VocabularyError(f"{path} has the id {repeated[0]!r} twice.", remedy="Join the lines or rename one.")
    return rows


def split_cell(cell: str) -> tuple[str, ...]:
    """Return the parts of a cell that holds several."""
    return tuple(part.strip() for part in cell.split("|") if part.strip())


def term_of_row(table: str, row: dict[str, str], identifier: str, broader: tuple[str, ...]) -> Term:
    """Return the entry that a row of a table describes, under the ids that the graph uses."""
    year = row.get("year", "")
    variety = row.get("kind", "")
    papers = row.get("papers", "")
    return Term(
        id=identifier,
        table=table,
        label=row["label"].strip(),
        kind="Dataset" if table == "benchmarks" and variety == "dataset" else KIND.get(table, "Concept"),
        aliases=split_cell(row.get("aliases", "")),
        variety=variety,
        broader=broader,
        year=int(year) if year.isdigit() else None,
        same_as=split_cell(row.get("same_as", "")),
        case_sensitive=row.get("case_sensitive") == "1",
        context_surfaces=frozenset(split_cell(row.get("context_surfaces", ""))),
        papers=int(papers) if papers.isdigit() else 0,
    )


def _resolve(table: str, identifier: str, ids: dict[tuple[str, str], str], tables: Iterable[str]) -> str:
    """Return the graph's id of a broader entry: of the same table where that has it, else of the first that does."""
    for candidate in (table, *tables):
        if (candidate, identifier) in ids:
            return ids[candidate, identifier]
    raise VocabularyError(
        f"In {table}.csv an entry has the broader id {identifier!r}, which no table has.",
        remedy="Add the entry or empty the cell.",
    )
