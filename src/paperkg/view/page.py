"""A collection becomes one HTML page that opens offline: a pyvis network in a template of our own.

pyvis's template fetches from a CDN and lets titles run as script; only its nodes, edges and options are used. The
template escapes all that it is given, data stand in a block that no parser takes for markup, and the page's
Content-Security-Policy names the scripts that may run by their hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from typing import Any

from paperkg.cache import Cache
from paperkg.errors import UsageError
from paperkg.records import Collection
from paperkg.view.html import inline, json_block, read, render
from paperkg.view.layout import Layout, layout_of
from paperkg.view.network import Network, neighbourhood, network_of, part
from paperkg.view.payload import GROUPS, group_of, node_id, payload_of
from paperkg.view.texts import NODES_PER_PARCEL, packed, parcels
from paperkg.view.withhold import without_text

SCRIPTS = (
    "theme",
    "data",
    "texts",
    "visible",
    "labels",
    "map",
    "sheet",
    "panel",
    "evidence",
    "path",
    "search",
    "filters",
    "list",
    "save",
    "state",
    "start",
)
"""The files of ``script/`` in the order in which they are joined."""
PLAIN_NODES = 1000
"""A page of so many nodes holds its data as plain JSON, one of more packed."""
SHAPES = {
    "Paper": "square",
    "Concept": "dot",
    "Task": "triangle",
    "Method": "diamond",
    "Model": "hexagon",
    "Dataset": "triangleDown",
    "Benchmark": "triangleDown",
    "Metric": "star",
}
OPTIONS = {
    "physics": {"enabled": False},
    "edges": {"smooth": False},
    "nodes": {"borderWidth": 1},
    "interaction": {"hover": True, "hideEdgesOnDrag": False, "keyboard": False, "multiselect": False},
    "layout": {"improvedLayout": False, "randomSeed": 0},
}


def page(
    collection: Collection,
    *,
    maximum_nodes: int = 1500,
    focus: str | None = None,
    depth: int = 2,
    report: str | None = "report.html",
    with_text: bool = True,
    cache: Cache | None = None,
    network: Network | None = None,
) -> str:
    """Return the page of a collection, or of what stands at most ``depth`` edges from the node with the id ``focus``.

    It links to ``report``, a relative address, unless that is None. Without text it holds no abstract, and no more than
    twelve words of a sentence. Positions that ``cache`` keeps are not computed again, and neither is the ``network``, which
    is that of the collection as the page shows it.

    Raises:
        UsageError: no node has the id ``focus``.
    """
    network = network or network_of(collection if with_text else without_text(collection))
    center = None
    if focus is not None:
        numbers = neighbourhood(network, _number_of(network, focus), depth)
        network = part(network, numbers)
        center = _number_of(network, focus)
    layout = layout_of(network, maximum_nodes, cache)
    payload = payload_of(network, layout, maximum_nodes)
    payload["focus"] = center
    payload["per_parcel"] = NODES_PER_PARCEL
    payload["drawing"] = _drawing(network, layout)
    as_line = json_block if len(network.nodes) <= PLAIN_NODES else packed
    return _render(map(as_line, chain((payload,), parcels(network))), _heading(network), report)


def script() -> str:
    """Return the page's own script: the files of ``script/`` as one, in a scope of its own."""
    body = "\n".join(read("script", f"{name}.js") for name in SCRIPTS)
    return f'(async () => {{\n"use strict";\n{body}}})();\n'


def _number_of(network: Network, identifier: str) -> int:
    for node in network.nodes:
        if node.id == identifier:
            return node.number
    raise UsageError(f"The map has no node {identifier!r}.", remedy="Search for it with: paperkg show NODE")


def _heading(network: Network) -> str:
    papers = sum(1 for node in network.nodes if node.paper is not None)
    shared = sum(1 for node in network.nodes if node.shared)
    return f"{papers:,} paper{'' if papers == 1 else 's'}, {shared:,} shared term{'' if shared == 1 else 's'}"


def _drawing(network: Network, layout: Layout) -> dict[str, Any]:
    """Return places, shapes by group, and options, as pyvis gives them to its template."""
    import pyvis.network
    import pyvis.node

    drawing = pyvis.network.Network(directed=True, cdn_resources="in_line")
    drawing.options = OPTIONS
    places: dict[str, list[int]] = {"x": [], "y": []}
    shapes = dict.fromkeys(GROUPS, SHAPES["Concept"])
    for node, (x, y), size in zip(network.nodes, layout.positions, layout.sizes, strict=True):
        group = group_of(node)
        drawn = pyvis.node.Node(node_id(node.number), SHAPES[group], node.label, x=x, y=y, size=size).options
        shapes[group] = drawn["shape"]
        for name, column in places.items():
            column.append(drawn[name])
    return {**places, "shapes": list(shapes.values()), "options": drawing.options}


def _render(lines: Iterable[str], heading: str, report: str | None) -> str:
    vendor = json.loads(read("vendor", "vis-network.json"))
    library = read("vendor", "vis-network.min.js").split("//# sourceMappingURL=")[0]
    return render(
        "page.html.jinja",
        style="page.css",
        heading=heading,
        report=report,
        scripts=[inline(library, kind="script"), inline(script(), kind="script")],
        library_styles=vendor["style_hashes"],
        data=lines,
    )
