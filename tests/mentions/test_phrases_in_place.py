"""Candidates are scored anew by KeyBERT's cosine and by their states, and the cache changes nothing."""

from pathlib import Path

import numpy as np
import pytest

from paperkg.cache import Cache
from paperkg.mentions.embedder import HashEmbedder, OnnxEmbedder, keybert_backend
from paperkg.mentions.keyphrases import shipped_weights
from paperkg.mentions.phrases_in_place import COSINE, SCORE, STATE, Given, PhrasesInPlace, Placed, units
from paperkg.mentions.reading import Reading
from paperkg.records import Span

TEXT = "Honeycomb indexing with Inverted-File lists, and honey."
IN_MEMORY = Path(":memory:")


def phrase(words, score=0.0):
    start = TEXT.index(words)
    return Placed(words, (Span(start, start + len(words)),), score)


PHRASES = [phrase("Honeycomb indexing", 1.0), phrase("Inverted-File lists", 0.5), phrase("honey")]


class Knowing(HashEmbedder):
    """An embedder of two states, whose first is 1 in the first piece alone."""

    asked = 0

    def read(self, text):
        self.asked += 1
        found = super().read(text)
        states = np.tile(np.array([0.0, 1.0], dtype=np.float32), (len(found.starts), 1))
        states[0] = (1.0, 0.0)
        return Reading(found.starts, found.ends, states)


WEIGHTS = {SCORE: 2.0, COSINE: 0.0, f"{STATE}0": 5.0, f"{STATE}1": -1.0}


def test_where_the_weights_are_for_another_encoder_the_score_is_that_of_what_is_seen_and_keyberts_cosine():
    read = HashEmbedder().read(TEXT)
    cosines = units(read.phrases([each.spans for each in PHRASES])) @ units(read.vector().reshape(1, -1))[0]
    expected = [each.score for each in PHRASES] + 0.3 * (cosines - cosines.mean()) / cosines.std()

    assert PhrasesInPlace(HashEmbedder(), WEIGHTS).scores(TEXT, PHRASES) == pytest.approx(expected, abs=1e-3)


def test_states_are_weighed_at_length_one():
    found = PhrasesInPlace(Knowing(), WEIGHTS).scores(TEXT, PHRASES)

    half = 0.5**0.5
    assert found == pytest.approx([2.0 + half * 5.0 - half, 1.0 - 1.0, 0.0 - 1.0])


def test_capitals_and_hyphens_reach_keybert():
    scores = PhrasesInPlace(HashEmbedder(), WEIGHTS).scores(TEXT, [phrase("Inverted-File lists"), phrase("honey")])

    assert len(set(scores)) == 2


def test_the_cosine_of_each_phrase_is_its_own_whatever_their_order():
    one, other, third = PhrasesInPlace(HashEmbedder(), WEIGHTS).scores(TEXT, PHRASES)

    assert PhrasesInPlace(HashEmbedder(), WEIGHTS).scores(TEXT, PHRASES[::-1]) == pytest.approx([third, other, one])


def test_keybert_gives_the_numbers_that_it_gives_with_a_vectorizer_of_its_own_kind():
    from keybert import KeyBERT
    from sklearn.feature_extraction.text import CountVectorizer

    names = sorted(each.text for each in PHRASES)
    vectors = HashEmbedder().embed(names)
    given = {"doc_embeddings": HashEmbedder().embed([TEXT]), "word_embeddings": vectors, "top_n": 3}
    vectorizer = CountVectorizer(analyzer=lambda _: names, lowercase=False)
    keybert = KeyBERT(model=keybert_backend(HashEmbedder()))

    expected = keybert.extract_keywords(TEXT, vectorizer=vectorizer, **given)

    assert keybert.extract_keywords(TEXT, vectorizer=Given(names), **given) == expected
    assert len(expected) == 3


def test_equal_cosines_change_nothing():
    one = [phrase("honey", 0.7)]

    assert PhrasesInPlace(HashEmbedder(), WEIGHTS).scores(TEXT, one) == [0.7]


def test_no_phrases_have_no_scores():
    assert PhrasesInPlace(HashEmbedder(), WEIGHTS).scores(TEXT, []) == []
    assert PhrasesInPlace(Knowing(), WEIGHTS).scores(TEXT, []) == []


def test_what_is_in_the_cache_is_not_read_again_and_scores_the_same():
    embedder, kept = Knowing(), Cache(IN_MEMORY)
    first = PhrasesInPlace(embedder, WEIGHTS, kept).scores(TEXT, PHRASES)

    assert PhrasesInPlace(embedder, WEIGHTS, kept).scores(TEXT, PHRASES) == first
    assert embedder.asked == 1
    assert first == PhrasesInPlace(embedder, WEIGHTS).scores(TEXT, PHRASES)


def test_the_cache_does_not_answer_for_other_places_or_other_weights():
    embedder, kept = Knowing(), Cache(IN_MEMORY)
    PhrasesInPlace(embedder, WEIGHTS, kept).scores(TEXT, PHRASES)
    PhrasesInPlace(embedder, WEIGHTS, kept).scores(TEXT, PHRASES[1:])
    PhrasesInPlace(embedder, {**WEIGHTS, f"{STATE}1": 1.0}, kept).scores(TEXT, PHRASES)

    assert embedder.asked == 3


@pytest.mark.weights
def test_the_shipped_weights_fit_the_shipped_model():
    states = [name for name in shipped_weights() if name.startswith(STATE) and name[len(STATE) :].isdigit()]

    assert len(states) == OnnxEmbedder().read("honey").states.shape[1]
