"""Amazon Neptune for openCypher: tables for its bulk loader; lists are JSON, since a property has one value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.cypher import group_of
from paperkg.export.delimited import Dialect, typed_header, write_tables
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, ColumnType, EdgeTable, Row, Table, Value
from paperkg.export.validators.neptune import OPENCYPHER, validate

TYPES: dict[ColumnType, str] = {
    "string": "String",
    "integer": "Long",
    "decimal": "Double",
    "boolean": "Bool",
    "strings": "String",
}


def _header(table: Table) -> Iterator[str]:
    if isinstance(table.key, EdgeTable):
        yield from OPENCYPHER.edge
        yield from typed_header(TYPES, EDGE_COLUMNS[3:])
    else:
        yield from OPENCYPHER.node
        yield from typed_header(TYPES, table.columns[1:])


def _row(row: Row) -> tuple[Value, ...]:
    if isinstance(row.table, EdgeTable):
        return (*row.values[:3], row.table.relation, *row.values[3:])
    labels = group_of(row)
    assert isinstance(labels, tuple)
    return (row.values[0], ";".join(labels), *row.values[1:])


DIALECT = Dialect(header=_header, row=_row)


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write the tables into ``folder``, and nothing else: the loader reads every file under its prefix."""
    return write_tables(PropertyGraph(contents), folder, DIALECT)


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table in ``folder``.

    Raises:
        ExportError: a table breaks a rule of the documentation.
    """
    return validate(folder, OPENCYPHER)
