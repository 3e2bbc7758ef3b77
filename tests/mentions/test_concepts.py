"""Which noun phrases are concepts, under which label, and which say nothing of their own."""

import pytest

from paperkg.mentions import Extractor
from paperkg.mentions.concepts import concept_of
from paperkg.mentions.noun_phrases import NounPhrase
from paperkg.records import Paper, Source
from paperkg.settings import MentionSettings
from paperkg.text import passage
from paperkg.vocabulary import builtin_vocabulary


def label(text):
    last = len(text.split()) - 1
    phrase = NounPhrase(start=0, end=len(text), text=text, head=text.split()[-1], first=0, last=last, sentence=0)
    concept = concept_of(phrase)
    return concept and concept.label


@pytest.mark.parametrize(
    "text",
    [
        "theoretical analysis", "training dataset", "model training", "data points", "machine learning models",
        "single model", "empirical analyses", "learning algorithms", "segmentation performance", "regression problems",
        "generalization ability", "upper bounds", "computational overhead", "drawing inspiration", "ground truth",
        "enabling generalization", "demonstrated remarkable capabilities", "supplementary material", "benchmark tasks",
        "prohibitive computational cost", "theoretical guarantees", "baseline methods",
        "correct reasoning", "high-fidelity reconstruction", "subtle discrepancies", "GitHub repository",
    ],
)  # fmt: skip
def test_filler_is_no_concept(text):
    assert label(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("robotic manipulation tasks", "robotic manipulation"),
        ("Partially observable Markov decision processes", "partially observable Markov decision process"),
        ("highly efficient parallel decoding", "parallel decoding"),
        ("locally linear models", "locally linear model"),
        ("imposing sparsity constraints", "sparsity constraint"),
        ("data distributions", "data distribution"),
        ("point processes", "point process"),
        ("causal discovery algorithms", "causal discovery"),
        ("deep neural network models", "deep neural network"),
    ],
)
def test_what_is_left_of_a_phrase_is_its_label(text, expected):
    assert label(text) == expected


@pytest.fixture(scope="module")
def extractor():
    return Extractor(MentionSettings(keyphrases="statistical", embedder="hash"), builtin_vocabulary())


@pytest.mark.weights
def test_a_keyphrase_speaks_of_the_class_that_its_head_noun_names(extractor):
    text = "Autonomous garden-tending agents learn slowly. We train garden-tending agents on moss."
    found = extractor.extract(passage(Paper(source=Source("x.txt", 1), text=text)))
    heads = [mention for mention in found.mentions if mention.rule.startswith("head noun")]
    assert {(mention.text, mention.term) for mention in heads} == {("agents", "agent")}
    assert all(text[mention.start : mention.end] == mention.text for mention in heads)


@pytest.mark.weights
def test_a_bare_head_noun_needs_the_support_that_it_always_needed(extractor):
    found = extractor.extract(passage(Paper(source=Source("x.txt", 1), text="The agent dissolves the paint.")))
    assert not any(mention.term == "agent" for mention in found.mentions)


@pytest.mark.weights
def test_letters_that_stand_for_praise_are_no_concept(extractor):
    text = "Our moss model beats the state-of-the-art (SOTA). SOTA is old."
    found = extractor.extract(passage(Paper(source=Source("x.txt", 1), text=text)))
    assert not any("SOTA" in mention.text for mention in found.mentions)
