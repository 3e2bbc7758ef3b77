"""Checks a graph against ``ontology/shapes.ttl`` with pySHACL (SHACL, W3C Recommendation 20 July 2017)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode, Triple

from paperkg.vocabulary import ontology_folder

if TYPE_CHECKING:
    from paperkg.graph.plain_rules import Graph, PlainRules

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
    pySHACL looks at the nodes that are not plainly right, and at one of each sort that is.
    """
    import pyshacl
    import rdflib
    from rdflib.namespace import RDF, SH

    from paperkg.graph.node_graph import NodeGraph
    from paperkg.graph.plain_rules import PlainRules, grouped, kept_apart

    shapes = rdflib.Graph().parse(ontology_folder() / SHAPES, format="turtle")
    asked_for = {str(path) for predicate in (SH.path, SH.lessThan) for path in shapes.objects(None, predicate)}
    asked_for.add(str(RDF.type))
    known = grouped(triples, asked_for)
    chosen = _to_check(known, PlainRules(shapes), only)
    graph = NodeGraph(kept_apart(chosen, known), asked_for, {node.value for node in chosen})
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


def _to_check(graph: Graph, rules: PlainRules, only: Collection[str] | None) -> list[NamedNode]:
    """Return the nodes that pySHACL is asked for: all that may break a rule, and the first with each set of properties."""
    met: set[frozenset[NamedNode]] = set()
    chosen = []
    for node, values in graph.items():
        if only is not None and node.value not in only:
            continue
        properties = frozenset(values)
        if properties not in met or not rules.surely_kept(node, graph):
            met.add(properties)
            chosen.append(node)
    return chosen
