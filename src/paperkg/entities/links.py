"""Edges: every place that says the same of a paper and a term is evidence of one edge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby

from paperkg.records import Evidence, Extraction, Kind, Link, Mention, Predicate, Relation

_NEEDED: dict[Predicate, frozenset[Kind]] = {
    "about": frozenset({"Concept"}),
    "addresses": frozenset({"Task"}),
    "usesModel": frozenset({"Model"}),
    "evaluatesOn": frozenset({"Dataset", "Benchmark"}),
    "trainedOn": frozenset({"Dataset", "Benchmark"}),
    "measures": frozenset({"Metric"}),
}
"""Kinds that the object of an edge must have, one of them."""
_INSTEAD: dict[Kind, Predicate] = {
    "Concept": "about",
    "Task": "addresses",
    "Method": "usesMethod",
    "Model": "usesModel",
    "Dataset": "evaluatesOn",
    "Benchmark": "evaluatesOn",
    "Metric": "measures",
}
_TOPICAL: frozenset[Predicate] = frozenset({"about", "addresses"})
MOST_EVIDENCE = 3
"""So many places are kept as the evidence of an edge, the best first."""

Edge = tuple[str, str, Predicate, str]
"""Paper, subject, predicate, object."""


def fitting(predicate: Predicate, kinds: tuple[Kind, ...]) -> Predicate:
    """Return the predicate that says the same of a term of these kinds as ``predicate`` says of a place.

    The kind of one place may be outvoted by the others; being about a thing is no use of it.
    """
    needed = _NEEDED.get(predicate)
    if needed is None or needed & set(kinds):
        return predicate
    instead = _INSTEAD[kinds[0]]
    return "mentions" if predicate in _TOPICAL and instead not in _TOPICAL else instead


class Links:
    """Edges in the making."""

    def __init__(self) -> None:
        self._evidence: dict[Edge, dict[Evidence, None]] = defaultdict(dict)

    def mention(self, paper: str, term: str, kinds: tuple[Kind, ...], mention: Mention, extraction: Extraction) -> None:
        """Add what a mention says of its paper."""
        section = extraction.passage.section(mention.field)
        sentence = section.sentence_at(mention.start)
        evidence = Evidence(
            paper=paper,
            field=mention.field,
            text=mention.text,
            start=mention.start,
            end=mention.end,
            sentence=section.text[sentence.start : sentence.end],
            rule=mention.rule,
            score=mention.score,
        )
        predicate = fitting(mention.predicate or "mentions", kinds)
        self._evidence[paper, paper, predicate, term][evidence] = None

    def relation(self, paper: str, subject: str, term: str, relation: Relation) -> None:
        """Add what a relation says."""
        evidence = Evidence(
            paper=paper,
            field=relation.field,
            text=relation.text,
            start=relation.start,
            end=relation.end,
            sentence=relation.sentence,
            rule=relation.rule,
            score=relation.score,
        )
        self._evidence[paper, subject, relation.predicate, term][evidence] = None

    def finished(self) -> tuple[Link, ...]:
        """Return the edges sorted by paper, subject, predicate and object.

        A bare mention is no edge of its own where the paper says more of the term.
        """
        links = []
        # A paper at a time, so that what is finished makes room for what is to come.
        for _, own in groupby(sorted(self._evidence), key=lambda edge: edge[0]):
            edges = list(own)
            said = _said(edges)
            for edge in edges:
                paper, subject, predicate, term = edge
                places = self._evidence.pop(edge)
                if predicate == "mentions" and said[paper, term] - {"mentions"}:
                    continue
                evidence = sorted(places, key=_order)[:MOST_EVIDENCE]
                links.append(Link(paper, subject, predicate, term, evidence[0].score, tuple(evidence)))
        return tuple(links)


def _order(evidence: Evidence) -> tuple[object, ...]:
    return -evidence.score, evidence.field != "text", evidence.start, evidence.end, evidence.rule, evidence.text


def _said(edges: Iterable[Edge]) -> Mapping[tuple[str, str], set[Predicate]]:
    said: dict[tuple[str, str], set[Predicate]] = defaultdict(set)
    for paper, _, predicate, term in edges:
        said[paper, term].add(predicate)
    return said
