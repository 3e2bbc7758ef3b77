"""A text has one vector, whatever stands beside it."""

import shutil
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.cache import Cache
from paperkg.errors import ModelError
from paperkg.mentions.embedder import BUNDLED_FOLDER, CachedEmbedder, HashEmbedder, OnnxEmbedder, keybert_backend

IN_MEMORY = Path(":memory:")  # SQLite's own name for a file that is none

texts = st.text(alphabet=st.characters(codec="utf-8"), max_size=40)
LONG = " ".join(
    f"Sentence {number} tells of bees, hives and honey in the year {1900 + number}." for number in range(60)
)


@cache
def minilm():
    return OnnxEmbedder()


@pytest.mark.weights
@settings(max_examples=25, deadline=None)
@given(st.lists(texts, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_a_vector_is_bitwise_the_same_alone_in_any_list_and_from_the_cache(many, random):
    alone = {text: minilm().embed([text]).tobytes() for text in many}
    shuffled = random.sample(many, len(many))
    kept = CachedEmbedder(minilm(), Cache(IN_MEMORY))

    assert [row.tobytes() for row in minilm().embed(shuffled)] == [alone[text] for text in shuffled]
    assert [row.tobytes() for row in kept.embed(many)] == [alone[text] for text in many]
    assert [row.tobytes() for row in kept.embed(shuffled)] == [alone[text] for text in shuffled]


@given(st.lists(texts, min_size=1, max_size=6))
def test_hashed_vectors_do_not_depend_on_their_neighbours_either(many):
    together = HashEmbedder().embed(many)

    assert [HashEmbedder().embed([text]).tobytes() for text in many] == [row.tobytes() for row in together]
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1.0, rtol=1e-5)


@pytest.mark.weights
def test_vectors_have_length_one_and_one_row_a_text():
    vectors = minilm().embed(["a hive", "", "a hive", LONG])

    assert vectors.shape == (4, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-5)


@pytest.mark.weights
def test_no_texts_give_no_rows():
    assert minilm().embed([]).shape == (0, 384)
    assert HashEmbedder().embed([]).shape == (0, 64)
    assert CachedEmbedder(HashEmbedder(), Cache(IN_MEMORY)).embed([]).shape == (0, 64)


@pytest.mark.weights
def test_texts_that_mean_alike_lie_closer_than_texts_that_do_not():
    honey, nectar, compiler = minilm().embed(
        ["bees make honey", "nectar is collected by bees", "a compiler for Fortran"]
    )

    assert honey @ nectar > 0.6
    assert honey @ compiler < 0.2


@pytest.mark.weights
def test_what_stands_past_the_models_reach_still_counts():
    ending = LONG + " Submarines dive under the polar ice."

    assert minilm().embed([LONG]).tobytes() != minilm().embed([ending]).tobytes()


@pytest.mark.weights
def test_a_sentence_longer_than_the_models_reach_is_read_to_its_end():
    words = "honey " * 300

    assert minilm().embed([words + "wax"]).tobytes() != minilm().embed([words + "sting"]).tobytes()


@pytest.mark.weights
@pytest.mark.parametrize("name", ["lower.onnx", "tokenizer.json", "upper.onnx"])
def test_a_model_file_that_was_changed_is_refused_by_name(tmp_path, name):
    folder = tmp_path / "minilm"
    shutil.copytree(BUNDLED_FOLDER, folder)
    with (folder / name).open("ab") as file:
        file.write(b" ")

    with pytest.raises(ModelError, match=rf"{name} has the sha256 .* expected is .*Install paperkg again"):
        OnnxEmbedder(folder)


def test_a_missing_model_is_told_with_its_place_and_a_remedy(tmp_path):
    with pytest.raises(ModelError, match=r"minilm is not complete .*--embedder hash"):
        OnnxEmbedder(tmp_path / "minilm")


def test_two_embedders_never_share_what_is_cached(tmp_path):
    class Other(HashEmbedder):
        identity = "another"

        def embed(self, texts):
            return -super().embed(texts)

    kept = Cache(tmp_path / "kept.sqlite")

    first = CachedEmbedder(HashEmbedder(), kept).embed(["bee"])
    second = CachedEmbedder(Other(), kept).embed(["bee"])

    np.testing.assert_array_equal(first, -second)
    kept.close()


def test_the_cache_answers_for_what_it_holds_and_only_the_rest_is_asked(tmp_path):
    class Counting(HashEmbedder):
        asked = ()

        def embed(self, texts):
            self.asked += tuple(texts)
            return super().embed(texts)

    counting = Counting()
    kept = Cache(tmp_path / "kept.sqlite")
    embedder = CachedEmbedder(counting, kept)

    embedder.embed(["bee", "hive", "bee"])
    embedder.embed(["hive", "wax"])

    assert counting.asked == ("bee", "hive", "wax")
    kept.close()


def test_keybert_takes_our_embedder_for_its_model():
    from keybert import KeyBERT

    backend = keybert_backend(HashEmbedder())

    assert KeyBERT(model=backend).model is backend
    np.testing.assert_array_equal(backend.embed(["bee"]), HashEmbedder().embed(["bee"]))
