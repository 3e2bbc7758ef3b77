"""Braces: where one closes, and whether a pair groups words for LaTeX or BibTeX or is a sign of the text."""

from __future__ import annotations

import re

_PROTECTED = re.compile(r"(?=[^{}]*[A-Z\x80-\U0010ffff])[\w+./&'’–:-]+|\\.*|[-+=<>,.:;!?'\"&%#@ “”‘’]?|\^|~", re.DOTALL)
_NUMBERS = re.compile(r"[\d\s.,…±-]+")


def is_grouping(inner: str, *, bare: bool) -> bool:
    """Return whether braces around ``inner`` are markup: ``{BERT}`` and an accent are, ``{0, 1}`` and ``{x}`` are not.

    With ``bare`` all are but those around numbers, as in a BibTeX title.
    """
    return not _NUMBERS.fullmatch(inner) if bare else _PROTECTED.fullmatch(inner) is not None


def closing_braces(text: str) -> dict[int, int]:
    """Return for each opening brace that closes where it does; escaped braces are signs, not braces."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            pairs[opened.pop()] = match.start()
    return pairs
