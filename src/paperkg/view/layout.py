"""Where each node stands: a function of the network alone, in whole pixels of the map at full size.

Communities are laid out one by one with forces (after Jacomy et al. 2014, "ForceAtlas2": nodes repel by their degree,
so that hubs keep apart), each spread evenly over a disc; the discs are then packed like coins, those with much in
common beside each other, and turned so that the lines between them are short. Papers that share nothing stand in rows
below.
"""

from __future__ import annotations

from dataclasses import dataclass

from paperkg.cache import Cache
from paperkg.view.communities import Community, communities_of
from paperkg.view.groups import Draft, place_groups
from paperkg.view.kept import Kept
from paperkg.view.network import Network, Node, part, ranking
from paperkg.view.shelf import SHELF_GAP, place_alone, place_background, place_minor

SPACING = (78.0, 42.0)
"""Pixels between neighbours on small maps, where each label needs room, and on large ones."""
SPACING_NODES = (200, 1200)
"""From how many nodes on the spacing shrinks, and until how many."""
EMPTY_HALF_WIDTH = 400.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A community's place: centre and radius."""

    x: int
    y: int
    radius: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Places by node number: position, size (a radius) and community, -1 for none; communities with a disc each."""

    positions: tuple[tuple[int, int], ...]
    sizes: tuple[int, ...]
    community: tuple[int, ...]
    communities: tuple[Community, ...]
    discs: tuple[Disc, ...]
    alone: tuple[int, ...]
    """The papers that share nothing; they stand from ``shelf_top`` down."""
    shelf_top: int
    emphasis: float
    """How many times larger than the others the nodes are that are shown first."""


def layout_of(network: Network, maximum_nodes: int = 1500, cache: Cache | None = None) -> Layout:
    """Return the place of every node of the network, of which a page shows so many first.

    What ``cache`` keeps is not computed again.
    """
    kept = Kept(cache)
    return kept.whole(network, maximum_nodes, Layout, lambda: _layout(network, maximum_nodes, kept))


def _layout(network: Network, maximum_nodes: int, kept: Kept) -> Layout:
    import numpy as np

    major = [node.number for node in network.nodes if not node.minor]
    whole = part(network, major)
    emphasis = round(max(1.0, len(major) / maximum_nodes) ** 0.5, 2)
    first = set(ranking(network, maximum_nodes)[:maximum_nodes])
    sizes = tuple(_size(node, emphasis if node.number in first else 1.0) for node in network.nodes)
    draft = Draft(
        links=whole.links(),
        radii=np.array([sizes[number] for number in major], dtype=float),
        positions=np.zeros((len(major), 2)),
        spacing=spacing(len(major)),
        kept=kept,
    )
    communities = communities_of(whole, draft.links)
    centers, radii = place_groups(draft, [community.members for community in communities])
    inside = [number for community in communities for number in community.members]
    bottom = float(draft.positions[inside, 1].max()) + SHELF_GAP * draft.spacing if inside else 0.0
    half_width = float((np.abs(centers[:, 0]) + radii).max()) if inside else EMPTY_HALF_WIDTH
    alone = place_alone(whole, draft, set(inside), bottom, half_width)
    place_background(whole, draft)
    positions, anchors = place_minor(network, draft, major)
    community = [-1] * len(network.nodes)
    for index, each in enumerate(communities):
        for number in each.members:
            community[major[number]] = index
    return Layout(
        positions=tuple((round(float(x)), round(float(y))) for x, y in positions),
        sizes=sizes,
        community=tuple(community[anchors.get(number, number)] for number in range(len(network.nodes))),
        communities=tuple(
            Community(each.name, tuple(major[number] for number in each.members)) for each in communities
        ),
        discs=tuple(
            Disc(round(float(x)), round(float(y)), round(float(radius)))
            for (x, y), radius in zip(centers, radii, strict=True)
        ),
        alone=tuple(major[number] for number in alone),
        shelf_top=round(bottom),
        emphasis=emphasis,
    )


def _size(node: Node, emphasis: float) -> int:
    if node.minor:
        return 5
    return round(node_size(node.papers, is_paper=node.paper is not None) * emphasis)


def node_size(papers: int, *, is_paper: bool) -> int:
    """Return a node's radius in pixels: terms grow with the root of the number of their papers."""
    return 8 if is_paper else round(min(6 + 4.5 * (papers**0.5 - 1) + (2 if papers > 1 else 0), 34))


def spacing(nodes: int) -> float:
    """Return the pixels between neighbours on a map of so many nodes."""
    fewest, most = SPACING_NODES
    crowded = min(max(nodes - fewest, 0) / (most - fewest), 1.0)
    return SPACING[0] + (SPACING[1] - SPACING[0]) * crowded
