"""Asks the store: SPARQL as it is, or a named question with its parameters as a person writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice

from pyoxigraph import Literal, NamedNode, QueryBoolean, QueryTriples

from paperkg.errors import UsageError
from paperkg.graph.namespaces import KG, KIND_CLASSES, PAPER_TO_TERM, TERM_TO_TERM, XSD, typed
from paperkg.query.answers import Answer, Statements, Table, Truth
from paperkg.query.named import Parameter, question
from paperkg.query.nodes import find_node
from paperkg.store import GraphStore

Value = NamedNode | Literal

KINDS: dict[str, Value] = {kind: classes[0] for kind, classes in KIND_CLASSES.items()}
PREDICATES: dict[str, Value] = {
    predicate.value.removeprefix(KG.iri): predicate for predicate in (KG.mentions, *PAPER_TO_TERM, *TERM_TO_TERM)
}
FLAGS: dict[str, Value] = {flag: typed(flag, XSD.boolean) for flag in ("true", "false")}


def ask_sparql(store: GraphStore, sparql: str, *, limit: int | None = None) -> Answer:
    """Return the answer to a SPARQL query, at most ``limit`` rows or triples of it.

    Raises:
        QueryError: the query is wrong or refused.
    """
    return _collected(store, sparql, limit)


def ask_question(store: GraphStore, name: str, given: Mapping[str, str], *, limit: int | None = None) -> Answer:
    """Return the answer to the named question for the parameters ``given``, at most ``limit`` rows of it.

    Without ``limit`` it has at most as many rows as the question says.

    Raises:
        UsageError: there is no such question or parameter, one is missing, or its value means nothing or several things.
    """
    asked = question(name)
    values = {key: _value(store, asked.parameter(key), value) for key, value in given.items()}
    return _collected(store, asked.sparql(values, limit), asked.rows if limit is None else limit)


def _collected(store: GraphStore, sparql: str, limit: int | None) -> Answer:
    found = store.query(sparql)
    if isinstance(found, QueryBoolean):
        return Truth(bool(found))
    if isinstance(found, QueryTriples):
        return Statements(tuple(islice(found, limit)))
    columns = tuple(variable.value for variable in found.variables)
    return Table(columns, tuple(tuple(row) for row in islice(found, limit)))


def _value(store: GraphStore, parameter: Parameter, text: str) -> Value:
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


def _chosen(parameter: Parameter, text: str, choices: Mapping[str, Value]) -> Value:
    for name, value in choices.items():
        if name.casefold() == text.strip().casefold():
            return value
    raise UsageError(f"{parameter.name} cannot be {text!r}.", remedy=f"It is one of: {', '.join(choices)}.")
