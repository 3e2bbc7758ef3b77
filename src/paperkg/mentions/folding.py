"""Folds text for look-up, and keeps the way back to the characters that were folded.

Two spellings fold alike when they differ in case, width, accents, the kind of dash or quote, or in hyphen against
space. A hyphen inside a word joins; a dash between words (spaced, doubled, or an em dash) parts, as a comma does.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

REMEMBERED = 64
"""A text is folded for several questions in a row; what is remembered changes no result."""
DASHES = "-\u2010\u2011\u2012\u2013\u2043\u2212\ufe63\uff0d"
APOSTROPHES = "'\u2018\u2019\u02bc\u2032`"
_TOKEN = re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*|\S")
_URL = re.compile(r"(?:https?://|www\.)[^\s)\]>]+|\b[\w.-]+\.(?:com|org|io|net|edu)/[^\s)\]>]*", re.IGNORECASE)
_MAY_HOLD_URL = re.compile(r"://|www\.|\.(?:com|org|io|net|edu)/", re.IGNORECASE)
_JOINING = frozenset(DASHES)
_DASH_TABLE = str.maketrans(dict.fromkeys(DASHES, "-") | dict.fromkeys(APOSTROPHES, "'"))


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text: its tokens, each with the place it came from.

    ``text`` is every token with a space before it; ``places`` says where in it each token starts, ``starts`` and
    ``ends`` where each token stands in the text as given.
    """

    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    places: tuple[int, ...]

    def token_at(self, place: int) -> int:
        """Return the index of the token that starts at ``place`` of the folded text, -1 where none does."""
        index = bisect_left(self.places, place)
        return index if index < len(self.places) and self.places[index] == place else -1

    def token_after(self, offset: int) -> int:
        """Return the index of the first token that starts at or behind ``offset`` of the text as given."""
        return bisect_left(self.starts, offset)


@lru_cache(maxsize=REMEMBERED)
def fold(text: str) -> Folded:
    """Return ``text`` folded; addresses of web pages fold to nothing, so that no name is found in them."""
    if _MAY_HOLD_URL.search(text):
        text = _URL.sub(lambda match: " " * len(match[0]), text)
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    places: list[int] = []
    place = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        word = match[0]
        if word in _JOINING and _joins(text, start):
            continue
        word = word.lower() if word.isascii() else _fold_word(word)
        if not word:
            continue
        words.append(word)
        starts.append(start)
        ends.append(end)
        places.append(place)
        place += len(word) + 1
    return Folded("".join(f" {word}" for word in words), tuple(words), tuple(starts), tuple(ends), tuple(places))


def fold_phrase(phrase: str) -> str:
    """Return a phrase folded to one string, its tokens parted by single spaces."""
    return fold(phrase).text[1:]


def plain(text: str) -> str:
    """Return ``text`` with every dash as a hyphen, every apostrophe straight and every run of white space one space."""
    return " ".join(text.translate(_DASH_TABLE).split())


def squash(phrase: str) -> str:
    """Return the letters and digits of a phrase alone, American endings, the last word's plural dropped."""
    words = [word for word in fold(phrase).words if word[0].isalnum()]
    if words:
        words[-1] = singular(words[-1])
    return "".join(words).replace("isation", "ization").replace("ising", "izing").replace("odelling", "odeling")


def singular(word: str) -> str:
    """Return a folded word without its plural ending; words of up to three letters lose none."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]


def plural(word: str) -> str:
    """Return a folded word with its plural ending."""
    if word.endswith("y") and len(word) > 3 and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("ch", "sh", "x", "ss")) else f"{word}s"


def _joins(text: str, at: int) -> bool:
    """Return whether the dash at ``at`` stands alone between two characters that are neither spaces nor dashes."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before and after) and not any(c.isspace() or c in _JOINING for c in (before, after))


def _fold_word(word: str) -> str:
    if word.isascii():
        return word.lower()
    if word in APOSTROPHES:
        return "'"
    decomposed = unicodedata.normalize("NFKD", word.translate(_DASH_TABLE)).casefold()
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))
