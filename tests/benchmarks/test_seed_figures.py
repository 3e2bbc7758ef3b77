"""The section on the seeds says of each floor whether it is reached, with the vocabulary and without."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ({"recall": 0.9, "wrong": ["Moss"]}, True),
        ({"recall": 0.9, "wrong": ["Moss", "Fern"]}, False),
        ({"recall": 0.8, "wrong": []}, False),
    ],
)
def test_every_part_of_a_floor_must_be_reached(found, expected):
    from seed_figures import reaches

    assert reaches(found, {"recall": 0.85, "wrong": 1}) is expected


def test_each_line_has_both_figures_and_their_states():
    from seed_figures import seed_table

    counts = {"systems": {"right": 9, "of": 10, "recall": 0.9, "false": []}, "markup": {"share": 1.0}}
    bare = {"systems": {"right": 5, "of": 10, "recall": 0.5, "false": ["Moss"]}, "markup": {"share": 1.0}}
    *_, systems, markup = seed_table(counts, bare)
    assert systems == "| systems | recall 0.9 |  | 0.900 | 9 of 10 | 0 | yes |  | 0.500 | 5 of 10 | 1 | no |"
    assert markup.split("|")[2].strip() == ""
