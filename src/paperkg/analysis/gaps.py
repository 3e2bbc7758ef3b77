"""Gaps: two terms that many of the same terms go with, and that no paper has brought together yet.

A pair's score is that of Adamic and Adar (2003) over the graph in which two terms are neighbours when a paper has both:
the sum of 1 / log(neighbours) over the neighbours that both have.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import log

from pyoxigraph import NamedNode

from paperkg.analysis.edges import Edges, Thing
from paperkg.graph.namespaces import KG, RDF
from paperkg.store import GraphStore

TERMS_AT_MOST = 400
"""Pairs grow with the square: only so many terms, those of most papers, are paired."""
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Gap:
    """Two terms that no paper joins: the score, what goes with both, and papers that lead from one to the other."""

    one: Thing
    other: Thing
    score: float
    common: tuple[Thing, ...]
    bridges: tuple[Thing, ...]


def gaps(store: GraphStore, *, kinds: tuple[str, ...] = ("Concept", "Task"), limit: int = 20) -> tuple[Gap, ...]:
    """Return the widest gaps between terms of ``kinds`` that two papers or more have, best first."""
    edges = Edges(store)
    papers_of = _papers_of(edges, kinds)
    terms_of: dict[NamedNode, set[NamedNode]] = {}
    for term, papers in papers_of.items():
        for paper in papers:
            terms_of.setdefault(paper, set()).add(term)
    neighbours = {
        term: {other for paper in papers for other in terms_of[paper]} - {term} for term, papers in papers_of.items()
    }
    scored = []
    for one, other in combinations(sorted(papers_of, key=str), 2):
        if other in neighbours[one]:
            continue
        common = neighbours[one] & neighbours[other]
        if len(common) < 2 or _related(edges, one, other):
            continue
        score = round(sum(1 / log(len(neighbours[term])) for term in common), 3)
        scored.append((-score, one.value, other.value, one, other, common))
    return tuple(
        _gap(edges, one, other, -score, common, papers_of) for score, _, _, one, other, common in sorted(scored)[:limit]
    )


def _papers_of(edges: Edges, kinds: tuple[str, ...]) -> dict[NamedNode, set[NamedNode]]:
    """Return the papers of each term of those kinds that joins papers and is no background."""
    terms = {
        quad.subject
        for kind in kinds
        for quad in edges.store.dataset.quads_for_pattern(None, RDF.type, getattr(KG, kind))
        if isinstance(quad.subject, NamedNode)
    }
    counted = sorted((-edges.paper_count(term), term.value, term) for term in terms)
    chosen = [term for count, _, term in counted if count < -1 and not edges.is_background(term)][:TERMS_AT_MOST]
    return {term: set(edges.linked_to(term).keys() & edges.papers) for term in chosen}


def _related(edges: Edges, one: NamedNode, other: NamedNode) -> bool:
    """Return whether one of two terms is directly broader than the other."""
    return other in edges.wider(one) or one in edges.wider(other)


def _gap(
    edges: Edges,
    one: NamedNode,
    other: NamedNode,
    score: float,
    common: set[NamedNode],
    papers_of: dict[NamedNode, set[NamedNode]],
) -> Gap:
    rarest = sorted(common, key=lambda term: (len(papers_of[term]), term.value))
    bridges: dict[NamedNode, None] = {}
    for term in rarest:
        for side in (one, other):
            bridges.update(dict.fromkeys(sorted(papers_of[side] & papers_of[term], key=str)[:1]))
    return Gap(
        edges.thing(one),
        edges.thing(other),
        score,
        tuple(edges.thing(term) for term in rarest[:SHOWN]),
        tuple(edges.thing(paper) for paper in list(bridges)[:SHOWN]),
    )
