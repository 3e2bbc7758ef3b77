"""Markdown inside a text: emphasis, code, links. The rules are stricter than CommonMark's.

Abstracts hold asterisks that multiply and underscores inside names, so a mark counts only where a word begins and
ends, but for bold capitals inside a word (``**C**oherent``, ``e**X**plain``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paperkg.records import Span
from paperkg.text.draft import Draft, Edit

_FIRST = r"(?=[\w\"'“‘(\[$\\`#@+<{*_~/§.–—-])"
_LAST = r"(?<=[\w.!?,;:\"'”’)\]%$+`}>*_/#°-])"
_STRONG = re.compile(
    r"(?<![\w*\\])(?P<mark>\*{2,3})(?!\s|\*)" + _FIRST + r"(?P<inner>(?:[^*\n]|\*(?!\*)|\n(?!\s*\n)){1,400}?)"
    r"(?<!\s)" + _LAST + r"(?P=mark)(?!\*)"
)
_LETTERS = re.compile(r"(?<=[a-z*-])(?P<mark>\*\*)(?P<inner>[A-Z][A-Za-z]{0,4}|[a-z]{1,5}(?=\*\*[a-z]))(?P=mark)(?!\*)")
_WEAK = re.compile(
    r"(?<![\w*\\^])(?P<mark>\*)(?![\s*])" + _FIRST + r"(?P<inner>(?:[^*\n]|\n(?!\s*\n)){1,300}?)(?<!\s)" + _LAST +
    r"(?P=mark)(?![\w*])"
)  # fmt: skip
_UNDERSCORES = re.compile(
    r"(?<![\w\\$^}/])(?!__[a-z]+__)(?P<mark>_{1,2})(?![\s_])"
    + _FIRST
    + r"(?P<inner>(?:[^_\n]|(?<=\w)_(?=\w)|\n(?!\s*\n)){1,300}?)"
    r"(?<!\s)" + _LAST + r"(?P=mark)(?![\w{/])"
)
_CODE = re.compile(r"(?<![`\\\w])(?P<mark>`{1,3})(?![`\s'])(?P<inner>[^`\n]{1,120}?)(?<!\s)(?P=mark)(?![`\w])")
_LINK = re.compile(r"(?<![\\!\w])\[(?P<inner>[^\[\]\n]{1,200})\](?=\((?:https?://|www\.)[^\s()]+\))")

MAY_HOLD_MARKDOWN = re.compile(r"[*_`\[]")


def without_markdown(draft: Draft, shielded: Iterable[Span]) -> Draft:
    """Return the draft without Markdown; marks inside a shielded span (mathematics, addresses) are no marks."""
    covered = bytearray(len(draft.text) + 1)
    for span in shielded:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    for pattern in (_CODE, _STRONG, _LETTERS, _WEAK, _UNDERSCORES, _LINK):
        found = [match for match in pattern.finditer(draft.text) if _open(match, covered)]
        if not found:
            continue
        edits = [edit for match in found for edit in _marks(match)]
        emphasis = [Span(*match.span("inner")) for match in found] if pattern is not _LINK else []
        gone = {position for edit in edits for position in range(edit.start, edit.end)}
        covered = bytearray(flag for position, flag in enumerate(covered) if position not in gone)
        draft = draft.revised(edits, emphasis)
    return draft


def _open(match: re.Match[str], covered: bytearray) -> bool:
    return not covered[match.start()] and not covered[match.end() - 1]


def _marks(match: re.Match[str]) -> Iterator[Edit]:
    """Yield the edits that take the marks away; a link keeps its address in the round brackets it stands in."""
    start, end = match.span("inner")
    yield Edit(match.start(), start)
    yield Edit(end, match.end(), " " if match.re is _LINK else "")
