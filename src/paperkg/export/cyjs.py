"""Cytoscape JSON: what Cytoscape desktop, Cytoscape.js and ``networkx.cytoscape_graph`` read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paperkg.export.contents import Contents
from paperkg.export.graph_document import Attributes, count_json, write_json
from paperkg.export.property_graph import PropertyGraph

FRAME = ('{"data": [], "directed": true, "multigraph": true, "elements": {\n"nodes": [', '],\n"edges": [', "]}}\n")


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    return write_json(PropertyGraph(contents), path, FRAME, _node, _edge)


def read_back(path: Path) -> dict[str, int]:
    """Return how many nodes and edges the file has."""
    return count_json(path, lambda element: "source" in element["data"])


def _node(attributes: Attributes) -> dict[str, Any]:
    # Cytoscape shows "name"; networkx takes "value" for the node.
    return {"data": attributes | {"name": attributes["label"], "value": attributes["id"]}}


def _edge(attributes: Attributes) -> dict[str, Any]:
    return {"data": attributes | {"interaction": attributes["relation"], "key": attributes["id"]}}
