import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.mentions import roles
from paperkg.mentions.roles import governor, predicate_of, says_evaluated, says_used


@pytest.mark.parametrize(
    ("before", "cue"),
    [
        ("Fern outperforms ", "win"),
        ("Fern is faster than ", "win"),
        ("Fern reaches 83.43% Dice (+8.69% over ", "win"),
        ("Fern cuts latency by 20%, an improvement over ", "win"),
        ("It delivers over 20% reduction in time compared to the SoTA baseline (i.e. ", "win"),
        ("Fern is on par with prominent algorithms, including ", "even"),
        ("matching or outperforming ", "even"),
        ("It does almost as well as ", "even"),
        ("Fern is within 1.9% of ", "even"),
        ("Unlike other data that rely on old trees and ", "contrast"),
        ("Fern rivals state-of-the-art baselines (e.g., ", "even"),
        ("performance competitive with proprietary models (e.g., ", "even"),
        ("We compare with ", "compare"),
        ("Unlike ", "contrast"),
        ("instead of ", "contrast"),
        ("The model is pre-trained on ", "train"),
        ("Fern is fine-tuned on the ", "train"),
        ("We evaluate our method on ", "evaluate"),
        ("accuracy on various benchmarks (", "evaluate"),
        ("By extending ", "extend"),
        ("", "none"),
    ],
)
def test_the_nearest_cue_governs_a_name(before, cue):
    assert governor(before).cue == cue


@pytest.mark.parametrize("before", ["Fern does not outperform ", "Fern may be better than ", "Fern fails to surpass "])
def test_a_win_that_is_denied_or_only_possible_is_none(before):
    assert governor(before).cue != "win"


def test_as_well_as_joins_and_compares_nothing():
    assert governor("We study reeds as well as ").cue == "none"


@pytest.mark.parametrize(
    ("described", "cue", "used"),
    [
        ("adaptive folding", "use", True),
        ("adaptive folding", "none", False),
        ("adaptive folding", "evaluate", False),
        ("dense models", "use", False),
        ("LLM backbones", "use", False),
    ],
)
def test_a_described_method_is_used_where_a_word_says_so_and_it_is_more_than_a_model(described, cue, used):
    assert says_used(described, cue) is used


def test_a_cue_reaches_no_further_than_its_clause():
    assert governor("It outperforms everything while we apply ").cue != "win"


def test_a_contrast_is_a_mention_and_no_use():
    assert predicate_of("Model", "contrast", own=True, topic=True) == "mentions"


def test_a_name_in_the_background_is_a_mention_and_no_use():
    assert predicate_of("Model", "use", own=False, topic=True) == "mentions"
    assert predicate_of("Benchmark", "evaluate", own=False, topic=True) == "mentions"


@pytest.mark.parametrize(
    ("kind", "cue", "expected"),
    [
        ("Model", "use", "usesModel"),
        ("Model", "even", "comparesWith"),
        ("Method", "win", "comparesWith"),
        ("Method", "use", "usesMethod"),
        ("Dataset", "train", "trainedOn"),
        ("Benchmark", "evaluate", "evaluatesOn"),
        ("Metric", "none", "measures"),
        ("Task", "none", "addresses"),
        ("Concept", "none", "about"),
    ],
)
def test_what_a_place_in_the_papers_own_work_says(kind, cue, expected):
    assert predicate_of(kind, cue, own=True, topic=False) == expected


@pytest.mark.parametrize(
    ("before", "after", "guessed", "expected"),
    [
        ("Experiments on ", " show gains.", True, True),
        ("On the ", " dataset, Fern wins.", True, True),
        ("We compose a dataset ", " for the task.", True, False),
        ("Case studies on ", " alignment follow.", True, False),
        ("We annotate samples from ", ".", False, False),
        ("Fern extends the ", " benchmark.", False, False),
        ("Accuracy using ", " rises.", False, True),
    ],
)
def test_data_is_evaluated_on_where_an_evaluation_is_spoken_of(before, after, guessed, expected):
    assert says_evaluated(before, after, guessed=guessed) is expected


@given(st.data())
def test_no_cue_is_missed_because_of_what_is_looked_for_first(data):
    number = data.draw(st.integers(0, len(roles._CUES) - 1))

    said = data.draw(st.from_regex(re.compile(roles._CUES[number][1], re.ASCII), fullmatch=True))

    assert any(part in said.lower() for part in roles._NEEDED[number])
