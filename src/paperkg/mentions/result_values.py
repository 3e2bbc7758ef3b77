"""The quantities of a sentence that may be results: percentages, factors, points, and decimals, with their hedges.

Versions ("Opus 4.5"), thresholds ("mAP@0.5"), resolutions ("320×640"), p-values, confidence levels and spreads ("± 0.3")
are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paperkg.records import Mention, Span

HEDGE = (
    r"(?:up to|over|more than|at least|at most|less than|under|below|above|approximately|approx\.|about|around|roughly|"
    r"nearly|almost|only|exceeding|surpassing|as (?:high|low|much) as|~|≈|∼|>|<|≥|≤|\+)"
)
_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_UNIT = (
    r"(?:\s?\\?%(?:\s?(?:points?|pts?|pp)\b)?|\s?percent(?:age[ -]points?)?\b|[\s-]percentage[ -]points?\b|"
    r"[\s-]?(?:points?|pts?|pp|dB)\b|\s?[×x](?![\w×])(?!\s?\d)|\s?X(?![\w×])|[\s-]times\b|[\s-]?fold\b|\s?(?:ms|FPS|fps)\b)"
)
_VALUE = re.compile(
    rf"(?P<hedge>(?:{HEDGE}\s*(?:an?\s+)?)*)(?<![\w.@/^_$#-])(?P<sign>[+−-])?(?P<low>{_NUMBER})(?P<lowunit>{_UNIT})?"
    rf"(?:\s?[-–—~]{{1,2}}\s?(?P<high>{_NUMBER}))?(?P<unit>{_UNIT})?(?![\w@]|\.\d|-[A-Za-z\d])",
)
_NO_RESULT_BEFORE = re.compile(
    r"(?:\bp\s*[<=>≤]\s*|±\s*|\+/-\s*|\+-\s*|\b(?:version|section|table|figure|fig\.|stage|phase|level|threshold|top|"
    r"temperature|epsilon|alpha|beta|lambda|rank|k|n|K|N|ε|α|β|λ|τ|κ)\s*[=≤<>:]?\s*)$"
)
_NO_RESULT_AFTER = re.compile(
    r"^\s*(?:\(?(?:CI|confidence|credible|significance|probability|training|train|labels?|labell?ed|missing|noise|sparsity|"
    r"pruning|million|billion|trillion|[BMK]\b|GB|TB|MB|hours?|years?|days?|seconds? (?:of )?video|samples?|images?|"
    r"videos?|of (?:the )?(?:training|train|labels?|labell?ed|data|samples|images|annotations?|time steps))\b)",
    re.IGNORECASE,
)
_VERSIONED = re.compile(r"(?:^|\s)[A-Z][A-Za-z-]*\s$")


@dataclass(frozen=True, slots=True)
class Value:
    """A quantity as written, hedge included and articles left out; ``number`` is None for a range, ``unit`` is a class of units."""

    span: Span
    text: str
    number: float | None
    unit: str
    bare: int
    """Where the number itself starts, behind the hedge."""


def find_values(text: str, region: Span, mentions: Iterable[Mention]) -> list[Value]:
    """Return the quantities in a region of a text that are no part of a name, in their order."""
    named = [Span(each.start, each.end) for each in mentions if each.field == "text" and each.kind != "Metric"]
    found = []
    place = region.start
    while match := _VALUE.search(text, place, region.end):
        mixed = match["high"] and match["lowunit"] and _unit_class(match["lowunit"]) != _unit_class(match["unit"] or "")
        end = match.end("lowunit") if mixed else match.end()
        start = match.start("sign") if match["sign"] else match.start("low")
        place = end
        if any(span.start <= start < span.end for span in named) or not _may_be_result(text, match, end):
            continue
        found.append(_value(text, match, start, end, whole=not mixed))
    return found


def _value(text: str, match: re.Match[str], start: int, end: int, *, whole: bool) -> Value:
    number = None if match["high"] and whole else float(match["low"].replace(",", ""))
    if match["sign"] in ("-", "−") and number is not None:
        number = -number
    written = text[match.start() : end]
    lead = len(written) - len(written.lstrip())
    unit = (match["unit"] if whole else None) or match["lowunit"] or ""
    words = re.sub(r"\s(?:an?\s)?", " ", written.strip())
    return Value(Span(match.start() + lead, end), words, number, _unit_class(unit), start)


def _may_be_result(text: str, match: re.Match[str], end: int) -> bool:
    unit = match["unit"] or match["lowunit"]
    before, after = text[max(0, match.start() - 30) : match.start()], text[end : end + 40]
    if not unit and ("." not in match["low"] or _VERSIONED.search(before) or re.match(r"\s?[×x]\s?\d", after)):
        return False
    return not _NO_RESULT_BEFORE.search(before) and not _NO_RESULT_AFTER.match(after)


def _unit_class(unit: str) -> str:
    stripped = unit.strip(" -\\").lower()
    if stripped in {"×", "x", "times", "fold"}:
        return "factor"
    if stripped.startswith(("%", "percent")):
        return "percent"
    return "points" if stripped.startswith(("p", "d")) else stripped
