"""Where mathematics and addresses stand in a text; marks inside them are no Markdown and no punctuation."""

from __future__ import annotations

import re

from paperkg.records import Span

ADDRESS = re.compile(
    r"(?:(?:https?|ftp)://|\bwww\.|\b(?:github|gitlab|huggingface|bitbucket)\.(?:com|co|org|io)/|(?<![\w-])[\w-]{1,40}\.github\.io\b)"
    r"(?:\\[_%#&~$]|\*(?!\*)|[^\s{}<>\\^`\"|*$])*"
)

_ENVIRONMENT = (
    r"\\begin\{(?P<env>(?:equation|align|eqnarray|gather|multline|math|displaymath)\*?)\}.{0,3000}?\\end\{(?P=env)\}"
)
_DISPLAY = r"\$\$(?:[^$\\]|\\.)+?\$\$(?!\$)"
_BRACKETS = r"\\\((?:(?!\\\)|\n\s*\n).){1,400}\\\)|\\\[(?:(?!\\\]|\n\s*\n).){1,400}\\\]"
_DOLLARS = r"\$(?P<inner>(?:[^$\\\n]|\\.|\n(?!\s*\n)){1,600}?)\$"
_FORMULA = re.compile(f"(?<!\\\\)(?:{_ENVIRONMENT}|{_DISPLAY}|{_BRACKETS}|{_DOLLARS})", re.DOTALL)
_WORDS = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
_TEX_SIGNS = re.compile(r"[\\^_{]")


def formulas(text: str) -> tuple[Span, ...]:
    """Return the spans of mathematics, their marks included; a pair of prices is none."""
    spans = []
    at = 0
    while match := _FORMULA.search(text, at):
        if match["inner"] is None or _is_formula(text, match):
            spans.append(Span(*match.span()))
            at = match.end()
        else:
            at = match.start() + 1
    return tuple(spans)


def _is_formula(text: str, match: re.Match[str]) -> bool:
    inner = match["inner"]
    price = inner[0].isdigit() and _WORDS.search(re.sub(r"\\[A-Za-z]+\s*(?:\{[^{}]*\})?", "", inner)) is not None
    digit_follows = text[match.end() : match.end() + 1].isdigit()
    if _TEX_SIGNS.search(inner):
        return not price or (inner.rstrip() == inner and not digit_follows)
    if price or (inner != inner.strip() and _WORDS.search(inner)):
        return False
    return not (digit_follows and inner[0].isdigit()) and len(inner) <= 80
