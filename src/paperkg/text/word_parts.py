"""The words of a long form, and the runs of letters or digits that they are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass

FUNCTION_WORDS = frozenset(
    "a an the of and or for in on to with by from at as via into its is are under over using based per de la le et "
    "between through within across towards toward without than".split()
)
_PART = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Part:
    """A run of letters or digits: ``word`` counts the words, ``begins`` says that it stands at the word's beginning."""

    start: int
    end: int
    text: str
    word: int
    begins: bool


def parts_of(window: str) -> list[Part]:
    """Return the parts of a window by place; those of a hyphenated or broken word are one word's."""
    parts: list[Part] = []
    word = -1
    for match in _PART.finditer(window):
        begins = match.start() == 0 or not (_is_joined(window, match.start()) or _is_broken(window, match))
        word += begins
        parts.append(Part(match.start(), match.end(), match[0], word, begins))
    return parts


def _is_joined(window: str, at: int) -> bool:
    """Return whether no white space stands between the part at ``at`` and what is before it."""
    opening = window[:at].rstrip("([{\"'“‘*")
    return bool(opening) and not opening[-1].isspace() and (len(opening) == at or window[at - 1] in "'([{")


def _is_broken(window: str, match: re.Match[str]) -> bool:
    """Return whether a line's end broke the word (``recog- nition``); ``pre- and post-`` is no such break."""
    broken = re.search(r"[^\W\d_]-\s\Z", window[max(0, match.start() - 3) : match.start()])
    return broken is not None and match[0].islower() and match[0] not in FUNCTION_WORDS
