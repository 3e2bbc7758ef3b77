"""Cuts the noun phrases of a passage into candidate keyphrases, and describes each by what can be seen of it.

A candidate is any stretch of whole words inside a noun phrase: "efficient inference engine" also offers "inference
engine". What is seen of one follows Hulth 2003 (https://aclanthology.org/W03-1028, section 4): place, frequency and
tags, here with the words at its ends, the words cut away, and the words around it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperkg.mentions.noun_phrases import Analysis, NounPhrase, Token

LONGEST_CANDIDATE = 6
"""Words; longer stretches are hardly ever what an author would put among the keywords."""
_TELLING_FOLLOWERS = frozenset({"of", "for", "in", "(", "and", "be", "with", ")", "to"})
_DETERMINERS = {"a": "a", "an": "a", "the": "the", "this": "this", "these": "this", "our": "our"}
_DETERMINERS |= {"its": "its", "their": "its"}
_EDGE = "<edge>"

Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the passage and its analysis."""

    text: str
    analysis: Analysis


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place of a candidate: its first and last token, and how many words of its noun phrase are left out."""

    part: Part
    first: int
    last: int
    left: int
    right: int
    sentence: int
    words: tuple[str, ...]
    """Lemmas, those of a hyphenated word joined."""
    first_word_last: int
    characters_before: int
    tokens_before: int

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Return the tokens of the whole section."""
        return self.part.analysis.tokens

    @property
    def whole(self) -> bool:
        """Return whether it is a whole noun phrase."""
        return self.left == self.right == 0

    @property
    def text(self) -> str:
        """Return the words as they stand there."""
        return self.part.text[self.tokens[self.first].start : self.tokens[self.last].end]

    @property
    def place(self) -> int:
        """Return where it stands, in characters of all sections together."""
        return self.characters_before + self.tokens[self.first].start


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
        for phrase in part.analysis.noun_phrases:
            for place in _stretches(phrase, part, characters, tokens):
                key = tuple(token.lemma.lower() for token in place.tokens[place.first : place.last + 1])
                if _could_stand_alone("".join(key)) and any(map(str.isalpha, key[0] + key[-1])):
                    found.setdefault(key, []).append(place)
        characters += len(part.text) + 1
        tokens += len(part.analysis.tokens)
    return tuple(Candidate(key, tuple(places)) for key, places in found.items())


def _could_stand_alone(words: str) -> bool:
    """Return whether every bracket that opens also closes, as far as counting can tell."""
    return words.count("(") == words.count(")") and words.count("[") == words.count("]")


def _stretches(phrase: NounPhrase, part: Part, characters: int, tokens_before: int) -> Iterator[Occurrence]:
    """Yield every stretch of whole words of one noun phrase; a word ends where a space does."""
    tokens = part.analysis.tokens
    starts = [phrase.first]
    starts += [at for at in range(phrase.first + 1, phrase.last + 1) if tokens[at].start > tokens[at - 1].end]
    ends = [start - 1 for start in starts[1:]] + [phrase.last]
    words = [
        "".join(token.lemma.lower() for token in tokens[start : end + 1])
        for start, end in zip(starts, ends, strict=True)
    ]
    for low in range(len(starts)):
        for high in range(low, min(len(starts), low + LONGEST_CANDIDATE)):
            yield Occurrence(
                part=part,
                first=starts[low],
                last=ends[high],
                left=low,
                right=len(starts) - 1 - high,
                sentence=phrase.sentence,
                words=tuple(words[low : high + 1]),
                first_word_last=ends[low],
                characters_before=characters,
                tokens_before=tokens_before,
            )


def describe(candidate: Candidate, *, characters: int, sentences: int) -> Features:
    """Return what is seen of a candidate in a passage of so many characters and sentences, by the names of the weights."""
    places = candidate.occurrences
    best = min(places, key=lambda place: (place.left + place.right, place.place))
    whole = sum(place.whole for place in places)
    features = {
        "whole": float(whole > 0),
        "share whole": whole / len(places),
        "times": math.log(len(places)),
        "times whole": math.log1p(whole),
    }
    features |= _placed(places[0], characters, sentences)
    features |= _shaped(candidate.text, best)
    features |= _surrounded(best)
    if len(best.words) == 1:
        features["times of one word"] = features["times"]
    return features


def _placed(first: Occurrence, characters: int, sentences: int) -> Features:
    return {
        "place": first.place / max(1, characters),
        "log place": math.log1p(first.first + first.tokens_before),
        "opening": float(first.sentence == 0),
        "second sentence": float(first.sentence == 1),
        "last sentence": float(first.sentence == sentences - 1),
    }


def _shaped(text: str, best: Occurrence) -> Features:
    tags = [token.tag for token in best.tokens[best.first : best.last + 1]]
    features = {
        f"words={min(len(best.words), 5)}": 1.0,
        f"cut left={min(best.left, 3)}": 1.0,
        f"cut right={min(best.right, 2)}": 1.0,
        f"first tag={best.tokens[best.first_word_last].tag}": 1.0,
        f"last tag={tags[-1]}": 1.0,
        f"tags={'-'.join(tags)}": 1.0,
        "hyphen": float(best.first_word_last > best.first),
        "capital inside": float(any(map(str.isupper, text[1:]))),
        "digit": float(any(map(str.isdigit, text))),
        "capitals": float(text.isupper() and len(text) > 1),
        "short": float(len(text) <= 3),
        "length": min(len(text), 40) / 10,
        f"first:{best.words[0]}": 1.0,
        f"last:{best.words[-1]}": 1.0,
    }
    return features | {f"holds:{word}": 1.0 for word in best.words}


def _surrounded(best: Occurrence) -> Features:
    """Return the word and tag on either side, told apart by whether they belong to the same noun phrase."""
    before = best.tokens[best.first - 1] if best.first else None
    behind = best.tokens[best.last + 1] if best.last + 1 < len(best.tokens) else None
    features: Features = {}
    if best.left and before:
        features |= {f"cut before:{before.lemma.lower()}": 1.0, f"cut before tag={before.tag}": 1.0}
    else:
        name = _DETERMINERS.get(before.lemma.lower(), before.tag) if before else _EDGE
        features[f"before={name}"] = 1.0
    if best.right and behind:
        features |= {f"cut behind:{behind.lemma.lower()}": 1.0, f"cut behind tag={behind.tag}": 1.0}
    else:
        lemma = behind.lemma.lower() if behind else _EDGE
        name = lemma if lemma in _TELLING_FOLLOWERS or not behind else behind.tag
        features[f"behind={name}"] = 1.0
    return features
