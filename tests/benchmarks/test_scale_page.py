"""The pages on speed and scale hold the figures that were kept, and nothing that was typed in."""

import json
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch):
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))


@pytest.fixture
def figures():
    return json.loads((REPOSITORY / "benchmarks" / "speed.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["scale", "profile"])
def test_a_page_is_what_the_script_makes_of_the_figures(name, figures):
    import scale_page

    page = (REPOSITORY / "docs" / "explanation" / f"{name}.md").read_text(encoding="utf-8")

    assert page == getattr(scale_page, name)(figures)


def test_twice_the_papers_at_twice_the_cost_is_an_exponent_of_one():
    from growth import exponent

    assert exponent([(100, 3.0), (200, 6.0), (400, 12.0)]) == pytest.approx(1.0)
    assert exponent([(100, 1.0), (200, 4.0)]) == pytest.approx(2.0)


def test_what_one_more_paper_costs_leaves_out_what_the_first_one_does():
    from scale_page import per_paper

    assert per_paper([{"papers": 10, "cpu": 15.0}, {"papers": 20, "cpu": 25.0}], "cpu") == 1.0
