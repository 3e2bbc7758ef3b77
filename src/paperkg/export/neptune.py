"""Amazon Neptune for Gremlin: tables for its bulk loader; elements of lists are separated by semicolons.

A semicolon in an element is escaped by a backslash, and an element that ends in a backslash gets a space behind it, lest
that backslash escape the separator.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.cypher import group_of
from paperkg.export.delimited import Dialect, typed_header, write_tables
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, ColumnType, EdgeTable, Row, Table, Value
from paperkg.export.validators.neptune import GREMLIN, validate

NODE_TYPES: dict[ColumnType, str] = {
    "string": "String(single)",
    "integer": "Long(single)",
    "decimal": "Double(single)",
    "boolean": "Bool(single)",
    "strings": "String[]",
}
EDGE_TYPES = NODE_TYPES | {"string": "String", "integer": "Long", "decimal": "Double", "boolean": "Bool"}


def _header(table: Table) -> Iterator[str]:
    if isinstance(table.key, EdgeTable):
        yield from GREMLIN.edge
        yield from typed_header(EDGE_TYPES, EDGE_COLUMNS[3:])
    else:
        yield from GREMLIN.node
        yield from typed_header(NODE_TYPES, table.columns[1:])


def _row(row: Row) -> tuple[Value, ...]:
    if isinstance(row.table, EdgeTable):
        return (*row.values[:3], row.table.relation, *row.values[3:])
    labels = group_of(row)
    assert isinstance(labels, tuple)
    values = (tuple(map(_element, value)) if isinstance(value, tuple) else value for value in row.values[1:])
    return (row.values[0], labels, *values)


def _element(text: str) -> str:
    return f"{text} " if text.endswith("\\") else text


DIALECT = Dialect(header=_header, row=_row, lists=";", list_escape="\\")


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write the tables into ``folder``, and nothing else: the loader reads every file under its prefix."""
    return write_tables(PropertyGraph(contents), folder, DIALECT)


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table in ``folder``.

    Raises:
        ExportError: a table breaks a rule of the documentation.
    """
    return validate(folder, GREMLIN)
