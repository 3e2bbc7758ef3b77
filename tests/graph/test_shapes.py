import pytest
from pyoxigraph import Literal, NamedNode, Triple

from paperkg.graph import statements
from paperkg.graph.namespaces import DCTERMS, KG, RDF, SKOS
from paperkg.graph.shapes import validate
from paperkg.settings import GraphSettings

TERM = NamedNode("https://w3id.org/paperkg/term/tulip")


@pytest.fixture
def triples(collection, run):
    return list(statements(collection, GraphSettings(), run))


def without(triples, predicate):
    gone = next(triple for triple in triples if triple.predicate == predicate)
    return [triple for triple in triples if triple != gone]


def test_a_graph_of_ours_conforms(triples):
    assert validate(triples) == ()


def test_a_graph_without_text_conforms(collection, run):
    assert validate(statements(collection, GraphSettings(with_text=False), run)) == ()


@pytest.mark.parametrize("predicate", [KG.confidence, KG.sentence, KG.rule, KG.start, SKOS.prefLabel, KG.sourceFile])
def test_what_every_node_needs_is_missed(triples, predicate):
    assert [v.property for v in validate(without(triples, predicate))] == [predicate.value]


@pytest.mark.parametrize(
    ("predicate", "value"),
    [
        (DCTERMS.issued, Literal("soon")),
        (KG.contribution, Literal("miracle")),
        (KG.evaluatesOn, TERM),
        (KG.about, NamedNode("https://w3id.org/paperkg/term/nowhere")),
    ],
)
def test_a_value_of_the_wrong_sort_is_found(triples, predicate, value):
    paper = NamedNode("https://w3id.org/paperkg/paper/text-00000000000000b4")
    found = validate([*triples, Triple(paper, predicate, value)])
    assert {(v.node, v.property) for v in found} == {(paper.value, predicate.value)}


def test_evidence_that_ends_before_it_starts_is_found(triples):
    evidence = next(t.subject for t in triples if t.predicate == RDF.type and t.object == KG.Evidence)
    swapped = [t for t in triples if not (t.subject == evidence and t.predicate == KG.end)]
    found = validate([*swapped, Triple(evidence, KG.end, Literal(0))])
    assert [v.node for v in found] == [evidence.value]
