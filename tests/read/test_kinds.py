"""Values of a kind that a field does not expect: read where they are plain, told where they are not, in every field."""

import json

import pytest

from paperkg.read import read_papers
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

GOOD = {"title": "On Leaves", "abstract": "We count leaves."}
PLAIN = [
    ("title", 1984, "1984"),
    ("title", ["On Leaves"], "On Leaves"),
    ("title", [["On Leaves"]], "On Leaves"),
    ("title", {"en": "On Leaves"}, "On Leaves"),
    ("text", ["One.", "Two."], "One.\nTwo."),
    ("text", [["One."], ["Two."]], "One.\nTwo."),
    ("text", {"value": "One."}, "One."),
    ("text", {"Background": "One.", "Results": "Two."}, "Background: One.\nResults: Two."),
    ("text", 42, "42"),
    ("year", "2020", 2020),
    ("year", 2020.0, 2020),
    ("year", [2020], 2020),
    ("year", [[2020, 1, 2]], 2020),
    ("year", {"year": 2020}, 2020),
    ("venue", ["Journal of Leaves"], "Journal of Leaves"),
    ("venue", {"name": "Journal of Leaves"}, "Journal of Leaves"),
    ("venue", 2020, "2020"),
    ("keywords", "leaves; rain", ("leaves", "rain")),
    ("keywords", [["leaves", "rain"], ["stone"]], ("leaves", "rain", "stone")),
    ("keywords", [["leaves", 0.9], ["rain", 0.2]], ("leaves", "rain")),
    ("keywords", {"leaves": 0.9, "rain": 0.2}, ("leaves", "rain")),
    ("keywords", [{"name": "leaves"}], ("leaves",)),
    ("keywords", 7, ("7",)),
    ("url", ["https://example.org/a"], "https://example.org/a"),
    ("url", {"value": "https://example.org/a"}, "https://example.org/a"),
    ("authors", "Ida Fern; Oskar Lind", ("Ida Fern", "Oskar Lind")),
    ("authors", [["Ida Fern", "Oskar Lind"]], ("Ida Fern", "Oskar Lind")),
    ("authors", {"name": "Ida Fern"}, ("Ida Fern",)),
    ("doi", ["10.1000/a"], "10.1000/a"),
    ("doi", {"value": "10.1000/a"}, "10.1000/a"),
    ("arxiv", 2101.00011, "2101.00011"),
]
TOLD = [
    *((field, value) for field in ("title", "text", "year", "venue", "doi", "url", "authors") for value in (True, {"x": {"y": 1}})),
    *((field, value) for field in ("year", "doi") for value in (10.5, [[7]], {"x": "y"})),
    ("keywords", [{"x": "y"}]),
    ("keywords", True),
    ("authors", [7, "Ida Fern"]),
    ("authors", [["Ida", "Fern"], ["Lind", "Oskar"]]),
    ("title", ["One", "Two"]),
    ("doi", ["10.1000/a", "10.1000/b"]),
]  # fmt: skip


def read(path, record, shape):
    record = {("abstract" if key == "text" else key): value for key, value in record.items()}
    if shape == "own":
        record = {"id": "k", **record}
    path.write_text(json.dumps(record, indent=1 if shape == "indented" else None))
    return list(read_papers([path], ReadSettings()))


@pytest.mark.parametrize("shape", ["own", "any", "indented"])
@pytest.mark.parametrize(("field", "value", "expected"), PLAIN, ids=str)
def test_a_value_whose_meaning_is_plain_is_read_whatever_its_kind(field, value, expected, shape, tmp_path):
    outcomes = read(tmp_path / "a", {**GOOD, ("abstract" if field == "text" else field): value}, shape)
    (paper,) = [outcome for outcome in outcomes if isinstance(outcome, Paper)]
    assert getattr(paper, field) == expected


@pytest.mark.parametrize("shape", ["own", "any"])
@pytest.mark.parametrize(("field", "value"), TOLD, ids=str)
def test_a_value_that_is_not_in_the_paper_is_told_once_for_a_file(field, value, shape, tmp_path):
    key = "abstract" if field == "text" else field
    path = tmp_path / "a"
    record = {**({"id": "k"} if shape == "own" else {}), **GOOD, key: value}
    path.write_text(f"{json.dumps(record)}\n" * 3)
    outcomes = list(read_papers([path], ReadSettings()))
    assert sum(isinstance(outcome, Paper) for outcome in outcomes) == 3
    (warned,) = [outcome for outcome in outcomes if isinstance(outcome, Warned)]
    assert warned.message.startswith(f"The field {key} ")
    assert warned.source.position == 1


def test_a_post_tells_what_it_could_not_read(tmp_path):
    path = tmp_path / "a.md"
    path.write_text(
        "---\ntitle: On Leaves\nabstract: We count.\nvenue: Quiet\nauthors:\n- [Ida, Fern]\nyear: {a: b}\n---\n"
    )
    outcomes = list(read_papers([path], ReadSettings()))
    assert [type(outcome) for outcome in outcomes] == [Warned, Warned, Paper]


@pytest.mark.parametrize("nest", ["[%s]", '{"value": %s}', '{"author": %s}'])
@pytest.mark.parametrize("field", ["title", "abstract", "authors", "keywords", "year", "doi", "identifiers", "other"])
@pytest.mark.parametrize("depth", [50, 480, 700, 950])
def test_a_value_nested_without_sense_breaks_nothing(nest, field, depth, tmp_path):
    path = tmp_path / "a"
    before, after = nest.split("%s")
    path.write_text(
        f'{{"id": "k", "text": "One.", "{field}": {before * depth}1{after * depth}}}\n{{"id": "l", "text": "Two."}}\n'
    )
    outcomes = [outcome for outcome in read_papers([path], ReadSettings()) if not isinstance(outcome, Warned)]
    assert all(isinstance(outcome, (Paper, Rejected, Skipped)) for outcome in outcomes)
    assert outcomes[-1].text == "Two."


def test_aliases_that_stand_for_a_million_words_are_told_as_a_bomb(tmp_path):
    path = tmp_path / "a.md"
    levels = "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(12))
    path.write_text(f"---\ntitle: x\na0: &a0 [leaves]\n{levels}abstract: *a12\n---\n")
    (outcome,) = read_papers([path], ReadSettings())
    assert (type(outcome), outcome.reason) == (Rejected, "yaml-bomb")


def test_an_inverted_index_that_stands_for_a_million_words_is_a_loss(tmp_path):
    path = tmp_path / "a.json"
    index = {"a" * 4000: list(range(2000)), "leaves": [2000]}
    path.write_text(
        json.dumps({"id": "https://openalex.org/W1", "title": "On Leaves", "abstract_inverted_index": index})
    )
    (outcome,) = read_papers([path], ReadSettings())
    assert (type(outcome), outcome.reason) == (Rejected, "too-long")
