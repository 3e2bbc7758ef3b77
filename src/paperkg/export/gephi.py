"""Gephi: a node table and an edge table for its Data Laboratory; an edge's weight is its score, lists are JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.delimited import quoted
from paperkg.export.graph_document import EDGE_ATTRIBUTES, NODE_ATTRIBUTES, Attributes, attributes, flat
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import Row
from paperkg.export.validators.gephi import EDGES, NODES, validate

NODE_FIELDS = [column.name for column in NODE_ATTRIBUTES if column.name != "label"]
EDGE_FIELDS = [column.name for column in EDGE_ATTRIBUTES if column.name != "relation"]


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write both tables into ``folder``."""
    graph = PropertyGraph(contents)
    return {
        "nodes": _write(folder / NODES, ["Id", "Label", *NODE_FIELDS], map(_node, graph.nodes())),
        "edges": _write(
            folder / EDGES,
            ["Source", "Target", "Type", "Id", "Label", "Weight", *EDGE_FIELDS],
            map(_edge, graph.edges()),
        ),
    }


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of both tables.

    Raises:
        ExportError: a table breaks a rule of the documentation.
    """
    return validate(folder)


def _write(path: Path, header: list[str], rows: Iterable[list[str]]) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(",".join(header) + "\n")
        for row in rows:
            file.write(",".join(map(quoted, row)) + "\n")
            count += 1
    return count


def _node(row: Row) -> list[str]:
    said = attributes(row)
    return [flat(said["id"]), flat(said["label"]), *_fields(said, NODE_FIELDS)]


def _edge(row: Row) -> list[str]:
    said = attributes(row)
    ends = (flat(said["source"]), flat(said["target"]), "Directed", flat(said["id"]), flat(said["relation"]))
    return [*ends, flat(said.get("score", 1.0)), *_fields(said, EDGE_FIELDS)]


def _fields(said: Attributes, names: Iterable[str]) -> Iterator[str]:
    return (flat(said[name]) if name in said else "" for name in names)
