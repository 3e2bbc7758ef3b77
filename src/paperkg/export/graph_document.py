"""Rows as named attributes, and JSON documents of nodes and edges that are written and read an element at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, Column, ColumnType, EdgeTable, Row, Table, Value

NODES, EDGES = "nodes", "edges"
Attributes = dict[str, Value]
Document = Callable[[Attributes], dict[str, Any]]

ALL_NODE_COLUMNS = tuple(dict.fromkeys(column for columns in NODE_COLUMNS.values() for column in columns))
"""The columns of all node tables; a name has one type in all of them."""
KIND, RELATION = Column("kind", "string"), Column("relation", "string")


def attributes(row: Row) -> Attributes:
    """Return the values of a row that are there by the names of their columns, its kind or relation first."""
    named: Attributes = {}
    if isinstance(row.table, EdgeTable):
        named[RELATION.name] = row.table.relation
    else:
        named[KIND.name] = row.table
    for column, value in zip(Table(row.table).columns, row.values, strict=True):
        if value is not None and value != ():
            named[column.name] = value
    return named


def flat(value: Value) -> str:
    """Return a value as the text of an XML attribute; a list is JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else str(value)


def xml_type(of: ColumnType) -> str:
    """Return the name that GEXF and GraphML give the type of a column."""
    return {"integer": "long", "decimal": "double", "boolean": "boolean"}.get(of, "string")


def write_json(
    graph: PropertyGraph, path: Path, frame: tuple[str, str, str], node: Document, edge: Document
) -> dict[str, int]:
    """Write a JSON document whose elements stand one a line, and return how many nodes and edges it has.

    ``frame`` is what stands before the nodes, between nodes and edges, and behind the edges.
    """
    before, between, behind = frame
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(before)
        nodes = _write_elements(file.write, map(node, map(attributes, graph.nodes())))
        file.write(between)
        edges = _write_elements(file.write, map(edge, map(attributes, graph.edges())))
        file.write(behind)
    return {NODES: nodes, EDGES: edges}


def _write_elements(write: Callable[[str], object], elements: Iterable[dict[str, Any]]) -> int:
    count = 0
    for element in elements:
        write(",\n" if count else "\n")
        write(json.dumps(element, ensure_ascii=False))
        count += 1
    write("\n")
    return count


def read_json(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the elements of a document that ``write_json`` wrote.

    Raises:
        json.JSONDecodeError: a line is no element.
    """
    with path.open(encoding="utf-8", newline="\n") as file:
        next(file)
        for line in file:
            if line.startswith("{"):
                yield json.loads(line.rstrip(",\n"))


def count_json(path: Path, is_edge: Callable[[dict[str, Any]], bool]) -> dict[str, int]:
    """Return how many nodes and edges a document has."""
    counts = {NODES: 0, EDGES: 0}
    for element in read_json(path):
        counts[EDGES if is_edge(element) else NODES] += 1
    return counts


EDGE_ATTRIBUTES = (RELATION, *(column for column in EDGE_COLUMNS if column.name not in ("id", "source", "target")))
NODE_ATTRIBUTES = (KIND, *(column for column in ALL_NODE_COLUMNS if column.name != "id"))
