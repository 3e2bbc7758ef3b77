"""The signs that TeX's typists write: quotes of backquotes and apostrophes, ties, dashes."""

from __future__ import annotations

import re

_DOUBLE_QUOTED = re.compile(r"``(?P<inner>(?:(?!``|\n\s*\n).)+?)(?P<close>''|\")", re.DOTALL)
_SINGLE_QUOTED = re.compile(r"(?<![\w`\\])`(?!`)[^`'\n]{1,80}(?:'(?=\w)[^`'\n]{1,80})*'(?![\w'])")


def quotes(text: str) -> dict[int, tuple[int, str]]:
    """Return for each quote that a backquote opens or that closes one: its place, its end, and the curly quote."""
    found: dict[int, tuple[int, str]] = {}
    for match in _DOUBLE_QUOTED.finditer(text):
        found[match.start()] = (match.start() + 2, "“")
        found[match.start("close")] = (match.end(), "”")
    for match in _SINGLE_QUOTED.finditer(text):
        found[match.start()] = (match.start() + 1, "‘")
        found[match.end() - 1] = (match.end(), "’")
    return found


def is_tie(text: str, at: int) -> bool:
    """Return whether the tilde at ``at`` ties two words (``60~Hz``); ``~5``, ``5~10`` and ``/~name`` are no ties."""
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if before.isdigit() and after.isdigit():
        return False
    return bool(re.match(r"[\w.,;:)\]}$%'’”]", before)) and bool(re.match(r"[\w\\$({\[“`]", after))


def is_dash(text: str, start: int, end: int) -> bool:
    """Return whether two or three hyphens are a dash; an option (``--jobs``), an arrow and a longer run are none."""
    before, after = text[start - 1 : start] if start else " ", text[end : end + 1]
    option = (before.isspace() or before in "(['\"`“") and after.isalpha() and end - start == 2
    return end - start <= 3 and not option and before not in "<!" and after != ">"
