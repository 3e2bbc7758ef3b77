"""Acronyms that a text defines, after Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation
definitions in biomedical text", Pacific Symposium on Biocomputing 8, 451-462.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkg.records import Acronym, Section, Span

_BRACKETS = re.compile(r"\(([^()]{2,60})\)")
_SHORT = re.compile(r"[\w+/.’'-]*[A-Z0-9][\w+/.’'-]*")


def acronyms(section: Section) -> tuple[Acronym, ...]:
    """Return the pairs that the section defines, in the order of the text, each short form once."""
    found: dict[str, Acronym] = {}
    for sentence in section.sentences:
        for pair in _pairs(section, sentence):
            found.setdefault(pair.short, pair)
    return tuple(found.values())


def _pairs(section: Section, sentence: Span) -> Iterator[Acronym]:
    text = section.text
    for match in _BRACKETS.finditer(text, sentence.start, sentence.end):
        short = re.split(r"[;,]", match[1])[0].strip()
        if not _SHORT.fullmatch(short) or not 2 <= len(short) <= 12 or not any(sign.isalpha() for sign in short):
            continue
        plural = len(short) > 2 and short.endswith("s") and short[-2].isupper()
        singular = short[:-1] if plural else short
        window = text[sentence.start : match.start()].rstrip()
        start = _best_start(singular, window)
        if start is None:
            continue
        long = window[start:]
        long = long[:-1] if plural and long.endswith("s") and not long.endswith("ss") else long
        begin = sentence.start + start
        at = match.start(1)
        yield Acronym(
            singular, long, section.field, Span(at, at + len(singular)), Span(begin, begin + len(window) - start)
        )


def _best_start(short: str, window: str) -> int | None:
    """Return where the long form begins: each letter of the short form, from the right, in the window."""
    words = len(window.split())
    at = len(window)
    for index in range(len(short) - 1, -1, -1):
        letter = short[index].lower()
        if not letter.isalnum():
            continue
        at -= 1
        while at >= 0 and (window[at].lower() != letter or (index == 0 and at > 0 and window[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return None
    start = max(window.rfind(" ", 0, at), window.rfind("-", 0, at)) + 1 if at else 0
    length = words - len(window[:start].split())
    return start if length <= min(len(short) + 5, len(short) * 2) and len(window) - start > len(short) else None
