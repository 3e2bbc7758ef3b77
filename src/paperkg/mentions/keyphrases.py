"""Ranks the keyphrases of a paper: stretches of its noun phrases, by what is seen of them and what an encoder reads.

A linear model over place, frequency, tags and words, whose weights ``training/train_keyphrases.py`` fits, chooses the
best candidates. ``phrases_in_place`` scores these anew with KeyBERT and the states of an encoder.
``docs/reference/keyphrases.md`` tells what comes out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg.cache import Cache
from paperkg.mentions.phrase_candidates import Candidate, Part, Scorer, candidates, describe
from paperkg.mentions.phrases_in_place import PhrasesInPlace, Placed
from paperkg.records import Passage, Span
from paperkg.settings import MentionSettings

if TYPE_CHECKING:
    from paperkg.mentions.embedder import Embedder
    from paperkg.mentions.noun_phrases import Analysis, Tagger

WEIGHTS_FILE = Path(__file__).resolve().parent / "keyphrase_weights.json"
EMBEDDED = 20
"""Candidates a paper whose vectors are made; more of them change nothing in the first ten."""
LONGEST_EMBEDDED = 50_000
"""Characters of the longest abstract that is embedded; one of book length is ranked by what is seen of it alone."""
DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate and its score, in log-odds of being a keyphrase."""

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
        cache: Cache | None = None,
    ) -> None:
        self._count = settings.keyphrase_count
        self._tagger = tagger
        given = weights or shipped_weights()
        self._scorer = Scorer(given)
        asked = embedder if settings.keyphrases == "keybert" else None
        self._in_place = PhrasesInPlace(asked, given, cache) if asked else None

    def rank(self, passage: Passage, analysis: Analysis) -> tuple[str, ...]:
        """Return keyphrases as they stand in the abstract or the title, best first; ``analysis`` is the abstract's.

        Those of the authors' keywords that stand there come first, in the authors' order.
        """
        parts = self._parts(passage, analysis)
        scored = without_repeats(score(parts, self._scorer), max(EMBEDDED, self._count))
        if self._in_place is not None and len(passage.paper.text) <= LONGEST_EMBEDDED:
            scored = rescored(document(parts), scored, self._in_place)
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


def score(parts: Sequence[Part], scorer: Scorer) -> list[Scored]:
    """Return the candidates of a passage with their scores, best first."""
    characters = sum(len(part.text) for part in parts)
    sentences = 1 + max((phrase.sentence for part in parts for phrase in part.analysis.noun_phrases), default=0)
    scored = [
        Scored(each, scorer.log_odds(describe(each, characters=characters, sentences=sentences)))
        for each in candidates(parts)
    ]
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


def rescored(text: str, scored: Sequence[Scored], in_place: PhrasesInPlace) -> list[Scored]:
    """Return the candidates with the scores of what the encoder makes of them in ``text``, best first."""
    scores = in_place.scores(text, [placed(each) for each in scored])
    again = [Scored(each.candidate, new) for each, new in zip(scored, scores, strict=True)]
    return sorted(again, key=lambda each: each.order)


def placed(scored: Scored) -> Placed:
    """Return a candidate as its words, its places in ``document`` and its score."""
    spans = [
        Span(each.place, each.place + each.tokens[each.last].end - each.tokens[each.first].start)
        for each in scored.candidate.occurrences
    ]
    return Placed(scored.candidate.text, tuple(spans), scored.score)


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
