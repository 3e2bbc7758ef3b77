"""TigerGraph: a schema and a loading job in GSQL, and tab-separated tables without quotes.

A tab or a line end within a text is a space, so that no quoting is needed; lists are JSON. A list of ends makes one edge
type of a relation, and its discriminator keeps apart what several papers say of the same two terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.delimited import Dialect, one_line, plain_header, write_tables
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, RELATIONS, Column, ColumnType
from paperkg.export.validators.tigergraph import LOAD, SCHEMA, validate

GRAPH = "paperkg"
TYPES: dict[ColumnType, str] = {
    "string": "STRING",
    "integer": "INT",
    "decimal": "DOUBLE",
    "boolean": "BOOL",
    "strings": "STRING",
}
SAID = EDGE_COLUMNS[3:]


def _on_one_line(text: str) -> str:
    return one_line(text).replace("\t", " ")


DIALECT = Dialect(header=plain_header, text=_on_one_line, suffix=".tsv", delimiter="\t", quoted=False)


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write the tables, the schema and the loading job into ``folder``."""
    counts = write_tables(PropertyGraph(contents), folder, DIALECT)
    (folder / SCHEMA).write_text("\n".join(schema(counts)) + "\n", encoding="utf-8")
    (folder / LOAD).write_text("\n".join(loading_job(counts)) + "\n", encoding="utf-8")
    return counts


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table in ``folder``.

    Raises:
        ExportError: a table or a script breaks a rule of the documentation.
    """
    return validate(folder)


def schema(tables: Iterable[str]) -> Iterator[str]:
    """Yield the lines that declare a vertex type for each kind, an edge type for each relation, and the graph."""
    for kind, columns in NODE_COLUMNS.items():
        said = ", ".join(map(_declared, columns))
        yield f'CREATE VERTEX {kind} (PRIMARY_ID {said}) WITH PRIMARY_ID_AS_ATTRIBUTE="true"'
    edges = [tuple(name.rsplit("_", 2)) for name in tables if name not in NODE_COLUMNS]
    attributes = ", ".join(map(_declared, SAID))
    for relation in RELATIONS.values():
        ends = " | ".join(f"FROM {source}, TO {target}" for each, source, target in edges if each == relation)
        if ends:
            yield f"CREATE DIRECTED EDGE {relation} ({ends}, DISCRIMINATOR(id STRING), {attributes})"
    yield f"CREATE GRAPH {GRAPH} (*)"


def loading_job(tables: Iterable[str]) -> Iterator[str]:
    """Yield the lines that load the tables, run inside their folder."""
    yield f"USE GRAPH {GRAPH}"
    yield f"CREATE LOADING JOB load_{GRAPH} FOR GRAPH {GRAPH} {{"
    for name in tables:
        if name in NODE_COLUMNS:
            target, values = f"VERTEX {name}", [f'$"{column.name}"' for column in NODE_COLUMNS[name]]
        else:
            relation, source, end = name.rsplit("_", 2)
            target = f"EDGE {relation}"
            said = (f'$"{column.name}"' for column in SAID)
            values = [f'$"source" {source}', f'$"target" {end}', '$"id"', *said]
        yield (
            f'  LOAD "{name}.tsv" TO {target} VALUES ({", ".join(values)}) '
            'USING SEPARATOR="\\t", HEADER="true", EOL="\\n";'
        )
    yield "}"
    yield f"RUN LOADING JOB load_{GRAPH}"


def _declared(column: Column) -> str:
    return f"{column.name} {TYPES[column.type]}"
