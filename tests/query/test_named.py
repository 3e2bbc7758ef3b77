import re

import pytest
from pyoxigraph import Literal, NamedNode

from paperkg.errors import UsageError
from paperkg.query.named import question, questions, read_question

TULIP = NamedNode("https://w3id.org/paperkg/term/tulip")
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
SELECT ?x WHERE {
  # values
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
    both = asked.sparql({"term": TULIP, "how": TULIP})
    assert "?how)" in both
    assert "!=" not in both
    assert "!=" in asked.sparql({"term": TULIP})
    assert "?how)" not in asked.sparql({"term": TULIP})


def test_values_are_written_so_that_they_stay_values():
    attack = Literal('" } } DROP ALL # \n \\')
    text = read_question("things", TEXT).sparql({"term": attack})
    assert 'VALUES (?term) { ("\\" } } DROP ALL # \\n \\\\") }' in text


def test_a_parameter_that_is_needed_is_asked_for():
    with pytest.raises(UsageError, match=r"needs a term: The thing\. Add: --set term="):
        read_question("things", TEXT).sparql({})


def test_a_question_that_does_not_exist_suggests_one():
    with pytest.raises(UsageError, match="Did you mean papers-on"):
        question("paper-on")
    with pytest.raises(UsageError, match="There are: acronym, "):
        question("xyz")


def test_a_parameter_that_does_not_exist_lists_those_that_do():
    with pytest.raises(UsageError, match="It has: term, how"):
        question("papers-on").parameter("paper")


@pytest.mark.parametrize("name", list(questions()))
def test_every_parameter_is_bound_and_used(name):
    asked = question(name)
    assert ("# values" in asked.text) == bool(asked.parameters)
    for parameter in asked.parameters:
        assert re.search(rf"\?{parameter.name}\b", asked.text.partition("# values")[2]), parameter.name


def test_a_question_has_three_hundred_rows_or_as_many_as_it_says_or_the_asker_wants():
    text = TEXT.replace("  # values\n", "  # values\n  # limit\n")
    assert "LIMIT 300" in read_question("things", text).sparql({"term": TULIP})
    assert "LIMIT 7" in read_question("things", text).sparql({"term": TULIP}, 7)
    assert "LIMIT 50" in read_question("things", "# rows: 50\n" + text).sparql({"term": TULIP})


@pytest.mark.parametrize("name", list(questions()))
def test_answers_come_in_a_fixed_order(name):
    assert re.search(r"^ORDER BY", question(name).text, re.MULTILINE)


def test_a_file_without_a_title_is_refused():
    with pytest.raises(ValueError, match="no title"):
        read_question("things", "SELECT * { ?s ?p ?o }")
