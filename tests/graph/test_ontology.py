import re

import pytest
from rdflib import RDF, SKOS, Graph, URIRef

from paperkg.export.ntriples import ntriples
from paperkg.graph import statements
from paperkg.graph.namespaces import KG, NAMESPACES
from paperkg.settings import GraphSettings
from paperkg.vocabulary import ontology_folder

BASE = "https://w3id.org/paperkg/"


@pytest.fixture(scope="module")
def ontology():
    return Graph().parse(ontology_folder() / "paperkg.ttl")


def test_every_exported_term_has_one_definition(ontology, collection, run):
    graph = Graph().parse(data=ntriples(statements(collection, GraphSettings(), run)), format="nt")
    exported = set(graph.predicates()) | set(graph.objects(predicate=RDF.type))
    exported |= {item.datatype for item in graph.objects() if getattr(item, "datatype", None)}
    assert [term for term in sorted(exported) if len(list(ontology.objects(term, SKOS.definition))) != 1] == []


def test_code_and_ontology_declare_the_same_names(ontology):
    declared = {URIRef(node.value) for namespace in NAMESPACES.values() for node in namespace}
    assert set(ontology.subjects(SKOS.definition)) == declared


def test_a_misspelt_name_is_refused():
    with pytest.raises(AttributeError, match="usesModels"):
        _ = KG.usesModels


def test_the_shapes_speak_of_declared_names_alone():
    text = (ontology_folder() / "shapes.ttl").read_text(encoding="utf-8")
    shapes = set(re.findall(r"^kg:([\w-]+) a sh:PropertyShape", text, re.MULTILINE))
    ours = {node.value.removeprefix(KG.iri) for node in KG}
    assert set(re.findall(r"\bkg:([\w-]+)", text)) - shapes <= ours
