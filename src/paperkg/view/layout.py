"""Where each node stands: a function of the network alone, in whole pixels of the map at full size.

Communities are laid out one by one with forces (after Jacomy et al. 2014, "ForceAtlas2": nodes repel by their degree,
so that hubs keep apart), each spread evenly over a disc; the discs are then packed like coins, those with much in
common beside each other, and turned so that the lines between them are short. Papers that share nothing stand in rows
below.
"""

from __future__ import annotations

from dataclasses import dataclass

from paperkg.view.communities import Community, communities_of
from paperkg.view.groups import Draft, place_groups
from paperkg.view.network import Network
from paperkg.view.shelf import SHELF_GAP, place_alone, place_background

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


@dataclass(frozen=True, slots=True)
class Layout:
    """``positions`` and ``sizes`` by node number; ``communities`` with a disc each; the papers that share nothing."""

    positions: tuple[tuple[int, int], ...]
    sizes: tuple[int, ...]
    communities: tuple[Community, ...]
    discs: tuple[Disc, ...]
    alone: tuple[int, ...]
    shelf_top: int


def layout_of(network: Network) -> Layout:
    """Return the place of every node of the network."""
    import numpy as np

    graph = network.graph()
    sizes = tuple(node_size(node.papers, is_paper=node.paper is not None) for node in network.nodes)
    communities = communities_of(network)
    inside = [number for community in communities for number in community.members]
    draft = Draft(graph, np.array(sizes, dtype=float), np.zeros((len(network.nodes), 2)), spacing(len(network.nodes)))
    centers, radii = place_groups(draft, [community.members for community in communities])
    bottom = float(draft.positions[inside, 1].max()) + SHELF_GAP * draft.spacing if inside else 0.0
    half_width = float((np.abs(centers[:, 0]) + radii).max()) if inside else EMPTY_HALF_WIDTH
    alone = place_alone(network, draft, set(inside), bottom, half_width)
    place_background(network, draft)
    rounded = tuple((round(float(x)), round(float(y))) for x, y in draft.positions)
    discs = tuple(
        Disc(round(float(x)), round(float(y)), round(float(radius)))
        for (x, y), radius in zip(centers, radii, strict=True)
    )
    return Layout(rounded, sizes, communities, discs, alone, round(bottom))


def node_size(papers: int, *, is_paper: bool) -> int:
    """Return a node's radius in pixels: terms grow with the root of the number of their papers."""
    return 8 if is_paper else round(min(6 + 4.5 * (papers**0.5 - 1) + (2 if papers > 1 else 0), 34))


def spacing(nodes: int) -> float:
    """Return the pixels between neighbours on a map of so many nodes."""
    fewest, most = SPACING_NODES
    crowded = min(max(nodes - fewest, 0) / (most - fewest), 1.0)
    return SPACING[0] + (SPACING[1] - SPACING[0]) * crowded
