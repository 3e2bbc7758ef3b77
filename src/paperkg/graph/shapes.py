"""Checks a graph against ``ontology/shapes.ttl`` with pySHACL (SHACL, W3C Recommendation 20 July 2017)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from pyoxigraph import Triple

from paperkg.vocabulary import ontology_folder

SHAPES = "shapes.ttl"


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A node that breaks a rule: which node, at which property, with which value, and what the rule says."""

    node: str
    property: str
    value: str
    message: str


def validate(triples: Iterable[Triple], *, only: Collection[str] | None = None) -> tuple[Violation, ...]:
    """Return how ``triples`` break the shapes, sorted; nothing where they conform.

    ``only`` are the nodes to check, by their IRIs; None is all of them. The classes of all nodes must be in ``triples``.
    """
    import pyshacl
    import rdflib
    from rdflib.namespace import RDF, SH

    from paperkg.graph.node_graph import NodeGraph

    shapes = rdflib.Graph().parse(ontology_folder() / SHAPES, format="turtle")
    asked_for = {str(path) for predicate in (SH.path, SH.lessThan) for path in shapes.objects(None, predicate)}
    graph = NodeGraph(triples, {str(RDF.type), *asked_for}, only)
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
