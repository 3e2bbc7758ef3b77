"""The tagger that ships gives words their tags and lemmas, whatever it tagged before, and is checked by its hash."""

import json
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.errors import ModelError
from paperkg.mentions.lemmas import lemma_by_rule
from paperkg.mentions.perceptron import Perceptron, shape
from paperkg.mentions.tagger_model import MODEL_FOLDER, TaggerModel, tagger_identity

SENTENCES = (
    "We propose a sparse mixture of experts that learns to route long documents .",
    "The proposed network was trained on two benchmarks , and it outperforms strong baselines .",
    "However , existing models fail to generalize , leading to poor results .",
    "Can models really solve such tasks ?",
    "GlimmerNet reduces latency by 30 % .",
)


@cache
def model():
    return TaggerModel()


def tagged(text):
    return [(token.text, token.tag) for token in model().tokens(text, frozenset())]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        (SENTENCES[0], "PRP VBP DT JJ NN IN NNS WDT VBZ TO VB JJ NNS ."),
        (SENTENCES[1], "DT VBN NN VBD VBN IN CD NNS , CC PRP VBZ JJ NNS ."),
        (SENTENCES[2], "RB , VBG NNS VBP TO VB , VBG IN JJ NNS ."),
        (SENTENCES[3], "MD NNS RB VB JJ NNS ."),
        (SENTENCES[4], "NNP VBZ NN IN CD NN ."),
    ],
)
def test_words_have_the_tags_of_the_penn_treebank(text, tags):
    assert [tag for _, tag in tagged(text)] == tags.split()


def test_a_word_is_tagged_by_the_words_around_it():
    assert ("show", "VBP") in tagged("We show that bees learn.")
    assert ("show", "NN") in tagged("The show was long.")


def test_lemmas_are_those_of_the_word_and_its_tag():
    tokens = model().tokens("The analyses showed that better queries were found.", frozenset())

    assert [token.lemma for token in tokens] == "the analysis show that well query be find .".split()


@pytest.mark.parametrize(
    ("word", "tag", "lemma"),
    [
        ("Bees", "NNPS", "bees"),
        ("boxes", "NNS", "box"),
        ("bodies", "NNS", "body"),
        ("glass", "NNS", "glass"),
        ("tuned", "VBN", "tune"),
        ("trained", "VBD", "train"),
        ("mapped", "VBN", "map"),
        ("applied", "VBD", "apply"),
        ("encoding", "VBG", "encod"),
        ("thing", "VBG", "thing"),
        ("smaller", "JJR", "small"),
        ("largest", "JJS", "large"),
    ],
)
def test_rules_give_a_lemma_where_no_exception_is_known(word, tag, lemma):
    assert lemma_by_rule(word, tag) == lemma


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(SENTENCES) | st.text(alphabet="abS -.1é", max_size=30), max_size=5),
    st.sampled_from(SENTENCES),
)
def test_what_was_tagged_before_changes_nothing(before, text):
    fresh = tagged(text)
    for other in before:
        tagged(other)

    assert tagged(text) == fresh


def test_a_memory_that_is_full_changes_nothing(monkeypatch):
    fresh = [tagged(text) for text in SENTENCES]
    monkeypatch.setattr("paperkg.mentions.perceptron.REMEMBERED", 2)
    monkeypatch.setattr("paperkg.mentions.tagger_model.REMEMBERED", 2)
    forgetful = TaggerModel()

    again = [[(token.text, token.tag) for token in forgetful.tokens(text, frozenset())] for text in SENTENCES]

    assert again == fresh


def test_a_perceptron_weighs_the_word_and_what_stands_around_it():
    words = {"the": "D", "fly": "NV"}
    around = [{}, {}, {}, {"the": {"N": 3}}, {}, {}, {}, {}, {}]
    perceptron = Perceptron(words, "N", {"=fly": {"V": 2}}, around)

    assert perceptron.tag(["fly"]) == ["V"]
    assert perceptron.tag(["the", "fly"]) == ["D", "N"]
    assert perceptron.tag([]) == []


def test_the_shape_of_a_word_tells_its_letters_and_digits():
    assert [shape(word) for word in ("bee", "Bee", "BEE", "iBee", "B2", "12", "+")] == [
        "x",
        "Xx",
        "X",
        "xX",
        "dX",
        "d-",
        "-",
    ]


def test_a_changed_file_is_refused_by_its_hash(tmp_path):
    for name in ("model.json", "manifest.json"):
        (tmp_path / name).write_bytes((MODEL_FOLDER / name).read_bytes())
    (tmp_path / "model.json").write_text("{}", encoding="utf-8")

    with pytest.raises(ModelError, match=r"model.json has the sha256 .*expected"):
        TaggerModel(tmp_path)


def test_a_missing_file_is_told(tmp_path):
    (tmp_path / "manifest.json").write_bytes((MODEL_FOLDER / "manifest.json").read_bytes())

    with pytest.raises(ModelError, match="nothing"):
        TaggerModel(tmp_path)


def test_the_identity_names_the_hash_of_the_file():
    expected = json.loads((MODEL_FOLDER / "manifest.json").read_text(encoding="utf-8"))["sha256"]

    assert tagger_identity() == TaggerModel().identity == f"perceptron {expected}"


def test_the_tagger_that_ships_needs_no_spacy():
    code = (
        "import sys\nfrom paperkg.mentions.noun_phrases import Tagger\nfrom paperkg.records import Span\n"
        "Tagger().analyse('Bees fly.', (Span(0, 9),))\nprint('spacy' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "False\n"
