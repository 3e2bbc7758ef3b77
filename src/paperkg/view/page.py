"""A collection becomes one HTML page that opens offline: a pyvis network in a template of our own.

pyvis's template fetches from a CDN and lets titles run as script; only its nodes, edges and options are used. The
template escapes all that it is given, data stand in a JSON block that no parser takes for markup, and the page's
Content-Security-Policy names the scripts that may run by their hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperkg.errors import UsageError
from paperkg.records import Collection
from paperkg.view.layout import Layout, layout_of
from paperkg.view.network import Network, Node, neighbourhood, network_of, part
from paperkg.view.payload import node_id, payload_of

if TYPE_CHECKING:
    import jinja2

HERE = Path(__file__).parent
SCRIPTS = (
    "data",
    "theme",
    "visible",
    "labels",
    "map",
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
) -> str:
    """Return the page of a collection, or of what stands at most ``depth`` edges from the node with the id ``focus``.

    It links to ``report``, a relative address, unless that is None.

    Raises:
        UsageError: no node has the id ``focus``.
    """
    network = network_of(collection)
    center = None
    if focus is not None:
        numbers = neighbourhood(network, _number_of(network, focus), depth)
        network = part(network, numbers)
        center = _number_of(network, focus)
    layout = layout_of(network, maximum_nodes)
    payload = payload_of(network, layout, maximum_nodes)
    payload["focus"] = None if center is None else node_id(center)
    payload["nodes"], payload["edges"], payload["options"] = _drawing(network, layout)
    return _render(payload, _heading(network), report)


def inline(text: str, *, kind: str) -> dict[str, str]:
    """Return what a template needs to inline a ``script`` or a ``style``: its text, and the hash that lets it in.

    Raises:
        ValueError: the text holds the closing tag of its own element.
    """
    if f"</{kind}" in text.lower():
        raise ValueError(f"A {kind} of the page holds its own closing tag.")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return {"text": text, "hash": f"sha256-{digest}"}


def script() -> str:
    """Return the page's own script: the files of ``script/`` as one, in a scope of its own."""
    body = "\n".join(_file("script", f"{name}.js") for name in SCRIPTS)
    return f'(() => {{\n"use strict";\n{body}}})();\n'


def json_block(value: object) -> str:
    """Return JSON in which no HTML parser can see a tag, an entity or the end of its block."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@cache
def environment() -> jinja2.Environment:
    """Return the templates; they escape every value that is not marked as markup."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "template"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _number_of(network: Network, identifier: str) -> int:
    for node in network.nodes:
        if node.id == identifier:
            return node.number
    raise UsageError(f"The map has no node {identifier!r}.", remedy="Search for it with: paperkg show NODE")


def _heading(network: Network) -> str:
    papers = sum(1 for node in network.nodes if node.paper is not None)
    shared = sum(1 for node in network.nodes if node.shared)
    return f"{papers:,} paper{'' if papers == 1 else 's'}, {shared:,} shared term{'' if shared == 1 else 's'}"


def _kind(node: Node) -> str:
    return node.entity.kinds[0] if node.entity is not None and node.entity.kinds else "Paper"


def _drawing(network: Network, layout: Layout) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]:
    """Return nodes, edges and options as pyvis gives them to its template, less what the page sets itself."""
    import pyvis.edge
    import pyvis.network
    import pyvis.node

    drawing = pyvis.network.Network(directed=True, cdn_resources="in_line")
    drawing.options = OPTIONS
    for node, (x, y), size in zip(network.nodes, layout.positions, layout.sizes, strict=True):
        group = _kind(node)
        shape = SHAPES[group]
        each = pyvis.node.Node(node_id(node.number), shape, label=node.label, x=x, y=y, size=size, group=group)
        drawing.nodes.append(each.options)
    # Its add_edge looks through all nodes for each edge: minutes where there are thousands.
    drawing.edges += [
        pyvis.edge.Edge(node_id(edge.source), node_id(edge.target), directed=False).options for edge in network.edges
    ]
    nodes, edges, _, _, _, _ = drawing.get_network_data()
    kept = ("id", "label", "shape", "x", "y", "size", "group")
    return (
        [{key: node[key] for key in kept} for node in nodes],
        [{key: edge[key] for key in ("from", "to")} for edge in edges],
        OPTIONS,
    )


def _render(payload: dict[str, Any], heading: str, report: str | None) -> str:
    from markupsafe import Markup

    vendor = json.loads((HERE / "vendor" / "vis-network.json").read_text("utf-8"))
    library = (HERE / "vendor" / "vis-network.min.js").read_text("utf-8")
    scripts = [
        inline(library.split("//# sourceMappingURL=")[0], kind="script"),
        inline(script(), kind="script"),
    ]
    styles = [inline(_file("style", "page.css"), kind="style")]
    marked = [[{"text": Markup(each["text"]), "hash": each["hash"]} for each in group] for group in (scripts, styles)]  # noqa: S704
    return (
        environment()
        .get_template("page.html.jinja")
        .render(
            heading=heading,
            report=report,
            scripts=marked[0],
            styles=marked[1],
            library_styles=vendor["style_hashes"],
            data=Markup(json_block(payload)),  # noqa: S704
        )
    )


def _file(folder: str, name: str) -> str:
    return (HERE / folder / name).read_text("utf-8")
