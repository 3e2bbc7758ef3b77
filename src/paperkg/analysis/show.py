"""A node with everything known of it: a paper as its text with the terms marked, a term with its papers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pyoxigraph import Literal, NamedNode

from paperkg.analysis.edges import Edges, Quote, Thing
from paperkg.graph.namespaces import DCTERMS, KG, RDF, SKOS
from paperkg.query import ask_question
from paperkg.query.answers import Table
from paperkg.query.formats import plain
from paperkg.store import GraphStore


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the abstract that names a term, and how the paper is linked to it."""

    start: int
    end: int
    term: Thing
    predicate: str


@dataclass(frozen=True)
class PaperCard:
    """A paper: its properties in reading order, its abstract, the marks in it, and its edges."""

    paper: Thing
    properties: tuple[tuple[str, str], ...]
    text: str
    marks: tuple[Mark, ...]
    edges: tuple[tuple[str, Thing, int], ...]
    """Predicate, term, and how many papers the term has."""

    @cached_property
    def marked_text(self) -> str:
        """Return the abstract with each marked stretch in guillemets; of stretches that overlap the longest."""
        return mark_text(self.text, self.marks)


@dataclass(frozen=True, slots=True)
class TermCard:
    """A term: its kinds and names, wider and narrower terms, and the best sentence for each edge that leads to it."""

    term: Thing
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    same_as: tuple[str, ...]
    papers: int
    broader: tuple[Thing, ...]
    narrower: tuple[Thing, ...]
    quotes: tuple[Quote, ...]


def show(store: GraphStore, node: NamedNode) -> PaperCard | TermCard:
    """Return everything known of a node."""
    edges = Edges(store)
    return _paper(edges, node) if edges.is_paper(node) else _term(edges, node)


def mark_text(text: str, marks: Iterable[Mark]) -> str:
    """Return ``text`` with the marked stretches in guillemets."""
    parts, position = [], 0
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if mark.start >= position and mark.end <= len(text):
            parts += [text[position : mark.start], "«", text[mark.start : mark.end], "»"]
            position = mark.end
    return "".join([*parts, text[position:]])


def _paper(edges: Edges, node: NamedNode) -> PaperCard:
    store = edges.store
    name = f"<{node.value}>"
    known = ask_question(store, "paper", {"paper": name})
    linked = ask_question(store, "terms-of", {"paper": name})
    assert isinstance(known, Table)
    assert isinstance(linked, Table)
    properties = [(plain(row[0], store.base), plain(row[1], store.base)) for row in known.rows]
    rows = store.select(
        f"""SELECT ?start ?end ?term ?how WHERE {{ VALUES ?paper {{ {node} }} ?evidence rdf:subject ?paper ;
        kg:field "text" ; kg:start ?start ; kg:end ?end ; rdf:object ?term ; rdf:predicate ?how }}
        ORDER BY ?start DESC(?end) ?term ?how"""
    )
    return PaperCard(
        paper=edges.thing(node),
        properties=tuple((key, value) for key, value in properties if key != "abstract"),
        text="".join(_literals(store, node, DCTERMS.abstract)),
        marks=tuple(
            Mark(
                int(row["start"].value),
                int(row["end"].value),
                edges.thing(NamedNode(row["term"].value)),
                _local(row["how"]),
            )
            for row in rows
        ),
        edges=tuple(
            (_local(row[0]), edges.thing(NamedNode(str(row[1]).strip("<>"))), int(plain(row[3], store.base)))
            for row in linked.rows
        ),
    )


def _term(edges: Edges, node: NamedNode) -> TermCard:
    store = edges.store
    classes, same = _iris(store, node, RDF.type), _iris(store, node, SKOS.exactMatch)
    quotes: list[Quote] = []
    for subject in sorted(edges.linked_to(node), key=str):
        quotes += {quote.predicate: quote for quote in reversed(edges.quotes(subject, node))}.values()
    for item in sorted(edges.terms_of(node), key=str):
        quotes += {quote.predicate: quote for quote in reversed(edges.quotes(node, item))}.values()
    return TermCard(
        term=edges.thing(node),
        kinds=tuple(sorted(name.removeprefix(KG.iri) for name in classes if name.startswith(KG.iri))),
        names=tuple(sorted(_literals(store, node, SKOS.altLabel))),
        same_as=tuple(sorted(same)),
        papers=edges.paper_count(node),
        broader=tuple(edges.thing(term) for term in edges.wider(node)),
        narrower=tuple(edges.thing(term) for term in edges.narrower(node)),
        quotes=tuple(sorted(quotes, key=lambda quote: (quote.predicate, quote.subject, quote.object))),
    )


def _literals(store: GraphStore, node: NamedNode, predicate: NamedNode) -> list[str]:
    quads = store.dataset.quads_for_pattern(node, predicate, None)
    return [quad.object.value for quad in quads if isinstance(quad.object, Literal)]


def _iris(store: GraphStore, node: NamedNode, predicate: NamedNode) -> list[str]:
    quads = store.dataset.quads_for_pattern(node, predicate, None)
    return [quad.object.value for quad in quads if isinstance(quad.object, NamedNode)]


def _local(node: object) -> str:
    return node.value.rpartition("#")[2] if isinstance(node, NamedNode) else str(node)
