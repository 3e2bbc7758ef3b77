"""The named questions on the seed abstracts: facts that a reader checked, and a stored answer for each question.

After a change that is meant, ``PAPERKG_WRITE_ANSWERS=1 pytest tests/query/test_seeds.py`` writes the stored answers
again; read the difference before you keep it. Confidences are not stored: they move with every measurement.
"""

import csv
import io
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from paperkg.analysis import path, why
from paperkg.commands import main
from paperkg.query import FORMATS, Table, ask_question, find_node, questions
from paperkg.store import open_store

ANSWERS = Path(__file__).parents[1] / "data" / "answers"
NOT_STORED = {"confidence"}

pytestmark = pytest.mark.weights


@pytest.fixture(scope="module")
def store(seeds_build):
    return open_store(seeds_build)


@pytest.fixture(scope="module")
def record(store):
    """Return the first three digits of a paper's file and its number in it, counted from 0."""
    rows = store.select("SELECT ?p ?f ?n { ?p kg:sourceFile ?f ; kg:sourcePosition ?n }")
    return {row["p"].value: f"{row['f'].value[:3]}-{int(row['n'].value) - 1:02d}" for row in rows}


@pytest.fixture(scope="module")
def papers(seeds_build, record):
    """Return the papers that the command line answers with."""

    def found(name, column="paper", **given):
        values = [option for key, value in given.items() for option in ("--set", f"{key}={value}")]
        command = ["query", "--name", name, *values, "-g", str(seeds_build), "--format", "json"]
        answer = CliRunner().invoke(main, command)
        assert answer.exit_code == 0, answer.stderr
        return {record[row[column]["value"]] for row in json.loads(answer.stdout)["results"]["bindings"]}

    return found


def test_two_papers_evaluate_on_gpqa_diamond(papers):
    assert papers("papers-on", term="GPQA-Diamond", how="evaluatesOn") == {"000-05", "004-00"}


def test_two_papers_share_a_model_with_pixclip_and_it_is_clip(papers, store):
    assert papers("shared-models", "other", paper="PixCLIP") == {"004-02", "004-09"}
    answer = ask_question(store, "shared-models", {"paper": "PixCLIP"})
    assert {row[answer.columns.index("modelLabel")].value for row in answer.rows} == {"CLIP"}


def test_two_papers_are_about_diffusion_language_models(papers):
    assert papers("papers-on", term="diffusion language model") == {"000-00", "004-10"}


def test_two_papers_promise_code_without_an_address(papers):
    assert papers("code", promised="true") == {"000-04", "000-07"}


def test_three_papers_propose_data(papers):
    assert papers("proposals", kind="Dataset") == {"000-08", "000-16", "000-17"}


def test_papers_that_write_only_the_acronym_are_found(papers):
    found = papers("papers-on", term="multimodal large language model")
    assert found >= {"000-11", "000-15", "000-16", "000-18", "004-11"}
    assert not found & {"004-10", "000-02", "004-02", "000-08"}


def test_two_papers_build_on_speculative_decoding(papers):
    assert papers("papers-on", term="speculative decoding") >= {"000-10", "004-17"}


def test_on_par_is_a_comparison_and_no_win(papers):
    assert papers("papers-on", term="DPO", how="comparesWith") == {"000-07"}
    assert papers("papers-on", term="DPO", how="outperforms") == set()


def test_what_asyncspade_outperforms_is_quoted(store):
    answer = ask_question(store, "outperforms", {"winner": "AsyncSpade"})
    assert {"Quest", "full attention"} == {row[answer.columns.index("loserLabel")].value for row in answer.rows}
    assert all("over 20% reduction on TPOT" in row[answer.columns.index("sentence")].value for row in answer.rows)
    quotes = why(store, find_node(store, "AsyncSpade"), find_node(store, "Quest")).reasons[0].quotes
    assert "outperforms" in {quote.predicate for quote in quotes}


def test_papers_without_a_system_of_their_own(papers):
    named = {"000-01", "000-11", "000-13", "004-03", "004-04", "004-05", "004-16", "004-18"}
    assert named <= papers("no-system") <= named | {"000-07", "004-12"}


def test_training_free_methods_are_found(papers):
    assert papers("papers-on", term="training-free") >= {"000-05", "004-00", "004-17"}


def test_w4d_and_pta_meet_in_vision_language_models(store):
    steps = path(store, find_node(store, "W4D", "paper"), find_node(store, "PTA", "paper")).steps
    assert steps[0].target.label == "vision-language model"


def stored(name, given):
    return ANSWERS / f"{name}{''.join(f'--{key}-{value}' for key, value in given.items()).replace(' ', '_')}.csv"


@pytest.mark.parametrize("name", list(questions()))
def test_the_answer_is_the_one_that_was_checked(store, name):
    given = dict(questions()[name].example)
    answer = ask_question(store, name, given)
    kept = [index for index, column in enumerate(answer.columns) if column not in NOT_STORED]
    shown = Table(tuple(answer.columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in answer.rows))
    text = FORMATS["csv"](shown, store.base).replace("\r\n", "\n")
    place = stored(name, given)
    if os.environ.get("PAPERKG_WRITE_ANSWERS"):
        place.write_text(text, encoding="utf-8")
    expected = list(csv.reader(io.StringIO(place.read_text(encoding="utf-8"))))
    assert list(csv.reader(io.StringIO(text))) == expected
