"""Markup out of a text, nothing else changed, with a map of offsets back to the text as read.

A text without markup passes through character for character, but for line breaks: a break inside a paragraph becomes
one space, a blank line between paragraphs two line breaks. Cleaning what is clean changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperkg.records import Span
from paperkg.text.draft import Draft, Edit
from paperkg.text.formulas import ADDRESS, formulas
from paperkg.text.latex import MAY_HOLD_LATEX, without_latex
from paperkg.text.markdown import MAY_HOLD_MARKDOWN, without_markdown
from paperkg.text.tags import MAY_HOLD_TAGS, without_tags

_MAY_HOLD_MARKUP = re.compile("|".join(part.pattern for part in (MAY_HOLD_LATEX, MAY_HOLD_MARKDOWN, MAY_HOLD_TAGS)))
_BREAK = re.compile(r"[ \t]*(?:\r\n|[\r\n])\s*")
_ROUNDS = 8
"""Escaped markup (``&amp;lt;``) shows itself only once its escape is gone; a real text needs two rounds."""


@dataclass(frozen=True, slots=True)
class Clean:
    """A text without markup: for each character where it stood in the raw text, and the spans that were set apart."""

    text: str
    offsets: tuple[int, ...]
    emphasis: tuple[Span, ...] = ()


def clean(raw: str, *, bare_braces: bool = False) -> Clean:
    """Return the text without LaTeX, Markdown, HTML and JATS.

    ``bare_braces`` is for titles and names: there every pair of braces is BibTeX's and goes.
    """
    draft = _with_plain_breaks(Draft.of(raw))
    for _ in range(_ROUNDS):
        if not _MAY_HOLD_MARKUP.search(draft.text):
            break
        before = draft.text
        draft = without_tags(draft)
        if MAY_HOLD_MARKDOWN.search(draft.text):
            draft = without_markdown(draft, _shielded(draft.text))
        draft = _with_plain_breaks(without_latex(draft, bare_braces=bare_braces))
        if draft.text == before:
            break
    return Clean(
        draft.text, draft.origins, tuple(span for span in draft.emphasis if _holds_whole_words(draft.text, span))
    )


def plain(raw: str) -> str:
    """Return a title, a name or a keyword without markup, its white space folded."""
    return " ".join(clean(raw, bare_braces=True).text.split())


def _holds_whole_words(text: str, span: Span) -> bool:
    return not (_is_inside_word(text, span.start) or _is_inside_word(text, span.end))


def _is_inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _shielded(text: str) -> tuple[Span, ...]:
    addresses = (Span(*match.span()) for match in ADDRESS.finditer(text))
    return (*formulas(text), *addresses)


def _with_plain_breaks(draft: Draft) -> Draft:
    edits = [Edit(*match.span(), _plain_break(match)) for match in _BREAK.finditer(draft.text)]
    edits = [edit for edit in edits if draft.text[edit.start : edit.end] != edit.replacement]
    return draft.revised(edits) if edits else draft


def _plain_break(match: re.Match[str]) -> str:
    if match.start() == 0 or match.end() == len(match.string):
        return ""
    return "\n\n" if len(re.findall(r"\r\n|[\r\n]", match[0])) > 1 else " "
