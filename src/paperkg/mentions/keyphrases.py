"""Ranks the keyphrases of a paper: stretches of its noun phrases, by what is seen of them and by KeyBERT's cosine.

KeyBERT (Grootendorst 2020, https://maartengr.github.io/KeyBERT) compares a text's vector with those of its phrases. It
is asked only for the best candidates of a linear model over place, frequency, tags and words, whose weights
``training/train_keyphrases.py`` fits; the two are then added. ``docs/reference/keyphrases.md`` tells what comes out.
"""

from __future__ import annotations

import hashlib
import json
import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg.mentions.phrase_candidates import Candidate, Part, candidates, describe
from paperkg.records import Passage
from paperkg.settings import MentionSettings

if TYPE_CHECKING:
    from paperkg.mentions.embedder import Embedder
    from paperkg.mentions.noun_phrases import Analysis, Tagger

WEIGHTS_FILE = Path(__file__).resolve().parent / "keyphrase_weights.json"
EMBEDDED = 20
"""Candidates a paper whose vectors are made; more of them change nothing in the first ten."""
COSINE_WEIGHT = 0.3
"""What one standard deviation of the cosine among these candidates adds to the score, in log-odds."""
LONGEST_EMBEDDED = 50_000
"""Characters of the longest abstract that is embedded; one of book length is ranked by what is seen of it alone."""
DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate and its score, in log-odds of being a keyphrase before the cosine is added."""

    candidate: Candidate
    score: float

    @property
    def order(self) -> tuple[float, int, str]:
        """Return what ranks it: the score, then the place, then the words."""
        return -round(self.score, DECIMALS), self.candidate.place, self.candidate.text


class Keyphrases:
    """Ranks keyphrases; without an embedder, or where the settings say ``statistical``, by what is seen alone."""

    def __init__(
        self,
        settings: MentionSettings,
        embedder: Embedder | None,
        tagger: Tagger,
        weights: dict[str, float] | None = None,
    ) -> None:
        self._count = settings.keyphrase_count
        self._embedder = embedder if settings.keyphrases == "keybert" else None
        self._tagger = tagger
        self._weights = weights or shipped_weights()

    def rank(self, passage: Passage, analysis: Analysis) -> tuple[str, ...]:
        """Return keyphrases as they stand in the abstract or the title, best first; ``analysis`` is the abstract's.

        Those of the authors' keywords that stand there come first, in the authors' order.
        """
        parts = self._parts(passage, analysis)
        scored = without_repeats(score(parts, self._weights), max(EMBEDDED, self._count))
        if self._embedder is not None and len(passage.paper.text) <= LONGEST_EMBEDDED:
            scored = with_cosine(scored, cosines(document(parts), scored, self._embedder))
        texts = [part.text for part in reversed(parts)]
        given = [found for keyword in passage.paper.keywords if (found := _standing(keyword, texts))]
        ranked = [each.candidate.text_in(parts[-1]) for each in scored]
        spellings: dict[str, str] = {}
        for phrase in (*given, *ranked):
            spellings.setdefault(phrase.casefold(), phrase)
        return tuple(spellings.values())[: self._count]

    def _parts(self, passage: Passage, analysis: Analysis) -> tuple[Part, ...]:
        title = passage.section("title")
        text = Part(passage.section("text").text, analysis)
        return (Part(title.text, self._tagger.analyse_section(title)), text) if title.text else (text,)


def score(parts: Sequence[Part], given: dict[str, float]) -> list[Scored]:
    """Return the candidates of a passage under these weights, best first; what has no weight counts nothing."""
    characters = sum(len(part.text) for part in parts)
    sentences = 1 + max((phrase.sentence for part in parts for phrase in part.analysis.noun_phrases), default=0)
    scored = []
    for candidate in candidates(parts):
        features = describe(candidate, characters=characters, sentences=sentences)
        total = given["intercept"] + sum([given[name] * value for name, value in features.items() if name in given])
        scored.append(Scored(candidate, total))
    return sorted(scored, key=lambda each: each.order)


def without_repeats(scored: Iterable[Scored], count: int) -> list[Scored]:
    """Return the first ``count`` that say something new.

    A stretch that is nowhere a whole noun phrase is left out where a better candidate holds it, or is held by it, and
    stands there at least as often.
    """
    kept: list[Scored] = []
    for each in scored:
        if len(kept) == count:
            break
        if not (each.candidate.only_within and any(_says(better.candidate, each.candidate) for better in kept)):
            kept.append(each)
    return kept


def _says(better: Candidate, other: Candidate) -> bool:
    one, two = f" {' '.join(better.key)} ", f" {' '.join(other.key)} "
    return (two in one or one in two) and len(better.occurrences) >= len(other.occurrences)


def document(parts: Iterable[Part]) -> str:
    """Return the text that the phrases are compared with: title and abstract, a line each."""
    return "\n".join(part.text for part in parts if part.text)


def cosines(text: str, scored: Sequence[Scored], embedder: Embedder) -> dict[str, float]:
    """Return KeyBERT's cosine between a text and each candidate, by the candidate's words, to four decimals."""
    from keybert import KeyBERT
    from sklearn.feature_extraction.text import CountVectorizer

    from paperkg.mentions.embedder import keybert_backend

    phrases = [each.candidate.text for each in scored]
    if not phrases or not text:
        return {}
    # With candidates= KeyBERT cuts and lowers them as it does the text, and silently finds none that has a hyphen.
    vectorizer = CountVectorizer(analyzer=lambda _: phrases, lowercase=False)
    model = KeyBERT(model=keybert_backend(embedder))
    return dict(model.extract_keywords(text, vectorizer=vectorizer, top_n=len(phrases)))


def with_cosine(scored: Sequence[Scored], found: dict[str, float]) -> list[Scored]:
    """Return the candidates with their cosine added, measured in standard deviations among them, best first."""
    values = [found.get(each.candidate.text, 0.0) for each in scored]
    spread = statistics.pstdev(values) if values else 0.0
    if spread == 0.0:
        return list(scored)
    middle = statistics.fmean(values)
    added = [
        Scored(each.candidate, each.score + COSINE_WEIGHT * (value - middle) / spread)
        for each, value in zip(scored, values, strict=True)
    ]
    return sorted(added, key=lambda each: each.order)


@cache
def shipped_weights() -> dict[str, float]:
    """Return the shipped weights by the name of what is seen; ``intercept`` among them."""
    found: dict[str, float] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))["weights"]
    return found


def weights_hash() -> str:
    """Return the sha256 of the shipped weights."""
    return hashlib.sha256(WEIGHTS_FILE.read_bytes()).hexdigest()


def _standing(phrase: str, texts: Sequence[str]) -> str | None:
    """Return a phrase as the first of the texts that has it writes it, whole words only and case ignored."""
    wanted = phrase.strip()
    if not wanted:
        return None
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)", re.IGNORECASE)
    for text in texts:
        if match := pattern.search(text):
            return match.group()
    return None
