"""Walks the edges of a graph: what a paper is linked to, who is linked to a term, and the sentences behind an edge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pyoxigraph import Literal, NamedNode

from paperkg.graph.iris import compact
from paperkg.graph.namespaces import KG, PAPER_TO_TERM, RDF, SKOS, TERM_TO_TERM
from paperkg.query.nodes import is_paper, label_of
from paperkg.store import GraphStore

BACKGROUND_SHARE = 0.15
BACKGROUND_FROM = 100
"""A term in more than this share of so many papers or more says little about any of them."""


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """A node as people see it: its label, and its name behind a prefix."""

    label: str
    id: str


@dataclass(frozen=True, slots=True)
class Quote:
    """A place that says an edge: the sentence before, in and after the words; the words are empty where not found."""

    subject: Thing
    predicate: str
    object: Thing
    paper: Thing
    before: str
    words: str
    after: str
    field: str
    start: int
    end: int
    rule: str
    confidence: float

    @property
    def marked(self) -> str:
        """Return the sentence with the words in guillemets."""
        return f"{self.before}«{self.words}»{self.after}" if self.words else self.before


class Edges:
    """The edges of one graph, looked up as they are asked for."""

    def __init__(self, store: GraphStore) -> None:
        self.store = store
        self._predicates = frozenset((KG.mentions, *PAPER_TO_TERM, *TERM_TO_TERM))

    def thing(self, node: NamedNode) -> Thing:
        """Return the node as people see it."""
        return Thing(label_of(self.store, node), compact(node.value, self.store.base))

    def is_paper(self, node: NamedNode) -> bool:
        """Return whether the node is a paper."""
        return is_paper(self.store, node)

    @cached_property
    def papers(self) -> frozenset[NamedNode]:
        """Return all papers."""
        quads = self.store.dataset.quads_for_pattern(None, RDF.type, KG.Paper)
        return frozenset(quad.subject for quad in quads if isinstance(quad.subject, NamedNode))

    def terms_of(self, node: NamedNode) -> dict[NamedNode, list[NamedNode]]:
        """Return what a paper or term is linked to, each with the predicates."""
        found: dict[NamedNode, list[NamedNode]] = {}
        for quad in self.store.dataset.quads_for_pattern(node, None, None):
            if quad.predicate in self._predicates and isinstance(quad.object, NamedNode):
                found.setdefault(quad.object, []).append(quad.predicate)
        return found

    def linked_to(self, term: NamedNode) -> dict[NamedNode, list[NamedNode]]:
        """Return the papers and terms that are linked to a term, each with the predicates."""
        found: dict[NamedNode, list[NamedNode]] = {}
        for predicate in sorted(self._predicates, key=str):
            for quad in self.store.dataset.quads_for_pattern(None, predicate, term):
                if isinstance(quad.subject, NamedNode):
                    found.setdefault(quad.subject, []).append(predicate)
        return found

    def wider(self, term: NamedNode) -> list[NamedNode]:
        """Return the broader terms, sorted."""
        quads = self.store.dataset.quads_for_pattern(term, SKOS.broader, None)
        return sorted((quad.object for quad in quads if isinstance(quad.object, NamedNode)), key=str)

    def narrower(self, term: NamedNode) -> list[NamedNode]:
        """Return the narrower terms, sorted."""
        quads = self.store.dataset.quads_for_pattern(None, SKOS.broader, term)
        return sorted((quad.subject for quad in quads if isinstance(quad.subject, NamedNode)), key=str)

    def paper_count(self, term: NamedNode) -> int:
        """Return how many papers are linked to a term."""
        for quad in self.store.dataset.quads_for_pattern(term, KG.paperCount, None):
            if isinstance(quad.object, Literal):
                return int(quad.object.value)
        return 0

    def is_background(self, term: NamedNode) -> bool:
        """Return whether so many papers are linked to a term that it joins none of them."""
        everything = len(self.papers)
        return everything >= BACKGROUND_FROM and self.paper_count(term) > BACKGROUND_SHARE * everything

    def quotes(self, subject: NamedNode, item: NamedNode) -> tuple[Quote, ...]:
        """Return every place that says an edge from ``subject`` to ``item``, the most trusted first."""
        rows = self.store.select(
            f"""SELECT ?how ?paper ?exact ?sentence ?field ?start ?end ?rule ?confidence WHERE {{
            VALUES (?subject ?object) {{ ({subject} {item}) }}
            ?evidence rdf:subject ?subject ; rdf:object ?object ; rdf:predicate ?how ; kg:paper ?paper ; kg:exact ?exact ;
              kg:sentence ?sentence ; kg:field ?field ; kg:start ?start ; kg:end ?end ; kg:rule ?rule ;
              kg:confidence ?confidence . }}
            ORDER BY ?how DESC(?confidence) ?paper ?start ?rule"""
        )
        start, end = self.thing(subject), self.thing(item)
        quotes = []
        for row in rows:
            before, words, after = marked(row["sentence"].value, row["exact"].value)
            quotes.append(
                Quote(
                    subject=start,
                    predicate=row["how"].value.rpartition("#")[2],
                    object=end,
                    paper=self.thing(NamedNode(row["paper"].value)),
                    before=before,
                    words=words,
                    after=after,
                    field=row["field"].value,
                    start=int(row["start"].value),
                    end=int(row["end"].value),
                    rule=row["rule"].value,
                    confidence=float(row["confidence"].value),
                )
            )
        return tuple(quotes)


def marked(sentence: str, words: str) -> tuple[str, str, str]:
    """Return the sentence before, in and after ``words``; all of it, and nothing, where the words are not in it."""
    before, found, after = sentence.partition(words)
    return (before, found, after) if found else (sentence, "", "")
