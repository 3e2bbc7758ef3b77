"""Gives each word its Penn Treebank tag: by a table where the word has one, else by an averaged perceptron.

The perceptron is that of Collins 2002 (Discriminative training methods for hidden Markov models,
https://aclanthology.org/W02-1001, section 2), read greedily from left to right. A word that the table does not know is
judged by its ending and its shape, every word by those around it and the two tags before it.
``training/train_tagger.py`` makes the weights. Tags are one letter each here: ``TaggerModel.tags`` names them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Weights = Mapping[str, Mapping[str, int]]
"""The weight of each tag where this is seen."""

OUTSIDE = "^"
REMEMBERED = 200_000
"""Words whose look is remembered before the memory is emptied; what is remembered changes no result."""
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Word:
    """What is known of a word before it is seen among others.

    ``tags`` are those that it may have, ``scores`` what the word alone says for each of them; ``group`` stands for all
    words like it, ``key`` for itself.
    """

    tags: str
    scores: tuple[int, ...]
    group: str
    key: str


EDGE = Word("", (), OUTSIDE, OUTSIDE)


class Perceptron:
    """Tags words; ``words`` has the tags of those in the table, ``open_tags`` are those of any other word.

    ``alone`` are the weights of what is seen of a word itself, ``around`` those of what stands around it, one for each
    item that the function of that name returns.
    """

    def __init__(self, words: Mapping[str, str], open_tags: str, alone: Weights, around: Sequence[Weights]) -> None:
        self._table = words
        self._open = open_tags
        self._alone = alone
        self._around = tuple(around)
        self._known: dict[str, Word] = {}

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return the tag of each word of a text."""
        known = self._known
        seen = [known.get(word) or self._look_at(word) for word in words]
        seen += (EDGE, EDGE)
        before = second = OUTSIDE
        found = []
        for at in range(len(words)):
            word = seen[at]
            tag = word.tags if len(word.tags) == 1 else self._best(seen, at, before, second)
            found.append(tag)
            second, before = before, tag
        return found

    def _best(self, words: Sequence[Word], at: int, before: str, second: str) -> str:
        tags = words[at].tags
        scores = list(words[at].scores)
        for table, key in zip(self._around, around(words, at, before, second), strict=True):
            if key in table:
                weights = table[key]
                for number, tag in enumerate(tags):
                    if tag in weights:
                        scores[number] += weights[tag]
        return tags[scores.index(max(scores))]

    def _look_at(self, word: str) -> Word:
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        return self._known.setdefault(word, self._seen(word))

    def _seen(self, word: str) -> Word:
        plain = look_of(word, self._table, self._open)
        if len(plain.tags) == 1:
            return plain
        weights = [self._alone[seen] for seen in alone(word, self._table) if seen in self._alone]
        scores = tuple(sum(each.get(tag, 0) for each in weights) for tag in plain.tags)
        return Word(plain.tags, scores, plain.group, plain.key)


def look_of(word: str, table: Mapping[str, str], open_tags: str) -> Word:
    """Return what is known of a word, without scores."""
    tags = table.get(word)
    if tags:
        return Word(tags, (), tags, word)
    form = shape(word)
    return Word(open_tags, (), f"?{form}{word[-3:].lower() if len(word) > 3 else ''}", f"?{form}")


def shape(word: str) -> str:
    """Return of what letters a word is: "x", "Xx", "X" or "xX", "-" where it has none, with a "d" where it has a digit."""
    digit = "d" if _DIGIT.search(word) else ""
    if word.islower():
        return f"{digit}x"
    if word.isupper():
        return f"{digit}X"
    if word[0].isupper() and word[1:].islower():
        return f"{digit}Xx"
    return f"{digit}xX" if any(map(str.isalpha, word)) else f"{digit}-"


def alone(word: str, table: Mapping[str, str]) -> list[str]:
    """Return what is seen of a word itself: which it is, where the table has it, else its beginning, ending and shape."""
    if word in table:
        return [f"={word}"]
    lower = word.lower()
    form = shape(word)
    seen = [f"{form} {lower[-length:]}" for length in (1, 2, 3, 4, 5) if len(lower) > length]
    return [*seen, form, f"{lower[:3]}-", f"{form} as {table.get(lower, '')}"]


def around(words: Sequence[Word], at: int, before: str, second: str) -> tuple[str, ...]:
    """Return what stands around the word at a place, the two tags before it among it, in the order of the weights."""
    word, behind, farther, left = words[at], words[at + 1], words[at + 2], words[at - 1]
    group = behind.group
    return (
        f"{before} {word.group}",
        f"{second}{before}",
        f"{before} {word.key}",
        left.key,
        behind.key,
        f"{group} {farther.group}",
        f"{before} {group}",
        f"{word.key} {group}",
        f"{left.key} {word.key}",
    )
