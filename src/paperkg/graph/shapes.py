"""Checks a graph against ``ontology/shapes.ttl`` with pySHACL (SHACL, W3C Recommendation 20 July 2017)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode, Triple

from paperkg.graph.namespaces import XSD
from paperkg.vocabulary import ontology_folder

if TYPE_CHECKING:
    import rdflib

SHAPES = "shapes.ttl"


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A node that breaks a rule: which node, at which property, with which value, and what the rule says."""

    node: str
    property: str
    value: str
    message: str


def validate(triples: Iterable[Triple]) -> tuple[Violation, ...]:
    """Return how ``triples`` break the shapes, sorted; nothing where they conform."""
    import pyshacl
    import rdflib
    from rdflib.namespace import RDF, SH

    graph = _rdflib_graph(triples)
    shapes = rdflib.Graph().parse(ontology_folder() / SHAPES, format="turtle")
    conforms, report, _ = pyshacl.validate(graph, shacl_graph=shapes, inference="none", inplace=True)
    if conforms:
        return ()
    return tuple(
        sorted(
            Violation(
                node=str(report.value(result, SH.focusNode)),
                property=str(report.value(result, SH.resultPath) or ""),
                value=str(report.value(result, SH.value) or ""),
                message=str(report.value(result, SH.resultMessage) or ""),
            )
            for result in report.subjects(RDF.type, SH.ValidationResult)
        )
    )


def _rdflib_graph(triples: Iterable[Triple]) -> rdflib.Graph:
    """Return ``triples`` as an rdflib graph in memory, which pySHACL walks faster than any store on disk."""
    import rdflib

    graph = rdflib.Graph(bind_namespaces="none")
    nodes: dict[str, rdflib.URIRef] = {}

    def node(iri: str) -> rdflib.URIRef:
        known = nodes.get(iri)
        return known if known is not None else nodes.setdefault(iri, rdflib.URIRef(iri))

    for subject, predicate, item in triples:
        if isinstance(item, Literal):
            datatype = None if item.datatype == XSD.string else node(item.datatype.value)
            value: rdflib.term.Identifier = rdflib.Literal(item.value, datatype=datatype)
        elif isinstance(item, NamedNode):
            value = node(item.value)
        graph.add((node(subject.value), node(predicate.value), value))
    return graph
