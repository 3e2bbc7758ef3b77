from dataclasses import replace

import pytest

from paperkg.errors import UsageError
from paperkg.graph import statements
from paperkg.query.nodes import find_node, label_of
from paperkg.settings import GraphSettings
from paperkg.store import store_of

BASE = "https://w3id.org/paperkg/"
FERN = f"{BASE}paper/arxiv-2601.00001"
MOSS = f"{BASE}paper/doi-10.1234-plants.2"


@pytest.fixture
def store(collection, run):
    return store_of(statements(collection, GraphSettings(), run))


@pytest.mark.parametrize(
    ("name", "node"),
    [
        (FERN, FERN),
        (f"<{FERN}>", FERN),
        ("paper:arxiv-2601.00001", FERN),
        ("2601.00001", FERN),
        ("arXiv:2601.00001v3", FERN),
        ("https://arxiv.org/abs/2601.00001", FERN),
        ("10.1234/plants.2", MOSS),
        ("https://doi.org/10.1234/PLANTS.2", MOSS),
        ("growing moss", MOSS),
        ("term:tulip-7b", f"{BASE}term/tulip-7b"),
        ("TULIP", f"{BASE}term/tulip"),
        ("diffusion LM", f"{BASE}term/diffusion-language-model"),
        ("dllm", f"{BASE}term/diffusion-language-model"),
    ],
)
def test_a_node_is_found_by_what_people_write(store, name, node):
    assert find_node(store, name).value == node


def test_a_paper_is_found_by_what_it_proposes(store):
    assert find_node(store, "Mossgrow", "paper").value == MOSS


def test_a_term_is_no_paper(store):
    with pytest.raises(UsageError, match="No paper is named 'PuzzleBench'"):
        find_node(store, "PuzzleBench", "paper")


def test_a_misspelt_name_suggests_the_right_one(store):
    with pytest.raises(UsageError, match="Did you mean PuzzleBench"):
        find_node(store, "PuzleBench")


def test_a_name_with_two_meanings_lists_both(collection, run):
    second = replace(collection.entities[-1], id="tulip-7b-2", aliases=("Tulip",), merges=(), broader=())
    store = store_of(statements(replace(collection, entities=(*collection.entities, second)), GraphSettings(), run))
    with pytest.raises(UsageError, match=r"may mean 2 things:\n  term:tulip  Tulip\n  term:tulip-7b-2  Tulip-7B"):
        find_node(store, "tulip")


def test_the_same_case_wins_over_another(collection, run):
    shout = replace(collection.entities[-2], id="tulip-loud", label="TULIP")
    store = store_of(statements(replace(collection, entities=(*collection.entities, shout)), GraphSettings(), run))
    assert find_node(store, "TULIP").value == f"{BASE}term/tulip-loud"
    assert find_node(store, "Tulip").value == f"{BASE}term/tulip"


def test_a_name_shared_by_a_paper_and_what_it_proposes_is_the_thing(collection, run):
    named = replace(collection.papers[1], label="Mossgrow")
    store = store_of(statements(replace(collection, papers=(*collection.papers[:1], named)), GraphSettings(), run))
    assert find_node(store, "Mossgrow").value == f"{BASE}term/mossgrow"
    assert find_node(store, "Mossgrow", "paper").value == MOSS


@pytest.mark.parametrize("name", ["", " ", '"', "<>", "http://", "term:", "a:b", "}", "10.1/", "x" * 5000, "\x00"])
def test_nonsense_is_a_usage_error(store, name):
    with pytest.raises(UsageError):
        find_node(store, name)


def test_a_node_is_called_by_its_label(store):
    assert label_of(store, find_node(store, MOSS)) == "Growing Moss"
