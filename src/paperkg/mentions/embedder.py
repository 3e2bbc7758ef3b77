"""Turns texts into vectors: all-MiniLM-L6-v2 as int8 ONNX, or a hash of the words where no model is wanted.

The model is that of Reimers and Gurevych 2019 (Sentence-BERT, https://arxiv.org/abs/1908.10084, section 3): the mean
over the states of the last layer, brought to length 1. ``training/`` tells how the file was made, and
``docs/decisions/int8-embedder.md`` why a text never shares a run with another.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from paperkg.cache import Cache
from paperkg.errors import ModelError
from paperkg.mentions.reading import SENTENCE_END, Reading, windows
from paperkg.settings import MentionSettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

BUNDLED_FOLDER = Path(__file__).resolve().parent / "minilm"
LOWER, UPPER = "lower.onnx", "upper.onnx"
"""The first layers, which are all that a reading needs, and the others, which turn their states into those of the last."""
LONGEST = 256
"""Word pieces that the model was trained on, the two marks at the ends included."""
RECIPE = "mean-of-states-1"
"""Changes whenever the same weights would give another vector, so that a cache does not answer for the old way."""
WIDTH = 384
HASH_WIDTH = 64

_WORD = re.compile(r"\w+")


class Embedder(Protocol):
    """What turns texts into vectors of length 1; ``identity`` names everything that decides them."""

    @property
    def identity(self) -> str:
        """Return a name that two embedders share only where they give the same vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, in the order given, as float32 of shape (texts, width)."""
        ...

    def read(self, text: str) -> Reading:
        """Return the states of the pieces of one text."""
        ...


class OnnxEmbedder:
    """The bundled model; a text's vector is bitwise the same alone and in any list.

    Raises:
        ModelError: a file of the model is missing, or its sha256 is not the one expected.
    """

    def __init__(self, folder: Path = BUNDLED_FOLDER) -> None:
        self._identity = onnx_identity(folder)
        self._tokenizer: Any = _tokenizer(folder / "tokenizer.json")
        self._lower: Any = _session(folder / LOWER)
        self._upper_file = folder / UPPER
        self._first, self._last = self._pieces("")

    @property
    def identity(self) -> str:
        """Return the recipe and the hashes of the model's files."""
        return self._identity

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, float32 of shape (texts, 384), each of length 1."""
        import numpy as np

        rows = {text: self._embed_one(text) for text in dict.fromkeys(texts)}
        return np.array([rows[text] for text in texts], dtype=np.float32).reshape(len(texts), WIDTH)

    def read(self, text: str) -> Reading:
        """Return the states of the pieces of a text after the lower layers; a long text is read window by window."""
        import numpy as np

        found = self._tokenizer.encode(text, add_special_tokens=False)
        pieces, places = found.ids, np.array(found.offsets, dtype=np.int64).reshape(-1, 2)
        states = [
            self._lower_states([self._first, *pieces[low:high], self._last])[0, 1:-1]
            for low, high in windows(text, places[:, 0].tolist(), LONGEST - 2)
        ]
        together = np.concatenate(states) if states else np.zeros((0, WIDTH), dtype=np.float32)
        return Reading(places[:, 0], places[:, 1], together)

    def _embed_one(self, text: str) -> Vectors:
        pieces = self._pieces(text)
        if len(pieces) <= LONGEST:
            return self._run(pieces)
        parts = [part for sentence in SENTENCE_END.split(text) for part in self._windows(sentence)]
        return _unit(sum(self._run(part) for part in parts) / len(parts))

    def _windows(self, sentence: str) -> list[list[int]]:
        """Return the word pieces of a sentence, cut where the model can take no more at once."""
        inner = self._pieces(sentence)[1:-1]
        room = LONGEST - 2
        return [[self._first, *inner[start : start + room], self._last] for start in range(0, len(inner), room)]

    def _pieces(self, text: str) -> list[int]:
        pieces: list[int] = self._tokenizer.encode(text).ids
        return pieces

    def _run(self, pieces: list[int]) -> Vectors:
        (states,) = self._upper.run(None, {"states": self._lower_states(pieces)})
        return _unit(states[0].mean(axis=0))

    def _lower_states(self, pieces: list[int]) -> Vectors:
        import numpy as np

        states: Vectors = self._lower.run(None, {"pieces": np.array([pieces], dtype=np.int64)})[0]
        return states

    @cached_property
    def _upper(self) -> Any:
        """Return the session of the upper layers; the keyphrases of a paper never need it."""
        return _session(self._upper_file)


class HashEmbedder:
    """Vectors from the letters of the words alone: no model, no meaning, but the same on every machine."""

    identity = f"hash-of-words-{HASH_WIDTH}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, float32 of shape (texts, 64), each of length 1."""
        import numpy as np

        return np.array([self._embed_one(text) for text in texts], dtype=np.float32).reshape(len(texts), HASH_WIDTH)

    def read(self, text: str) -> Reading:
        """Return the vector of each word."""
        import numpy as np

        words = list(_WORD.finditer(text))
        places = np.array([word.span() for word in words], dtype=np.int64).reshape(-1, 2)
        return Reading(places[:, 0], places[:, 1], self.embed([word.group() for word in words]))

    def _embed_one(self, text: str) -> Vectors:
        import numpy as np

        words = _WORD.findall(text.casefold()) or [""]
        digests = [hashlib.shake_128(word.encode("utf-8", "surrogatepass")).digest(HASH_WIDTH // 8) for word in words]
        bits = np.unpackbits(np.frombuffer(b"".join(digests), dtype=np.uint8)).reshape(len(words), HASH_WIDTH)
        total = (2.0 * bits - 1.0).sum(axis=0)
        # Opposite words may cancel each other out; a vector of length 0 has no direction.
        return _unit((total if total.any() else total + 1.0).astype(np.float32))


class CachedEmbedder:
    """Another embedder, asked only for the texts that the cache does not hold."""

    def __init__(self, embedder: Embedder, cache: Cache) -> None:
        self._embedder = embedder
        self._cache = cache

    @property
    def identity(self) -> str:
        """Return the identity of the embedder behind the cache."""
        return self._embedder.identity

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, bitwise what the embedder behind the cache returns."""
        import numpy as np

        kept = self._cache.get(self.identity, texts)
        rows = {text: np.frombuffer(value, dtype="<f4") for text, value in kept.items() if len(value) % 4 == 0}
        missing = [text for text in dict.fromkeys(texts) if text not in rows]
        if missing:
            made = dict(zip(missing, self._embedder.embed(missing), strict=True))
            self._cache.put(self.identity, {text: row.astype("<f4").tobytes() for text, row in made.items()})
            rows |= made
        return np.array([rows[text] for text in texts], dtype=np.float32) if texts else self._embedder.embed([])

    def read(self, text: str) -> Reading:
        """Return the states of the pieces of one text; they are too many to keep."""
        return self._embedder.read(text)


def embedder_for(settings: MentionSettings) -> Embedder | None:
    """Return the embedder that these settings ask for; None where they need none.

    Raises:
        ModelError: the bundled model is damaged.
    """
    if settings.keyphrases == "statistical":
        return None
    return HashEmbedder() if settings.embedder == "hash" else OnnxEmbedder()


def embedder_identity(settings: MentionSettings) -> str | None:
    """Return the identity of the embedder that these settings ask for, without loading it; None where they need none.

    Raises:
        ModelError: the bundled model is damaged.
    """
    if settings.keyphrases == "statistical":
        return None
    return HashEmbedder.identity if settings.embedder == "hash" else onnx_identity(BUNDLED_FOLDER)


def onnx_identity(folder: Path) -> str:
    """Return the recipe and the hashes of the model's files in ``folder``.

    Raises:
        ModelError: a file of the model is missing, or its sha256 is not the one expected.
    """
    hashes = _checked_hashes(folder)
    return " ".join([RECIPE, *(hashes[name] for name in sorted(hashes))])


def keybert_backend(embedder: Embedder) -> Any:
    """Return ``embedder`` as the ``BaseEmbedder`` that KeyBERT takes for its model."""
    return _backend_class()(embedder)


@cache
def _backend_class() -> Any:
    from keybert.backend import BaseEmbedder

    class Backend(BaseEmbedder):  # type: ignore[misc] # KeyBERT ships no types
        def embed(self, documents: Sequence[str], verbose: bool = False) -> Vectors:  # noqa: ARG002 - KeyBERT's own signature
            embedded: Vectors = self.embedding_model.embed([str(document) for document in documents])
            return embedded

    return Backend


def _unit(vector: Any) -> Vectors:
    import numpy as np

    unit: Vectors = (vector / np.linalg.norm(vector)).astype(np.float32)
    return unit


def _checked_hashes(folder: Path) -> dict[str, str]:
    """Return the sha256 of each file of the model after comparing it with the file itself."""
    remedy = "Install paperkg again, or choose --embedder hash or --keyphrases statistical."
    try:
        expected: dict[str, str] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["sha256"]
        found = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in expected}
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"The embedding model in {folder} is not complete ({error}).", remedy=remedy) from error
    for name in sorted(expected):
        if found[name] != expected[name]:
            message = f"{folder / name} has the sha256 {found[name]}, expected is {expected[name]}."
            raise ModelError(message, remedy=remedy)
    return expected


def _tokenizer(path: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _session(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # More threads would add in another order, and rounding would then depend on the machine's load.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The sum and its normalisation in one step are slower than one after the other.
    slower = ["SkipLayerNormFusion"]
    return onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=slower
    )
