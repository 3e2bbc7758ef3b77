"""Where a result was measured, and against whom: the benchmarks and the baseline that its clause names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperkg.mentions.relations import is_object
from paperkg.records import Mention, Section, Span

_ON = re.compile(
    r"\b(?:on|across|over|in|for|with|from)\s+(?:the\s+|all\s+|both\s+|public\s+|popular\s+)?[^.;]{0,60}$",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"^(?:\s*\([^)]*\))?(?:\s(?:datasets?|benchmarks?|test sets?|tests?|sets?))?\s*(?:,|and|,\s*and|/|&)\s*(?:the\s+)?$"
)
_AGAINST = re.compile(
    r"\b(?:over|than|compared (?:to|with)|relative to|against|versus|vs\.?|outperform\w*|surpass\w*|exceed\w*|beat\w*)\s+"
    r"(?P<words>(?:the\s+|both\s+)?(?:[\w./+’'-]+\s?){1,8})",
    re.IGNORECASE,
)
_WORDS_END = re.compile(
    r"\s+(?:by|at|on|in|(?<!state )of|with|for|while|and|without|when|under|across|to|using|from|that|which|as|is|are|during|via|after|before|achiev\w+|reach\w+|respectively|\d\S*)\b.*$"
)
_UNNAMED = re.compile(
    r"^(?:\d.*|an?|the|it|them|all|both|that|those|other|others|"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|several|various|diverse|all|multiple|different|many)\s"
    r"(?!.*(?:baselines?|methods?|systems?|approaches|competitors|models|algorithms)$).*|"
    r"(?:.*\s)?(?:benchmarks?|datasets?|tasks?|settings?|domains?|runs?|seeds?|years?|time|languages?|cycles|images|videos))$",
    re.IGNORECASE,
)


def benchmarks_of(
    section: Section, mentions: Sequence[Mention], sentence: Span, behind: Span, first: int, values: int
) -> list[str]:
    """Return the benchmarks of so many ``values`` that end where ``behind`` starts: those named behind, else one named before.

    Behind, a list counts whole. Before, only what stands before ``first``, the sentence's first value, and outside brackets.
    """
    text = section.text
    data = [each for each in mentions if each.kind in ("Dataset", "Benchmark")]
    after = [each for each in data if behind.start <= each.start < behind.end]
    if after and _ON.search(text[behind.start : after[0].start]):
        listed = [after[0]]
        for mention in after[1:]:
            if not _LIST.match(text[listed[-1].end : mention.start]):
                break
            listed.append(mention)
        return list(dict.fromkeys(each.name for each in listed))
    before = [each for each in data if sentence.start <= each.start < first]
    names = list(dict.fromkeys(each.name for each in before))
    if values > 1 and len(names) == values and "respectively" in text[behind.start : sentence.end]:
        return names
    apart = ";" in text[before[-1].end : first] if before else False
    if len(names) == 1 and not apart and _ON.search(text[sentence.start : before[-1].start]):
        return [before[-1].name]
    return []


def baseline_of(
    section: Section, mentions: Sequence[Mention], own: frozenset[str], clause: Span, place: int
) -> str | None:
    """Return the baseline that a clause compares a value with.

    What stands behind the value goes before what stands before it; a name goes before the words around it.
    """
    text = section.text
    matches = (
        list(_AGAINST.finditer(text, place, clause.end))[:1] or list(_AGAINST.finditer(text, clause.start, place))[-1:]
    )
    for match in matches:
        named = [
            each
            for each in mentions
            if match.start("words") <= each.start < match.end("words") + 30
            and each.kind in ("Model", "Method")
            and each.name not in own
            and any(character.isupper() for character in each.text)
            and is_object(section, each)
            and not re.search(r"[,;]", text[match.start("words") : each.start])
        ]
        words = _WORDS_END.sub("", match["words"]).strip()
        words = re.sub(r"^(?:the|both|an?)\s+", "", words).rstrip(".")
        words = re.sub(r"['’]s$", "", words)
        if named and not re.search(r"\b(?:by|on|in)\b", text[match.start("words") : named[0].start]):
            return named[0].name
        if words and not _UNNAMED.match(words) and not any(name in words for name in own):
            return words
    return None


def possessor(section: Section, mentions: Sequence[Mention], own: frozenset[str], place: int) -> str | None:
    """Return whose metric it is that starts at ``place`` ("CLIP's accuracy"): a named thing that is not the paper's own."""
    for mention in mentions:
        near = mention.kind in ("Model", "Method") and mention.name not in own and 0 < place - mention.end <= 4
        if near and re.match(r"^['’]s?\s$", section.text[mention.end : place]):
            return mention.name
    return None
