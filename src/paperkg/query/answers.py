"""Answers as values: a table of nodes, a yes or no, or statements."""

from __future__ import annotations

from dataclasses import dataclass

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

Cell = NamedNode | BlankNode | Literal | Triple | None


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a SELECT; a cell is None where the row has no value for the column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """The answer to an ASK."""

    value: bool


@dataclass(frozen=True, slots=True)
class Statements:
    """The triples of a CONSTRUCT or DESCRIBE."""

    triples: tuple[Triple, ...]


Answer = Table | Truth | Statements
