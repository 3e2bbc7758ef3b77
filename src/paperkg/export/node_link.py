"""Node-link JSON, as ``networkx.node_link_graph(data, edges="edges")`` and D3 read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paperkg.export.contents import Contents
from paperkg.export.graph_document import Attributes, count_json, write_json
from paperkg.export.property_graph import PropertyGraph

FRAME = ('{"directed": true, "multigraph": true, "graph": {},\n"nodes": [', '],\n"edges": [', "]}\n")


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    return write_json(PropertyGraph(contents), path, FRAME, dict, _edge)


def read_back(path: Path) -> dict[str, int]:
    """Return how many nodes and edges the file has."""
    return count_json(path, lambda element: "source" in element)


def _edge(attributes: Attributes) -> dict[str, Any]:
    return attributes | {"key": attributes["id"]}
