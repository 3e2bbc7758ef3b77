"""The shortest way from one node to another along edges that can be quoted."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

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

    Terms that a large share of all papers have are not gone through (Dijkstra's algorithm over the number of edges,
    then over the papers of the terms on the way).
    """
    edges = Edges(store)
    start, end = edges.thing(one), edges.thing(other)
    before: dict[NamedNode, NamedNode | None] = {}
    queue: list[tuple[int, int, str, NamedNode, NamedNode | None]] = [(0, 0, one.value, one, None)]
    while queue:
        length, weight, _, node, previous = heappop(queue)
        if node in before:
            continue
        before[node] = previous
        if node == other:
            return Path(start, end, _steps(edges, before, other))
        if length == LONGEST or (node != one and edges.is_background(node)):
            continue
        for neighbour in _neighbours(edges, node) - before.keys():
            cost = 0 if neighbour in edges.papers else edges.paper_count(neighbour)
            heappush(queue, (length + 1, weight + cost, neighbour.value, neighbour, node))
    return Path(start, end, ())


def _neighbours(edges: Edges, node: NamedNode) -> set[NamedNode]:
    found = set(edges.terms_of(node))
    if node not in edges.papers:
        found.update(edges.linked_to(node), edges.wider(node), edges.narrower(node))
    return found


def _steps(edges: Edges, before: dict[NamedNode, NamedNode | None], end: NamedNode) -> tuple[Step, ...]:
    steps: list[Step] = []
    node = end
    while (previous := before[node]) is not None:
        steps.append(_step(edges, previous, node))
        node = previous
    return tuple(reversed(steps))


def _step(edges: Edges, source: NamedNode, target: NamedNode) -> Step:
    quotes = edges.quotes(source, target) or edges.quotes(target, source)
    if quotes:
        return Step(edges.thing(source), quotes[0].predicate, edges.thing(target), quotes[0])
    predicate = "broader" if target in edges.wider(source) else "narrower"
    return Step(edges.thing(source), predicate, edges.thing(target), None)
