"""Nodes: everything said of one thing across the collection, and whether that makes it a node of the graph.

Models, datasets, benchmarks and what a paper proposes are nodes always. A concept, task, method or metric is one when
enough papers have it, or the vocabulary, or the authors' keywords, or when it stands in a relation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from paperkg.entities.normal_forms import normal_form
from paperkg.entities.senses import DECIDED, Sense
from paperkg.names import term_slug
from paperkg.records import METHOD_PHRASE, NOUN_PHRASE, Kind, Mention, Merge
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


class Nodes:
    """All nodes by key."""

    def __init__(self) -> None:
        self.by_key: dict[str, Node] = {}

    def add(self, mention: Mention, sense: Sense, paper: str) -> None:
        """Count a mention for the node of its sense."""
        node = self.at(sense.key)
        decided = sense.rule == DECIDED
        node.add(mention.text if decided and mention.term else mention.name, mention.kind, sense, paper)
        if mention.text != mention.name and normal_form(mention.text) == normal_form(mention.name):
            node.labels[mention.text] += 0
            node.rules.setdefault(mention.text, "normal form")
        node.proposed |= mention.predicate == "proposes"
        node.vouched |= decided or mention.field == "keywords"
        node.salient |= mention.rule not in (NOUN_PHRASE, METHOD_PHRASE)

    def at(self, key: str) -> Node:
        """Return the node of that key, a new one where there is none."""
        return self.by_key.setdefault(key, Node(key))

    def join(self, same: Mapping[str, tuple[str, str]]) -> None:
        """Make of each node that is ``same`` as another, by key, a part of that one; each has the rule by which it is."""
        for key, (target, rule) in sorted(same.items()):
            self.at(target).absorb(self.by_key.pop(key), rule)

    def chosen(self, minimum_papers: int) -> dict[str, Node]:
        """Return the nodes that the graph keeps, in the order of their keys."""
        return {
            key: node
            for key, node in sorted(self.by_key.items())
            if key.startswith("term:")
            or node.proposed
            or node.vouched
            or NAMED & set(node.kinds)
            or (node.salient and len(node.papers) >= minimum_papers)
        }


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
