"""Tells of most nodes at once that they keep to the shapes, so that pySHACL is asked only for the others.

The parameters of SHACL Core that our shapes use (https://www.w3.org/TR/shacl, section 4) are read from the shapes
themselves, each as a test that is passed only where SHACL's is: what is unusual, or not understood, fails and goes to
pySHACL, which alone says that a node breaks a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pyoxigraph import Literal, NamedNode, Triple

from paperkg.graph.namespaces import RDF, XSD

if TYPE_CHECKING:
    import rdflib

Term = NamedNode | Literal
Values = Mapping[NamedNode, Sequence[Term]]
Graph = Mapping[NamedNode, Values]
Test = Callable[[Sequence[Term], Values, Graph], bool]

_WRITTEN = {
    XSD.integer: re.compile(r"-?\d{1,18}"),
    XSD.decimal: re.compile(r"-?\d{1,18}(\.\d{1,18})?"),
    XSD.boolean: re.compile(r"true|false"),
    XSD.gYear: re.compile(r"\d{4}"),
    XSD.string: re.compile(r"(?s:.*)"),
}
"""Values that surely are of a datatype."""
_NUMBERS = frozenset({XSD.integer, XSD.decimal})
_DECLARING = frozenset({"type", "targetClass", "path", "qualifiedValueShape"})
"""Properties of a shape that are no tests of their own."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The tests of what a node has at one property."""

    path: NamedNode
    tests: tuple[Test, ...]


class PlainRules:
    """The rules of all shapes, by the class of the nodes they are for."""

    def __init__(self, shapes: rdflib.Graph) -> None:
        from rdflib.namespace import SH

        self._rules: dict[NamedNode, list[Rule | None]] = {}
        for shape, target in sorted(shapes.subject_objects(SH.targetClass)):
            self._rules.setdefault(NamedNode(str(target)), []).append(_rule(shape, shapes))

    def surely_kept(self, node: NamedNode, graph: Graph) -> bool:
        """Return whether a node keeps to all rules; False where that is not sure."""
        values = graph[node]
        for name in values.get(RDF.type, ()):
            for rule in self._rules.get(name, ()) if isinstance(name, NamedNode) else ():
                if rule is None:
                    return False
                items = values.get(rule.path, ())
                if not all(test(items, values, graph) for test in rule.tests):
                    return False
        return True


def grouped(triples: Iterable[Triple], predicates: Iterable[str]) -> dict[NamedNode, dict[NamedNode, list[Term]]]:
    """Return what each node has at the ``predicates``; blank nodes and quoted triples are no values that a rule knows."""
    wanted = {NamedNode(name) for name in predicates}
    found: dict[NamedNode, dict[NamedNode, list[Term]]] = {}
    for subject, predicate, item in triples:
        if predicate in wanted and isinstance(item, NamedNode | Literal):
            found.setdefault(subject, {}).setdefault(predicate, []).append(item)
    return found


def kept_apart(nodes: Iterable[NamedNode], graph: Graph) -> Iterable[Triple]:
    """Yield what these nodes have, and the classes of what they point to."""
    chosen = {node: None for node in nodes if node in graph}
    for node in chosen:
        for predicate, items in graph[node].items():
            yield from (Triple(node, predicate, item) for item in items)
    named = {item for node in chosen for items in graph[node].values() for item in items if isinstance(item, NamedNode)}
    for other in sorted(named - chosen.keys(), key=str):
        yield from (Triple(other, RDF.type, item) for item in graph.get(other, {}).get(RDF.type, ()))


def _rule(shape: Any, shapes: rdflib.Graph) -> Rule | None:
    """Return a shape as a rule; None where a parameter is not one of ours."""
    from rdflib.namespace import SH

    tests: list[Test] = []
    for predicate, value in sorted(shapes.predicate_objects(shape)):
        name = str(predicate).removeprefix(str(SH))
        if name.rpartition("#")[2] in _DECLARING:
            continue
        maker = _MAKERS.get(name)
        if maker is None:
            return None
        tests.append(maker(_terms(value, shape, shapes)))
    return Rule(NamedNode(str(shapes.value(shape, SH.path))), tuple(tests))


def _terms(value: Any, shape: Any, shapes: rdflib.Graph) -> list[Term]:
    """Return a parameter's value as terms: those of a list, of a qualified shape with the number before them, or itself."""
    from rdflib.collection import Collection
    from rdflib.namespace import SH

    qualified = shapes.value(shape, SH.qualifiedValueShape)
    if qualified is not None and value == shapes.value(shape, SH.qualifiedMinCount):
        if set(shapes.predicates(qualified)) != {SH["in"]}:
            return []
        return [_term(value), *_terms(shapes.value(qualified, SH["in"]), None, shapes)]
    items = list(Collection(shapes, value))
    return [_term(each) for each in (items or [value])]


def _term(value: Any) -> Term:
    import rdflib

    if isinstance(value, rdflib.Literal):
        return Literal(str(value), datatype=NamedNode(str(value.datatype)) if value.datatype else XSD.string)
    return NamedNode(str(value))


def _at_least(terms: Sequence[Term]) -> Test:
    count = int(terms[0].value)
    return lambda items, _values, _graph: len(items) >= count


def _at_most(terms: Sequence[Term]) -> Test:
    count = int(terms[0].value)
    return lambda items, _values, _graph: len(items) <= count


def _of_datatype(terms: Sequence[Term]) -> Test:
    wanted = terms[0]
    written = _WRITTEN.get(wanted)  # type: ignore[arg-type]
    if written is None:
        return _never
    matches = written.fullmatch

    def test(items: Sequence[Term], _values: Values, _graph: Graph) -> bool:
        return all(
            isinstance(item, Literal) and item.datatype == wanted and not item.language and matches(item.value)
            for item in items
        )

    return test


def _of_length(terms: Sequence[Term]) -> Test:
    length = int(terms[0].value)
    return lambda items, _values, _graph: all(len(item.value) >= length for item in items)


def _among(terms: Sequence[Term]) -> Test:
    allowed = frozenset(terms)
    return lambda items, _values, _graph: all(item in allowed for item in items)


def _with_value(terms: Sequence[Term]) -> Test:
    wanted = terms[0]
    return lambda items, _values, _graph: wanted in items


def _some_among(terms: Sequence[Term]) -> Test:
    if not terms:
        return _never
    count, allowed = int(terms[0].value), frozenset(terms[1:])
    return lambda items, _values, _graph: sum(item in allowed for item in items) >= count


def _of_class(terms: Sequence[Term]) -> Test:
    wanted = terms[0]

    def test(items: Sequence[Term], _values: Values, graph: Graph) -> bool:
        return all(
            isinstance(item, NamedNode) and item in graph and wanted in graph[item].get(RDF.type, ()) for item in items
        )

    return test


def _of_kind(terms: Sequence[Term]) -> Test:
    if terms[0].value.rpartition("#")[2] != "IRI":
        return _never
    return lambda items, _values, _graph: all(isinstance(item, NamedNode) for item in items)


def _number(item: Term) -> Decimal | None:
    plain = isinstance(item, Literal) and item.datatype in _NUMBERS and _WRITTEN[XSD.decimal].fullmatch(item.value)
    return Decimal(item.value) if plain else None


def _not_below(terms: Sequence[Term]) -> Test:
    least = Decimal(terms[0].value)
    return lambda items, _values, _graph: all((n := _number(item)) is not None and n >= least for item in items)


def _not_above(terms: Sequence[Term]) -> Test:
    most = Decimal(terms[0].value)
    return lambda items, _values, _graph: all((n := _number(item)) is not None and n <= most for item in items)


def _less_than(terms: Sequence[Term]) -> Test:
    other = NamedNode(terms[0].value)

    def test(items: Sequence[Term], values: Values, _graph: Graph) -> bool:
        numbers, bounds = ([_number(each) for each in some] for some in (items, values.get(other, ())))
        return all(n is not None and b is not None and n < b for n in numbers for b in bounds)

    return test


def _never(_items: Sequence[Term], _values: Values, _graph: Graph) -> bool:
    return False


_MAKERS: Mapping[str, Callable[[Sequence[Term]], Test]] = {
    "minCount": _at_least,
    "maxCount": _at_most,
    "datatype": _of_datatype,
    "minLength": _of_length,
    "in": _among,
    "hasValue": _with_value,
    "qualifiedMinCount": _some_among,
    "class": _of_class,
    "nodeKind": _of_kind,
    "minInclusive": _not_below,
    "maxInclusive": _not_above,
    "lessThan": _less_than,
}
