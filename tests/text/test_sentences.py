import pytest

from paperkg.text.sentences import sentences


def cut(text):
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "We use GPT-5.1 (e.g. Quest, i.e. the best) vs. Qwen2.5-VL at 3.5 Hz.",
        "As Fig. 2 and Eq. 3 of Smith et al. (2020) show, J. Smith was right.",
        "It is faster, cf. St. Petersburg, than 4.7M vs. 60M parameters, resp. fewer.",
        "We do (1) this; (2) that; and (3) those.",
    ],
)
def test_a_guarded_period_ends_no_sentence(text):
    assert cut(text) == [text]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("It runs (e.g., to 60 Hz).", "At such rates it fails."),
        ("It does well on all tasks.", "mBERT does not."),
        ("He said “it works.”", "We agree."),
        ("Code is at https://github.com/a/B.", "It is small."),
    ],
)
def test_a_sentence_ends_before_a_word_that_begins_one(first, second):
    assert cut(f"{first} {second}") == [first, second]


def test_a_missing_space_is_a_sentence_end():
    assert cut("We show good results.We thank you.") == ["We show good results.", "We thank you."]
