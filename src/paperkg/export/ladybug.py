"""Ladybug: tables, a script that declares and loads them, and a ready database where the package is installed.

``load.cypher`` is run inside the folder. Lists are split at U+001F, which no cleaned text holds. Ladybug takes an empty
text for an absent one.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from paperkg.errors import ExportError
from paperkg.export.contents import Contents
from paperkg.export.delimited import UNIT_SEPARATOR, Dialect, count_rows, plain_header, write_tables
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, RELATIONS, Column, ColumnType

DATABASE = "graph.lbug"
SCRIPT = "load.cypher"
TYPES: dict[ColumnType, str] = {
    "string": "STRING",
    "integer": "INT64",
    "decimal": "DOUBLE",
    "boolean": "BOOL",
    "strings": "STRING[]",
}
DIALECT = Dialect(header=plain_header, lists=UNIT_SEPARATOR)
# A field may hold line ends, so that the file cannot be cut at lines and read in parallel.
OPTIONS = """HEADER=true, DELIM=',', QUOTE='"', ESCAPE='"', PARALLEL=false"""


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write the tables and the script into ``folder``, and the database where the package ladybug is installed."""
    counts = write_tables(PropertyGraph(contents), folder, DIALECT)
    (folder / SCRIPT).write_text(script(counts), encoding="utf-8")
    if importlib.util.find_spec("ladybug"):
        load(folder)
    return counts


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table: of the database where there is one, of the files otherwise.

    Raises:
        ExportError: database and files differ.
    """
    in_files = count_rows(folder, DIALECT)
    if not (folder / DATABASE).exists():
        return in_files
    in_database = dict(_counts(folder / DATABASE, in_files))
    if in_database != in_files:
        raise ExportError(f"{folder / DATABASE} holds {in_database}, the files {in_files}.")
    return in_database


def script(tables: Iterable[str]) -> str:
    """Return the statements that make and fill a database from the tables named, one a line."""
    return "\n".join(statements(tables)) + "\n"


def statements(tables: Iterable[str], place: str = "") -> Iterator[str]:
    """Yield the statements of ``script``; ``place`` goes in front of each file name."""
    # A checkpoint after every statement would take most of the time.
    yield "CALL auto_checkpoint=false;"
    edges = [tuple(name.rsplit("_", 2)) for name in tables if name not in NODE_COLUMNS]
    for kind, columns in NODE_COLUMNS.items():
        yield f"CREATE NODE TABLE `{kind}`({_declared(columns)}, PRIMARY KEY(`id`));"
    for relation in RELATIONS.values():
        ends = ", ".join(f"FROM `{source}` TO `{target}`" for each, source, target in edges if each == relation)
        if ends:
            yield f"CREATE REL TABLE `{relation}`({ends}, {_declared(_said(EDGE_COLUMNS))});"
    for kind, columns in NODE_COLUMNS.items():
        yield f"COPY `{kind}` FROM ({_rows(f'{place}{kind}.csv', columns, columns)});"
    ends_first = (EDGE_COLUMNS[1], EDGE_COLUMNS[2], *_said(EDGE_COLUMNS))
    for relation, source, target in edges:
        rows = _rows(f"{place}{relation}_{source}_{target}.csv", EDGE_COLUMNS, ends_first)
        yield f"COPY `{relation}` FROM ({rows}) (FROM='{source}', TO='{target}');"
    yield "CHECKPOINT;"


def load(folder: Path) -> None:
    """Make the database in ``folder`` from the tables in it.

    Raises:
        ExportError: Ladybug refuses a table.
    """
    import ladybug

    place = f"{folder.as_posix()}/".replace("\\", "\\\\").replace("'", "\\'")
    tables = [path.stem for path in sorted(folder.glob("*.csv"))]
    with _opened(folder / DATABASE) as connection:
        try:
            for statement in statements(tables, place):
                connection.execute(statement)
        except RuntimeError as error:
            raise ExportError(
                f"Ladybug {ladybug.__version__} refuses {folder}: {error}.",
                remedy="Uninstall it to get the tables and the script alone.",
            ) from error


def _counts(database: Path, tables: Iterable[str]) -> Iterator[tuple[str, int]]:
    with _opened(database) as connection:
        for name in tables:
            if name in NODE_COLUMNS:
                query = f"MATCH (node:`{name}`) RETURN count(*)"
            else:
                relation, source, target = name.rsplit("_", 2)
                query = f"MATCH (:`{source}`)-[edge:`{relation}`]->(:`{target}`) RETURN count(*)"
            yield name, connection.execute(query).get_next()[0]


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """Yield a connection to a database; both are closed on leaving."""
    import ladybug

    with ladybug.Database(str(path)) as database, ladybug.Connection(database) as connection:
        yield connection


def _said(columns: Iterable[Column]) -> list[Column]:
    return [column for column in columns if column.name not in ("source", "target")]


def _declared(columns: Iterable[Column]) -> str:
    return ", ".join(f"`{column.name}` {TYPES[column.type]}" for column in columns)


def _rows(file: str, stored: Iterable[Column], wanted: Iterable[Column]) -> str:
    """Return the query that reads a file, the columns in the order wanted, lists split."""
    read = ", ".join(
        f"`{column.name}` {'STRING' if column.type == 'strings' else TYPES[column.type]}" for column in stored
    )
    given = ", ".join(map(_given, wanted))
    return f"LOAD WITH HEADERS ({read}) FROM '{file}' ({OPTIONS}) RETURN {given}"


def _given(column: Column) -> str:
    if column.type != "strings":
        return f"`{column.name}`"
    split = f"string_split(`{column.name}`, '\\u001F')"
    return f"CASE WHEN `{column.name}` IS NULL THEN NULL ELSE {split} END"
