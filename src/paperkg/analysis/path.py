"""The shortest way from one node to another along edges that can be quoted."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from pyoxigraph import NamedNode

from paperkg.analysis.edges import Edges, Quote, Thing
from paperkg.store import GraphStore

LONGEST = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a path: where it leads from and to, what it says, and the best sentence that says so.

    ``predicate`` is ``broader`` or ``narrower`` where a rule of the vocabulary says so, and then ``quote`` is None.
    """

    source: Thing
    predicate: str
    target: Thing
    quote: Quote | None


@dataclass(frozen=True, slots=True)
class Path:
    """The steps from one node to another; none where there is no path."""

    one: Thing
    other: Thing
    steps: tuple[Step, ...]


def path(store: GraphStore, one: NamedNode, other: NamedNode) -> Path:
    """Return a shortest path of at most eight edges; among paths of that length one through the rarest terms.

    Terms that a large share of all papers have are not gone through. The search runs from both ends, layer by layer,
    the smaller side first, so that a path between two papers looks at few of the others.
    """
    edges = Edges(store)
    start, end = edges.thing(one), edges.thing(other)
    left, right = _Side(edges, one), _Side(edges, other)
    if one == other:
        return Path(start, end, ())
    for _ in range(LONGEST):
        smaller, larger = (left, right) if len(left.layer) <= len(right.layer) else (right, left)
        smaller.expand()
        meeting = {
            node for node in smaller.layer & larger.layer if node in (one, other) or not edges.is_background(node)
        }
        if meeting:
            middle = min(meeting, key=lambda node: (left.weight[node] + right.weight[node], node.value))
            nodes = [*reversed(left.back_from(middle)), *right.back_from(middle)[1:]]
            steps = tuple(_step(edges, source, target) for source, target in pairwise(nodes))
            return Path(start, end, steps)
    return Path(start, end, ())


class _Side:
    """What is reached from one end: the newest layer, and for each node the lightest way back to the end."""

    def __init__(self, edges: Edges, end: NamedNode) -> None:
        self.edges = edges
        self.end = end
        self.layer = {end}
        self.weight = {end: 0}
        self._before: dict[NamedNode, NamedNode] = {}

    def expand(self) -> None:
        """Go one edge further from every node of the newest layer."""
        found: dict[NamedNode, tuple[int, str, NamedNode]] = {}
        for node in self.layer:
            if node != self.end and self.edges.is_background(node):
                continue
            for neighbour in _neighbours(self.edges, node) - self.weight.keys():
                way = (self.weight[node], node.value, node)
                if neighbour not in found or way < found[neighbour]:
                    found[neighbour] = way
        for neighbour, (weight, _, node) in found.items():
            self.weight[neighbour] = weight + self._cost(neighbour)
            self._before[neighbour] = node
        self.layer = set(found)

    def back_from(self, node: NamedNode) -> list[NamedNode]:
        """Return the nodes from ``node`` back to the end, both included."""
        nodes = [node]
        while nodes[-1] != self.end:
            nodes.append(self._before[nodes[-1]])
        return nodes

    def _cost(self, node: NamedNode) -> int:
        return 0 if node in self.edges.papers else self.edges.paper_count(node)


def _neighbours(edges: Edges, node: NamedNode) -> set[NamedNode]:
    found = set(edges.terms_of(node))
    if node not in edges.papers:
        found.update(edges.linked_to(node), edges.wider(node), edges.narrower(node))
    return found


def _step(edges: Edges, source: NamedNode, target: NamedNode) -> Step:
    quotes = edges.quotes(source, target) or edges.quotes(target, source)
    if quotes:
        return Step(edges.thing(source), quotes[0].predicate, edges.thing(target), quotes[0])
    predicate = "broader" if target in edges.wider(source) else "narrower"
    return Step(edges.thing(source), predicate, edges.thing(target), None)
