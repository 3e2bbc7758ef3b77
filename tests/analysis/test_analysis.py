from dataclasses import replace

import pytest

from paperkg.analysis import diff, gaps, matrix, path, show, similar, why
from paperkg.analysis.edges import marked
from paperkg.folder import REPORT, BuildFolder, write_collection
from paperkg.graph import statements
from paperkg.query import find_node
from paperkg.records import Collection, Entity, Evidence, Link, Paper, PaperRecord, Source
from paperkg.settings import GraphSettings
from paperkg.store import store_of


@pytest.fixture
def store(collection, run):
    return store_of(statements(collection, GraphSettings(), run))


@pytest.fixture
def node(store):
    return lambda name: find_node(store, name)


def small(papers_of):
    """Return a collection in which each paper is linked to the terms named, one letter a term."""
    papers = tuple(
        PaperRecord(paper=Paper(source=Source("list", 1), id=name, text=f"On {', '.join(terms)}."), label=name)
        for name, terms in papers_of.items()
    )
    links = tuple(
        Link(name, name, "about", term, 0.9, (Evidence(name, "text", term, 3, 4, f"On {term}.", "test", 0.9),))
        for name, terms in papers_of.items()
        for term in terms
    )
    counts = {
        term: sum(term in terms for terms in papers_of.values()) for terms in papers_of.values() for term in terms
    }
    entities = tuple(Entity(id=term, kinds=("Concept",), label=term, papers=count) for term, count in counts.items())
    return Collection(papers=papers, entities=entities, links=links, results=())


def test_an_edge_is_explained_by_its_sentence_with_the_words_marked(store, node):
    answer = why(store, node("Fernfold"), node("Mossgrow"))
    assert [quote.predicate for quote in answer.reasons[0].quotes] == ["outperforms", "comparesWith"]
    assert answer.reasons[0].quotes[1].marked.startswith("Fernfold beats «Mossgrow» on PuzzleBench")


def test_two_systems_are_explained_by_what_their_papers_share(store, node):
    shared = [reason.via.label for reason in why(store, node("Fernfold"), node("Growing Moss")).reasons if reason.via]
    assert shared == ["diffusion language model", "Mossgrow", "PuzzleBench"]


def test_two_terms_are_explained_by_the_papers_that_have_both(store, node):
    (reason,) = why(store, node("term:in-context-learning"), node("Tulip-7B")).reasons
    assert (reason.kind, reason.via.label) == ("shared paper", "in-context learning")


def test_nothing_is_explained_by_nothing(store, node):
    assert why(store, node("accuracy"), node("term:in-context-learning")).reasons == ()


def test_a_path_goes_through_what_papers_share(store, node):
    steps = path(store, node("Growing Moss"), find_node(store, "in-context learning", "paper")).steps
    assert [(step.predicate, step.target.label) for step in steps] == [
        ("usesModel", "Tulip"),
        ("narrower", "Tulip-7B"),
        ("usesModel", "in-context learning"),
    ]
    assert steps[0].quote.words == "Tulip"
    assert steps[1].quote is None


def test_a_path_to_itself_has_no_steps_and_none_leads_to_what_stands_alone(store, node):
    alone = node("paper:text-00000000000000b4")
    assert path(store, node("Tulip"), node("Tulip")).steps == ()
    assert path(store, node("Tulip"), alone).steps == ()


def test_a_path_avoids_what_a_large_share_of_many_papers_have(run):
    collection = small({f"p{number}": "c" if number > 2 else "cr" for number in range(100)} | {"q": "cs", "p0": "crs"})
    store = store_of(statements(collection, GraphSettings(), run))
    ends = [find_node(store, name, "paper") for name in ("p1", "q")]
    assert [step.target.label for step in path(store, *ends).steps] == ["r", "p0", "s", "q"]


def test_rare_shared_terms_make_papers_more_alike(run):
    everywhere = {f"p{number}": "c" for number in range(4)}
    collection = small({"one": "abc", "rare": "a", "common": "c", **everywhere, "two": "b", "three": "b"})
    store = store_of(statements(collection, GraphSettings(), run))
    found = similar(store, find_node(store, "one", "paper"))
    assert found[0].paper.label == "rare"
    assert found[0].score > found[-1].score
    assert [term.label for term in found[0].shared] == ["a"]


def test_a_term_of_a_large_share_of_many_papers_joins_none(run):
    collection = small({f"p{number}": "c" if number < 50 else "d" + str(number % 10) for number in range(100)})
    store = store_of(statements(collection, GraphSettings(), run))
    assert similar(store, find_node(store, "p1", "paper")) == ()


def test_a_gap_is_a_pair_with_common_neighbours_and_no_paper(run):
    collection = small({"one": "axy", "two": "axy", "three": "bxy", "four": "bxy", "five": "zq", "six": "zq"})
    store = store_of(statements(collection, GraphSettings(), run))
    (gap,) = gaps(store)
    assert (gap.one.label, gap.other.label) == ("a", "b")
    assert {term.label for term in gap.common} == {"x", "y"}
    assert {paper.label for paper in gap.bridges} <= {"one", "two", "three", "four"}


def test_a_matrix_counts_papers(store):
    table = matrix(store, "Concept", "Benchmark")
    assert [row.label for row in table.rows] == ["diffusion language model"]
    assert [column.label for column in table.columns] == ["PuzzleBench"]
    assert table.cells == ((2,),)


def test_a_matrix_says_what_it_left_out(store):
    table = matrix(store, "Paper", "Model", limit=1)
    assert (len(table.rows), table.rows_left_out, table.columns_left_out) == (1, 2, 1)


def test_a_paper_is_shown_as_its_text_with_the_terms_marked(store, node):
    card = show(store, node("Growing Moss"))
    assert card.marked_text == (
        "«Mossgrow» speeds up «diffusion language models». We evaluate it on «PuzzleBench» and «Tulip»."
    )
    assert ("year", "2025") in card.properties
    assert ("proposes", "Mossgrow", 2) in [(edge, term.label, papers) for edge, term, papers in card.edges]


def test_a_term_is_shown_with_a_sentence_for_each_edge(store, node):
    card = show(store, node("Tulip-7B"))
    assert card.kinds == ("Model",)
    assert [term.label for term in card.broader] == ["Tulip"]
    assert {quote.subject.label for quote in card.quotes} == {"Fernfold: Folding for Speed", "in-context learning"}


def test_words_that_are_not_in_their_sentence_are_not_marked():
    assert marked("a sentence …", "cut off") == ("a sentence …", "", "")


def test_a_difference_names_what_is_new_gone_and_rising(tmp_path, collection):
    folders = []
    old = replace(collection, papers=collection.papers[:3], entities=collection.entities[1:])
    grown = replace(collection.entities[-1], papers=3)
    new = replace(collection, papers=collection.papers[1:], entities=(*collection.entities[:-1], grown))
    for name, each in (("old", old), ("new", new)):
        folder = tmp_path / name
        folder.mkdir()
        write_collection(each, folder)
        (folder / "manifest.json").write_text("{}", encoding="utf-8")
        (folder / REPORT).write_text('{"duplicates": 0, "dropped": {}}', encoding="utf-8")
        folders.append(BuildFolder(folder))
    changed = diff(*folders)
    assert [paper.id for paper in changed.gone_papers] == ["paper:arxiv-2601.00001"]
    assert [paper.id for paper in changed.new_papers] == ["paper:text-00000000000000b4"]
    assert [term.label for term in changed.new_terms] == ["accuracy"]
    assert [(change.term.label, change.before, change.after) for change in changed.rising] == [("Tulip-7B", 2, 3)]
    assert (changed.gone_terms, changed.falling) == ((), ())
