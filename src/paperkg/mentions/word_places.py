"""Where a name stands in a text as words of its own; looked for without a pattern made for each name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkg.records import Span

NO_NAME_BEHIND = re.compile(r"(?:s(?=\W|$))?(?![\w-])")
"""Behind a name may stand the s of a plural, and then no letter, digit or hyphen."""
NO_LONGER_NAME_BEHIND = re.compile(r"(?:s(?=\W|$))?(?!\w)(?!-[A-Z\d])")
"""The same, but a hyphen may join a word in small letters."""


def word_places(name: str, text: str, behind: re.Pattern[str]) -> Iterator[Span]:
    """Yield the places of a name, with what ``behind`` takes of the text behind it; no letter or hyphen stands before it."""
    start = text.find(name)
    while start >= 0:
        match = behind.match(text, start + len(name)) if not start or not _joins(text[start - 1]) else None
        if match:
            yield Span(start, match.end())
        start = text.find(name, max(match.end(), start + 1) if match else start + 1)


def lowered(text: str) -> str:
    """Return a text in lower case, each character at its place."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def _joins(character: str) -> bool:
    return character.isalnum() or character in "_-"
