"""Cuts the noun phrases of a passage into candidate keyphrases, and describes each by what can be seen of it.

A candidate is any stretch of whole words inside a noun phrase: "efficient inference engine" also offers "inference
engine". What is seen of one follows Hulth 2003 (https://aclanthology.org/W03-1028, section 4): place, frequency and
tags, here with the words at its ends, the words cut away, and the words around it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from paperkg.mentions.noun_phrases import Analysis, NounPhrase
from paperkg.mentions.tokens import Token

LONGEST_CANDIDATE = 6
"""Words; longer stretches are hardly ever what an author would put among the keywords."""
_TELLING_FOLLOWERS = frozenset({"of", "for", "in", "(", "and", "be", "with", ")", "to"})
_DETERMINERS = {"a": "a", "an": "a", "the": "the", "this": "this", "these": "this", "our": "our"}
_DETERMINERS |= {"its": "its", "their": "its"}
_EDGE = "<edge>"

NUMBERS = (
    "whole",
    "share whole",
    "times",
    "times whole",
    "place",
    "log place",
    "opening",
    "second sentence",
    "last sentence",
    "hyphen",
    "capital inside",
    "digit",
    "capitals",
    "short",
    "length",
    "times of one word",
)
ITEMS = (
    "words=",
    "cut left=",
    "cut right=",
    "first tag=",
    "last tag=",
    "tags=",
    "first:",
    "last:",
    "before=",
    "cut before:",
    "cut before tag=",
    "behind=",
    "cut behind:",
    "cut behind tag=",
)
_HOLDS = "holds:"


class Seen(NamedTuple):
    """What is seen of a candidate: a number for each of ``NUMBERS``, a word or tag or nothing for each of ``ITEMS``."""

    numbers: tuple[float, ...]
    items: tuple[str | None, ...]
    words: tuple[str, ...]

    def features(self) -> dict[str, float]:
        """Return it by the names of the weights."""
        named = dict(zip(NUMBERS, self.numbers, strict=True))
        named |= {f"{kind}{item}": 1.0 for kind, item in zip(ITEMS, self.items, strict=True) if item is not None}
        return named | {f"{_HOLDS}{word}": 1.0 for word in self.words}


class Scorer:
    """Adds up what is seen of candidates under weights by name; what has no weight counts nothing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._intercept = weights["intercept"]
        self._numbers = tuple(weights.get(name, 0.0) for name in NUMBERS)
        tables: dict[str, dict[str | None, float]] = {kind: {} for kind in (*ITEMS, _HOLDS)}
        for name, weight in weights.items():
            kind = next((kind for kind in tables if name.startswith(kind)), None)
            if kind is not None:
                tables[kind][name.removeprefix(kind)] = weight
        self._holds = tables.pop(_HOLDS)
        self._items = tuple(tables.values())

    def log_odds(self, seen: Seen) -> float:
        """Return the log-odds of being a keyphrase."""
        total: float = self._intercept + sum(map(mul, self._numbers, seen.numbers))
        for table, item in zip(self._items, seen.items, strict=True):
            if item in table:
                total += table[item]
        for word in seen.words:
            if word in self._holds:
                total += self._holds[word]
        return total


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the passage and its analysis."""

    text: str
    analysis: Analysis


class Occurrence(NamedTuple):
    """One place of a candidate: its first and last token, and how many words of its noun phrase are left out."""

    part: Part
    tokens: tuple[Token, ...]
    """The tokens of the whole section."""
    first: int
    last: int
    left: int
    right: int
    sentence: int
    words: tuple[str, ...]
    """Lemmas, those of a hyphenated word joined."""
    first_word_last: int
    place: int
    """Where it stands, in characters of all sections together."""
    tokens_before: int

    @property
    def whole(self) -> bool:
        """Return whether it is a whole noun phrase."""
        return self.left == self.right == 0

    @property
    def text(self) -> str:
        """Return the words as they stand there."""
        return self.part.text[self.tokens[self.first].start : self.tokens[self.last].end]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate keyphrase: the lemmas that make it one, and its places in the order of the passage."""

    key: tuple[str, ...]
    occurrences: tuple[Occurrence, ...]

    @property
    def text(self) -> str:
        """Return its words as they stand where it is first named."""
        return self.occurrences[0].text

    @property
    def place(self) -> int:
        """Return where it is first named."""
        return self.occurrences[0].place

    @property
    def only_within(self) -> bool:
        """Return whether it is nowhere a whole noun phrase."""
        return not any(each.whole for each in self.occurrences)

    def text_in(self, part: Part) -> str:
        """Return its words as they first stand in that section, or where it is first named if it is not there."""
        return next((each.text for each in self.occurrences if each.part is part), self.text)


def candidates(parts: Sequence[Part]) -> tuple[Candidate, ...]:
    """Return the candidates of the sections together, each once by its lemmas, in the order of their first places."""
    found: dict[tuple[str, ...], list[Occurrence]] = {}
    characters = tokens = 0
    for part in parts:
        lemmas = tuple(token.lemma for token in part.analysis.tokens)
        for phrase in part.analysis.noun_phrases:
            for place in _stretches(phrase, part, characters, tokens):
                found.setdefault(lemmas[place.first : place.last + 1], []).append(place)
        characters += len(part.text) + 1
        tokens += len(lemmas)
    return tuple(Candidate(key, tuple(places)) for key, places in found.items() if _could_stand_alone(key))


def _could_stand_alone(key: tuple[str, ...]) -> bool:
    """Return whether there is a letter at its ends, and every bracket that opens also closes, as far as counting tells."""
    words = "".join(key)
    if not words.isalnum() and (words.count("(") != words.count(")") or words.count("[") != words.count("]")):
        return False
    return key[0].isalpha() or any(map(str.isalpha, key[0] + key[-1]))


def _stretches(phrase: NounPhrase, part: Part, characters: int, tokens_before: int) -> Iterator[Occurrence]:
    """Yield every stretch of whole words of one noun phrase; a word ends where a space does."""
    tokens = part.analysis.tokens
    starts = [phrase.first]
    starts += [at for at in range(phrase.first + 1, phrase.last + 1) if tokens[at].start > tokens[at - 1].end]
    ends = [start - 1 for start in starts[1:]] + [phrase.last]
    words = tuple(
        tokens[start].lemma if start == end else "".join([token.lemma for token in tokens[start : end + 1]])
        for start, end in zip(starts, ends, strict=True)
    )
    count = len(starts)
    for low in range(count):
        first = starts[low]
        place = characters + tokens[first].start
        for high in range(low, min(count, low + LONGEST_CANDIDATE)):
            yield Occurrence(
                part,
                tokens,
                first,
                ends[high],
                low,
                count - 1 - high,
                phrase.sentence,
                words[low : high + 1],
                ends[low],
                place,
                tokens_before,
            )


def describe(candidate: Candidate, *, characters: int, sentences: int) -> Seen:
    """Return what is seen of a candidate in a passage of so many characters and sentences."""
    places = candidate.occurrences
    first = best = places[0]
    whole, times = int(first.whole), 0.0
    if len(places) > 1:
        best = min(places, key=lambda place: (place.left + place.right, place.place))
        whole = sum(place.whole for place in places)
        times = math.log(len(places))
    text, words = first.text, best.words
    numbers = (
        float(whole > 0),
        whole / len(places),
        times,
        math.log1p(whole),
        first.place / max(1, characters),
        math.log1p(first.first + first.tokens_before),
        float(first.sentence == 0),
        float(first.sentence == 1),
        float(first.sentence == sentences - 1),
        float(best.first_word_last > best.first),
        float(text[1:] != text[1:].lower()),
        float(not text.isalpha() and any(map(str.isdigit, text))),
        float(text.isupper() and len(text) > 1),
        float(len(text) <= 3),
        min(len(text), 40) / 10,
        times if len(words) == 1 else 0.0,
    )
    tags = [token.tag for token in best.tokens[best.first : best.last + 1]]
    items = (
        str(min(len(words), 5)),
        str(min(best.left, 3)),
        str(min(best.right, 2)),
        best.tokens[best.first_word_last].tag,
        tags[-1],
        "-".join(tags),
        words[0],
        words[-1],
        *_before(best),
        *_behind(best),
    )
    return Seen(numbers, items, words if len(words) == 1 else tuple(dict.fromkeys(words)))


def _before(best: Occurrence) -> tuple[str | None, str | None, str | None]:
    """Return the word and tag before it, told apart by whether they belong to the same noun phrase."""
    if not best.first:
        return _EDGE, None, None
    token = best.tokens[best.first - 1]
    if best.left:
        return None, token.lemma, token.tag
    return _DETERMINERS.get(token.lemma, token.tag), None, None


def _behind(best: Occurrence) -> tuple[str | None, str | None, str | None]:
    """Return the word and tag behind it, told apart by whether they belong to the same noun phrase."""
    if best.last + 1 == len(best.tokens):
        return _EDGE, None, None
    token = best.tokens[best.last + 1]
    if best.right:
        return None, token.lemma, token.tag
    return token.lemma if token.lemma in _TELLING_FOLLOWERS else token.tag, None, None
