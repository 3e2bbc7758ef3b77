"""HTML and JATS inside a text: tags that are known by name, and character entities.

Only known tag names are markup, so that ``a < b``, ``<EOS>`` and ``<think>`` stay as they are.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from paperkg.records import Span
from paperkg.text.draft import Draft, Edit

_INLINE = (
    "b|i|u|em|strong|italic|bold|underline|monospace|roman|sans-serif|sc|scp|tt|code|span|small|big|sub|sup|inf|a|font"
    "|ext-link|xref|uri|email|named-content|styled-content|inline-formula|tex-math|alternatives|math|label"
)
_BLOCK = "p|br|div|ul|ol|li|h[1-6]|title|sec|abstract|list|list-item|disp-formula|table|tr|td|blockquote|break"
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<prefix>jats:|mml:)?(?P<name>(?(prefix)[a-z][\w-]*|(?:{_INLINE}|{_BLOCK})))"
    r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))*\s*/?>",
    re.IGNORECASE,
)
_BLOCKS = re.compile(_BLOCK, re.IGNORECASE)
_EMPHASIS = frozenset("b i em strong italic bold underline u monospace tt code sc".split())
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_HEADING = re.compile(r"<(jats:)?title>\s*(?:abstract|summary)\s*[:.]?\s*</(?:jats:)?title>\s*", re.IGNORECASE)
_TWICE = re.compile(r"<mml:math\b.*?</mml:math>(?=\s*<(?:jats:)?tex-math)", re.IGNORECASE | re.DOTALL)
_PREAMBLE = re.compile(r"\\documentclass\b.*?\\begin\{document\}|\\end\{document\}", re.DOTALL)

MAY_HOLD_TAGS = re.compile(r"<[/A-Za-z]|&[#A-Za-z]|\\documentclass")


def without_tags(draft: Draft) -> Draft:
    """Return the draft without HTML and JATS tags and with its entities read; a block's end becomes a paragraph."""
    if not MAY_HOLD_TAGS.search(draft.text):
        return draft
    text = draft.text
    edits = [
        Edit(match.start(), match.end())
        for pattern in (_HEADING, _TWICE, _PREAMBLE)
        for match in pattern.finditer(text)
    ]
    dropped = sorted((edit.start, edit.end) for edit in edits)
    opened: list[tuple[str, int]] = []
    emphasis: list[Span] = []
    for match in _TAG.finditer(text):
        if any(start <= match.start() < end for start, end in dropped):
            continue
        edits.append(Edit(match.start(), match.end(), _replacement(text, match)))
        emphasis += _emphasis(match, opened)
    edits += _entities(text)
    return draft.revised(edits, emphasis)


def _replacement(text: str, match: re.Match[str]) -> str:
    name = match["name"].lower()
    if _BLOCKS.fullmatch(name):
        before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
        if not before or not after or after.startswith("<"):
            return ""
        return " " if name == "br" else "\n\n"
    digit_before = match.start() > 0 and text[match.start() - 1].isdigit()
    return "^" if name == "sup" and not match["close"] and digit_before else ""


def _emphasis(match: re.Match[str], opened: list[tuple[str, int]]) -> Iterator[Span]:
    """Yield the span that a closing tag ends, and keep note of opening ones."""
    name = match["name"].lower()
    if name not in _EMPHASIS:
        return
    if not match["close"]:
        opened.append((name, match.end()))
    elif opened and opened[-1][0] == name:
        yield Span(opened.pop()[1], match.start())


def _entities(text: str) -> Iterator[Edit]:
    for match in _ENTITY.finditer(text):
        character = html.unescape(match[0])
        if character != match[0]:
            yield Edit(match.start(), match.end(), " " if character == "\xa0" else character)
