"""Groups laid out one by one, packed like coins and turned towards each other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperkg.view.communities import partition
from paperkg.view.forces import attract, pack, separate, spread

if TYPE_CHECKING:
    import networkx
    import numpy

    Points = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

LARGEST_GROUP = 600
"""Larger groups are cut in parts first: forces between all pairs cost the square of the number."""
DISC_GAP = 0.9
DISC_GAP_LARGE = 0.026
DISC_GAP_WITHIN = 0.2
"""Room between discs in spacings, and where that is more, in spacings for the root of the number of nodes: a name of a
group needs the same room on the screen however many nodes there are; parts of a group have no name."""
NODE_GAP = 0.13
"""Room between nodes, in spacings."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A map being laid out: radii and positions by node number, ``spacing`` in pixels; positions are written to."""

    graph: networkx.Graph
    radii: Points
    positions: Points
    spacing: float


def place_groups(draft: Draft, groups: list[tuple[int, ...]], *, within: bool = False) -> tuple[Points, Points]:
    """Write the positions of all members of ``groups``; return the centres and radii of their discs."""
    import numpy as np

    if not groups:
        return np.zeros((0, 2)), np.zeros(0)
    radii = np.array([_place_group(draft, members) for members in groups])
    weights = _weights_between(draft.graph, groups)
    gap = DISC_GAP_WITHIN if within else max(DISC_GAP, DISC_GAP_LARGE * len(draft.radii) ** 0.5)
    centers = pack(radii + gap / 2 * draft.spacing, weights)
    _turn(draft, groups, centers)
    for index, members in enumerate(groups):
        draft.positions[list(members)] += centers[index]
    return centers, radii


def _place_group(draft: Draft, members: tuple[int, ...]) -> float:
    """Write the positions of ``members`` around (0, 0); return the radius of the disc that holds them."""
    import numpy as np

    subgraph = draft.graph.subgraph(members)
    positions = draft.positions
    parts = partition(subgraph) if len(members) > LARGEST_GROUP else [members]
    numbers = list(members)
    if len(parts) > 1:
        place_groups(draft, parts, within=True)
    else:
        positions[numbers] = spread(attract(subgraph, members), draft.spacing * 0.52 * len(members) ** 0.5)
    radius_of = draft.radii[numbers]
    positions[numbers] = separate(positions[numbers], radius_of + NODE_GAP * draft.spacing)
    positions[numbers] -= positions[numbers].mean(axis=0)
    return float((np.hypot(*positions[numbers].T) + radius_of).max() + NODE_GAP * draft.spacing)


def _weights_between(graph: networkx.Graph, groups: list[tuple[int, ...]]) -> Points:
    """Return how strongly each pair of groups is linked, for its size."""
    import numpy as np

    group_of = {number: index for index, members in enumerate(groups) for number in members}
    weights = np.zeros((len(groups), len(groups)))
    for first, second, weight in graph.edges(group_of, data="weight"):
        if first in group_of and second in group_of and group_of[first] != group_of[second]:
            weights[group_of[first], group_of[second]] += weight
            weights[group_of[second], group_of[first]] += weight
    root = np.sqrt([len(members) for members in groups])
    scaled: Points = weights / (root[:, None] * root[None, :])
    return scaled


def _turn(draft: Draft, groups: list[tuple[int, ...]], centers: Points) -> None:
    """Turn each group around its centre so that the squares of its lines to other groups are least."""
    import numpy as np

    positions = draft.positions
    group_of = {number: index for index, members in enumerate(groups) for number in members}
    outward: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, index in group_of.items():
        outward[index] += [(number, other) for other in draft.graph[number] if group_of.get(other, index) != index]
    for _ in range(2):
        for index, members in enumerate(groups):
            pairs = np.array(sorted(outward[index]), dtype=int).reshape(-1, 2)
            if len(pairs) == 0:
                continue
            own = positions[pairs[:, 0]]
            others = positions[pairs[:, 1]] + centers[[group_of[other] for other in pairs[:, 1].tolist()]]
            wanted = others - centers[index]
            cross = float((own[:, 0] * wanted[:, 1] - own[:, 1] * wanted[:, 0]).sum())
            angle = np.arctan2(cross, float((own * wanted).sum()))
            cosine, sine = np.cos(angle), np.sin(angle)
            rows = list(members)
            positions[rows] = positions[rows] @ np.array([[cosine, sine], [-sine, cosine]])
