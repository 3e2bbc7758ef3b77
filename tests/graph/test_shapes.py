from collections import Counter

import pyshacl
import pytest
import rdflib
from pyoxigraph import Literal, NamedNode, Triple
from rdflib.namespace import SH

from paperkg.export.ntriples import ntriples
from paperkg.graph import statements
from paperkg.graph.changes import changes
from paperkg.graph.namespaces import DCTERMS, KG, RDF, SKOS
from paperkg.graph.shapes import SHAPES, validate
from paperkg.settings import GraphSettings
from paperkg.vocabulary import ontology_folder

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


def test_only_the_nodes_named_are_checked(triples):
    broken = without(triples, SKOS.prefLabel)
    gone = next(t for t in triples if t.predicate == SKOS.prefLabel)
    assert [v.node for v in validate(broken, only={gone.subject.value})] == [gone.subject.value]
    assert validate(broken, only={TERM.value}) == ()


def written(triples, path):
    path.write_bytes(ntriples(triples))
    return path


def test_what_changed_is_checked_as_the_whole_graph_is(triples, tmp_path):
    old = written(triples, tmp_path / "old.nt")
    assert changes(old, old).nodes == frozenset()
    for position in range(0, len(triples), 7):
        broken = [*triples[:position], *triples[position + 1 :]]
        found = changes(old, written(broken, tmp_path / "new.nt"))
        assert len(found.triples) < len(triples)
        assert validate(found.triples, only=found.nodes) == validate(broken)


def test_every_rule_broken_is_found_as_on_a_plain_graph_of_rdflib(triples):
    """Each property that a shape names is taken from one node and given a wrong value in others."""
    shapes = rdflib.Graph().parse(ontology_folder() / SHAPES)
    broken = list(triples)
    for number, path in enumerate(sorted(set(shapes.objects(None, SH.path)), key=str)):
        predicate = NamedNode(str(path))
        having = [t for t in broken if t.predicate == predicate]
        if having and predicate != RDF.type:
            broken.remove(having[number % len(having)])
        nodes = sorted({t.subject for t in having}, key=str) or [t.subject for t in triples if t.object == KG.Paper]
        wrong = (
            Literal(""),
            Literal(-1),
            Literal("x", datatype=NamedNode("http://x.org/t")),
            NamedNode("http://x.org/n"),
        )
        broken += [Triple(nodes[place % len(nodes)], predicate, value) for place, value in enumerate(wrong, number)]
    plain = rdflib.Graph().parse(data=ntriples(broken).decode(), format="nt")
    _, report, _ = pyshacl.validate(plain, shacl_graph=shapes, inference="none")
    told = (SH.focusNode, SH.resultPath, SH.value)
    expected = Counter(
        tuple(str(report.value(result, each) or "") for each in told)
        for result in report.subjects(rdflib.RDF.type, SH.ValidationResult)
    )
    found = Counter((v.node, v.property, v.value) for v in validate(broken))
    assert found == expected
    unbroken = {str(path) for path in shapes.objects(None, SH.path)} - {path for _, path, _ in found}
    free = (KG.modelHash, KG.setting, KG.baselineValue, SKOS.exactMatch, RDF.type)
    assert unbroken <= {each.value for each in free}
