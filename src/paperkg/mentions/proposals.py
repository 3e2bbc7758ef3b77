"""What a paper proposes: names in the object of "we propose", behind their head noun, set apart, or before the title's colon.

A proposal needs a verb of proposing whose subject is the paper ("we", "this work", "by introducing") and a name in its
object. What others propose ("recently proposed", "has been proposed", "prior works introduce") is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperkg.mentions.name_shapes import WORD, is_shaped, name_runs
from paperkg.mentions.proposal_cues import (
    BOUNDARY,
    CALLED,
    HEADS,
    LEAD,
    NAMED,
    NAMING,
    OTHERS,
    OWN_SUBJECT,
    VERB,
    VERB_WEIGHT,
)
from paperkg.mentions.proposal_kinds import APPOSITIVE, kind_before, kind_of
from paperkg.records import Acronym, Field, Kind, Passage, Section, Span

_TITLE = re.compile(r"^\s*([^:–—]{2,40}?)\s*(?::| – | — )\s+\S")
_REPORT = re.compile(r"\s+(?:Technical|Tech|Project)\s+Report$", re.IGNORECASE)
_NO_NAME = re.compile(
    r"^(?:Towards?|Beyond|From|On|Can|Could|Is|Are|Do|Does|Did|What|How|Why|When|Where|Which|Who|Should|Will|Rethinking|Revisiting|"
    r"Evaluating|Benchmarking|Improving|Exploring|Investigating|Understanding|Making|Leveraging|Using|Bridging|Unlocking|Scaling|"
    r"Think|Thinking|Learning|Not|In|An?|No|All|One|More|Less|Old|New|Better|Seeing|Teaching|Training|Building|Enhancing|Analyzing|"
    r"Mind|Look|Looking|Breaking|Closing|Reading|Finding|Lost|Do|Don['’]t|It['’]s)\s|\b(?:the|for|of|in|on|to|is|are|and|vs\.?|via|with)\s|\?|"
    r"\s(?:Matters?|Helps?|Hurts?|Makes?|Needs?|Fails?|Wins?|Works?)\b"
)
_MODIFIES = re.compile(
    r"^\)?(?:[\s-](?:guided|based|driven|enhanced|inspired|aware|powered|enabled|oriented|constrained|regularized|augmented|trained|"
    r"tuned|style|like|conditioned|assisted|aided)\b|-)"
)
_AS = re.compile(r"^\)?[\"”’']*\sas\s")
_TWO = re.compile(r"\b(?:two|both)\b[^.;]*[,:(]\s*$")
_RESTATES = re.compile(r"\b(?:formulat|formali[sz]|describ)\w*$", re.IGNORECASE)
_LONGEST_OBJECT = 240
_MOST_WORDS = 14
_AND = re.compile(
    r"^\)?(?:,(?: an?| the| which| \w+ing)\b(?:[^.;]|\.(?=\S))*?|[^.;,]*?)?,? (?:and|as well as|along with|together with)\s*$"
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A named thing that the paper proposes, where it says so; ``weight`` orders the proposals of one paper."""

    name: str
    expansion: str | None
    kind: Kind
    contribution: str
    field: Field
    start: int
    end: int
    rule: str
    weight: float


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A name in an object: its own span, the span with its definition, and whether more than its shape speaks for it."""

    span: Span
    whole: Span
    name: str
    expansion: str | None
    marked: bool


def find_proposals(passage: Passage) -> tuple[Proposal, ...]:
    """Return the proposals of a paper in the order of the text, the title's first; one a name and field."""
    found: dict[tuple[str, Field], Proposal] = {}
    for proposal in (*_from_title(passage), *_from_text(passage)):
        key = (proposal.name, proposal.field)
        if key not in found or found[key].weight < proposal.weight:
            found[key] = proposal
    return tuple(sorted(found.values(), key=lambda each: (each.field != "title", each.start, each.end)))


def _from_title(passage: Passage) -> Iterator[Proposal]:
    title, text = passage.section("title"), passage.section("text").text
    match = _TITLE.match(title.text)
    if not match:
        return
    name = _REPORT.sub("", match[1].strip("\"“”'‘’ "))
    words = name.split()
    shaped = any(is_shaped(word) for word in words)
    used = re.search(rf"(?<=[\w,;] )(?<!\w){re.escape(name)}(?!\w)", text)
    if len(words) > 1 and not used and _NO_NAME.search(name):
        return
    if name and len(words) <= 4 and name[0].isalnum() and (shaped or (used and name[0].isupper() and len(words) == 1)):
        start = title.text.index(name)
        expansion = _expansion(name, passage)
        kind, contribution = kind_of(name, expansion, f": {title.text[match.end() - 1 :]}")
        weight = 1.0 if used else 0.7
        yield Proposal(name, expansion, kind, contribution, "title", start, start + len(name), "title", weight)


def _from_text(passage: Passage) -> Iterator[Proposal]:
    section = passage.section("text")
    for sentence in section.sentences:
        for verb_end, weight, rule in _openings(section.text, sentence):
            yield from _objects(
                passage, section, Span(verb_end, min(sentence.end, verb_end + _LONGEST_OBJECT)), weight, rule
            )


def _openings(text: str, sentence: Span) -> Iterator[tuple[int, float, str]]:
    """Yield where each object of a verb of proposing starts in a sentence, with the verb's weight and the rule."""
    said = text[sentence.start : sentence.end]
    own = OWN_SUBJECT.search(said)
    for match in VERB.finditer(said):
        before = said[: match.start()]
        if not own or own.start() > match.start() or OTHERS.search(before) or match.group().lower().endswith("ed"):
            continue
        yield sentence.start + match.end(), VERB_WEIGHT[match["stem"].lower()], "proposed"
    for match in NAMING.finditer(said):
        # "On the largest set, namely X": what nobody makes in the sentence is nobody's proposal.
        if own and (match.group().lower() != "namely" or VERB.search(said, 0, match.start())):
            yield sentence.start + match.end(), NAMED, "proposed and named"


def _objects(passage: Passage, section: Section, region: Span, weight: float, rule: str) -> Iterator[Proposal]:
    """Yield the named things in the object that starts at ``region``."""
    text = section.text
    last: _Candidate | None = None
    for candidate in _candidates(passage, section, region):
        if last is None:
            between = text[region.start : candidate.whole.start]
            place = _place(between)
        else:
            between = text[last.whole.end : candidate.whole.start]
            place = "again" if _again(between, text, candidate) else None
        restated = _RESTATES.search(text[: region.start]) and _AS.match(text[candidate.whole.end : region.end])
        if place is None or restated or not _stands_alone(text, candidate, between):
            if last is None and BOUNDARY.search(between):
                return
            continue
        last = candidate
        after = text[candidate.whole.end : region.end]
        expansion = candidate.expansion or _expansion(candidate.name, passage)
        head = kind_before(between) if place == "head" else None
        kind, contribution = head or kind_of(candidate.name, expansion, after)
        yield Proposal(
            candidate.name,
            expansion,
            kind,
            contribution,
            "text",
            candidate.span.start,
            candidate.span.end,
            rule,
            weight,
        )


def _candidates(passage: Passage, section: Section, region: Span) -> list[_Candidate]:
    """Return the names in a region in their order: definitions, then what is set apart, then runs of capitals."""
    text = section.text
    found = [
        _defined(acronym)
        for acronym in passage.acronyms
        if acronym.field == section.field and region.start <= _whole(acronym).start < region.end
    ]
    for span in section.emphasis:
        if region.start <= span.start < region.end and not _covered(span, found):
            found.append(_Candidate(span, span, text[span.start : span.end].strip(" ,.;:"), None, True))
    for span in _parted(text, region):
        if not _covered(span, found):
            found.append(_Candidate(span, span, text[span.start : span.end], None, False))
    names = [candidate for candidate in found if _is_name(candidate)]
    return sorted(names, key=lambda candidate: (candidate.whole.start, candidate.whole.end))


def _parted(text: str, region: Span) -> Iterator[Span]:
    """Yield the runs of capitals in a region; where two things are announced, "X and Y" are two."""
    for span in name_runs(text, region.start, region.end):
        joint = text.find(" and ", span.start, span.end)
        if joint > 0 and _TWO.search(text, region.start, span.start):
            yield Span(span.start, joint)
            yield Span(joint + len(" and "), span.end)
        else:
            yield span


def _defined(acronym: Acronym) -> _Candidate:
    return _Candidate(acronym.short_span, _whole(acronym), acronym.short, acronym.long, True)


def _whole(acronym: Acronym) -> Span:
    spans = sorted((acronym.short_span, acronym.long_span))
    near = spans[1].start - spans[0].end <= 3
    return Span(spans[0].start, spans[1].end) if near else acronym.short_span


def _covered(span: Span, found: list[_Candidate]) -> bool:
    return any(each.whole.start < span.end and span.start < each.whole.end for each in found)


def _is_name(candidate: _Candidate) -> bool:
    name = candidate.name
    if candidate.expansion is not None:
        return True
    words = name.split()
    if name.endswith("-based"):
        return False
    capitals = sum(word[0].isupper() or is_shaped(word) for word in words)
    if not words or not any(character.isalpha() for character in name) or len(words) > 8:
        return False
    return 2 * capitals > len(words) or (candidate.marked and capitals > 0)


def _place(between: str) -> str | None:
    """Return how a name stands to the verb before it: right behind it, behind its head noun, or (None) elsewhere."""
    if LEAD.fullmatch(between):
        return "verb"
    phrase = CALLED.sub("", between).rstrip()
    words = phrase.split()
    if not words or len(words) > _MOST_WORDS:
        return None
    last = re.sub(r"\W+$", "", words[-1]).lower()
    clause = " ".join(words[:-1])
    if last in HEADS and (not BOUNDARY.search(clause) or NAMING.search(between)):
        return "head"
    return None


def _again(between: str, text: str, candidate: _Candidate) -> bool:
    """Return whether a name goes on the object: "X and Y", or "X, a ..., and Y, a ..."."""
    stripped = LEAD.sub("", between, count=1) if between.startswith(" ") else between
    trimmed = re.sub(r"\(?[ivx1-9]{1,3}\)\s*$", "", between)
    if not _AND.match(trimmed):
        return stripped.strip() in {"and", ", and"}
    plain = trimmed.strip() in {"and", ", and"}
    return plain or candidate.marked or bool(APPOSITIVE.match(text[candidate.whole.end :]))


def _stands_alone(text: str, candidate: _Candidate, between: str) -> bool:
    """Return whether a run of capitals is the object itself and not the first words of a longer phrase."""
    if _MODIFIES.match(text[candidate.whole.end : candidate.whole.end + 40]):
        return False
    if candidate.marked:
        return True
    after = text[candidate.whole.end : candidate.whole.end + 40].lstrip("\"”’')")
    word = WORD.match(after.lstrip()) if after.startswith(" ") else None
    if after.startswith(("-", "–")):
        return False
    if word is None or BOUNDARY.match(word.group()) or word.group().lower() in {"for", "and", "in", "on", "of", "or"}:
        return True
    head = word.group().lower() in HEADS
    shaped = any(is_shaped(part) for part in candidate.name.split())
    definite = re.search(r"\b(?:the|our)\s+(?:[\w-]+\s+)*$", between)
    indefinite = re.search(r"\ban?\s+(?:[\w-]+\s+)*$", between)
    return head and not indefinite and bool(shaped or definite)


def _expansion(name: str, passage: Passage) -> str | None:
    for acronym in passage.acronyms:
        if acronym.short == name:
            return acronym.long
    return None
