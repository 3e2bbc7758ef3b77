from dataclasses import replace

import pytest
from pyoxigraph import Literal, NamedNode
from rdflib import Graph
from rdflib.compare import isomorphic

from paperkg.export.ntriples import ntriples
from paperkg.export.turtle import turtle
from paperkg.graph import statements
from paperkg.graph.iris import expand
from paperkg.graph.shapes import validate
from paperkg.records import Collection, Run
from paperkg.settings import GraphSettings
from paperkg.store import store_of

BASE = "https://w3id.org/paperkg/"
FERN = "paper:arxiv-2601.00001"


@pytest.fixture
def triples(collection, run):
    return list(statements(collection, GraphSettings(), run))


@pytest.fixture
def ask(triples):
    store = store_of(triples)
    return lambda pattern: bool(store.query(f"ASK {{ {pattern} }}"))


def test_a_paper_has_its_own_class_and_the_reused_ones(ask):
    assert ask(f"{FERN} a kg:Paper, schema:ScholarlyArticle, fabio:ResearchPaper")


def test_authors_stand_in_order_and_one_by_one(ask):
    assert ask(f'{FERN} kg:authors "A. Fern; B. Moss" ; dc:creator "A. Fern", "B. Moss"')


def test_the_year_is_a_year(ask):
    assert ask(f'{FERN} dcterms:issued "2026"^^xsd:gYear')


def test_a_doi_is_kept_as_it_is_and_as_an_address(ask):
    assert ask(
        'paper:doi-10.1234-plants.2 dcterms:identifier "10.1234/plants.2" ;'
        " schema:sameAs <https://doi.org/10.1234/plants.2>"
    )


def test_an_address_with_a_space_becomes_a_valid_iri(ask):
    assert ask(f"{FERN} schema:codeRepository <https://example.org/fern%20fold>")


def test_code_that_is_promised_has_no_address(ask):
    assert ask("paper:doi-10.1234-plants.2 kg:codeAnnounced true")
    assert not ask("paper:doi-10.1234-plants.2 schema:codeRepository ?code")


def test_a_paper_without_a_title_has_a_label_alone(ask):
    assert ask('paper:text-00000000000000a3 rdfs:label "in-context learning"')
    assert not ask("paper:text-00000000000000a3 dcterms:title ?title")


def test_a_benchmark_is_a_dataset_without_a_reasoner(ask):
    assert ask("term:puzzlebench a kg:Benchmark, kg:Dataset, schema:Dataset, skos:Concept ; skos:inScheme kg:terms")


def test_a_label_is_no_alternative_to_itself(ask):
    assert ask('term:fernfold-fern-folding skos:altLabel "Fern Folding"')
    assert not ask('term:fernfold-fern-folding skos:altLabel "Fernfold"')


def test_an_edge_says_why_it_is_there(ask):
    assert ask(
        f"""?evidence a kg:Evidence, rdf:Statement ; rdf:subject {FERN} ; rdf:predicate kg:usesModel ;
        rdf:object term:tulip-7b ; kg:paper {FERN} ; kg:field "text" ; kg:exact "Tulip-7B" ; kg:start 158 ; kg:end 166 ;
        kg:rule "vocabulary" ; kg:confidence 0.97 ; prov:wasGeneratedBy ?run . ?run a kg:Run ; kg:toolVersion "0.1.0" ;
        kg:setting "embedder=hash" ; kg:modelHash "words=00ff" ."""
    )


def test_a_system_outperforms_in_its_paper(ask):
    assert ask(
        f"""term:fernfold-fern-folding kg:outperforms term:mossgrow .
        ?evidence rdf:subject term:fernfold-fern-folding ; rdf:predicate kg:outperforms ; kg:paper {FERN}"""
    )


def test_every_edge_has_evidence(triples):
    store = store_of(triples)
    rows = store.query(
        """SELECT ?s ?o { ?s ?p ?o . FILTER(STRSTARTS(STR(?p), STR(kg:)) && isIRI(?o))
        FILTER(?p NOT IN (kg:paper, kg:system, kg:benchmark, kg:metric, kg:baseline, kg:term))
        FILTER NOT EXISTS { ?e rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o ; a kg:Evidence } }"""
    )
    assert [row["s"] for row in rows] == []


def test_a_wider_term_and_a_merged_label_name_their_rule(ask):
    assert ask("term:tulip-7b skos:broader term:tulip")
    assert ask('[] a kg:Derivation ; rdf:subject term:tulip-7b ; rdf:object term:tulip ; kg:rule "size"')
    assert ask('[] a kg:Merge ; kg:term term:diffusion-language-model ; kg:label "diffusion LM" ; kg:rule "plural"')


def test_a_result_keeps_the_words_and_finds_the_terms(ask):
    assert ask(
        """result:00000000000000f1 a kg:Result ; kg:systemLabel "Fernfold" ; kg:system term:fernfold-fern-folding ;
        kg:benchmark term:puzzlebench ; kg:metric term:accuracy ; kg:baseline term:mossgrow ; kg:value "3.5 points" ;
        kg:numericValue 3.5 ; kg:direction "higher" """
    )


def test_a_result_whose_words_mean_two_terms_names_neither(collection, run):
    first = next(entity for entity in collection.entities if entity.id == "mossgrow")
    second = replace(first, id="mossgrow-2")
    two = replace(collection, entities=(*collection.entities, second), links=())
    store = store_of(statements(two, GraphSettings(), run))
    assert not store.query("ASK { ?result kg:baseline ?term }")
    assert store.query('ASK { ?result kg:baselineLabel "Mossgrow" }')


def test_numbers_are_plain_digits(collection, run):
    tiny = replace(collection.results[0], number=1e-7)
    huge = replace(collection.results[0], id="00000000000000f2", number=float("inf"))
    store = store_of(statements(replace(collection, results=(tiny, huge)), GraphSettings(), run))
    assert [row["n"].value for row in store.query("SELECT ?n { ?result kg:numericValue ?n }")] == ["0.0000001"]


def test_without_text_no_abstract_and_twelve_words_of_a_sentence(collection, run):
    store = store_of(statements(collection, GraphSettings(with_text=False), run))
    assert not store.query("ASK { ?paper dcterms:abstract ?text }")
    sentences = [row["s"].value for row in store.query("SELECT ?s { ?e kg:sentence ?s }")]
    assert max(len(sentence.removesuffix(" …").split()) for sentence in sentences) == 12
    assert "Fernfold beats Mossgrow on PuzzleBench by 3.5 points of accuracy with Tulip-7B …" in sentences


def test_without_text_evidence_keeps_its_name(collection, run):
    with_text = {str(t.subject) for t in statements(collection, GraphSettings(), run)}
    without = {str(t.subject) for t in statements(collection, GraphSettings(with_text=False), run)}
    assert without == with_text


def test_the_base_moves_data_and_leaves_the_vocabulary(collection, run):
    triples = list(statements(collection, GraphSettings(base="https://example.org/g/"), run))
    store = store_of(triples)
    assert store.base == "https://example.org/g/"
    assert store.query("ASK { paper:arxiv-2601.00001 a kg:Paper }")
    assert {t.subject.value.startswith(("https://example.org/g/", f"{BASE}ontology#")) for t in triples} == {True}
    assert NamedNode(f"{BASE}ontology#Paper") in {t.object for t in triples}


def test_half_a_character_does_not_stop_the_graph(collection, run):
    broken = replace(collection.papers[0], label="half \ud83d")
    store = store_of(statements(replace(collection, papers=(broken,), links=(), results=()), GraphSettings(), run))
    assert store.query('ASK { ?paper rdfs:label "half ?" }')


def test_a_name_that_no_prefix_can_carry_is_refused(collection, run):
    broken = replace(collection.entities[0], id="a/b")
    with pytest.raises(ValueError, match="a/b"):
        list(statements(replace(collection, entities=(broken,)), GraphSettings(), run))


def test_turtle_and_ntriples_are_one_graph_to_both_parsers(triples):
    canonical = ntriples(triples)
    text = turtle(canonical)
    as_turtle = Graph().parse(data=text, format="turtle")
    as_lines = Graph().parse(data=canonical, format="nt")
    assert isomorphic(as_turtle, as_lines)
    assert len(as_lines) == len(set(triples)) == canonical.count(b"\n")
    assert ntriples(store_of(triples).triples()) == canonical


def test_no_local_name_in_turtle_is_escaped(triples):
    import re

    text = turtle(ntriples(triples)).decode()
    without_strings = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    assert "\\" not in without_strings
    assert f"<{BASE}" not in text.partition("\n\n")[2]


def test_the_order_of_triples_changes_no_byte(triples):
    assert ntriples(reversed(triples)) == ntriples(triples)


def test_subjects_stand_in_order_with_their_types_first(triples):
    blocks = turtle(ntriples(triples)).decode().split("\n\n")[1:]
    subjects = [expand(block.split()[0], BASE) + ">" for block in blocks]
    assert subjects == sorted(set(subjects))
    assert {block.split()[1] for block in blocks} == {"a"}


def test_an_empty_collection_is_a_graph_with_its_run(run):
    triples = list(statements(Collection(papers=(), entities=(), links=(), results=()), GraphSettings(), run))
    assert validate(triples) == ()
    assert store_of(triples).query("ASK { ?run a kg:Run }")


def test_another_run_is_another_node(collection, run):
    other = Run(version="0.2.0", settings=run.settings, models=run.models)
    runs = {
        t.subject
        for which in (run, other)
        for t in statements(collection, GraphSettings(), which)
        if t.object == Literal(which.version)
    }
    assert len(runs) == 2
