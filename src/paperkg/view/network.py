"""A collection becomes a network: papers and terms as nodes, all that is said of a pair as one edge.

Nodes are numbered: papers first, then terms, each in the order of their ids.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from paperkg.records import Collection, Entity, Link, PaperRecord
from paperkg.view.links import Links, links_of

BACKGROUND_SHARE = 0.15
BACKGROUND_FROM = 100
"""A term in more than this share of a collection of at least so many papers says nothing of what they share."""
NAMED_KINDS = frozenset({"Model", "Dataset", "Benchmark"})
NAMING = frozenset({"proposes", "comparesWith", "outperforms", "extends", "partOf"})
"""A term of one paper counts as a named thing by its kind, or by a statement of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A paper or a term; ``papers`` counts the papers of a term and is 1 for a paper."""

    number: int
    id: str
    label: str
    paper: PaperRecord | None = None
    entity: Entity | None = None
    papers: int = 1
    background: bool = False
    minor: bool = False
    """A term of one paper that is no named thing: shown around its paper on demand."""

    @property
    def shared(self) -> bool:
        """Return whether two papers or more have the term; False for a paper."""
        return self.entity is not None and self.papers > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """What is said of two nodes: the links between them, and the rule by which ``target`` is the wider term."""

    source: int
    target: int
    links: tuple[Link, ...] = ()
    broader: str | None = None

    @property
    def score(self) -> float:
        """Return the score of the best link, 1 for a wider term alone."""
        return max((link.score for link in self.links), default=1.0)


@dataclass(frozen=True, slots=True)
class Network:
    """All nodes by number, and all edges in the order of their ends."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def links(self) -> Links:
        """Return the lines between the numbers, weighted, without those of background terms.

        A line weighs less the more papers its term has: a rare term says more of the papers that share it.
        """
        import numpy as np

        kept = [edge for edge in self.edges if not self._is_background(edge)]
        sources = np.fromiter((edge.source for edge in kept), dtype=np.int64, count=len(kept))
        targets = np.fromiter((edge.target for edge in kept), dtype=np.int64, count=len(kept))
        weights = np.fromiter((self._weight(edge) for edge in kept), dtype=np.float64, count=len(kept))
        first, second = np.minimum(sources, targets), np.maximum(sources, targets)
        # Two terms may say something of each other both ways: one line, and the later edge's weight.
        _, last = np.unique((first * len(self.nodes) + second)[::-1], return_index=True)
        chosen = len(kept) - 1 - last
        first, second, weights = first[chosen], second[chosen], weights[chosen]
        return links_of(
            len(self.nodes),
            np.concatenate([first, second]),
            np.concatenate([second, first]),
            np.concatenate([weights, weights]),
        )

    def _is_background(self, edge: Edge) -> bool:
        return self.nodes[edge.source].background or self.nodes[edge.target].background

    def _weight(self, edge: Edge) -> float:
        commonness = max(self.nodes[edge.source].papers, self.nodes[edge.target].papers)
        return float(round(edge.score / (1 + commonness) ** 0.5, 4))


def network_of(collection: Collection) -> Network:
    """Return the network of a collection: every paper, and every term that stands in an edge."""
    links = _links_by_pair(collection.links)
    wider = {(entity.id, each.term): each.rule for entity in collection.entities for each in entity.broader}
    nodes = _nodes(collection, {name for pair in (*links, *wider) for name in pair}, _major(collection, links, wider))
    numbers = {node.id: node.number for node in reversed(nodes)}
    edges = [
        Edge(
            source=numbers[source],
            target=numbers[target],
            links=tuple(links.pop((source, target), ())),
            broader=wider.get((source, target)),
        )
        for source, target in {*links, *wider}
        if source in numbers and target in numbers and source != target
    ]
    return Network(nodes, tuple(sorted(edges, key=lambda edge: (edge.source, edge.target))))


def neighbourhood(network: Network, center: int, depth: int) -> frozenset[int]:
    """Return the numbers at most ``depth`` edges from ``center``; background terms lead no further."""
    neighbours = defaultdict(set)
    for edge in network.edges:
        neighbours[edge.source].add(edge.target)
        neighbours[edge.target].add(edge.source)
    reached = {center}
    front = {center}
    for _ in range(depth):
        spreading = [number for number in front if number == center or not network.nodes[number].background]
        front = {other for number in spreading for other in neighbours[number]} - reached
        reached |= front
    return frozenset(reached)


def part(network: Network, numbers: Iterable[int]) -> Network:
    """Return the network of the nodes with these numbers alone, numbered anew in the same order."""
    anew = {number: position for position, number in enumerate(sorted(numbers))}
    nodes = tuple(replace(network.nodes[number], number=position) for number, position in anew.items())
    edges = tuple(
        replace(edge, source=anew[edge.source], target=anew[edge.target])
        for edge in network.edges
        if edge.source in anew and edge.target in anew
    )
    return Network(nodes, edges)


def ranking(network: Network, maximum_nodes: int) -> list[int]:
    """Return all node numbers, first the terms and papers that a page of ``maximum_nodes`` should show.

    A third of the room goes to the terms that most papers share, the rest to the papers that share most; minor terms
    come last.
    """
    degree = [0] * len(network.nodes)
    for edge in network.edges:
        for near, far in ((edge.source, edge.target), (edge.target, edge.source)):
            degree[near] += network.nodes[far].shared and not network.nodes[far].background
    terms = [node for node in network.nodes if node.entity is not None]
    shared = sorted((node for node in terms if node.shared), key=lambda node: (-node.papers, node.label, node.id))
    papers = sorted(
        (node for node in network.nodes if node.paper is not None), key=lambda node: (-degree[node.number], node.number)
    )
    third = max(maximum_nodes // 3, maximum_nodes - len(papers))
    rest = maximum_nodes - min(third, len(shared))
    own = sorted((node for node in terms if not node.shared), key=lambda node: (node.minor, node.number))
    ordered = [*shared[:third], *papers[:rest], *shared[third:], *papers[rest:], *own]
    return [node.number for node in ordered]


def alone(network: Network) -> tuple[int, ...]:
    """Return the papers that no way over shared terms and named things leads to another paper, in their order.

    These are the papers that stand in rows of their own on the map.
    """
    major = [node.number for node in network.nodes if not node.minor]
    papers = (
        [row for row in group if network.nodes[major[row]].paper] for group in network.links().among(major).components()
    )
    return tuple(major[group[0]] for group in papers if len(group) == 1)


def _links_by_pair(links: Iterable[Link]) -> dict[tuple[str, str], list[Link]]:
    pairs = defaultdict(list)
    for link in links:
        pairs[link.subject, link.object].append(link)
    for each in pairs.values():
        each.sort(key=lambda link: (link.predicate, link.paper))
    return pairs


def _major(
    collection: Collection, links: dict[tuple[str, str], list[Link]], wider: Iterable[tuple[str, str]]
) -> set[str]:
    """Return the ids of shared terms, of named things, and of what is wider than two of these."""
    named = {name for pair, each in links.items() for name in pair if any(link.predicate in NAMING for link in each)}
    major = {
        entity.id
        for entity in collection.entities
        if entity.papers > 1 or entity.id in named or (NAMED_KINDS & set(entity.kinds) and entity.papers)
    }
    narrower = Counter(target for source, target in wider if source in major)
    return major | {target for target, count in narrower.items() if count > 1}


def _nodes(collection: Collection, in_edges: set[str], major: set[str]) -> tuple[Node, ...]:
    papers = sorted(collection.papers, key=lambda record: record.paper.id)
    entities = sorted((entity for entity in collection.entities if entity.id in in_edges), key=lambda each: each.id)
    common = BACKGROUND_SHARE * len(papers) if len(papers) >= BACKGROUND_FROM else len(papers)
    paper_nodes = [
        Node(number=number, id=record.paper.id, label=record.label, paper=record)
        for number, record in enumerate(papers)
    ]
    term_nodes = [
        Node(
            number=number,
            id=entity.id,
            label=entity.label,
            entity=entity,
            papers=entity.papers,
            background=entity.papers > common,
            minor=entity.id not in major,
        )
        for number, entity in enumerate(entities, start=len(papers))
    ]
    return (*paper_nodes, *term_nodes)
