"""Nodes: everything said of one thing across the collection, and whether that makes it a node of the graph.

Models, datasets, benchmarks and what a paper proposes are nodes always. A concept, task, method or metric is one when
enough papers have it, or the vocabulary, or the authors' keywords, or when it stands in a relation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from paperkg.entities.normal_forms import normal_form
from paperkg.entities.readings import Place
from paperkg.entities.senses import DECIDED, NORMAL_FORM, Sense
from paperkg.names import term_slug
from paperkg.records import Kind, Merge
from paperkg.vocabulary import Term, Vocabulary

NAMED: frozenset[Kind] = frozenset({"Model", "Dataset", "Benchmark"})
_KIND_ORDER: tuple[Kind, ...] = ("Model", "Benchmark", "Dataset", "Metric", "Task", "Method", "Concept")


@dataclass(slots=True)
class Node:
    """What the collection says of one thing; counts are of papers and of mentions."""

    key: str
    kinds: Counter[Kind] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    rules: dict[str, str] = field(default_factory=dict)
    expansions: Counter[str] = field(default_factory=Counter)
    papers: set[str] = field(default_factory=set)
    proposed: bool = False
    vouched: bool = False
    """An author's keyword or a relation names it, or a person decided on it."""
    salient: bool = False
    """Somewhere it is more than a noun phrase among others."""

    def add(self, name: str, kind: Kind, sense: Sense, paper: str) -> None:
        """Count one place where ``paper`` names the thing."""
        self.kinds[kind] += 1
        self.labels[name] += 1
        self.rules.setdefault(name, sense.rule)
        self.papers.add(paper)
        if sense.expansion:
            self.expansions[sense.expansion] += 1
            self.rules.setdefault(sense.expansion, sense.rule)

    def absorb(self, other: Node, rule: str) -> None:
        """Take over all that is said of ``other``, whose spellings are this thing's by ``rule``."""
        self.kinds.update(other.kinds)
        self.labels.update(other.labels)
        self.expansions.update(other.expansions)
        for spelling in other.rules:
            self.rules.setdefault(spelling, rule)
        self.papers |= other.papers
        self.proposed |= other.proposed
        self.vouched |= other.vouched
        self.salient |= other.salient


class _Place(NamedTuple):
    """What one mention says of a thing: all that is kept of what is named once, which most things are."""

    name: str
    kind: Kind
    sense: Sense
    paper: str
    spelling: str | None
    """How the text writes the name, where that differs by spelling alone."""
    proposed: bool
    vouched: bool
    salient: bool

    def put_on(self, node: Node) -> None:
        node.add(self.name, self.kind, self.sense, self.paper)
        if self.spelling is not None:
            node.labels[self.spelling] += 0
            node.rules.setdefault(self.spelling, NORMAL_FORM)
        node.proposed |= self.proposed
        node.vouched |= self.vouched
        node.salient |= self.salient


class Nodes:
    """All nodes by key."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._once: dict[str, _Place] = {}

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._nodes) + len(self._once)

    def __contains__(self, key: str) -> bool:
        """Return whether anything was said of the thing of that key."""
        return key in self._nodes or key in self._once

    def add(self, said: Place, sense: Sense, paper: str) -> None:
        """Count a mention for the node of its sense."""
        decided = sense.rule == DECIDED
        place = _Place(
            said.text if decided and said.term else said.name,
            said.kind,
            sense,
            paper,
            said.spelling,
            said.proposed,
            decided or said.keyword,
            said.salient,
        )
        if sense.key in self:
            place.put_on(self.at(sense.key))
        else:
            self._once[sense.key] = place

    def get(self, key: str) -> Node | None:
        """Return the node of that key, None where there is none."""
        place = self._once.pop(key, None)
        if place is not None:
            place.put_on(self._nodes.setdefault(key, Node(key)))
        return self._nodes.get(key)

    def at(self, key: str) -> Node:
        """Return the node of that key, a new one where there is none."""
        return self.get(key) or self._nodes.setdefault(key, Node(key))

    def all(self) -> dict[str, Node]:
        """Return all nodes by key."""
        for key in list(self._once):
            self.get(key)
        return self._nodes

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield the key of each thing that the vocabulary lacks, with its first spelling in order."""
        for key, node in list(self._nodes.items()):
            if key.startswith("name:"):
                yield key, min(node.labels)
        for key, place in list(self._once.items()):
            if key.startswith("name:"):
                yield key, place.name if place.spelling is None else min(place.name, place.spelling)

    def join(self, same: Mapping[str, tuple[str, str]]) -> None:
        """Make of each node that is ``same`` as another, by key, a part of that one; each has the rule by which it is."""
        for key, (target, rule) in sorted(same.items()):
            self.at(target).absorb(self.at(key), rule)
            del self._nodes[key]

    def chosen(self, minimum_papers: int) -> dict[str, Node]:
        """Return the nodes that the graph keeps, in the order of their keys."""
        found = [key for key, place in self._once.items() if _is_kept(key, place, {place.kind}, 1, minimum_papers)]
        found += [
            key
            for key, node in self._nodes.items()
            if _is_kept(key, node, set(node.kinds), len(node.papers), minimum_papers)
        ]
        return {key: self.at(key) for key in sorted(found)}


def _is_kept(key: str, said: Node | _Place, kinds: set[Kind], papers: int, minimum_papers: int) -> bool:
    return (
        key.startswith("term:")
        or said.proposed
        or said.vouched
        or bool(NAMED & kinds)
        or (said.salient and papers >= minimum_papers)
    )


def kinds_of(node: Node, term: Term | None) -> tuple[Kind, ...]:
    """Return the kinds of a node, the likeliest first: the vocabulary's word, else what most mentions say."""
    votes = Counter(node.kinds)
    if term is not None:
        return (term.kind,)
    best = max(votes.values())
    # A kind that a quarter of the mentions speak for is kept beside the first.
    kept = [kind for kind, count in votes.items() if 4 * count >= best]
    return tuple(sorted(kept, key=lambda kind: (-votes[kind], _KIND_ORDER.index(kind))))


def label_of(node: Node, term: Term | None) -> str:
    """Return the preferred label: the vocabulary's, the short name of a named thing, else the commonest spelling."""
    if term is not None:
        return term.label
    named = node.proposed or bool(NAMED & set(node.kinds))
    expansions = {normal_form(expansion) for expansion in node.expansions}

    def order(item: tuple[str, int]) -> tuple[object, ...]:
        label, count = item
        is_long = normal_form(label) in expansions
        return (is_long if named else not is_long) if expansions else False, -count, len(label), label

    return min(node.labels.items(), key=order)[0]


def identifiers(
    nodes: Mapping[str, Node], labels: Mapping[str, str], vocabulary: Vocabulary, known: Mapping[str, str]
) -> dict[str, str]:
    """Return for each key the local name of its term; no two keys share one, and none takes an id of the vocabulary.

    A key that ``known`` has keeps the name that it has there.
    """
    names: dict[str, str] = {key: known[key] for key in nodes if key in known}
    names |= {key: key.removeprefix("term:") for key in nodes if key.startswith("term:")}
    taken = set(vocabulary.terms) | set(names.values())
    for key in sorted(nodes):
        if key in names:
            continue
        node, label = nodes[key], labels[key]
        expansion = _other_expansion(node, label)
        slug = term_slug(f"{label} {expansion}" if expansion else label)
        if slug in taken:
            slug = term_slug(f"{label} {next(iter(sorted(node.kinds)))}")
        if slug in taken:
            slug = f"{slug}-{term_slug(key)}"
        names[key] = slug
        taken.add(slug)
    return names


def _other_expansion(node: Node, label: str) -> str | None:
    """Return the commonest expansion of a node whose label is its short form."""
    others = {
        expansion: count for expansion, count in node.expansions.items() if normal_form(expansion) != normal_form(label)
    }
    return min(others, key=lambda expansion: (-others[expansion], expansion)) if others else None


def merges_of(
    identifier: str, node: Node, label: str, term: Term | None, left: Callable[[str], bool]
) -> tuple[Merge, ...]:
    """Return every other spelling of a node with the rule that made it one, sorted; ``left`` tells which are no more."""
    spellings = {surface: "vocabulary" for surface in (term.surfaces if term else ()) if not left(surface)}
    for spelling in (*node.labels, *node.expansions):
        spellings.setdefault(spelling, node.rules.get(spelling, "normal form"))
    spellings.pop(label, None)
    return tuple(Merge(identifier, spelling, rule) for spelling, rule in sorted(spellings.items()))
