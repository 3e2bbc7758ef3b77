"""Bare abstracts, as in the seed files."""

from pathlib import Path

import pytest

from paperkg.read import abstracts, read_papers
from paperkg.records import Paper, Skipped
from paperkg.settings import ReadSettings

SEEDS = Path(__file__).parents[2] / "seeds"
ABSTRACT = "We study how small models learn from few examples and show that care pays."


def read(tmp_path, text):
    path = tmp_path / "a.txt"
    path.write_text(text)
    return list(read_papers([path], ReadSettings()))


def test_the_seeds_are_38_papers_of_icml_2026():
    papers = list(read_papers([SEEDS], ReadSettings()))
    assert [paper.source.position for paper in papers] == [*range(1, 20), *range(1, 20)]
    assert {(paper.venue, paper.year, paper.title) for paper in papers} == {("ICML", 2026, None)}


def test_a_seed_abstract_is_the_text_of_the_file_character_for_character():
    paper = next(iter(read_papers([SEEDS], ReadSettings())))
    assert paper.text == (SEEDS / paper.source.path).read_text().split("\n\n")[1].strip()


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("ICML 2026 Papers", ("ICML", 2026)),
        ("# NeurIPS 2024 Accepted Papers", ("NeurIPS", 2024)),
        ("List of accepted papers", (None, None)),
        ("Abstracts of the ACL 2023", ("ACL", 2023)),
        ("CoRL'25 Papers", ("CoRL'25", None)),
        ("In 2024 we learned that papers lie.", None),
        (ABSTRACT, None),
        ("A title without any such word", None),
    ],
)
def test_a_heading_is_told_from_an_abstract(text, heading):
    assert abstracts.heading_of(text) == heading


def test_a_second_heading_holds_from_there_on(tmp_path):
    found = read(tmp_path, f"ICML 2026 Papers\n\n{ABSTRACT}\n\nACL 2025 Papers\n\n{ABSTRACT}\n")
    assert [(paper.venue, paper.year, paper.source.position) for paper in found] == [
        ("ICML", 2026, 1),
        ("ACL", 2025, 2),
    ]


def test_a_wrapped_abstract_is_one_paper_and_keeps_its_line_ends(tmp_path):
    (paper,) = read(tmp_path, "\n\n  We study how small\nmodels learn from few examples.\n   \n")
    assert paper.text == "We study how small\nmodels learn from few examples."


def test_a_scrap_between_two_abstracts_is_told_and_costs_neither(tmp_path):
    found = read(tmp_path, f"{ABSTRACT}\n\nn/a\n\n-----\n\n{ABSTRACT}")
    assert [type(outcome) for outcome in found] == [Paper, Skipped, Paper]
    assert [outcome.source.position for outcome in found] == [1, 2, 3]
