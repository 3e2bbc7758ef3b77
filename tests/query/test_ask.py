from dataclasses import replace

import pytest

from paperkg.errors import QueryError, UsageError
from paperkg.graph import statements
from paperkg.query import Statements, Truth, ask_question, ask_sparql, questions
from paperkg.settings import GraphSettings
from paperkg.store import store_of

SAMPLES = {
    "paper": "Fernfold",
    "term": "Tulip",
    "node": "Tulip",
    "text": "tulip",
    "number": "1",
    "flag": "true",
    "kind": "Model",
    "predicate": "about",
}


@pytest.fixture
def store(collection, run):
    return store_of(statements(collection, GraphSettings(), run))


def rows(store, name, *columns, **given):
    answer = ask_question(store, name, given)
    chosen = [answer.columns.index(column) for column in columns]
    return [tuple(row[index].value for index in chosen) for row in answer.rows]


def test_papers_meet_in_a_model_of_the_same_family(store):
    assert rows(store, "shared-models", "modelLabel", "otherLabel", paper="Growing Moss") == [
        ("Tulip", "Fernfold: Folding for Speed"),
        ("Tulip", "in-context learning"),
    ]


def test_papers_meet_in_a_concept(store):
    assert rows(store, "shared-concepts", "conceptLabel", "otherLabel", paper="Fernfold") == [
        ("diffusion language model", "Growing Moss")
    ]


def test_without_a_paper_every_shared_benchmark_is_listed(store):
    assert rows(store, "shared-benchmarks", "benchmarkLabel", "otherLabel") == [
        ("PuzzleBench", "Fernfold: Folding for Speed"),
        ("PuzzleBench", "Growing Moss"),
    ]


def test_a_paper_on_a_version_is_a_paper_on_the_family(store):
    found = rows(store, "papers-on", "paperLabel", "asLabel", term="Tulip")
    assert found == [
        ("Fernfold: Folding for Speed", "Tulip-7B"),
        ("Growing Moss", "Tulip"),
        ("in-context learning", "Tulip-7B"),
    ]


def test_an_edge_can_be_asked_for(store):
    assert len(rows(store, "papers-on", "paperLabel", term="Mossgrow", how="proposes")) == 1


def test_evidence_of_a_paper_is_evidence_of_its_system_too(store):
    found = rows(store, "evidence", "fromLabel", "objectLabel", subject="arXiv:2601.00001", how="outperforms")
    assert found == [("Fernfold", "Mossgrow")]


def test_code_that_is_only_promised(store):
    assert rows(store, "code", "paperLabel", promised="true") == [("Growing Moss",)]
    assert len(rows(store, "code", "paperLabel")) == 2


def test_a_rare_shared_term_weighs_as_much_as_it_is_rare(store):
    assert rows(store, "papers-alike", "otherLabel", "shared", "weight", paper="Fernfold") == [
        ("Growing Moss", "3", "1.5"),
        ("in-context learning", "1", "0.5"),
    ]


def test_a_paper_that_shares_nothing_is_alone(store):
    assert rows(store, "alone", "paper") == [("https://w3id.org/paperkg/paper/text-00000000000000b4",)]


def test_two_papers_have_a_version_and_its_family_in_common(store):
    found = rows(store, "in-common", "termLabel", "asLabel", "otherAsLabel", paper="Fernfold", other="Growing Moss")
    assert ("Tulip", "Tulip-7B", "Tulip") in found
    assert ("PuzzleBench", "PuzzleBench", "PuzzleBench") in found


def test_one_term_joins_two_papers_that_share_nothing_else(collection, run):
    links = tuple(link for link in collection.links if link.object != "tulip-7b" or link.paper != "arxiv-2601.00001")
    links = tuple(link for link in links if link.predicate == "usesModel" or link.object == "puzzlebench")
    store = store_of(statements(replace(collection, links=links), GraphSettings(), run))
    assert rows(store, "bridges", "termLabel", "one", "other") == [
        ("PuzzleBench", "Fernfold: Folding for Speed", "Growing Moss")
    ]


def test_a_term_rises_when_more_papers_name_it_than_in_the_year_before(collection, run):
    def asked(*years):
        papers = [replace(r, paper=replace(r.paper, year=y)) for r, y in zip(collection.papers, years, strict=True)]
        dated = replace(collection, papers=tuple(papers))
        return rows(store_of(statements(dated, GraphSettings(), run)), "rising", "termLabel", "now", "before")

    assert ("PuzzleBench", "2", "0") in asked(2026, 2026, 2025, 2024)
    assert asked(2026, 2025, 2026, 2024) == [("Tulip-7B", "2", "0")]
    assert asked(2026, 2026, 2026, 2024) == []


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("proposals", {"kind": "Gadget"}, "It is one of: Concept, Task"),
        ("papers-on", {"term": "Tulip", "how": "likes"}, "evaluatesOn"),
        ("papers-on", {"term": "Fernfold: Folding for Speed"}, "No term is named"),
        ("papers-on", {"term": 'Tulip" } DELETE'}, "No term is named"),
        ("code", {"promised": "perhaps"}, "true, false"),
    ],
)
def test_a_value_that_fits_no_parameter_is_explained(store, name, given, message):
    with pytest.raises(UsageError, match=message):
        ask_question(store, name, given)


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_can_be_asked_with_nothing_but_what_it_needs(store, name):
    given = {p.name: SAMPLES[p.kind] for p in questions()[name].parameters if not p.optional}
    ask_question(store, name, given)


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_can_be_asked_with_everything(store, name):
    given = {p.name: SAMPLES[p.kind] for p in questions()[name].parameters}
    ask_question(store, name, given)


def test_a_spelling_is_told_once_for_each_meaning(store):
    assert rows(store, "acronym", "termLabel", "called", short="Tulip") == [("Tulip", "Tulip")]


def test_a_question_has_as_many_rows_as_are_wanted(store):
    assert len(ask_question(store, "papers-on", {"term": "Tulip"}, limit=2).rows) == 2
    assert len(ask_question(store, "papers-on", {"term": "Tulip"}).rows) == 3


def test_sparql_is_answered_as_it_asks(store):
    assert ask_sparql(store, "ASK { term:tulip a kg:Model }") == Truth(True)
    assert isinstance(ask_sparql(store, "DESCRIBE term:tulip"), Statements)
    assert len(ask_sparql(store, "SELECT * { ?s ?p ?o }", limit=3).rows) == 3


def test_wrong_sparql_says_so(store):
    with pytest.raises(QueryError, match="no SPARQL query"):
        ask_sparql(store, "SELECT")
