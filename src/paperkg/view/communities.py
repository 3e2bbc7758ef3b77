"""Which nodes belong together, and by what name a reader would call them.

Communities are found by the Louvain method (Blondel et al. 2008, "Fast unfolding of communities in large networks").
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperkg.view.links import Links, links_of
from paperkg.view.network import Network, Node

if TYPE_CHECKING:
    from paperkg.view.links import Integers

NAME_PARTS = 2
WORD_BEGINNING = 5
TELLING = {"Concept": 1.0, "Task": 1.0, "Method": 0.6}
LESS_TELLING = 0.3
"""By kind, how well a term names a field: a topic does, a model or a benchmark only where it is all that there is."""
SMALLEST_SHARE = 0.005
"""A community of a smaller share of the papers joins a neighbour."""
MOST_ROUNDS = 30
FEWEST_MOVES = 0.001
"""A level ends with a round that moves no more than this share of the nodes."""
MINIMUM_GAIN = 1e-6
"""A move must raise modularity by more than this share of the weight of all lines."""


@dataclass(frozen=True, slots=True)
class Community:
    """Nodes that belong together; ``name`` is empty where its papers share no term."""

    name: str
    members: tuple[int, ...]


def communities_of(network: Network, links: Links) -> tuple[Community, ...]:
    """Return the communities of two papers or more, largest first; papers that share nothing are in none."""
    parts = partition(links)
    fewest = max(2, round(SMALLEST_SHARE * _papers(network, range(len(links)))))
    joined = _joined(network, links, parts, fewest)
    groups = [members for members in joined if _papers(network, members) > 1]
    counted = _papers_by_community(network, groups)
    named = [Community(_name(network, counted[index]), members) for index, members in enumerate(groups)]
    return tuple(sorted(named, key=lambda community: (-len(community.members), community.members)))


def partition(links: Links) -> list[tuple[int, ...]]:
    """Return the nodes in groups, each sorted; a node of one line stays with its only neighbour."""
    leaves = {node: links.at(node)[0][0] for node in range(len(links)) if links.degree(node) == 1}
    leaves = {leaf: hub for leaf, hub in leaves.items() if hub not in leaves or hub < leaf}
    inner = [node for node in range(len(links)) if node not in leaves]
    group_of = dict(zip(inner, _louvain(links.among(inner)), strict=True))
    members = defaultdict(list)
    for node in range(len(links)):
        members[group_of[leaves.get(node, node)]].append(node)
    return sorted(tuple(each) for each in members.values())


def _louvain(links: Links) -> list[int]:
    """Return the group of each node, where no move of a node, nor of a whole group, makes modularity larger."""
    import numpy as np

    strengths = np.bincount(links.rows(), weights=links.weights, minlength=len(links))
    found = np.arange(len(links))
    while True:
        names, moved = np.unique(_moved(links, strengths.tolist()), return_inverse=True)
        found = moved[found]
        if len(names) == len(links):
            return [int(group) for group in found]
        links, strengths = _between_groups(links, moved), np.bincount(moved, weights=strengths)


def _moved(links: Links, strengths: list[float]) -> list[int]:
    """Return the group of each node once no move of a single one makes modularity larger.

    A node's strength is the weight of its lines, and where it stands for several nodes, of the lines within it too.
    """
    total = sum(strengths) or 1.0
    group = list(range(len(links)))
    sums = list(strengths)
    for _ in range(MOST_ROUNDS):
        moves = 0
        for node, strength in enumerate(strengths):
            own = group[node]
            sums[own] -= strength
            best = _best_group(_pulls(links, node, group), sums, own, strength / total)
            sums[best] += strength
            group[node] = best
            moves += best != own
        if moves <= FEWEST_MOVES * len(links):
            break
    return group


def _pulls(links: Links, node: int, group: list[int]) -> dict[int, float]:
    """Return how strongly a node is linked to each group."""
    pulls: dict[int, float] = {}
    for end, weight in zip(*links.at(node), strict=True):
        pulls[group[end]] = pulls.get(group[end], 0.0) + weight
    return pulls


def _best_group(pulls: dict[int, float], sums: list[float], own: int, share: float) -> int:
    """Return the group in which a node adds most to modularity, its own where no other is better."""
    best, most = own, pulls.get(own, 0.0) - sums[own] * share
    for candidate, pull in pulls.items():
        gain = pull - sums[candidate] * share
        if gain > most + MINIMUM_GAIN:
            best, most = candidate, gain
    return best


def _between_groups(links: Links, group_of: Integers) -> Links:
    """Return the lines between groups: a line weighs what all lines between two groups do."""
    import numpy as np

    count = int(group_of.max()) + 1
    rows, ends = group_of[links.rows()], group_of[links.ends]
    crossing = rows != ends
    keys, places = np.unique(rows[crossing] * count + ends[crossing], return_inverse=True)
    weights = np.bincount(places, weights=links.weights[crossing], minlength=len(keys)).astype(np.float64)
    return links_of(count, keys // count, keys % count, np.round(weights, 6))


def _papers(network: Network, members: Iterable[int]) -> int:
    return sum(1 for number in members if network.nodes[number].paper is not None)


def _joined(network: Network, links: Links, groups: list[tuple[int, ...]], fewest: int) -> list[tuple[int, ...]]:
    """Return the groups; one with fewer than so many papers joins the group that it has most to do with."""
    group_of = {number: index for index, members in enumerate(groups) for number in members}
    joined = {index: list(members) for index, members in enumerate(groups)}
    for index in sorted(joined, key=lambda index: (len(groups[index]), index)):
        if _papers(network, joined[index]) >= fewest:
            continue
        pulls: Counter[int] = Counter()
        for number in joined[index]:
            for other, weight in zip(*links.at(number), strict=True):
                if group_of[other] != index:
                    pulls[group_of[other]] += round(weight * 10_000)
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
        number: papers * papers / network.nodes[number].papers * _telling(network.nodes[number])
        for number, papers in counted.items()
        if network.nodes[number].shared and not network.nodes[number].background
    }
    best = sorted(
        weights,
        key=lambda number: (counted[number] < 2, -round(weights[number], 3), network.nodes[number].label),
    )
    together = [number for number in best if counted[number] > 1]
    return " · ".join(_apart([network.nodes[number].label for number in together or best[:1]])[:NAME_PARTS])


def _telling(node: Node) -> float:
    return max((TELLING.get(kind, LESS_TELLING) for kind in node.entity.kinds), default=1.0) if node.entity else 1.0


def _apart(labels: list[str]) -> list[str]:
    """Return the labels without those that share the beginning of a word with an earlier one: they add little."""
    kept: list[str] = []
    begun: set[str] = set()
    for label in labels:
        beginnings = {word[:WORD_BEGINNING].lower() for word in re.findall(r"\w+", label)}
        if not beginnings & begun:
            kept.append(label)
            begun |= beginnings
    return kept
