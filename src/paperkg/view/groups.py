"""Groups laid out one by one, packed like coins and turned towards each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from paperkg.view.communities import partition
from paperkg.view.forces import attract, pack, separate, spread
from paperkg.view.kept import Kept
from paperkg.view.links import Links

if TYPE_CHECKING:
    import numpy

    Points = numpy.ndarray[Any, numpy.dtype[numpy.float64]]
    Numbers = numpy.ndarray[Any, numpy.dtype[numpy.float64]]
    Integers = numpy.ndarray[Any, numpy.dtype[numpy.int64]]

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

    links: Links
    radii: Points
    positions: Points
    spacing: float
    kept: Kept = field(default_factory=Kept)


def place_groups(draft: Draft, groups: list[tuple[int, ...]], *, within: bool = False) -> tuple[Points, Points]:
    """Write the positions of all members of ``groups``; return the centres and radii of their discs."""
    import numpy as np

    if not groups:
        return np.zeros((0, 2)), np.zeros(0)
    radii = np.array([_place_group(draft, members) for members in groups])
    weights = _weights_between(draft.links, groups)
    gap = DISC_GAP_WITHIN if within else max(DISC_GAP, DISC_GAP_LARGE * len(draft.radii) ** 0.5)
    centers = pack(radii + gap / 2 * draft.spacing, weights)
    _turn(draft, groups, centers)
    for index, members in enumerate(groups):
        draft.positions[list(members)] += centers[index]
    return centers, radii


def _place_group(draft: Draft, members: tuple[int, ...]) -> float:
    """Write the positions of ``members`` around (0, 0); return the radius of the disc that holds them."""
    import numpy as np

    inside = draft.links.among(members)
    positions = draft.positions
    numbers = list(members)
    parts = partition(inside) if len(members) > LARGEST_GROUP else []
    if len(parts) > 1:
        place_groups(draft, [tuple(numbers[row] for row in part) for part in parts], within=True)
    else:
        positions[numbers] = spread(draft.kept.points(inside, attract), draft.spacing * 0.52 * len(members) ** 0.5)
    radius_of = draft.radii[numbers]
    positions[numbers] = separate(positions[numbers], radius_of + NODE_GAP * draft.spacing)
    positions[numbers] -= positions[numbers].mean(axis=0)
    return float((np.hypot(*positions[numbers].T) + radius_of).max() + NODE_GAP * draft.spacing)


def _group_of(links: Links, groups: list[tuple[int, ...]]) -> Integers:
    """Return the group of each node, -1 for none."""
    import numpy as np

    group_of = np.full(len(links), -1, dtype=np.int64)
    for index, members in enumerate(groups):
        group_of[list(members)] = index
    return group_of


def _outward(links: Links, group_of: Integers) -> tuple[Integers, Integers, Numbers]:
    """Return the lines between groups by their two ends and their weights, each line from either end."""
    rows = links.rows()
    first, second = group_of[rows], group_of[links.ends]
    crossing = (first != second) & (first >= 0) & (second >= 0)
    return rows[crossing], links.ends[crossing], links.weights[crossing]


def _weights_between(links: Links, groups: list[tuple[int, ...]]) -> Points:
    """Return how strongly each pair of groups is linked, for its size."""
    import numpy as np

    group_of = _group_of(links, groups)
    rows, ends, lines = _outward(links, group_of)
    cells = group_of[rows] * len(groups) + group_of[ends]
    weights = np.bincount(cells, weights=lines, minlength=len(groups) ** 2).reshape(len(groups), len(groups))
    root = np.sqrt([len(members) for members in groups])
    scaled: Points = weights / (root[:, None] * root[None, :])
    return scaled


def _turn(draft: Draft, groups: list[tuple[int, ...]], centers: Points) -> None:
    """Turn each group around its centre so that the squares of its lines to other groups are least."""
    import numpy as np

    positions = draft.positions
    group_of = _group_of(draft.links, groups)
    rows, ends, _ = _outward(draft.links, group_of)
    order = np.argsort(group_of[rows], kind="stable")
    rows, ends = rows[order], ends[order]
    bounds = np.searchsorted(group_of[rows], np.arange(len(groups) + 1))
    for _ in range(2):
        for index, members in enumerate(groups):
            own_rows, other_rows = rows[bounds[index] : bounds[index + 1]], ends[bounds[index] : bounds[index + 1]]
            if len(own_rows) == 0:
                continue
            own = positions[own_rows]
            wanted = positions[other_rows] + centers[group_of[other_rows]] - centers[index]
            cross = float((own[:, 0] * wanted[:, 1] - own[:, 1] * wanted[:, 0]).sum())
            angle = np.arctan2(cross, float((own * wanted).sum()))
            cosine, sine = np.cos(angle), np.sin(angle)
            numbers = list(members)
            positions[numbers] = positions[numbers] @ np.array([[cosine, sine], [-sine, cosine]])
