"""How well a long form explains the letters of a short form: a dynamic programme over word beginnings.

Schwartz and Hearst (2003) take the nearest run of words that holds the letters in order. Here every way to find the
letters has a cost, and the cheapest run wins: a letter that begins a word costs nothing, one inside a word a little,
a word that gives no letter more, unless it is a function word. The costs were set on the development half of the
Ab3P corpus (Sohn, Comeau, Kim and Wilbur 2008) and on arXiv abstracts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from paperkg.text.word_parts import FUNCTION_WORDS, Part, parts_of

_SOUNDS = {
    "x": ("cross", "trans", "exchange"),
    "1": ("one", "first"),
    "2": ("to", "two", "second", "too", "dual", "double", "square", "squared"),
    "3": ("three", "third", "tri", "triple", "triplet"),
    "4": ("for", "four", "fourth", "quad"),
    "5": ("five", "fifth"),
    "6": ("six", "sixth"),
    "7": ("seven",),
    "8": ("eight", "ate"),
    "9": ("nine",),
}
_GENERIC = re.compile(
    r"(?:model|network|method|framework|dataset|data|corpus|benchmark|algorithm|task|system|scale|test|score|index|module|"
    r"architecture|mechanism|strategy|approach|technique|loss|function|layer|protocol|pipeline|library|toolkit|challenge)s?",
    re.IGNORECASE,
)
_NUMBERED = frozenset({"type", "version", "level", "grade", "phase", "class"})
_COMMA = re.compile(r",(?=\s)")
# A full stop behind an initial (``S. aureus``) and a bracket inside a word (``benzo[a]pyrene``) end no phrase.
_STOP = re.compile(r"[;:!?](?=\s)|(?<!(?<![^\W_])[A-Z])\.(?=\s)|[)\]](?![\w-])|—(?!\w)|\s[(\[](?=\s)")
_FAR = 1e6


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where a long form begins and ends in a window of text, and what its letters cost; less is better."""

    start: int
    end: int
    cost: float


@dataclass(frozen=True, slots=True)
class Costs:
    """What each way to find a letter, or not to find one, costs."""

    hyphen_part: float = 0.1
    inner_capital: float = 0.15
    contiguous: float = 0.25
    inside: float = 0.45
    inside_other: float = 1.6
    function_word: float = 0.1
    skipped_part: float = 0.45
    skipped_number: float = 0.4
    skipped_word: float = 1.3
    trailing_word: float = 1.5
    trailing_generic: float = 0.7
    trailing_phrase: float = 0.8
    lost_ending: float = 0.5
    ex: float = 0.3
    comma: float = 0.5
    stop: float = 2.5
    first_inside_word: float = 0.7
    function_letter: float = 0.2
    first_function_word: float = 2.0
    lost_digit: float = 0.9
    moved_digit: float = 0.1
    repeated: float = 0.2
    lost_plural: float = 0.1


COSTS = Costs()


def align(
    short: str, window: str, *, whole: bool = False, prefix: bool = False, costs: Costs = COSTS
) -> Alignment | None:
    """Return the cheapest long form at the end of ``window``, None where the letters are not there in order.

    With ``whole`` the long form must be the window from its beginning; with ``prefix`` it must begin the window and
    may end before its end.
    """
    parts = parts_of(window)
    found: Alignment | None = None
    for letters, surcharge in _readings(short, window, costs):
        tried = _Table(window, parts, letters, costs).best(whole=whole or prefix, free_end=prefix)
        if tried and (found is None or tried.cost + surcharge < found.cost):
            found = Alignment(tried.start, tried.end, tried.cost + surcharge)
    return found


def _readings(short: str, window: str, costs: Costs) -> list[tuple[str, float]]:
    """Return the ways to read a short form as letters: with a plural s, digits repeated, digits left out."""
    letters = "".join(sign for sign in short if sign.isalnum())
    readings = [(letters, 0.0)]
    if len(letters) > 2 and letters[-1] == "s" and not letters[-2].islower():
        readings = [(letters[:-1], 0.0 if window.rstrip(" \"'”’*").endswith("s") else 4 * costs.lost_plural)]
    if len(letters) > 3 and letters[-1].islower() and not letters.islower():
        readings.append((letters[:-1], costs.lost_ending))
    for reading, surcharge in tuple(readings):
        if re.search(r"\d", reading):
            repeated = re.sub(r"([^\W\d_])([2-4])", lambda match: match[1] * int(match[2]), reading)
            repeated = re.sub(r"\b([2-4])([^\W\d_])", lambda match: match[2] * int(match[1]), repeated)
            if repeated != reading:
                readings.append((repeated, surcharge + costs.repeated))
            if ends := re.fullmatch(r"([^\W\d_]{2,})(\d+)", reading):
                readings.append((ends[2] + ends[1], surcharge + costs.moved_digit))
            left_out = re.sub(r"\d+", "", reading)
            if len(left_out) > 1:
                readings.append((left_out, surcharge + costs.lost_digit))
    return readings


class _Table:
    """The dynamic programme: what it costs to find the letters from one on, with that one at a given place."""

    def __init__(self, window: str, parts: list[Part], letters: str, costs: Costs) -> None:
        self.window, self.parts, self.letters, self.costs = window, parts, letters.lower(), costs
        self.capitals = [letter.isupper() for letter in letters]
        self.gaps = _gaps(parts, costs)
        self.commas, self.stops = ([match.start() for match in mark.finditer(window)] for mark in (_COMMA, _STOP))

    def best(self, *, whole: bool, free_end: bool) -> Alignment | None:
        """Return the cheapest alignment, None where there is none."""
        places = [self._places(letter) for letter in self.letters]
        if not all(places):
            return None
        last = {place: (self._tail(place, free_end=free_end), place[0]) for place in places[-1]}
        for index in range(len(self.letters) - 2, -1, -1):
            last = self._before(places[index], last, index + 1)
        found: Alignment | None = None
        for (part, offset), (cost, end_part) in sorted(last.items()):
            if not cost < _FAR or not self._may_begin(part, offset):
                continue
            cost += self.costs.ex * offset + self._head(part, whole=whole)
            if cost < _FAR and (found is None or cost <= found.cost):
                end = self.parts[end_part].end if free_end else len(self.window)
                found = Alignment(self._word_start(part), end, cost)
        return found

    def _may_begin(self, part: int, offset: int) -> bool:
        """Return whether the first letter may be found here: first in its part, or the x of ``Explainable``."""
        return offset == 0 or (offset == 1 and self.letters[0] == "x" and self.parts[part].text[0] in "eE")

    def _places(self, letter: str) -> list[tuple[int, int]]:
        """Return where a letter or digit may be found: (index of the part, offset in it)."""
        places = []
        for index, part in enumerate(self.parts):
            lowered = part.text.lower()
            places += [(index, offset) for offset, sign in enumerate(lowered) if sign == letter]
            if lowered in _SOUNDS.get(letter, ()):
                places.append((index, 0))
        return places

    def _before(
        self, places: list[tuple[int, int]], following: dict[tuple[int, int], tuple[float, int]], index: int
    ) -> dict[tuple[int, int], tuple[float, int]]:
        table = {}
        for place in places:
            options = [
                (cost + self._step(place, later, index), end)
                for later, (cost, end) in following.items()
                if later > place
            ]
            if options:
                table[place] = min(options)
        return table

    def _step(self, here: tuple[int, int], later: tuple[int, int], index: int) -> float:
        """Return the cost of finding letter ``index`` at ``later`` when the one before it is at ``here``."""
        part = self.parts[later[0]]
        costs = self.costs
        if later[0] == here[0]:
            if part.text[later[1]].isupper() and self.capitals[index]:
                return costs.inner_capital
            return costs.contiguous if later[1] == here[1] + 1 else costs.inside
        gap = self.gaps[later[0]] - self.gaps[here[0] + 1] + self._punctuation(here[0], later[0])
        if later[1] == 0:
            word = costs.function_letter if self.capitals[index] and self._is_function_word(later[0]) else 0.0
            return gap + word + (0.0 if part.begins else costs.hyphen_part)
        if part.text[later[1]].isupper() and self.capitals[index]:
            return gap + costs.inner_capital + costs.hyphen_part
        return gap + costs.inside_other

    def _is_function_word(self, part: int) -> bool:
        """Return whether a part is a function word that stands alone: not the ``in`` of ``in-distribution``."""
        alone = part + 1 == len(self.parts) or self.parts[part + 1].begins
        return alone and self.parts[part].begins and self.parts[part].text.lower() in FUNCTION_WORDS

    def _punctuation(self, here: int, later: int) -> float:
        start, end = self.parts[here].end, self.parts[later].start
        commas, stops = (bisect_left(marks, end) - bisect_left(marks, start) for marks in (self.commas, self.stops))
        return self.costs.comma * commas + self.costs.stop * stops

    def _tail(self, place: tuple[int, int], *, free_end: bool) -> float:
        """Return the cost of what stands behind the last letter."""
        if free_end:
            return 0.0
        behind = self.parts[place[0] + 1 :]
        if not behind:
            return 0.0
        total = self._punctuation(place[0], len(self.parts) - 1)
        words = [part for part in behind if part.begins]
        total += self.costs.skipped_part / 2 * (len(behind) - len(words))
        if words and words[0].text.lower() in FUNCTION_WORDS:
            return total + self.costs.trailing_phrase + self.costs.function_word * len(words)
        for part in words:
            generic = part.text.isdigit() or _GENERIC.fullmatch(part.text) is not None
            total += self.costs.trailing_generic if generic else self.costs.trailing_word
        return total

    def _head(self, part: int, *, whole: bool) -> float:
        """Return the cost of beginning with ``part``: more where it is not the first of its word."""
        first = part
        while first and not self.parts[first].begins:
            first -= 1
        if whole and any(other.text.lower() not in ("the", "a", "an") for other in self.parts[:first]):
            return _FAR
        lead = self.costs.first_function_word if self._is_function_word(part) else 0.0
        skipped = [other for other in self.parts[first:part] if not other.text.isdigit()]
        return lead + self.costs.first_inside_word * len(skipped)

    def _word_start(self, part: int) -> int:
        while part and not self.parts[part].begins:
            part -= 1
        start = self.parts[part].start
        while start and not self.window[start - 1].isspace() and self.window[start - 1] not in '"“‘*—':
            start -= 1
        aside = re.compile(r"\([^()]*\)-?(?=\w)").match(self.window, start)
        start = aside.end() if aside else start
        opening = re.compile(r"[(\[{]*").match(self.window, start)
        inner = self.window[start:]
        if (
            opening
            and opening.end() > start
            and inner.count("(") + inner.count("[") > inner.count(")") + inner.count("]")
        ):
            start = opening.end()
        return start


def _gaps(parts: list[Part], costs: Costs) -> list[float]:
    """Return running sums: the difference of two is the cost of skipping all parts between."""
    sums = [0.0]
    for index, part in enumerate(parts):
        if part.text.lower() in FUNCTION_WORDS:
            cost = costs.function_word
        elif part.text.isdigit() or _is_before_number(parts, index):
            cost = costs.skipped_number
        elif not part.begins:
            cost = costs.skipped_part
        else:
            cost = costs.skipped_word
        sums.append(sums[-1] + cost)
    return sums


def _is_before_number(parts: list[Part], index: int) -> bool:
    """Return whether a part only says that a number follows: ``type 1``."""
    counted = parts[index].text.lower() in _NUMBERED
    return counted and index + 1 < len(parts) and parts[index + 1].text.isdigit()
