"""Tells of which nodes a graph says something else than the graph before it, from the records that are not as they were.

What is said of a node follows from few records: of a paper from its record, its edges and how many of its terms are
shared; of a term from its record and the edges that start at it; of an evidence from its edge; of a result from its
record, the terms of its paper, and what the terms of its words are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyoxigraph import NamedNode

from paperkg.graph.iris import Names
from paperkg.graph.results import ROLES
from paperkg.records import Broader, Collection, Entity, Evidence, Link, Merge, Result


@dataclass(frozen=True, slots=True)
class Changed:
    """Records that only the collection before has, or only the one after: those that changed are in both."""

    papers: frozenset[str]
    """Ids of papers whose own record changed."""
    before: tuple[Entity, ...]
    after: tuple[Entity, ...]
    links: tuple[Link, ...]
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """Nodes of which something else is said, or nothing any more, and the ids of the records that tell of them."""

    papers: frozenset[str]
    terms: frozenset[str]
    results: frozenset[str]
    nodes: frozenset[NamedNode]

    def among(self, collection: Collection) -> Collection:
        """Return the records of a collection that say something of the nodes, and maybe of others."""
        return replace(
            collection,
            papers=tuple(record for record in collection.papers if record.paper.id in self.papers),
            entities=tuple(entity for entity in collection.entities if entity.id in self.terms),
            links=tuple(link for link in collection.links if link.paper in self.papers or link.subject in self.terms),
            results=tuple(result for result in collection.results if result.id in self.results),
        )


def touched(changed: Changed, collection: Collection, names: Names) -> Touched:
    """Return what the changed records touch in the graph of ``collection``, which is the one after the change."""
    linked = {link.paper for link in changed.links}
    crossed = _crossed(changed)
    shared = {link.paper for link in collection.links if link.object in crossed and link.subject == link.paper}
    papers = changed.papers | linked | shared
    entities = (*changed.before, *changed.after)
    starting = {link.subject for link in changed.links if link.subject != link.paper}
    terms = frozenset({entity.id for entity in entities} | starting)
    called = _called_otherwise(changed)
    results = {result.id for result in changed.results} | {
        result.id for result in collection.results if result.paper in linked or called & _words(result)
    }
    nodes = {
        *map(names.paper, papers),
        *map(names.term, terms),
        *map(names.result, results),
        *(node for entity in entities for node in _nodes_of(entity, names)),
        *(evidence_node(names, link, evidence) for link in changed.links for evidence in link.evidence),
    }
    return Touched(frozenset(papers), terms, frozenset(results), frozenset(nodes))


def evidence_node(names: Names, link: Link, evidence: Evidence) -> NamedNode:
    """Return the node of a piece of evidence for an edge."""
    return names.evidence(
        link.subject,
        link.predicate,
        link.object,
        evidence.paper,
        evidence.field,
        evidence.start,
        evidence.end,
        evidence.text,
        evidence.sentence,
        evidence.rule,
        evidence.score,
    )


def merge_node(names: Names, merge: Merge) -> NamedNode:
    """Return the node that tells why a spelling is a term's."""
    return names.merge(merge.term, merge.label, merge.rule)


def wider_node(names: Names, entity: Entity, broader: Broader) -> NamedNode:
    """Return the node that tells why a term is wider than another."""
    return names.evidence(entity.id, "broader", broader.term, broader.rule)


def _nodes_of(entity: Entity, names: Names) -> Iterator[NamedNode]:
    yield from (merge_node(names, merge) for merge in entity.merges)
    yield from (wider_node(names, entity, broader) for broader in entity.broader)


def _crossed(changed: Changed) -> set[str]:
    """Return the terms that two papers or more share in one of the collections and not in the other."""
    shared = [{entity.id for entity in entities if entity.papers > 1} for entities in (changed.before, changed.after)]
    return shared[0] ^ shared[1]


def _called_otherwise(changed: Changed) -> set[str]:
    """Return the names, case folded, of terms that have other names or kinds than before."""
    told = [{entity.id: _naming(entity) for entity in entities} for entities in (changed.before, changed.after)]
    different = (term for term in told[0].keys() | told[1].keys() if told[0].get(term) != told[1].get(term))
    return {name for term in different for each in told if term in each for name in each[term][1]}


def _naming(entity: Entity) -> tuple[tuple[str, ...], frozenset[str]]:
    return entity.kinds, frozenset(name.casefold() for name in (entity.label, *entity.aliases))


def _words(result: Result) -> set[str]:
    return {words.casefold() for role in ROLES if (words := getattr(result, role.field))}
