"""Memgraph: tables and a ``LOAD CSV`` script that reads them from ``/import``.

A row is kept on one line: a line end within a text is a space. Lists are split at U+001F, which no cleaned text holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.cypher import TERM
from paperkg.export.delimited import UNIT_SEPARATOR, Dialect, one_line, plain_header, write_tables
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, Column
from paperkg.export.validators.memgraph import SCRIPT, validate

DIALECT = Dialect(header=plain_header, lists=UNIT_SEPARATOR, text=one_line)
PLACE = "/import"
CONVERSIONS = {"integer": "ToInteger({})", "decimal": "ToFloat({})", "boolean": "ToBoolean({})"}


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write the tables and the script into ``folder``."""
    counts = write_tables(PropertyGraph(contents), folder, DIALECT)
    script = "".join(f"{statement};\n" for statement in statements(counts))
    (folder / SCRIPT).write_text(script, encoding="utf-8")
    return counts


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table in ``folder``.

    Raises:
        ExportError: a table or the script breaks a rule of the documentation.
    """
    return validate(folder)


def statements(tables: Iterable[str]) -> Iterator[str]:
    """Yield an index for each kind of node and a clause for each table, nodes first."""
    for kind in NODE_COLUMNS:
        yield f"CREATE INDEX ON :`{kind}`(`id`)"
    for name in tables:
        load = f"LOAD CSV FROM '{PLACE}/{name}.csv' WITH HEADER NULLIF '' AS row"
        if name in NODE_COLUMNS:
            labels = f":`{name}`" if name in ("Paper", "Result") else f":`{name}`:`{TERM}`"
            yield f"{load} CREATE (n{labels} {{{_properties(NODE_COLUMNS[name])}}})"
        else:
            relation, source, target = name.rsplit("_", 2)
            said = [column for column in EDGE_COLUMNS if column.name not in ("source", "target")]
            yield (
                f"{load} MATCH (a:`{source}` {{`id`: row.`source`}}), (b:`{target}` {{`id`: row.`target`}}) "
                f"CREATE (a)-[r:`{relation}` {{{_properties(said)}}}]->(b)"
            )


def _properties(columns: Iterable[Column]) -> str:
    return ", ".join(f"`{column.name}`: {_read(column)}" for column in columns)


def _read(column: Column) -> str:
    field = f"row.`{column.name}`"
    if column.type == "strings":
        return f"CASE WHEN {field} IS NULL THEN NULL ELSE split({field}, '\\u001F') END"
    return CONVERSIONS.get(column.type, "{}").format(field)
