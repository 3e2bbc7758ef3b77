import re

import pytest

from paperkg.errors import UsageError
from paperkg.query.named import question, questions, read_question

FIRST_TEN = {
    "shared-concepts",
    "shared-models",
    "shared-benchmarks",
    "papers-on",
    "proposals",
    "code",
    "evidence",
    "central-terms",
    "papers-alike",
    "terms-of",
}
TEXT = """# title: Things
# parameter term: term. The thing.
# parameter how: predicate, optional. The edge.
# example: term="two words" how=about
SELECT ?term ?how ?x WHERE {
  ?x ?edge ?term
  FILTER(?edge = ?how)   # if how
  FILTER(?x != ?term)    # unless how
}
"""


def test_there_are_the_first_ten_and_enough_more():
    assert set(questions()) >= FIRST_TEN
    assert len(questions()) >= 25


def test_a_file_says_its_title_its_parameters_and_an_example():
    asked = read_question("things", TEXT)
    assert asked.title == "Things"
    assert [(p.name, p.kind, p.optional, p.description) for p in asked.parameters] == [
        ("term", "term", False, "The thing."),
        ("how", "predicate", True, "The edge."),
    ]
    assert asked.example == (("term", "two words"), ("how", "about"))


def test_conditional_lines_follow_the_parameters():
    asked = read_question("things", TEXT)
    assert "?how)" in asked.sparql({"term", "how"})
    assert "!=" not in asked.sparql({"term", "how"})
    assert "!=" in asked.sparql({"term"})
    assert "?how)" not in asked.sparql({"term"})


def test_a_parameter_that_is_needed_is_asked_for():
    with pytest.raises(UsageError, match=r"needs a term: The thing\. Add: --set term="):
        read_question("things", TEXT).sparql(set())


def test_a_question_that_does_not_exist_suggests_one():
    with pytest.raises(UsageError, match="Did you mean papers-on"):
        question("paper-on")
    with pytest.raises(UsageError, match="There are: about-words, "):
        question("xyz")


def test_a_parameter_that_does_not_exist_lists_those_that_do():
    with pytest.raises(UsageError, match="It has: term, how"):
        question("papers-on").parameter("paper")


@pytest.mark.parametrize("name", list(questions()))
def test_every_parameter_is_used_and_selected(name):
    asked = question(name)
    everything = asked.sparql({parameter.name for parameter in asked.parameters})
    selected = re.search(r"SELECT (.*?) WHERE", everything, re.DOTALL)[1]
    for parameter in asked.parameters:
        assert f"?{parameter.name} " in f"{selected} "
        body = everything.partition("WHERE")[2]
        assert re.search(rf"\?{parameter.name}\b", body), parameter.name


@pytest.mark.parametrize("name", list(questions()))
def test_answers_come_in_a_fixed_order(name):
    assert "ORDER BY" in question(name).sparql({p.name for p in question(name).parameters}).splitlines()[-1]


def test_a_file_without_a_title_is_refused():
    with pytest.raises(ValueError, match="no title"):
        read_question("things", "SELECT * { ?s ?p ?o }")
