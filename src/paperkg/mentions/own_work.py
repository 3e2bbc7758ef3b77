"""Which sentences of an abstract speak of the paper's own work, and where its own names stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from paperkg.mentions.proposals import Proposal
from paperkg.mentions.roles import governor
from paperkg.mentions.word_places import NO_LONGER_NAME_BEHIND, word_places
from paperkg.records import Mention, Passage, Predicate, Section, Span

_OWN = re.compile(
    r"\b(?:we|our|ours|us|this (?:paper|work|study|article|report|letter|survey)|the (?:paper|proposed)|here)\b",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"^(?:\W*)(?:extensive |comprehensive |numerical |empirical(?:ly)?|experiment|evaluat|results? |specifically|evaluated)",
    re.IGNORECASE,
)


def own_sentences(section: Section, proposals: Sequence[Proposal]) -> frozenset[Span]:
    """Return the sentences that speak of the paper's own work.

    From the first sentence that proposes something on, all do; before it, those that say "we" or "this paper".
    """
    starts = [section.sentence_at(each.start).start for each in proposals if each.field == section.field]
    first_own = next((each.start for each in section.sentences if _OWN.search(_said(section, each))), None)
    begins = min(starts) if starts else first_own
    return frozenset(
        sentence
        for sentence in section.sentences
        if (begins is not None and sentence.start >= begins)
        or _OWN.search(_said(section, sentence))
        or _RESULT.search(_said(section, sentence))
    )


def _said(section: Section, sentence: Span) -> str:
    return section.text[sentence.start : sentence.end]


def own_names(passage: Passage, proposals: Iterable[Proposal]) -> Iterator[Mention]:
    """Yield every place that names what the paper proposes; the place that proposes it says so.

    A paper that proposes data alone evaluates others on it, and itself on nothing.
    """
    proposals = tuple(proposals)
    runs = any(each.kind not in ("Dataset", "Benchmark", "Metric", "Task") for each in proposals)
    for proposal in proposals:
        for name in dict.fromkeys(filter(None, (proposal.name, proposal.expansion))):
            for section in passage.sections:
                if section.field != "keywords":
                    yield from _places(section, name, proposal, runs=runs)


def _places(section: Section, name: str, proposal: Proposal, *, runs: bool) -> Iterator[Mention]:
    for place in word_places(name, section.text, NO_LONGER_NAME_BEHIND):
        says_so = section.field == proposal.field and place.start == proposal.start
        yield Mention(
            field=section.field,
            start=place.start,
            end=place.start + len(name),
            text=name,
            kind=proposal.kind,
            rule=proposal.rule if says_so else "own name",
            score=0.9,
            name=proposal.name,
            expansion=proposal.expansion,
            predicate="proposes" if says_so else _role(section, place.start, proposal, runs=runs),
        )


def _role(section: Section, start: int, proposal: Proposal, *, runs: bool) -> Predicate:
    """Return what a later place of an own name says: its own data may be evaluated on or trained on."""
    if proposal.kind not in ("Dataset", "Benchmark") or section.field != "text":
        return "mentions"
    sentence = section.sentence_at(start)
    before = section.text[sentence.start : start]
    cue = governor(before).cue
    if cue in ("train", "evaluate") and re.search(r"\bon\s+(?:the\s+)?(?:[\w-]+\s+)?$", before):
        evaluated: Predicate = "evaluatesOn" if runs else "mentions"
        return "trainedOn" if cue == "train" else evaluated
    return "mentions"
