"""Tokens are cut where the rules say, and every one stands where the text has it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.mentions.tokenizer import Tokenizer


def tokens(text, *ends):
    return Tokenizer(100).cut(text, frozenset(ends))[1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bees (wild) fly.", "Bees|(|wild|)|fly|."),
        ("low-rank wax", "low|-|rank|wax"),
        ("GPT-4 and U-Net", "GPT-4|and|U|-|Net"),
        ("bees and/or wasps, vs. ants", "bees|and/or|wasps|,|vs.|ants"),
        ("bees/wasps", "bees|/|wasps"),
        ("(e.g., bees)", "(|e.g.|,|bees|)"),
        ("the hive's wax", "the|hive|'s|wax"),
        ("We don't; it’s", "We|do|n't|;|it|’s"),
        ("They cannot", "They|can|not"),
        ("gains 12.8% of 3.5M", "gains|12.8|%|of|3.5|M"),
        ("see github.com/hive/wax.", "see|github.com/hive/wax|."),
        ("https://hive.org/a-b", "https://hive.org/a-b"),
        ("wax.Honey", "wax|.|Honey"),
        ("1,000 bees", "1,000|bees"),
        ("wax,honey", "wax|,|honey"),
        ("wait...", "wait|..."),
        ("“wax”", "“|wax|”"),
        ("the U.S. hive", "the|U.S.|hive"),
        ("((", "(|("),
    ],
)
def test_a_text_is_cut_as_the_rules_say(text, found):
    assert tokens(text) == found.split("|")


def test_the_period_of_a_sentence_is_no_part_of_its_last_word():
    assert tokens("We call it TimesX. It is.") == ["We", "call", "it", "TimesX.", "It", "is", "."]
    assert tokens("We call it TimesX. It is.", 18)[3:5] == ["TimesX", "."]


def test_an_abbreviation_that_ends_a_sentence_stays_whole():
    assert tokens("from the U.S.", 13) == ["from", "the", "U.S."]


@given(st.text(alphabet="aB1é中 .,-/()'’%+@:\n", max_size=50) | st.text(max_size=50))
def test_tokens_stand_in_the_text_and_leave_nothing_but_white_space_out(text):
    starts, words = Tokenizer(100).cut(text, frozenset())

    assert all(text[start : start + len(word)] == word for start, word in zip(starts, words, strict=True))
    assert "".join(words) == "".join(text.split())


@given(st.lists(st.text(alphabet="aB1 .-('s", max_size=12), max_size=8))
def test_what_is_remembered_changes_no_token(texts):
    remembers, forgets = Tokenizer(100), Tokenizer(1)

    for text in [*texts, *texts]:
        assert remembers.cut(text, frozenset()) == forgets.cut(text, frozenset()) == Tokenizer(0).cut(text, frozenset())
