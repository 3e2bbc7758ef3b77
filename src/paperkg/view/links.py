"""Weighted lines between numbered nodes in compressed rows: a small part of the memory of a graph made of dictionaries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy

    Integers = numpy.ndarray[Any, numpy.dtype[numpy.int64]]
    Numbers = numpy.ndarray[Any, numpy.dtype[numpy.float64]]


@dataclass(frozen=True, slots=True)
class Links:
    """The lines at node ``n`` are the entries from ``starts[n]`` to ``starts[n + 1]`` of ``ends`` and ``weights``.

    A line between two nodes is an entry at each of them; one from a node to itself is one entry.
    """

    starts: Integers
    ends: Integers
    weights: Numbers

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.starts) - 1

    def degree(self, node: int) -> int:
        """Return how many lines a node has."""
        return int(self.starts[node + 1] - self.starts[node])

    def degrees(self) -> Integers:
        """Return how many lines each node has."""
        counts: Integers = self.starts[1:] - self.starts[:-1]
        return counts

    def at(self, node: int) -> tuple[list[int], list[float]]:
        """Return the nodes that a node is linked to, and how strongly."""
        row = slice(int(self.starts[node]), int(self.starts[node + 1]))
        return self.ends[row].tolist(), self.weights[row].tolist()

    def rows(self) -> Integers:
        """Return the node at which each entry stands."""
        import numpy as np

        return np.repeat(np.arange(len(self)), self.degrees())

    def among(self, members: Iterable[int]) -> Links:
        """Return the lines between ``members`` alone, numbered anew in their order."""
        import numpy as np

        kept = np.fromiter(members, dtype=np.int64)
        anew = np.full(len(self), -1, dtype=np.int64)
        anew[kept] = np.arange(len(kept))
        entries = np.concatenate(
            [np.arange(self.starts[node], self.starts[node + 1]) for node in kept.tolist()] or [kept]
        )
        rows = np.repeat(np.arange(len(kept)), self.degrees()[kept])
        ends = anew[self.ends[entries]]
        inside = ends >= 0
        return links_of(len(kept), rows[inside], ends[inside], self.weights[entries][inside])

    def components(self) -> list[list[int]]:
        """Return the nodes in groups that no line leaves, each sorted, in the order of their first nodes."""
        seen = [False] * len(self)
        groups = []
        for first in range(len(self)):
            if seen[first]:
                continue
            seen[first] = True
            group = [first]
            for node in group:
                for other in self.at(node)[0]:
                    if not seen[other]:
                        seen[other] = True
                        group.append(other)
            groups.append(sorted(group))
        return groups


def links_of(nodes: int, rows: Integers, ends: Integers, weights: Numbers) -> Links:
    """Return links of entries in any order."""
    import numpy as np

    order = np.lexsort((ends, rows))
    starts = np.zeros(nodes + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=nodes), out=starts[1:])
    return Links(starts, ends[order], weights[order])
