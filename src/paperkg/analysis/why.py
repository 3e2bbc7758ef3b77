"""Why two nodes have to do with each other: the sentences behind an edge, or behind what they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyoxigraph import NamedNode

from paperkg.analysis.edges import Edges, Quote, Thing
from paperkg.graph.namespaces import KG
from paperkg.store import GraphStore

SHARED_AT_MOST = 50


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: an edge between the two, or a third node ``via`` which both are linked; its quotes, best first."""

    kind: Literal["edge", "shared term", "shared paper", "broader"]
    via: Thing | None
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """All reasons, edges first, then what is shared, the rarest first."""

    one: Thing
    other: Thing
    reasons: tuple[Reason, ...]


def why(store: GraphStore, one: NamedNode, other: NamedNode) -> Why:
    """Return why ``one`` and ``other`` have to do with each other; no reasons where nothing says so.

    A paper speaks for what it proposes, and what it proposes for the paper.
    """
    edges = Edges(store)
    ones, others = _speakers(edges, one), _speakers(edges, other)
    quotes = [
        quote
        for left in ones
        for right in others
        if left != right
        for quote in (*edges.quotes(left, right), *edges.quotes(right, left))
    ]
    reasons = [Reason("edge", None, tuple(quotes))] if quotes else []
    if other in edges.wider(one) or one in edges.wider(other):
        reasons.append(Reason("broader", None, ()))
    for left in ones:
        for right in others:
            if left != right and edges.is_paper(left) and edges.is_paper(right):
                reasons += _shared_terms(edges, left, right)
    return Why(edges.thing(one), edges.thing(other), tuple(reasons or _shared_papers(edges, one, other)))


def _speakers(edges: Edges, node: NamedNode) -> list[NamedNode]:
    """Return the node, with what it proposes where it is a paper, and with the paper that alone proposes it."""
    if edges.is_paper(node):
        proposed = [term for term, predicates in edges.terms_of(node).items() if KG.proposes in predicates]
        return [node, *sorted(proposed, key=str)]
    proposing = [paper for paper, predicates in edges.linked_to(node).items() if KG.proposes in predicates]
    return [node, *proposing] if len(proposing) == 1 else [node]


def _shared_terms(edges: Edges, one: NamedNode, other: NamedNode) -> list[Reason]:
    """Return the terms that two papers share, the rarest first."""
    terms = edges.terms_of(one).keys() & edges.terms_of(other).keys()
    by_rarity = sorted(terms, key=lambda term: (edges.paper_count(term), term.value))
    return [
        Reason("shared term", edges.thing(term), edges.quotes(one, term)[:1] + edges.quotes(other, term)[:1])
        for term in by_rarity[:SHARED_AT_MOST]
    ]


def _shared_papers(edges: Edges, one: NamedNode, other: NamedNode) -> list[Reason]:
    """Return the papers in which two terms meet."""
    papers = (edges.linked_to(one).keys() & edges.linked_to(other).keys()) & edges.papers
    return [
        Reason("shared paper", edges.thing(paper), edges.quotes(paper, one)[:1] + edges.quotes(paper, other)[:1])
        for paper in sorted(papers, key=str)[:SHARED_AT_MOST]
    ]
