import pytest

from paperkg.entities.normal_forms import american, is_acronym, normal_form
from paperkg.names import singular


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vision–Language Models", "vision-language model"),
        ("auto-encoder", "autoencoder"),
        ("optimisation of hyper-parameters", "hyperparameter optimization"),
        ("behaviour cloning", "behavior cloning"),
        ("CLIP’s", "CLIP"),
        ("Qwen 2.5-VL", "Qwen2.5-VL"),
        ("time‑series", "time series"),
        ("modelling", "modeling"),
    ],
)
def test_spellings_of_one_thing_share_a_normal_form(one, other):
    assert normal_form(one) == normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HumanEval", "HumanEval+"),
        ("LoRA", "LoRA+"),
        ("GPT-4", "GPT-4.1"),
        ("Llama 3.1", "Llama 31"),
        ("C", "C++"),
        ("C", "C#"),
        ("test-time scaling", "test-time adaptation"),
        ("π-Distill", "Distill"),
        ("bias", "bia"),
    ],
)
def test_different_things_keep_different_normal_forms(one, other):
    assert normal_form(one) != normal_form(other)


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("models", "model"),
        ("analyses", "analysis"),
        ("policies", "policy"),
        ("boxes", "box"),
        ("losses", "loss"),
        ("matrices", "matrix"),
        ("bias", "bias"),
        ("series", "series"),
        ("robotics", "robotics"),
        ("process", "process"),
        ("gpt4s", "gpt4s"),
    ],
)
def test_the_singular_of_a_noun(plural, one):
    assert singular(plural) == one


@pytest.mark.parametrize("word", ["noise", "supervised", "precise", "exercise", "revise", "denoising", "expertise"])
def test_words_that_only_look_british_stay(word):
    assert american(word) == word


def test_an_acronym_is_one_word_with_two_capitals():
    assert [is_acronym(name) for name in ("TTS", "MoE", "C2-GMAE", "Crisp", "Test-Time Scaling")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_an_adjective_that_says_the_same_as_the_noun_is_spelling():
    assert normal_form("robotic arms") == normal_form("robot arm")
    assert normal_form("robotics") != normal_form("robot")
