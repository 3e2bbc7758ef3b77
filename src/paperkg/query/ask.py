"""Asks the store: SPARQL as it is, or a named question with its parameters as a person writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from itertools import islice

from pyoxigraph import Literal, QueryBoolean, QueryTriples

from paperkg.errors import UsageError
from paperkg.graph.namespaces import KG, KIND_CLASSES, PAPER_TO_TERM, TERM_TO_TERM, XSD, typed
from paperkg.query.answers import Answer, Statements, Table, Truth
from paperkg.query.named import Parameter, question
from paperkg.query.nodes import find_node
from paperkg.store import GraphStore, Node

KINDS: dict[str, Node] = {kind: classes[0] for kind, classes in KIND_CLASSES.items()}
PREDICATES: dict[str, Node] = {
    predicate.value.removeprefix(KG.iri): predicate for predicate in (KG.mentions, *PAPER_TO_TERM, *TERM_TO_TERM)
}
FLAGS: dict[str, Node] = {flag: typed(flag, XSD.boolean) for flag in ("true", "false")}


def ask_sparql(store: GraphStore, sparql: str, *, limit: int | None = None) -> Answer:
    """Return the answer to a SPARQL query, at most ``limit`` rows or triples of it.

    Raises:
        QueryError: the query is wrong or refused.
    """
    return _collected(store, sparql, {}, limit)


def ask_question(store: GraphStore, name: str, given: Mapping[str, str], *, limit: int | None = None) -> Answer:
    """Return the answer to the named question for the parameters ``given``, at most ``limit`` rows of it.

    Raises:
        UsageError: there is no such question or parameter, one is missing, or its value means nothing or several things.
    """
    asked = question(name)
    values = {key: _value(store, asked.parameter(key), value) for key, value in given.items()}
    return _collected(store, asked.sparql(values.keys()), values, limit, {each.name for each in asked.parameters})


def _collected(
    store: GraphStore,
    sparql: str,
    values: Mapping[str, Node],
    limit: int | None,
    parameters: AbstractSet[str] = frozenset(),
) -> Answer:
    found = store.query(sparql, values)
    if isinstance(found, QueryBoolean):
        return Truth(bool(found))
    if isinstance(found, QueryTriples):
        return Statements(tuple(islice(found, limit)))
    names = [variable.value for variable in found.variables]
    kept = [index for index, name in enumerate(names) if name not in parameters]
    rows = tuple(tuple(row[index] for index in kept) for row in islice(found, limit))
    return Table(tuple(names[index] for index in kept), rows)


def _value(store: GraphStore, parameter: Parameter, text: str) -> Node:
    """Return the RDF node for what a person wrote for a parameter.

    Raises:
        UsageError: it is none of the values that the parameter takes.
    """
    match parameter.kind:
        case "paper" | "term" | "node":
            return find_node(store, text, parameter.kind)
        case "kind":
            return _chosen(parameter, text, KINDS)
        case "predicate":
            return _chosen(parameter, text, PREDICATES)
        case "flag":
            return _chosen(parameter, text, FLAGS)
        case "number":
            if not re.fullmatch(r"-?\d{1,18}", text.strip()):
                raise UsageError(f"{parameter.name} is a whole number, not {text!r}.")
            return Literal(int(text))
        case "text":
            return Literal(text)


def _chosen(parameter: Parameter, text: str, choices: Mapping[str, Node]) -> Node:
    for name, value in choices.items():
        if name.casefold() == text.strip().casefold():
            return value
    raise UsageError(f"{parameter.name} cannot be {text!r}.", remedy=f"It is one of: {', '.join(choices)}.")
