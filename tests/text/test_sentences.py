import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.text.sentences import sentences


def cut(text):
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "We use GPT-5.1 (e.g. Quest, i.e. the best) vs. Qwen2.5-VL at 3.5 Hz.",
        "As Fig. 2, Eq. 3 and Sec. IV of Smith et al. (2020) show, J. R. Smith was right.",
        "It is on p. 5 of vol. 2 and in Theorem No. 3 there.",
        "It is faster, cf. St. Petersburg, than 4.7M vs. 60M parameters, resp. fewer.",
        "We do (1) this; (2) that; and (3) those, w.r.t. Foo, i.e. Bar.",
        "Our aims are: 1. Faster runs and 2. Smaller models.",
        "See https://example.org/a.B/c?d=E.F and model.Train or Node.js for it.",
        "It is new (we saw it in No. 5. It was so, etc. Then no more) and good.",
        "They wait ... and then i.i.d. Gaussian noise comes.",
        "Yahoo! answers are not ours.",
    ],
)
def test_a_guarded_mark_ends_no_sentence(text):
    assert cut(text) == [text]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("It runs (e.g., to 60 Hz).", "At such rates it fails."),
        ("It does well on all tasks.", "mBERT does not."),
        ("It does well on all tasks.", "t5-small and iGPT do not."),
        ("He said “it works.”", "We agree."),
        ('He said "it works."', "(We agree.)"),
        ("Code is at https://example.org/a/B.", "It is small."),
        ("The gain is 3.5.", "This is much."),
        ("It beats Smith et al.", "We show why."),
        ("It rose by 92.", "The rest fell."),
        ("Does it work?", "Yes!"),
        ("We train in the U.S.", "The data is old."),
        ("It has no dependence on p.", "Our results hold."),
        ("It meets goals 7 and 11.", "Although it is new."),
        ("It needs no PET/MR.", "We show it."),
        ("It fails.", "(ii) The other works."),
        ("It is done.", "https://example.org has it."),
        ("It saves memory.", "3D models gain most."),
    ],
)
def test_a_sentence_ends_before_a_word_that_can_begin_one(first, second):
    assert cut(f"{first} {second}") == [first, second]


def test_a_missing_space_is_no_hindrance():
    assert cut("We show good results.We thank you.") == ["We show good results.", "We thank you."]


def test_a_blank_line_ends_a_sentence():
    assert cut("A heading\n\nThe text.") == ["A heading", "The text."]


@given(st.text(alphabet='aBc .?!()\n"”…1', max_size=80))
def test_sentences_hold_every_character_but_white_space_in_order(text):
    spans = sentences(text)
    assert list(spans) == sorted(spans)
    covered = set()
    for span in spans:
        assert not covered & set(range(span.start, span.end))
        covered |= set(range(span.start, span.end))
        assert text[span.start : span.end] == text[span.start : span.end].strip() != ""
    assert all(sign.isspace() for at, sign in enumerate(text) if at not in covered)
