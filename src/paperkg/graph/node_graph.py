"""A graph as a validator reads it: which values a node has, and which nodes there are to check.

rdflib's own store keeps every triple three times over and asks for its context at each step, so that validation spends
two thirds of its time there. Here a value is one look into a dictionary.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import rdflib
from pyoxigraph import Literal, NamedNode, Triple
from rdflib.namespace import RDF

from paperkg.graph.namespaces import XSD

Node = rdflib.term.Node


class NodeGraph(rdflib.Graph):
    """Triples that are read and never changed, with only the predicates that somebody asks for.

    ``checked`` are the nodes to check, None for all: only these are found by their class, while the classes of every
    node are known.
    """

    def __init__(
        self, triples: Iterable[Triple], predicates: Collection[str], checked: Collection[str] | None = None
    ) -> None:
        super().__init__(bind_namespaces="none")
        known: dict[NamedNode | Literal, Any] = {}
        self._values: dict[Node, dict[Node, list[Node]]] = {rdflib.URIRef(name): {} for name in predicates}
        self._instances: dict[Node, list[Node]] = defaultdict(list)
        by_name = {NamedNode(str(predicate)): values for predicate, values in self._values.items()}
        of_type = self._values[RDF.type]
        for subject, predicate, item in triples:
            values = by_name.get(predicate)
            if values is None or not isinstance(item, NamedNode | Literal):
                continue
            node = known.get(subject)
            if node is None:
                node = known[subject] = rdflib.URIRef(subject.value)
            value = known.get(item)
            if value is None:
                value = known[item] = _term(item)
            values.setdefault(node, []).append(value)
            if values is of_type and (checked is None or subject.value in checked):
                self._instances[value].append(node)

    def objects(  # type: ignore[override]  # any iterator will do
        self,
        subject: Any = None,
        predicate: Any = None,
        unique: bool = False,  # noqa: ARG002 - rdflib's signature
    ) -> Iterator[Any]:
        """Return the values that a node has for a predicate; both must be given."""
        return iter(self._values.get(predicate, {}).get(subject, ()))

    def subjects(  # type: ignore[override]  # any iterator will do
        self,
        predicate: Any = None,
        object: Any = None,  # noqa: A002 - rdflib's name
        unique: bool = False,  # noqa: ARG002 - rdflib's signature
    ) -> Iterator[Any]:
        """Return the nodes to check that are of a class; of any other predicate than ``rdf:type`` there are none."""
        return iter(self._instances.get(object, ()) if predicate == RDF.type else ())

    def triples(self, triple: Any) -> Iterator[Any]:  # type: ignore[override]  # paths are never asked for
        """Yield the triples of one node and one predicate, with one value or any."""
        subject, predicate, item = triple
        for value in self.objects(subject, predicate):
            if item is None or item == value:
                yield subject, predicate, value


def _term(item: NamedNode | Literal) -> Node:
    if isinstance(item, NamedNode):
        return rdflib.URIRef(item.value)
    plain = item.datatype == XSD.string
    return rdflib.Literal(item.value, datatype=None if plain else rdflib.URIRef(item.datatype.value))
