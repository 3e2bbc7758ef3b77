"""Where those stand that are in no group: papers that share nothing, background terms, and minor terms."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from paperkg.view.forces import GOLDEN_ANGLE, separate
from paperkg.view.groups import Draft
from paperkg.view.network import Network

if TYPE_CHECKING:
    from collections.abc import Set

    import numpy

    Points = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

SHELF_GAP = 1.9
"""Room between the groups and the rows, in spacings."""
MINOR_RADIUS = 9.0
MINOR_CELL = 1000.0
"""Minor nodes make room for each other within squares of so many pixels."""
CELL_WIDTH = 170.0
CELL_LABEL = 26.0
"""A paper that shares nothing stands in a cell so wide at least, with so much room for its label, in pixels."""


def place_alone(network: Network, draft: Draft, placed: Set[int], top: float, half_width: float) -> tuple[int, ...]:
    """Put the papers that share nothing in rows from ``top`` down, so wide as told; return their numbers."""
    background = {node.number for node in network.nodes if node.background}
    away = placed | background
    cells = [each for each in draft.links.components() if away.isdisjoint(each)]
    y = top
    for row in _rows(cells, 2 * half_width):
        x = -sum(_cell_width(cell) for cell in row) / 2
        height = max(_cell_radius(len(cell) - 1) for cell in row)
        for cell in row:
            _place_cell(cell, (x + _cell_width(cell) / 2, y + height + CELL_LABEL), draft)
            x += _cell_width(cell)
        y += 2 * (height + CELL_LABEL)
    return tuple(cell[0] for cell in cells if network.nodes[cell[0]].paper is not None)


def _rows(cells: list[list[int]], width: float) -> list[list[list[int]]]:
    """Return the cells in rows no wider than ``width``, but of one cell at least."""
    rows: list[list[list[int]]] = []
    used = 0.0
    for cell in cells:
        if not rows or used + _cell_width(cell) > width:
            rows.append([])
            used = 0.0
        rows[-1].append(cell)
        used += _cell_width(cell)
    return rows


def _cell_width(cell: list[int]) -> float:
    return max(2 * _cell_radius(len(cell) - 1) + 20, CELL_WIDTH)


def _cell_radius(satellites: int) -> float:
    return 20.0 if satellites == 0 else max(46.0, satellites * 7.5)


def _place_cell(cell: list[int], center: tuple[float, float], draft: Draft) -> None:
    """Put the first of ``cell`` at ``center`` and the others around it."""
    import numpy as np

    draft.positions[cell[0]] = center
    radius = _cell_radius(len(cell) - 1)
    for index, number in enumerate(cell[1:]):
        angle = 2 * np.pi * index / (len(cell) - 1) - np.pi / 2
        draft.positions[number] = (center[0] + radius * np.cos(angle), center[1] + radius * np.sin(angle))


def place_background(network: Network, draft: Draft) -> None:
    """Put the background terms in a row above everything else."""
    numbers = [node.number for node in network.nodes if node.background]
    top = float(draft.positions[:, 1].min()) - SHELF_GAP * draft.spacing if len(draft.positions) else 0.0
    for index, number in enumerate(numbers):
        draft.positions[number] = ((index - (len(numbers) - 1) / 2) * 2 * draft.spacing, top)


def place_minor(network: Network, draft: Draft, major: list[int]) -> tuple[Points, dict[int, int]]:
    """Return the positions of all nodes, minor ones around the node that they hang on, and that node by minor one."""
    import numpy as np

    positions = np.zeros((len(network.nodes), 2))
    positions[major] = draft.positions
    anchors = _anchors(network)
    order = sorted(anchors, key=lambda number: (anchors[number], number))
    hung: Counter[int] = Counter()
    for number in order:
        anchor = anchors[number]
        hung[anchor] += 1
        angle = hung[anchor] * GOLDEN_ANGLE
        distance = draft.spacing * (0.4 + 0.1 * hung[anchor] ** 0.5)
        positions[number] = positions[anchor] + distance * np.array([np.cos(angle), np.sin(angle)])
    _part_minor(positions, draft, major, anchors)
    return positions, anchors


def _part_minor(positions: Points, draft: Draft, major: list[int], anchors: dict[int, int]) -> None:
    """Push the minor nodes off all others in their part of the map; major ones stay where they are."""
    import numpy as np

    radius_of = dict(zip(major, draft.radii.tolist(), strict=True))
    # By the nodes they hang on, then by where they have come to be: some crossed into another part.
    for is_first in (True, False):
        cells = defaultdict(list)
        for number in (*major, *sorted(anchors)):
            x, y = positions[anchors.get(number, number) if is_first else number]
            cells[int(x // MINOR_CELL), int(y // MINOR_CELL)].append(number)
        for numbers in cells.values():
            stay = [number for number in numbers if number not in anchors]
            rows = stay + [number for number in numbers if number in anchors]
            radii = np.array([radius_of.get(number, MINOR_RADIUS) for number in rows])
            positions[rows] = separate(positions[rows], radii, rounds=30, fixed=len(stay))


def _anchors(network: Network) -> dict[int, int]:
    """Return for each minor node the first major one that a way of minor ones leads to."""
    anchors: dict[int, int] = {}
    edges = sorted(
        (near, far)
        for edge in network.edges
        for near, far in ((edge.source, edge.target), (edge.target, edge.source))
        if network.nodes[near].minor
    )
    growing = True
    while growing:
        growing = False
        for near, far in edges:
            if near not in anchors:
                if not network.nodes[far].minor:
                    anchors[near] = far
                elif far in anchors:
                    anchors[near] = anchors[far]
                growing = growing or near in anchors
    return anchors
