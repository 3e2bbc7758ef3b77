from paperkg.records import Paper, Source
from paperkg.text import passage


def pairs(text):
    return [(found.short, found.long) for found in passage(Paper(source=Source("x", 1), text=text)).acronyms]


def test_the_long_form_stands_before_the_bracket():
    assert pairs("We use hidden Markov model (HMM) taggers.") == [("HMM", "hidden Markov model")]


def test_a_plural_short_form_loses_its_s_and_so_does_the_long_form():
    assert pairs("Diffusion Language Models (DLMs) are new.") == [("DLM", "Diffusion Language Model")]
