"""Precision, recall and F1 by type, and the normal forms in which answers are compared."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

Score = dict[str, Any]


def prf(right: int, predicted: int, gold: int) -> Score:
    """Return precision, recall and F1 with the counts behind them; each is 0 where it divides by nothing."""
    precision = right / predicted if predicted else 0.0
    recall = right / gold if gold else 0.0
    return {**_f1(precision, recall), "tp": right, "pred": predicted, "gold": gold}


def _f1(precision: float, recall: float) -> Score:
    both = precision + recall
    return {"p": precision, "r": recall, "f1": 2 * precision * recall / both if both else 0.0}


def balanced(precision: float, recall: float) -> Score:
    """Return precision, recall and their harmonic mean."""
    return _f1(precision, recall)


class Tally:
    """True positives, predictions and gold items by type."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(self, kind: str, right: int, predicted: int, gold: int) -> None:
        """Count items of one type."""
        for place, number in enumerate((right, predicted, gold)):
            self._counts[kind][place] += number

    def add_sets(self, predicted: AbstractSet[tuple[Any, ...]], gold: AbstractSet[tuple[Any, ...]]) -> None:
        """Count two sets of tuples, the last member of each its type."""
        for kind in sorted({str(item[-1]) for item in predicted | gold}):
            ours = {item for item in predicted if item[-1] == kind}
            theirs = {item for item in gold if item[-1] == kind}
            self.add(kind, len(ours & theirs), len(ours), len(theirs))

    def score(self) -> Score:
        """Return the score over all items, the mean over the types that gold has, and that of each type."""
        types = {kind: prf(*numbers) for kind, numbers in sorted(self._counts.items())}
        counted = [score for score in types.values() if score["gold"]]
        macro = {
            key: sum(score[key] for score in counted) / len(counted) if counted else 0.0 for key in ("p", "r", "f1")
        }
        sums = (sum(numbers[place] for numbers in self._counts.values()) for place in range(3))
        return {"micro": prf(*sums), "macro": macro, "types": types}


def folded(text: str) -> str:
    """Return a text in lower case without accents, each run of other characters than letters and digits one space."""
    decomposed = unicodedata.normalize("NFKD", text).lower()
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return re.sub(r"[\W_]+", " ", plain).strip()


def squashed(text: str) -> str:
    """Return a folded text without its spaces."""
    return folded(text).replace(" ", "")


def stemmed(phrase: str) -> str:
    """Return a folded phrase with each word's stem (Porter, 1980)."""
    return " ".join(_stem(word) for word in folded(phrase).split())


@cache
def _stem(word: str) -> str:
    """Return the stem of a word; words of two letters have none, as in Porter's own program."""
    return word if len(word) <= 2 else str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    from snowballstemmer import stemmer

    return stemmer("porter")


def is_name(text: str) -> bool:
    """Return whether a mention reads as a name: it holds a capital letter or a digit."""
    return any(character.isupper() or character.isdigit() for character in text)


def spans_of(entities: list[Mapping[str, Any]], kind: str | None = None) -> set[tuple[int, int, str]]:
    """Return the spans of entities with their types, or with ``kind`` for all; entities without a place have none."""
    return {(each["start"], each["end"], kind or each["type"]) for each in entities if each.get("start") is not None}
