"""Scores the best candidates of a paper anew by what an encoder makes of them where they stand.

The encoder reads the paper once. KeyBERT (Grootendorst 2020, https://maartengr.github.io/KeyBERT) compares the vector
of the text with that of each phrase, and a linear model over the phrase's states tells what a keyphrase looks
like; its weights and that of the cosine are fitted by ``training/train_keyphrases.py``.
"""

from __future__ import annotations

import hashlib
import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperkg.cache import Cache
from paperkg.records import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paperkg.mentions.embedder import Embedder

Weights = Mapping[str, float]
SCORE, COSINE, STATE = "in place:score", "in place:cosine", "in place:"
"""Names of the weights: of the score from what is seen, of the cosine, and, with a number behind it, of each state."""
COSINE_ALONE = 0.3
"""What one standard deviation of the cosine adds where the weights are for another encoder, in log-odds."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A candidate: its words, where they stand in the text, and its score from what is seen of it, in log-odds."""

    text: str
    spans: tuple[Span, ...]
    score: float


class PhrasesInPlace:
    """Scores candidates; what the encoder makes of a text is kept in the cache, if there is one."""

    def __init__(self, embedder: Embedder, weights: Weights, cache: Cache | None = None) -> None:
        import numpy as np
        from keybert import KeyBERT

        from paperkg.mentions.embedder import keybert_backend

        self._embedder = embedder
        self._keybert = KeyBERT(model=keybert_backend(embedder))
        self._weights = weights
        named = [weights[f"{STATE}{number}"] for number in range(sum(_is_state(name) for name in weights))]
        self._states = np.array(named, dtype=np.float64)
        self._cache = cache
        self._maker = f"{embedder.identity} in place {hashlib.sha256(self._states.tobytes()).hexdigest()}"

    def scores(self, text: str, phrases: Sequence[Placed]) -> list[float]:
        """Return the new score of each phrase, in log-odds, in the order given."""
        if not phrases:
            return []
        cosines, lifts = self._kept(text, phrases)
        spread = statistics.pstdev(cosines)
        middle = statistics.fmean(cosines)
        from_score, from_cosine = 1.0, COSINE_ALONE
        if any(lifts):
            from_score, from_cosine = self._weights[SCORE], self._weights[COSINE]
        return [
            from_score * each.score + (from_cosine * (cosine - middle) / spread if spread else 0.0) + lift
            for each, cosine, lift in zip(phrases, cosines, lifts, strict=True)
        ]

    def _kept(self, text: str, phrases: Sequence[Placed]) -> tuple[list[float], list[float]]:
        """Return cosines and lifts, from the cache where it has them."""
        import numpy as np

        key = json.dumps([text, *([[span.start, span.end] for span in each.spans] for each in phrases)])
        value = self._cache.get(self._maker, [key]).get(key) if self._cache else None
        if value is not None and len(value) == 16 * len(phrases):
            cosines, lifts = np.frombuffer(value, dtype="<f8").reshape(2, len(phrases)).tolist()
            return cosines, lifts
        cosines, lifts = self._made(text, phrases)
        if self._cache:
            self._cache.put(self._maker, {key: np.array([cosines, lifts], dtype="<f8").tobytes()})
        return cosines, lifts

    def _made(self, text: str, phrases: Sequence[Placed]) -> tuple[list[float], list[float]]:
        """Return for each phrase KeyBERT's cosine, to four decimals, and what its states add to the score."""
        reading = self._embedder.read(text)
        vectors = reading.phrases([each.spans for each in phrases])
        rows = {each.text: row for each, row in zip(reversed(phrases), reversed(vectors), strict=True)}
        cosines = self._cosines(text, reading.vector(), rows)
        lifts = [0.0] * len(phrases)
        if self._states.size == vectors.shape[1]:
            lifts = [float(lift) for lift in units(vectors) @ self._states]
        return [cosines.get(each.text, 0.0) for each in phrases], lifts

    def _cosines(
        self, text: str, document: NDArray[np.float32], rows: Mapping[str, NDArray[np.float32]]
    ) -> dict[str, float]:
        import numpy as np
        from sklearn import config_context

        # With candidates= KeyBERT cuts and lowers them as it does the text, and silently finds none that has a hyphen.
        with config_context(assume_finite=True, skip_parameter_validation=True):
            found = self._keybert.extract_keywords(
                text,
                vectorizer=Given(list(rows)),
                top_n=len(rows),
                doc_embeddings=document.reshape(1, -1),
                word_embeddings=np.array(list(rows.values())),
            )
        return dict(found)


class Given:
    """What KeyBERT asks of scikit-learn's CountVectorizer, for one text whose candidates are known."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def fit(self, _: Sequence[str]) -> Given:
        """Return itself: there is nothing to learn."""
        return self

    def get_feature_names_out(self) -> Sequence[str]:
        """Return the candidates."""
        return self._names

    def transform(self, _: Sequence[str]) -> NDArray[np.float32]:
        """Return that each candidate stands in the text: ones of shape (1, 1, candidates), whose row is a matrix."""
        import numpy as np

        return np.ones((1, 1, len(self._names)), dtype=np.float32)


def units(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the rows brought to length 1, or as they are where they have none."""
    import numpy as np

    exact = vectors.astype(np.float64)
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    return exact / np.where(lengths, lengths, 1.0)


def _is_state(name: str) -> bool:
    return name.startswith(STATE) and name[len(STATE) :].isdigit()
