"""GraphML, which Cytoscape, yEd, igraph and networkx read; lists are JSON."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paperkg.export.contents import Contents
from paperkg.export.graph_document import EDGE_ATTRIBUTES, EDGES, NODE_ATTRIBUTES, NODES, Attributes, flat, xml_type
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import Column
from paperkg.export.xml_document import count_elements, write_rows, xml_document

GRAPH = {"id": "paperkg", "edgedefault": "directed"}
NAMESPACE = "http://graphml.graphdrawing.org/xmlns"


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    graph = PropertyGraph(contents)
    with xml_document(path, "graphml", NAMESPACE, {}) as xml:
        _declare(xml, "node", NODE_ATTRIBUTES)
        _declare(xml, "edge", EDGE_ATTRIBUTES)
        with xml.element("graph", GRAPH):
            nodes = write_rows(graph.nodes(), lambda said: _element(xml, "node", ("id",), said))
            edges = write_rows(graph.edges(), lambda said: _element(xml, "edge", ("id", "source", "target"), said))
    return {NODES: nodes, EDGES: edges}


def read_back(path: Path) -> dict[str, int]:
    """Return how many nodes and edges the file has."""
    return count_elements(path, NAMESPACE)


def _declare(xml: Any, of: str, columns: Iterable[Column]) -> None:
    for column in columns:
        key = {"id": f"{of}-{column.name}", "for": of, "attr.name": column.name, "attr.type": xml_type(column.type)}
        with xml.element("key", key):
            pass


def _element(xml: Any, name: str, own: tuple[str, ...], said: Attributes) -> None:
    with xml.element(name, {key: flat(said[key]) for key in own}):
        for key, value in said.items():
            if key not in own:
                with xml.element("data", {"key": f"{name}-{key}"}):
                    xml.write(flat(value))
