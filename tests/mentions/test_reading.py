"""A text is read once, and each phrase gets its vector from the pieces that stand where it stands."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.mentions.embedder import HashEmbedder, OnnxEmbedder
from paperkg.mentions.reading import Reading, windows
from paperkg.records import Span

TEXT = "Honeycomb indexing cuts the space. A Voronoi graph keeps the centres of honeycomb indexing."
LONG = " ".join(f"Sentence {number} tells of bees, hives and honey in {1900 + number}." for number in range(60))


@cache
def minilm():
    return OnnxEmbedder()


def spans(text, phrase):
    found, at = [], text.lower().find(phrase)
    while at >= 0:
        found.append(Span(at, at + len(phrase)))
        at = text.lower().find(phrase, at + 1)
    return found


def reading(*rows):
    places = np.array([(2 * number, 2 * number + 1) for number in range(len(rows))])
    return Reading(places[:, 0], places[:, 1], np.array(rows, dtype=np.float32))


def test_a_phrase_is_the_mean_of_its_pieces():
    found = reading([1, 0], [3, 2], [9, 9]).phrases([[Span(0, 3)]])

    np.testing.assert_array_equal(found, [[2, 1]])


def test_a_phrase_of_several_places_is_the_mean_over_them_however_long_each_is():
    found = reading([1, 0], [3, 2], [9, 9]).phrases([[Span(0, 3), Span(4, 5)]])

    np.testing.assert_array_equal(found, [[5.5, 5]])


def test_a_piece_that_only_touches_a_place_is_not_in_it():
    np.testing.assert_array_equal(reading([1, 0], [3, 2]).phrases([[Span(1, 3)]]), [[3, 2]])


def test_a_phrase_without_a_piece_is_zeros_and_its_neighbours_keep_their_own():
    found = reading([1, 0], [3, 2]).phrases([[Span(1, 2)], [Span(0, 1)], [], [Span(1, 2), Span(2, 3)]])

    np.testing.assert_array_equal(found, [[0, 0], [1, 0], [0, 0], [3, 2]])


def test_no_phrases_have_no_rows():
    assert reading([1, 0]).phrases([]).shape == (0, 2)


@given(st.lists(st.sampled_from(["ab ", "c. ", "d! "]), max_size=40), st.integers(1, 9))
def test_windows_hold_every_piece_once_in_order_and_never_too_many(words, room):
    starts = [sum(map(len, words[:number])) for number in range(len(words))]

    found = list(windows("".join(words), starts, room))

    assert [piece for first, after in found for piece in range(first, after)] == list(range(len(words)))
    assert all(0 < after - first <= room for first, after in found)


def test_a_window_ends_with_a_sentence_and_takes_all_that_fit():
    text = "a b. c d. e f. g h i j."
    starts = [number for number, letter in enumerate(text) if letter.isalpha()]

    assert list(windows(text, starts, 4)) == [(0, 4), (4, 6), (6, 10)]
    assert list(windows(text, starts, 3)) == [(0, 2), (2, 4), (4, 6), (6, 9), (9, 10)]


@pytest.mark.weights
def test_a_short_text_read_is_a_run_of_the_model_without_its_marks():
    found = minilm().read(TEXT)

    assert found.states.shape == (len(found.starts), 384)
    assert TEXT[found.starts[0] : found.ends[0]] == "Honey"


@pytest.mark.weights
def test_a_reading_is_bitwise_the_same_whatever_was_read_before():
    first = minilm().read(TEXT)
    minilm().read(LONG)
    again = minilm().read(TEXT)

    assert first.states.tobytes() == again.states.tobytes()


@pytest.mark.weights
def test_a_text_longer_than_the_models_reach_is_read_to_its_end():
    found = minilm().read(LONG)

    assert len(found.states) > 256
    assert LONG[found.starts[-2] : found.ends[-2]] == LONG[-5:-1]
    assert np.linalg.norm(found.phrases([[Span(len(LONG) - 5, len(LONG) - 1)]])) > 0


@pytest.mark.weights
def test_a_word_read_lies_closer_to_itself_elsewhere_than_to_its_neighbour():
    read = minilm().read(TEXT)
    one, other = spans(TEXT, "indexing")
    (here, there, neighbour) = read.phrases([[one], [other], spans(TEXT, "the space")])

    assert float(here @ there) > float(here @ neighbour)


@pytest.mark.weights
def test_reading_leaves_the_upper_layers_closed():
    embedder = OnnxEmbedder()

    embedder.read(TEXT)
    assert "_upper" not in vars(embedder)
    embedder.embed(["honey"])
    assert "_upper" in vars(embedder)


@pytest.mark.parametrize("text", ["", " ", "\x00"])
def test_a_text_without_words_has_no_pieces(text):
    assert HashEmbedder().read(text).states.shape == (0, 64)
    np.testing.assert_array_equal(HashEmbedder().read(text).vector(), np.zeros(64))


@pytest.mark.weights
def test_the_model_reads_no_pieces_from_an_empty_text():
    assert minilm().read("").states.shape == (0, 384)


def test_hashed_words_stand_where_they_stand():
    read = HashEmbedder().read("wax and honey")

    np.testing.assert_array_equal(read.phrases([[Span(8, 13)]]), HashEmbedder().embed(["honey"]))
