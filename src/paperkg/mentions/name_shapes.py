"""What a name looks like: words with capitals, digits or Greek letters, alone or in a run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkg.records import Span

_PIECE = r"[^\W_](?:[\w’'+.@^&]*[\w+])?"
WORD = re.compile(rf"{_PIECE}(?:[-‐‑–/]{_PIECE})*\+*")
_INSIDE = frozenset("of for and the in with on to a an via by then meets".split())
_GREEK = re.compile(r"[α-ωΑ-Ω]")
# Capitalised words that start a clause or a pointer and never a name.
_NEVER = frozenset(
    "We Our The This These That Those It Its In On For To From By With A An And But Or As At If When While Here However "
    "Moreover Furthermore Finally First Second Third Then Thus Hence Specifically Notably Figure Table Section Appendix "
    "Theorem Lemma Corollary Proposition Algorithm Equation GitHub Code I II III IV V VI Existing Recent Recently Unlike "
    "Both Each All Such Extensive Experiments Experimental Empirical Empirically Results Our".split()
)


def is_shaped(word: str) -> bool:
    """Return whether one word looks like a name wherever it stands: an inner capital, a digit with a letter, Greek.

    >>> [is_shaped(word) for word in ("CCD", "MixConfig", "W4D", "π-Distill", "Framework", "GPT-4", "3D", "42")]
    [True, True, True, True, False, True, True, False]
    """
    if word.isascii() and word.isalpha():
        return not (word[1:].islower() or len(word) == 1)
    if not any(map(str.isalpha, word)):
        return False
    inner = any(map(str.isupper, word[1:]))
    digit = any(map(str.isdigit, word))
    return inner or digit or bool(_GREEK.search(word)) or word.endswith("+")


def capitalised(word: str) -> bool:
    """Return whether a word starts as names do: with a capital, a digit or a Greek letter."""
    return word[0].isupper() or word[0].isdigit() or bool(_GREEK.match(word))


def name_runs(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the runs of capitalised words in ``text[start:end]``; small words may stand inside a run, not at its ends."""
    run: list[re.Match[str]] = []
    small: list[re.Match[str]] = []
    for match in WORD.finditer(text, start, end):
        word = match.group()
        gap = text[(small or run)[-1].end() : match.start()] if run else ""
        joined = not run or gap == " "
        if joined and capitalised(word) and word not in _NEVER:
            run += [*small, match]
            small = []
        elif joined and run and word in _INSIDE and len(small) < 2:
            small.append(match)
        else:
            yield from _span(run)
            run = [match] if capitalised(word) and word not in _NEVER else []
            small = []
    yield from _span(run)


def _span(run: list[re.Match[str]]) -> Iterator[Span]:
    if run and any(character.isalpha() for match in run for character in match.group()):
        yield Span(run[0].start(), run[-1].end())
