"""Edges: every place that says the same of a paper and a term is evidence of one edge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from sys import intern
from typing import NamedTuple

from paperkg.records import Evidence, Extraction, Field, Kind, Link, Mention, Predicate, Relation

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

BETWEEN_TERMS = ("outperforms", "extends", "partOf")
"""Predicates that hold between terms; all others are said of the paper."""

Edge = tuple[str, str, Predicate, str]
"""Paper, subject, predicate, object."""


class Named(NamedTuple):
    """The node that a mention names: its id and its kinds."""

    term: str
    kinds: tuple[Kind, ...]


class Answers(NamedTuple):
    """What the names of a paper stand for: of each mention the node, of each name in a relation its id, None for none."""

    mentions: tuple[Named | None, ...]
    related: tuple[str | None, ...]
    """Of the paper's system, then of subject and object of each relation."""


def links_of(extraction: Extraction, answers: Answers) -> tuple[Link, ...]:
    """Return the edges that a paper tells of, sorted by subject, predicate and object."""
    paper, links = extraction.passage.paper.id, Links()
    for mention, named in zip(extraction.mentions, answers.mentions, strict=True):
        if named is not None:
            links.mention(paper, named.term, named.kinds, mention, extraction)
    system, *ends = answers.related
    for relation, subject, target in zip(extraction.relations, ends[::2], ends[1::2], strict=True):
        own = system if relation.predicate in BETWEEN_TERMS else None
        start = subject if relation.subject else own
        if target is not None and target != start:
            links.relation(paper, start or paper, target, relation)
    return links.finished()


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
    """Edges of one paper in the making."""

    def __init__(self) -> None:
        self._evidence: dict[Edge, dict[Evidence, None]] = defaultdict(dict)
        self._sentences: dict[tuple[Field, int], str] = {}

    def mention(self, paper: str, term: str, kinds: tuple[Kind, ...], mention: Mention, extraction: Extraction) -> None:
        """Add what a mention says of its paper."""
        evidence = Evidence(
            paper=paper,
            field=mention.field,
            text=mention.text,
            start=mention.start,
            end=mention.end,
            sentence=self._sentence(extraction, mention),
            rule=intern(mention.rule),
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
            rule=intern(relation.rule),
            score=relation.score,
        )
        self._evidence[paper, subject, relation.predicate, term][evidence] = None

    def finished(self) -> tuple[Link, ...]:
        """Return the edges sorted by paper, subject, predicate and object.

        A bare mention is no edge of its own where the paper says more of the term.
        """
        links = []
        said = _said(self._evidence)
        for edge, places in sorted(self._evidence.items(), key=lambda item: item[0]):
            paper, subject, predicate, term = edge
            if predicate == "mentions" and said[paper, term] - {"mentions"}:
                continue
            evidence = sorted(places, key=_order)[:MOST_EVIDENCE]
            links.append(Link(paper, subject, predicate, term, evidence[0].score, tuple(evidence)))
        return tuple(links)

    def _sentence(self, extraction: Extraction, mention: Mention) -> str:
        """Return the sentence of a mention, one text for all that stand in it."""
        section = extraction.passage.section(mention.field)
        place = section.sentence_at(mention.start)
        return self._sentences.setdefault((mention.field, place.start), section.text[place.start : place.end])


def _order(evidence: Evidence) -> tuple[object, ...]:
    return -evidence.score, evidence.field != "text", evidence.start, evidence.end, evidence.rule, evidence.text


def _said(edges: Iterable[Edge]) -> Mapping[tuple[str, str], set[Predicate]]:
    said: dict[tuple[str, str], set[Predicate]] = defaultdict(set)
    for paper, _, predicate, term in edges:
        said[paper, term].add(predicate)
    return said
