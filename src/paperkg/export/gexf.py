"""GEXF 1.2, which Gephi and networkx read; lists are JSON, and an edge's weight is its score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperkg.export.contents import Contents
from paperkg.export.graph_document import EDGE_ATTRIBUTES, EDGES, NODE_ATTRIBUTES, NODES, Attributes, flat, xml_type
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import Column
from paperkg.export.xml_document import count_elements, write_rows, xml_document

GRAPH = {"defaultedgetype": "directed", "mode": "static"}
NAMESPACE = "http://www.gexf.net/1.2draft"


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    graph = PropertyGraph(contents)
    with xml_document(path, "gexf", NAMESPACE, {"version": "1.2"}) as xml, xml.element("graph", GRAPH):
        node_keys = _declare(xml, "node", NODE_ATTRIBUTES)
        edge_keys = _declare(xml, "edge", EDGE_ATTRIBUTES)
        with xml.element("nodes"):
            nodes = write_rows(graph.nodes(), lambda said: _element(xml, "node", _node(said), said, node_keys))
        with xml.element("edges"):
            edges = write_rows(graph.edges(), lambda said: _element(xml, "edge", _edge(said), said, edge_keys))
    return {NODES: nodes, EDGES: edges}


def read_back(path: Path) -> dict[str, int]:
    """Return how many nodes and edges the file has."""
    return count_elements(path, NAMESPACE)


def _declare(xml: Any, of: str, columns: Iterable[Column]) -> dict[str, str]:
    """Write the declaration of attributes and return each one's key by its name."""
    keys: dict[str, str] = {}
    with xml.element("attributes", {"class": of, "mode": "static"}):
        for number, column in enumerate(columns):
            keys[column.name] = str(number)
            with xml.element("attribute", {"id": str(number), "title": column.name, "type": xml_type(column.type)}):
                pass
    return keys


def _node(said: Attributes) -> dict[str, str]:
    return {"id": flat(said["id"]), "label": flat(said["label"])}


def _edge(said: Attributes) -> dict[str, str]:
    ends = {name: flat(said[name]) for name in ("id", "source", "target")}
    return ends | {"label": flat(said["relation"]), "weight": flat(said.get("score", 1.0))}


def _element(xml: Any, name: str, own: dict[str, str], said: Attributes, keys: Mapping[str, str]) -> None:
    with xml.element(name, own), xml.element("attvalues"):
        for key, value in said.items():
            if key in keys:
                with xml.element("attvalue", {"for": keys[key], "value": flat(value)}):
                    pass
