"""Which nodes belong together, and by what name a reader would call them.

Communities are found by the Louvain method (Blondel et al. 2008, "Fast unfolding of communities in large networks").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperkg.view.network import Network

if TYPE_CHECKING:
    import networkx

SEED = 7
NAME_PARTS = 2
SMALLEST_SHARE = 0.005
"""A community of a smaller share of the papers joins a neighbour."""
MINIMUM_GAIN = 1e-6
"""Louvain stops at a level that raises modularity by less."""


@dataclass(frozen=True, slots=True)
class Community:
    """Nodes that belong together; ``name`` is empty where its papers share no term."""

    name: str
    members: tuple[int, ...]


def communities_of(network: Network) -> tuple[Community, ...]:
    """Return the communities of two papers or more, largest first; papers that share nothing are in none."""
    graph = network.graph()
    fewest = max(2, round(SMALLEST_SHARE * _papers(network, graph)))
    joined = _joined(network, graph, partition(graph), fewest)
    groups = [members for members in joined if _papers(network, members) > 1]
    counted = _papers_by_community(network, groups)
    named = [Community(_name(network, counted[index]), members) for index, members in enumerate(groups)]
    return tuple(sorted(named, key=lambda community: (-len(community.members), community.members)))


def partition(graph: networkx.Graph) -> list[tuple[int, ...]]:
    """Return the nodes of ``graph`` in groups, each sorted; a node of one edge stays with its only neighbour."""
    import networkx

    leaves = {node: next(iter(graph[node])) for node in graph if graph.degree(node) == 1}
    leaves = {leaf: hub for leaf, hub in leaves.items() if hub not in leaves or hub < leaf}
    inner = graph.subgraph(node for node in sorted(graph) if node not in leaves)
    ordered = networkx.Graph()
    ordered.add_nodes_from(sorted(inner))
    ordered.add_edges_from(sorted((min(pair), max(pair), inner.edges[pair]) for pair in inner.edges))
    groups = networkx.community.louvain_communities(ordered, seed=SEED, threshold=MINIMUM_GAIN)
    group_of = {node: index for index, group in enumerate(groups) for node in group}
    members = defaultdict(list)
    for node in sorted(graph):
        members[group_of[leaves.get(node, node)]].append(node)
    return sorted(tuple(each) for each in members.values())


def _papers(network: Network, members: Iterable[int]) -> int:
    return sum(1 for number in members if network.nodes[number].paper is not None)


def _joined(
    network: Network, graph: networkx.Graph, groups: list[tuple[int, ...]], fewest: int
) -> list[tuple[int, ...]]:
    """Return the groups; one with fewer than so many papers joins the group that it has most to do with."""
    group_of = {number: index for index, members in enumerate(groups) for number in members}
    joined = {index: list(members) for index, members in enumerate(groups)}
    for index in sorted(joined, key=lambda index: (len(groups[index]), index)):
        if _papers(network, joined[index]) >= fewest:
            continue
        pulls: Counter[int] = Counter()
        for number in joined[index]:
            for other in graph[number]:
                if group_of[other] != index:
                    pulls[group_of[other]] += round(graph.edges[number, other]["weight"] * 10_000)
        if pulls:
            target = min(pulls, key=lambda other: (-pulls[other], other))
            moving = joined.pop(index)
            joined[target] += moving
            group_of.update(dict.fromkeys(moving, target))
    return sorted(tuple(sorted(members)) for members in joined.values())


def _papers_by_community(network: Network, groups: list[tuple[int, ...]]) -> list[Counter[int]]:
    """Return for each group how many of its papers have each term."""
    group_of = {number: index for index, members in enumerate(groups) for number in members}
    counted: list[Counter[int]] = [Counter() for _ in groups]
    for edge in network.edges:
        source = network.nodes[edge.source]
        if source.paper is not None and edge.source in group_of:
            counted[group_of[edge.source]][edge.target] += 1
    return counted


def _name(network: Network, counted: Counter[int]) -> str:
    """Return the most distinctive terms: frequent here, and mostly here; those of two papers here come first."""
    weights = {
        number: papers * papers / network.nodes[number].papers
        for number, papers in counted.items()
        if network.nodes[number].shared and not network.nodes[number].background
    }
    best = sorted(
        weights,
        key=lambda number: (counted[number] < 2, -round(weights[number], 3), network.nodes[number].label),
    )
    together = [number for number in best if counted[number] > 1]
    return " · ".join(network.nodes[number].label for number in (together or best[:1])[:NAME_PARTS])
