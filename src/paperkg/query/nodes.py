"""Finds the node that a person means: an IRI, a prefixed name, an identifier, or a label or alias, case ignored."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal as Choice

from pyoxigraph import Literal, NamedNode

from paperkg.errors import UsageError
from paperkg.graph.iris import compact, expand
from paperkg.graph.namespaces import DCTERMS, KG, RDF, RDFS, SKOS
from paperkg.names import LOCAL_NAME
from paperkg.store import GraphStore

Wanted = Choice["paper", "term", "node"]

DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
ARXIV = re.compile(
    r"(?:https?://arxiv\.org/(?:abs|pdf)/|arxiv:)?((?:[a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5}))(?:v\d+)?(?:\.pdf)?",
    re.IGNORECASE,
)
NO_IRI = re.compile(r'[\x00-\x20<>"{}|\\^`]')
TERM_NAMES = (SKOS.prefLabel, SKOS.altLabel)
PAPER_NAMES = (RDFS.label, DCTERMS.title, KG.key)
SUGGESTIONS = 5
CANDIDATES = 10


def find_node(store: GraphStore, name: str, wanted: Wanted = "node") -> NamedNode:
    """Return the node that ``name`` means. Where a term and the paper that proposes it share a name, it is the term.

    A paper may also be named by what it alone proposes.

    Raises:
        UsageError: nothing has that name, or several have; the message names what was perhaps meant.
    """
    text = name.strip()
    found = _by_identifier(store, text) or _by_name(store, text, wanted) or _by_local_name(store, text)
    fitting = sorted((node for node in found if _fits(store, node, wanted)), key=lambda node: node.value)
    if wanted == "paper" and not fitting:
        fitting = sorted(_proposers(store, found), key=lambda node: node.value)
    if wanted == "node" and len(fitting) > 1:
        fitting = _without_proposers(store, fitting)
    if not fitting:
        raise UsageError(
            f"{'Nothing' if wanted == 'node' else f'No {wanted}'} is named {name!r}.",
            remedy=_meant(store, text, wanted),
        )
    if len(fitting) > 1:
        listed = "".join(f"\n  {describe(store, node)}" for node in fitting[:CANDIDATES])
        more = f"\n  and {len(fitting) - CANDIDATES} more" if len(fitting) > CANDIDATES else ""
        raise UsageError(
            f"{name!r} may mean {len(fitting)} things:{listed}{more}\n", remedy="Name one of them by its prefix."
        )
    return fitting[0]


def namesakes(store: GraphStore, term: NamedNode) -> list[NamedNode]:
    """Return the papers that propose a term and are called by its name, or begin with it, sorted."""
    label = label_of(store, term)
    papers = sorted(_proposers(store, [term]), key=lambda node: node.value)
    return [paper for paper in papers if label_of(store, paper).partition(":")[0] == label]


def label_of(store: GraphStore, node: NamedNode) -> str:
    """Return what to call a node: its label, else its name behind its prefix."""
    for predicate in (SKOS.prefLabel, RDFS.label):
        for quad in store.dataset.quads_for_pattern(node, predicate, None):
            if isinstance(quad.object, Literal):
                return quad.object.value
    return compact(node.value, store.base)


def describe(store: GraphStore, node: NamedNode) -> str:
    """Return a node's name behind its prefix and its label, on one line."""
    return f"{compact(node.value, store.base)}  {label_of(store, node)}"


def is_paper(store: GraphStore, node: NamedNode) -> bool:
    """Return whether the node is a paper."""
    return any(store.dataset.quads_for_pattern(node, RDF.type, KG.Paper))


def _by_identifier(store: GraphStore, text: str) -> set[NamedNode]:
    """Return the node of that IRI, prefixed name, DOI or arXiv identifier, where there is one."""
    iri = text.strip("<>") if "://" in text else expand(text, store.base)
    found = _described(store, [iri] if iri and not NO_IRI.search(iri) else [])
    identifiers = []
    if doi := DOI.fullmatch(text):
        identifiers.append(doi[1].lower())
    if arxiv := ARXIV.fullmatch(text):
        identifiers.append(f"arXiv:{arxiv[1].lower()}")
    for identifier in identifiers:
        found.update(_having(store, DCTERMS.identifier, identifier))
    return found


def _by_name(store: GraphStore, text: str, wanted: Wanted) -> set[NamedNode]:
    """Return the nodes with that label or alias: in the same case where there are such, else in any."""
    predicates = (*TERM_NAMES, *PAPER_NAMES)
    exact = {node for predicate in predicates for node in _having(store, predicate, text)}
    if any(_fits(store, node, wanted) for node in exact):
        return exact
    return set(store.names.get(text.casefold(), ()))


def _by_local_name(store: GraphStore, text: str) -> set[NamedNode]:
    """Return the paper and the term that the files of JSON lines call so."""
    if not LOCAL_NAME.fullmatch(text):
        return set()
    return _described(store, [f"{store.base}{collection}/{text}" for collection in ("paper", "term")])


def _described(store: GraphStore, iris: Iterable[str]) -> set[NamedNode]:
    """Return the nodes of those IRIs that the graph says something of."""
    return {node for node in map(NamedNode, iris) if any(store.dataset.quads_for_pattern(node, None, None))}


def _having(store: GraphStore, predicate: NamedNode, text: str) -> Iterable[NamedNode]:
    quads = store.dataset.quads_for_pattern(None, predicate, Literal(text))
    return [quad.subject for quad in quads if isinstance(quad.subject, NamedNode)]


def _fits(store: GraphStore, node: NamedNode, wanted: Wanted) -> bool:
    if wanted == "node":
        return True
    return is_paper(store, node) == (wanted == "paper")


def _proposers(store: GraphStore, things: Iterable[NamedNode]) -> set[NamedNode]:
    return {
        quad.subject
        for thing in things
        for quad in store.dataset.quads_for_pattern(None, KG.proposes, thing)
        if isinstance(quad.subject, NamedNode)
    }


def _without_proposers(store: GraphStore, nodes: list[NamedNode]) -> list[NamedNode]:
    terms = [node for node in nodes if not is_paper(store, node)]
    proposers = _proposers(store, terms)
    return [node for node in nodes if node not in proposers]


def _meant(store: GraphStore, text: str, wanted: Wanted) -> str:
    close = get_close_matches(text.casefold(), store.names, n=SUGGESTIONS, cutoff=0.7)
    nodes = [node for name in close for node in store.names[name] if wanted != "term" or _fits(store, node, wanted)]
    labels = list(dict.fromkeys(label_of(store, node) for node in nodes))
    return (
        f"Did you mean {' or '.join(labels[:SUGGESTIONS])}?"
        if labels
        else "Look at: paperkg query --name central-terms"
    )
