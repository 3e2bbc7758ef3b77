"""Points that attract, repel and make room for each other; arrays of (rows, 2) pixels go in and come out.

No clock and no chance: the first positions lie on a sunflower's spiral.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from paperkg.view.links import Links

if TYPE_CHECKING:
    import numpy

    Points = numpy.ndarray[Any, numpy.dtype[numpy.float64]]
    Pairs = numpy.ndarray[Any, numpy.dtype[numpy.int64]]
    Flags = numpy.ndarray[Any, numpy.dtype[numpy.bool_]]

GOLDEN_ANGLE = 2.399963229728653
FEW = 120
ROUNDS_OF_FEW, ROUNDS = 150, 100
"""So many rounds of pulling and pushing bring so few nodes, or more, to rest."""
GRAVITY = 0.4
PULL = 2.0
LOOKS_EVERY = 6
SLACK = 12.0
"""Which circles may touch is looked up every so many rounds, with so many pixels of reserve."""
LEAST_OVERLAP = 0.5
MOST_AT_ONCE = 900
"""Of more points not all pairs are looked at."""
PAIRS_AT_ONCE = 1 << 20
"""Pairs that are in memory together while those that are near are looked for."""
PULL_BETWEEN_DISCS = 0.06
PULL_TO_CENTER = 0.022


def spiral(count: int, spacing: float) -> Points:
    """Return points that fill a disc evenly, from the middle outwards."""
    import numpy as np

    steps = np.arange(count)
    distance = spacing * np.sqrt(steps + 0.5)
    return np.stack([distance * np.cos(steps * GOLDEN_ANGLE), distance * np.sin(steps * GOLDEN_ANGLE)], axis=1)


def attract(links: Links) -> Points:
    """Return positions in which linked nodes are near and hubs are apart."""
    import numpy as np

    count = len(links)
    degrees = links.degrees()
    points = np.zeros((count, 2))
    points[np.lexsort((np.arange(count), -degrees))] = spiral(count, 1.0)
    rows = links.rows()
    once = rows < links.ends
    first, second = rows[once], links.ends[once]
    mass = 1.0 + degrees
    iterations = ROUNDS_OF_FEW if count <= FEW else ROUNDS
    masses = mass[:, None] * mass[None, :]
    # Room that every round uses again: to ask for it anew takes longer than to fill it.
    across, down, strength, square = np.empty((4, count, count))
    x, y = points[:, 0].copy(), points[:, 1].copy()
    for step in range(iterations):
        # Two flat matrices, not one of pairs: it is ten times as fast. No matrix product: its bits depend on threads.
        np.subtract(x[:, None], x[None, :], out=across)
        np.subtract(y[:, None], y[None, :], out=down)
        np.multiply(across, across, out=strength)
        strength += np.multiply(down, down, out=square)
        strength += 0.01
        np.divide(masses, strength, out=strength)
        across *= strength
        down *= strength
        to_x, to_y = PULL * (x[second] - x[first]), PULL * (y[second] - y[first])
        pull_x = np.bincount(first, to_x, count) - np.bincount(second, to_x, count)
        pull_y = np.bincount(first, to_y, count) - np.bincount(second, to_y, count)
        move_x = across.sum(axis=1) + pull_x - GRAVITY * mass * x
        move_y = down.sum(axis=1) + pull_y - GRAVITY * mass * y
        length = np.hypot(move_x, move_y) + 1e-9
        limit = (count**0.5) * 0.5 * (1 - step / iterations)
        reach = np.minimum(length / mass * 0.5, limit) / length
        x, y = x + move_x * reach, y + move_y * reach
    return np.stack([x, y], axis=1)


def spread(points: Points, radius: float) -> Points:
    """Return the points moved in or out so that they fill a disc evenly: half by rank, half as they lie."""
    import numpy as np

    count = len(points)
    centered = points - points.mean(axis=0)
    distance = np.hypot(*centered.T)
    order = np.lexsort((np.arange(count), np.round(distance, 6)))
    rank = np.empty(count)
    rank[order] = np.arange(count)
    even = radius * np.sqrt((rank + 0.5) / count)
    wanted = 0.7 * even + 0.3 * radius * distance / max(float(distance.max()), 1e-9)
    moved: Points = centered / np.maximum(distance, 1e-9)[:, None] * wanted[:, None]
    return moved


def separate(points: Points, radii: Points, rounds: int = 60, fixed: int = 0) -> Points:
    """Return the points pushed apart until no two circles overlap, or the rounds are over; the first ones stay put."""
    import numpy as np

    points = points.copy()
    free = (np.arange(len(points)) >= fixed).astype(float)
    fresh = False
    pairs = np.zeros((0, 2), dtype=np.int64)
    for step in range(rounds if len(points) > 1 else 0):
        if step % LOOKS_EVERY == 0:
            pairs, fresh = _near_pairs(points, radii), True
        first, second, shift = _overlaps(points, radii, pairs)
        if len(first) == 0:
            if fresh:
                break
            pairs, fresh = _near_pairs(points, radii), True
            continue
        fresh = False
        doubled = 1.0 + (free[first] != free[second])
        np.add.at(points, first, -shift * (free[first] * doubled)[:, None])
        np.add.at(points, second, shift * (free[second] * doubled)[:, None])
    return points


def _overlaps(points: Points, radii: Points, pairs: Pairs) -> tuple[Pairs, Pairs, Points]:
    """Return the pairs that overlap, as two columns, and by how much to push the second from the first."""
    import numpy as np

    delta = points[pairs[:, 1]] - points[pairs[:, 0]]
    distance = np.hypot(delta[:, 0], delta[:, 1])
    overlap = radii[pairs[:, 0]] + radii[pairs[:, 1]] - distance
    touching = overlap > LEAST_OVERLAP
    delta, distance, overlap = delta[touching], distance[touching], overlap[touching]
    # Points in one place part sideways.
    direction = np.where((distance > 1e-6)[:, None], delta / np.maximum(distance, 1e-6)[:, None], np.array([1.0, 0.0]))
    return pairs[touching, 0], pairs[touching, 1], direction * (overlap * 0.5)[:, None]


def _near_pairs(points: Points, radii: Points) -> Pairs:
    """Return the pairs of rows whose circles overlap or nearly do."""
    import numpy as np

    if len(points) > MOST_AT_ONCE:
        return _pairs_by_grid(points, radii)
    first, second = np.triu_indices(len(points), 1)
    near = _are_near(points, radii, first, second)
    return np.stack([first[near], second[near]], axis=1)


def _are_near(points: Points, radii: Points, first: Pairs, second: Pairs) -> Flags:
    """Return of each pair of rows whether their circles overlap or nearly do."""
    import numpy as np

    across = np.abs(points[first, 0] - points[second, 0])
    down = np.abs(points[first, 1] - points[second, 1])
    near: Flags = np.maximum(across, down) < radii[first] + radii[second] + SLACK
    return near


def _pairs_by_grid(points: Points, radii: Points) -> Pairs:
    """Return the pairs of rows whose circles overlap or nearly do, found through a grid as wide as two of the largest."""
    import numpy as np

    cells = np.floor((points - points.min(axis=0)) / (2 * float(radii.max()) + SLACK)).astype(np.int64)
    width = int(cells[:, 1].max()) + 3
    keys = cells[:, 0] * width + cells[:, 1]
    order = np.argsort(keys, kind="stable")
    in_order = keys[order]
    pairs = []
    for ahead in (0, 1, width - 1, width, width + 1):
        left = np.searchsorted(in_order, keys + ahead, side="left")
        counts = np.searchsorted(in_order, keys + ahead, side="right") - left
        for rows in _blocks(counts):
            first = np.repeat(rows, counts[rows])
            within = np.arange(len(first)) - np.repeat(np.cumsum(counts[rows]) - counts[rows], counts[rows])
            second = order[np.repeat(left[rows], counts[rows]) + within]
            near = (first < second if ahead == 0 else first != second) & _are_near(points, radii, first, second)
            pairs.append(np.stack([first[near], second[near]], axis=1))
    found = np.concatenate(pairs)
    ordered: Pairs = found[np.lexsort((found[:, 1], found[:, 0]))]
    return ordered


def _blocks(counts: Pairs) -> Iterator[Pairs]:
    """Yield the rows in stretches that have ``PAIRS_AT_ONCE`` pairs together, or are one row."""
    import numpy as np

    ends = np.cumsum(counts)
    start = 0
    while start < len(counts):
        before = int(ends[start - 1]) if start else 0
        stop = max(int(np.searchsorted(ends, before + PAIRS_AT_ONCE, side="right")), start + 1)
        yield np.arange(start, stop)
        start = stop


def pack(radii: Points, weights: Points, rounds: int = 400) -> Points:
    """Return centres of discs that do not overlap, near the middle, nearer to each other the larger their weight.

    ``weights`` is a symmetric matrix with a row a disc.
    """
    import numpy as np

    order = np.lexsort((np.arange(len(radii)), -radii))
    points = np.zeros((len(radii), 2))
    points[order] = spiral(len(radii), float(radii.mean()) * 1.6)
    strength = weights / max(float(weights.max()), 1e-9)
    reach = radii[:, None] + radii[None, :]
    for step in range(rounds):
        cooling = 1 - step / rounds
        delta = points[None, :, :] - points[:, None, :]
        distance = np.hypot(delta[..., 0], delta[..., 1]) + 1e-9
        slack = np.maximum(distance - reach, 0.0) * strength / distance
        pulled = (delta * slack[:, :, None]).sum(axis=1) * PULL_BETWEEN_DISCS
        points = points + cooling * (pulled - points * PULL_TO_CENTER)
        points = separate(points, radii, rounds=3)
    return separate(points, radii, rounds=400)
