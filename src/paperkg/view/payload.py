"""What the page shows at first sight, as JSON in columns: a list a property, a row a node or an edge.

The page's script (``script/data.js``) reads exactly this; node ids are opaque (``n1``, ``n2``...). Abstracts and
sentences stand apart, in ``paperkg.view.texts``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from paperkg.records import Kind, Predicate
from paperkg.view.layout import Layout
from paperkg.view.network import Edge, Network, Node, ranking

GROUPS: tuple[str, ...] = ("Paper", *get_args(Kind))
PREDICATES: tuple[Predicate, ...] = get_args(Predicate)
SCORES = 1000
"""A statement is one number: its predicate's place times ``SCORES + 1``, and its score in thousandths."""
BACKGROUND, MINOR = 1, 2
"""Bits of a node's flags."""


def node_id(number: int) -> str:
    """Return the opaque id of a node."""
    return f"n{number + 1}"


def group_of(node: Node) -> str:
    """Return the kind by which a node is drawn."""
    return node.entity.kinds[0] if node.entity is not None and node.entity.kinds else "Paper"


def payload_of(network: Network, layout: Layout, maximum_nodes: int) -> dict[str, Any]:
    """Return everything that the page shows beside abstracts and sentences."""
    return {
        "groups": GROUPS,
        "predicates": PREDICATES,
        "nodes": _nodes(network, layout),
        "edges": _edges(network),
        "communities": [
            {"name": community.name, "x": disc.x, "y": disc.y, "radius": disc.radius}
            for community, disc in zip(layout.communities, layout.discs, strict=True)
        ],
        "alone": layout.alone,
        "shelf": layout.shelf_top,
        "emphasis": layout.emphasis,
        "order": ranking(network, maximum_nodes),
        "maximum": maximum_nodes,
    }


def _nodes(network: Network, layout: Layout) -> dict[str, Any]:
    papers = [node.paper.paper for node in network.nodes if node.paper is not None]
    venues = _table(paper.venue for paper in papers)
    kinds = _table(node.entity.kinds for node in network.nodes if node.entity is not None)
    return {
        "id": [node.id for node in network.nodes],
        "label": [node.label for node in network.nodes],
        "size": layout.sizes,
        "community": layout.community,
        "group": [GROUPS.index(group_of(node)) for node in network.nodes],
        "papers": [node.papers for node in network.nodes],
        "flags": [BACKGROUND * node.background + MINOR * node.minor for node in network.nodes],
        "kinds": [kinds[node.entity.kinds] for node in network.nodes if node.entity is not None],
        "kinds_table": list(kinds),
        "aliases": {node.number: node.entity.aliases for node in network.nodes if node.entity and node.entity.aliases},
        "title": {
            number: paper.title
            for number, paper in enumerate(papers)
            if paper.title and paper.title != network.nodes[number].label
        },
        "year": [paper.year or 0 for paper in papers],
        "venue": [venues[paper.venue] for paper in papers],
        "venue_table": list(venues),
    }


def _edges(network: Network) -> dict[str, Any]:
    outward = [0] * len(network.nodes)
    for edge in network.edges:
        outward[edge.source] += 1
    return {
        "outward": outward,
        "to": [edge.target for edge in network.edges],
        "says": [_said(edge) for edge in network.edges],
        "wider": {position: edge.broader for position, edge in enumerate(network.edges) if edge.broader},
        "papers": _papers_of_terms(network),
    }


def _said(edge: Edge) -> int | list[int]:
    """Return the statements of an edge as a number each, and no list where there is one."""
    said = [PREDICATES.index(link.predicate) * (SCORES + 1) + round(link.score * SCORES) for link in edge.links]
    return said[0] if len(said) == 1 else said


def _papers_of_terms(network: Network) -> dict[int, list[int]]:
    """Return by edge the papers that say what stands between two terms; an edge of a paper is said by that paper."""
    numbers = {node.id: node.number for node in network.nodes if node.paper is not None}
    return {
        position: sorted({numbers[link.paper] for link in edge.links if link.paper in numbers})
        for position, edge in enumerate(network.edges)
        if edge.links and network.nodes[edge.source].paper is None
    }


def _table(values: Iterable[Any]) -> dict[Any, int]:
    """Return the place of each value among those that differ, in the order in which they come."""
    places: dict[Any, int] = {}
    for value in values:
        places.setdefault(value, len(places))
    return places
