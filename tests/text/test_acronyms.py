import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.records import Paper, Source
from paperkg.text import passage

ABSTRACT = " It is new. It is tested on tasks. It wins."


def pairs(text, title=None):
    found = passage(Paper(source=Source("x", 1), text=text, title=title))
    return [(acronym.short, acronym.long) for acronym in found.acronyms]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We use a hidden Markov model (HMM) here.", "HMM", "hidden Markov model"),
        ("We study **C**oherent **C**ontextual **D**ecoding (**CCD**).", "CCD", "Coherent Contextual Decoding"),
        (
            "A Consistency- and Coverage-aware Graph Masked Auto-Encoder (C2-GMAE) learns.",
            "C2-GMAE",
            "Consistency- and Coverage-aware Graph Masked Auto-Encoder",
        ),
        (
            "the Quantile-filtered Prioritized Advantage Sampling (Q-PAS) strategy",
            "Q-PAS",
            "Quantile-filtered Prioritized Advantage Sampling",
        ),
        ("a modern text-to-image (T2I) model", "T2I", "text-to-image"),
        ("3D Gaussian Splatting (3DGS) is fast", "3DGS", "3D Gaussian Splatting"),
        ("with robust Theory of Mind (ToM): inferring states", "ToM", "Theory of Mind"),
        ("the time-per-output-token (TPOT) falls", "TPOT", "time-per-output-token"),
        ("an eXplainable AI (XAI) tool", "XAI", "eXplainable AI"),
        ("in-distribution (ID) data", "ID", "in-distribution"),
        ("conditional random field(CRF) taggers", "CRF", "conditional random field"),
        ("a recog- nition network [RN] of old", "RN", "recog- nition network"),
        ("the low-rank adapter (henceforth LRA) is small", "LRA", "low-rank adapter"),
        ("wide residual nets (WRN; Smith et al., 2016) learn", "WRN", "wide residual nets"),
        ("an old law (Hodge star operator, HSO) holds", "HSO", "Hodge star operator"),
        ("a cross-view discriminant analysis (XDA) learns", "XDA", "cross-view discriminant analysis"),
        ("the (BLSTM)-conditional random field (CRF) tags", "CRF", "conditional random field"),
        ("voter interval (VI) domains", "VI", "voter interval"),
        ("spores of D. minor strain 7 (DmS7) grow", "DmS7", "D. minor strain 7"),
        ("an extract of cyclo[b]furane (CBF) boils", "CBF", "cyclo[b]furane"),
        ("coated receptor type 3 (CR3) binds", "CR3", "coated receptor type 3"),
        ("the 24-question Rivermead Mood Scale (RMS-24) asks", "RMS-24", "24-question Rivermead Mood Scale"),
        ("on larval day 12 (LD 12) they feed", "LD 12", "larval day 12"),
        ("the rate of tagging (R.O.T.) falls", "R.O.T.", "rate of tagging"),
    ],
)
def test_the_long_form_stands_before_the_bracket(text, short, long):
    assert (short, long) in pairs(text)


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        (
            "We propose DIRECT (Decomposed Injection for REference Composition and Target-integration).",
            "DIRECT",
            "Decomposed Injection for REference Composition and Target-integration",
        ),
        ("We call it RTX (short for rapid tree expansion), and use it.", "RTX", "rapid tree expansion"),
        ("We call it SPQ, which stands for sparse product quantizer.", "SPQ", "sparse product quantizer"),
        ("It uses a sparse product quantizer, or SPQ, as others do.", "SPQ", "sparse product quantizer"),
        ("a layer of SPQ paste (sparse product quantizer) dries", "SPQ", "sparse product quantizer"),
    ],
)
def test_the_long_form_stands_behind_the_short_one(text, short, long):
    assert (short, long) in pairs(text)


def test_a_name_that_is_a_word_is_found_by_its_letters():
    text = "We propose Coherent Resonance Interaction with Spectral Priors (Crisp)."
    assert pairs(text) == [("Crisp", "Coherent Resonance Interaction with Spectral Priors")]


def test_a_phrase_set_apart_in_the_sentence_that_introduces_its_initials_is_the_long_form():
    text = "We propose LEC, a method governed by a *linear expectation constraint* over errors."
    assert pairs(text) == [("LEC", "linear expectation constraint")]
    assert pairs(text.replace("*", "")) == []


def test_a_title_names_its_acronym_before_the_colon():
    assert pairs("", title="LRA: Low-Rank Adapters for Trees") == [("LRA", "Low-Rank Adapters")]
    assert pairs("", title="LRA: Low-Rank Adapter Trees") == []


def test_in_an_abstract_a_class_of_things_is_named_in_the_singular():
    assert pairs("Diffusion Language Models (DLMs) are new." + ABSTRACT) == [("DLM", "Diffusion Language Model")]
    assert pairs("Variational inequalities (VIs) are old." + ABSTRACT) == [("VI", "Variational inequality")]


@pytest.mark.parametrize("more", ["", " It is new. It wins."])
def test_a_quotation_of_up_to_three_sentences_keeps_the_plural_as_written(more):
    assert pairs("Diffusion Language Models (DLMs) are new." + more) == [("DLMs", "Diffusion Language Models")]


@pytest.mark.parametrize(
    "text",
    [
        "By evaluating a (visual observation, action) pair it works.",
        "Despite its compact size (2B, 4B), it performs well.",
        "with proprietary models (e.g., SAM) for segmentation models (e.g., SAM)",
        "matching or surpassing their accuracy on tasks (MATH-500, AIME-24/25)",
        "the function f(AB) of another bit",
        "we show (i) this, (ii) that, and (a) more; another (A) too",
        "the type of it (II) matters",
        "we rely on the Foo Bar dataset (Foo)",
        "on par with MAS (X-MAS) as before",
        "our framework outperforms strong baselines (CLIP) by far",
    ],
)
def test_a_bracket_that_defines_nothing_gives_nothing(text):
    assert pairs(text) == []


def test_a_single_capital_stands_for_the_word_before_it():
    assert pairs("We report precision (P) and recall (R, in percent).") == [("P", "precision"), ("R", "recall")]


def test_single_capitals_that_count_are_no_acronyms():
    assert pairs("We show that trees are acyclic (A) and that forests are planar (B).") == []


def test_a_word_behind_and_in_a_bracket_is_no_acronym():
    assert pairs("We try six extracts (soup and sex) on trees.") == []


def test_the_nearest_words_win_over_farther_ones_with_the_same_letters():
    assert pairs("accurate diagnosis of Alzheimer's disease (AD)") == [("AD", "Alzheimer's disease")]


@given(st.lists(st.sampled_from([*"aAbB([)],.;: -'\n", "foo ", "Bar ", "FB", "(FB)", "e.g. ", "**"]), max_size=40))
def test_spans_lead_to_the_forms(pieces):
    found = passage(Paper(source=Source("x", 1), text="".join(pieces)))
    text = found.paper.text
    for acronym in found.acronyms:
        assert text[acronym.short_span.start : acronym.short_span.end] == acronym.short
        assert text[acronym.long_span.start : acronym.long_span.end].lower().startswith(acronym.long[:-3].lower())
