"""A name is found where it stands as words of its own."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.mentions.word_places import NO_LONGER_NAME_BEHIND, NO_NAME_BEHIND, lowered, word_places


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("CCD and CCDs, CCD.", ["CCD", "CCDs", "CCD"]),
        ("xCCD, X-CCD, CCD-2, CCDx, CCDs-2", []),
        ("CCD-based", []),
    ],
)
def test_a_name_stands_alone_or_in_the_plural(text, found):
    assert [text[start:end] for start, end in map(tuple_of, word_places("CCD", text, NO_NAME_BEHIND))] == found


def tuple_of(span):
    return span.start, span.end


def test_a_hyphen_may_join_a_name_to_a_word_in_small_letters():
    text = "CCD-based CCD-X"

    assert [place.start for place in word_places("CCD", text, NO_LONGER_NAME_BEHIND)] == [0]


@given(st.text("aAs- .", min_size=1, max_size=4), st.text("aAs- .B2", max_size=30))
def test_the_places_are_those_of_a_pattern_made_for_the_name(name, text):
    pattern = rf"(?<![\w-]){re.escape(name)}{NO_NAME_BEHIND.pattern}"

    assert [tuple_of(place) for place in word_places(name, text, NO_NAME_BEHIND)] == [
        match.span() for match in re.finditer(pattern, text)
    ]


def test_a_text_in_lower_case_keeps_its_places():
    assert lowered("ABC İx Ä") == "abc İx ä"
