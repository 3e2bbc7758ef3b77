"""What is plainly right needs no pySHACL; what is not sure is never taken for right."""

import pytest
import rdflib
from pyoxigraph import Literal, NamedNode

from paperkg.graph.namespaces import RDF, XSD
from paperkg.graph.plain_rules import PlainRules, grouped, kept_apart

BEE = NamedNode("http://x.org/Bee")
NODE, OTHER = NamedNode("http://x.org/maja"), NamedNode("http://x.org/willy")
LEGS, AGE = NamedNode("http://x.org/legs"), NamedNode("http://x.org/age")
HEAD = "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix x: <http://x.org/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> ."


def kept(rule, *values, others=None):
    shapes = rdflib.Graph().parse(
        data=f"{HEAD} x:S a sh:PropertyShape ; sh:targetClass x:Bee ; sh:path x:legs ; {rule} ."
    )
    graph = {NODE: {RDF.type: [BEE], LEGS: list(values)}, OTHER: {RDF.type: [BEE]}}
    graph[NODE] |= others or {}
    return PlainRules(shapes).surely_kept(NODE, graph)


def number(text, datatype=XSD.integer):
    return Literal(text, datatype=datatype)


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("sh:minCount 1", [Literal("six")], []),
        ("sh:maxCount 1", [Literal("six")], [Literal("six"), Literal("two")]),
        ("sh:datatype xsd:string", [Literal("six")], [Literal("six", language="en")]),
        ("sh:datatype xsd:integer", [number("6")], [number("six")]),
        ("sh:datatype xsd:integer", [number("-6")], [Literal("6")]),
        ("sh:datatype xsd:decimal", [number("0.5", XSD.decimal)], [number("0.5")]),
        ("sh:datatype xsd:gYear", [number("2024", XSD.gYear)], [number("24", XSD.gYear)]),
        ("sh:datatype xsd:boolean", [number("true", XSD.boolean)], [number("yes", XSD.boolean)]),
        ("sh:minLength 1", [Literal("six")], [Literal("")]),
        ('sh:in ( "six" "two" )', [Literal("two")], [Literal("ten")]),
        ("sh:hasValue x:willy", [OTHER, NODE], [NODE]),
        ("sh:class x:Bee", [OTHER], [LEGS]),
        ("sh:class x:Bee", [OTHER], [Literal("willy")]),
        ("sh:nodeKind sh:IRI", [OTHER], [Literal("willy")]),
        ("sh:minInclusive 1", [number("1")], [number("0")]),
        ("sh:maxInclusive 1", [number("1")], [number("1.5", XSD.decimal)]),
        ("sh:maxInclusive 1", [number("1")], [Literal("1")]),
        ("sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:in ( x:willy ) ]", [OTHER, NODE], [NODE]),
    ],
)
def test_a_rule_lets_pass_what_keeps_to_it_and_nothing_else(rule, right, wrong):
    assert kept(rule, *right)
    assert not kept(rule, *wrong)


def test_a_value_is_less_than_another_where_both_are_numbers():
    assert kept("sh:lessThan x:age", number("6"), others={AGE: [number("10")]})
    assert not kept("sh:lessThan x:age", number("6"), others={AGE: [number("6")]})
    assert not kept("sh:lessThan x:age", number("6"), others={AGE: [Literal("ten")]})


@pytest.mark.parametrize(
    "rule", ['sh:pattern "s.*"', "sh:datatype xsd:date", "sh:nodeKind sh:Literal", "sh:node x:T", "sh:minExclusive 0"]
)
def test_a_rule_that_is_not_understood_is_never_sure(rule):
    assert not kept(rule, Literal("six"))


def test_rules_are_for_the_nodes_of_their_class_alone():
    shapes = rdflib.Graph().parse(data=f"{HEAD} x:S sh:targetClass x:Wasp ; sh:path x:legs ; sh:minCount 1 .")

    assert PlainRules(shapes).surely_kept(NODE, {NODE: {RDF.type: [BEE]}})


def test_nodes_kept_apart_bring_what_they_have_and_the_classes_of_what_they_point_to():
    graph = {NODE: {LEGS: [OTHER]}, OTHER: {RDF.type: [BEE], LEGS: [NODE]}}

    assert grouped(kept_apart([NODE], graph), [LEGS.value, RDF.type.value]) == {
        NODE: {LEGS: [OTHER]},
        OTHER: {RDF.type: [BEE]},
    }
