"""A person's word for a node finds it, or says what it could have meant."""

import pytest

from paperkg.errors import UsageError
from paperkg.nodes import find_node
from paperkg.records import Entity, Paper, PaperRecord, Source

PAPERS = (
    PaperRecord(
        paper=Paper(
            id="doi-10.1-ab",
            source=Source("a", 1),
            doi="10.1/ab",
            arxiv="2601.00001",
            key="Smith2026",
            title="On Ferns",
        ),
        label="FERN",
    ),
    PaperRecord(paper=Paper(id="text-1", source=Source("a", 2), title="Moss"), label="Moss"),
)
TERMS = (
    Entity(id="fern", kinds=("Method",), label="Fern folding", aliases=("FF",)),
    Entity(id="moss", kinds=("Concept",), label="moss"),
)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("doi-10.1-ab", ("doi-10.1-ab", True)),
        ("paper:doi-10.1-ab", ("doi-10.1-ab", True)),
        ("https://w3id.org/paperkg/term/fern", ("fern", False)),
        ("10.1/AB", ("doi-10.1-ab", True)),
        ("https://doi.org/10.1/ab", ("doi-10.1-ab", True)),
        ("arXiv:2601.00001v2", ("doi-10.1-ab", True)),
        ("smith2026", ("doi-10.1-ab", True)),
        ("on ferns", ("doi-10.1-ab", True)),
        ("ff", ("fern", False)),
        ("fern", ("fern", False)),
    ],
)
def test_a_node_is_found_by_each_of_its_names(text, node):
    assert find_node(text, PAPERS, TERMS) == node


def test_another_base_is_obeyed():
    assert find_node("https://example.org/term/fern", PAPERS, TERMS, "https://example.org/") == ("fern", False)


def test_a_graph_name_wins_over_a_label():
    assert find_node("moss", PAPERS, TERMS) == ("moss", False)


def test_several_matches_are_told():
    terms = (*TERMS, Entity(id="ff-2", kinds=("Task",), label="Far fetching", aliases=("FF",)))
    with pytest.raises(UsageError, match=r"2 nodes: term:fern \(Fern folding\), term:ff-2 \(Far fetching\)"):
        find_node("FF", PAPERS, terms)


def test_no_match_is_told():
    with pytest.raises(UsageError, match="named 'lichen'"):
        find_node("lichen", PAPERS, TERMS)
