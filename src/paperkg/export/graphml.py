"""GraphML, which Cytoscape, yEd, igraph and networkx read; lists are JSON."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paperkg.export.contents import Contents
from paperkg.export.gexf import count_elements
from paperkg.export.graph_document import (
    EDGE_ATTRIBUTES,
    EDGES,
    NODE_ATTRIBUTES,
    NODES,
    Attributes,
    attributes,
    flat,
    xml_type,
)
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import Column

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    from lxml import etree

    graph = PropertyGraph(contents)
    counts = {NODES: 0, EDGES: 0}
    with etree.xmlfile(str(path), encoding="utf-8") as xml:
        xml.write_declaration()
        with xml.element("graphml", nsmap={None: NAMESPACE}):
            _declare(xml, "node", NODE_ATTRIBUTES)
            _declare(xml, "edge", EDGE_ATTRIBUTES)
            with xml.element("graph", {"id": "paperkg", "edgedefault": "directed"}):
                for row in graph.nodes():
                    _element(xml, "node", ("id",), attributes(row))
                    counts[NODES] += 1
                for row in graph.edges():
                    _element(xml, "edge", ("id", "source", "target"), attributes(row))
                    counts[EDGES] += 1
    return counts


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
