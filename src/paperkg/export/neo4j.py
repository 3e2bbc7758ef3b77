"""Neo4j: tables for ``neo4j-admin database import``, the shell line for it, and a ``LOAD CSV`` script for the same files.

Elements of lists are separated by U+001F, which no cleaned text holds, so that no label is cut at a semicolon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.cypher import TERM, constraints, group_of
from paperkg.export.delimited import UNIT_SEPARATOR, Dialect, typed_header, write_tables
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, Column, ColumnType, EdgeTable, Row, Table, Value
from paperkg.export.validators import neo4j as rules

TYPES: dict[ColumnType, str] = {
    "string": "string",
    "integer": "long",
    "decimal": "double",
    "boolean": "boolean",
    "strings": "string[]",
}
IMPORT, LOAD = "import.sh", "load.cypher"
SAID = EDGE_COLUMNS[3:]


def _header(table: Table) -> Iterator[str]:
    if isinstance(table.key, EdgeTable):
        yield from ("id:string", ":START_ID", ":END_ID")
        yield from typed_header(TYPES, SAID)
        yield ":TYPE"
    else:
        yield "id:ID"
        yield from typed_header(TYPES, table.columns[1:])
        yield ":LABEL"


def _row(row: Row) -> tuple[Value, ...]:
    if isinstance(row.table, EdgeTable):
        return (*row.values, row.table.relation)
    labels = group_of(row)
    assert isinstance(labels, tuple)
    return (*row.values, labels)


DIALECT = Dialect(header=_header, row=_row, lists=UNIT_SEPARATOR)


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write the tables and both scripts into ``folder``."""
    counts = write_tables(PropertyGraph(contents), folder, DIALECT)
    (folder / IMPORT).write_text(shell_line({name: [f"{name}.csv"] for name in counts}), encoding="utf-8")
    (folder / LOAD).write_text("".join(f"{statement};\n" for statement in statements(counts)), encoding="utf-8")
    return counts


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table in ``folder``.

    Raises:
        ExportError: a table breaks a rule of the documentation.
    """
    return rules.validate(folder)


def shell_line(files: Mapping[str, Sequence[str]]) -> str:
    """Return the shell script that imports tables, each with its files in order, the header in the first.

    It makes a new database, and is run inside the folder of the files.
    """
    parts = [
        "neo4j-admin database import full neo4j",
        "--id-type=string --array-delimiter=U+001F --multiline-fields=true --legacy-style-quoting=false",
        *(f"--{'nodes' if name in NODE_COLUMNS else 'relationships'}={','.join(files[name])}" for name in files),
    ]
    return "#!/bin/sh\n" + " \\\n  ".join(parts) + "\n"


def statements(tables: Iterable[str]) -> Iterator[str]:
    """Yield the statements that load the tables into a running database, from the server's import folder.

    The server must read quotes as RFC 4180 does: ``dbms.import.csv.legacy_quote_escaping=false``.
    """
    yield from constraints()
    for name in tables:
        load = f"LOAD CSV WITH HEADERS FROM 'file:///{name}.csv' AS row CALL (row) {{"
        if name in NODE_COLUMNS:
            also = f", n:`{TERM}`" if name not in ("Paper", "Result") else ""
            merge = f"MERGE (n:`{name}` {{`id`: row.`id:ID`}}) SET {_set('n', NODE_COLUMNS[name][1:])}{also}"
        else:
            relation, source, target = name.rsplit("_", 2)
            merge = (
                f"MATCH (a:`{source}` {{`id`: row.`:START_ID`}}), (b:`{target}` {{`id`: row.`:END_ID`}}) "
                f"MERGE (a)-[r:`{relation}` {{`id`: row.`id:string`}}]->(b) SET {_set('r', SAID)}"
            )
        yield f"{load} {merge} }} IN TRANSACTIONS OF 1000 ROWS"


def _set(variable: str, columns: Iterable[Column]) -> str:
    return ", ".join(f"{variable}.`{column.name}` = {_read(column)}" for column in columns)


def _read(column: Column) -> str:
    field = f"row.`{column.name}:{TYPES[column.type]}`"
    match column.type:
        case "integer":
            return f"toInteger({field})"
        case "decimal":
            return f"toFloat({field})"
        case "boolean":
            return f"toBoolean({field})"
        case "strings":
            return f"split({field}, '\\u001F')"
        case _:
            return field
