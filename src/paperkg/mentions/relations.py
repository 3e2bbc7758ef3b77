"""Relations between what a paper proposes and what it names: outperforms, extends, partOf; each from one sentence.

A win is stated by a verb or a comparative, about the paper's own work, without a hedge ("matching or outperforming", "on
par with", "can"); its object is a name and not a word before another noun ("existing MLLM methods").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from paperkg.mentions.proposals import Proposal
from paperkg.mentions.roles import governor
from paperkg.records import Mention, Passage, Predicate, Relation, Section, Span

_PLURAL_HEAD = re.compile(
    r"^[\s-]*(?:[\w-]+\s+){0,2}?(?:baselines|methods|approaches|techniques|algorithms|variants|agents|systems|pipelines|models|"
    r"counterparts|paradigms?|frameworks|solutions|networks|tasks|benchmarks|datasets|settings|regression|decoding|inference)\b"
)
_OWN_SUBJECT = re.compile(
    r"\b(?:we|our|it|its|this|the proposed|the method|the framework|which|these|improvements?|gains?)\b", re.IGNORECASE
)
_PART = re.compile(
    r"\b(?:with|incorporat\w+|integrat\w+|consist\w+ of|compris\w+|built (?:up)?on|core components?|includ\w+|us(?:es|ing)|"
    r"through|via|by|employ\w*|leverag\w+|equipped)\b",
    re.IGNORECASE,
)


def find_relations(
    passage: Passage,
    mentions: Sequence[Mention],
    proposals: Sequence[Proposal],
    own: frozenset[Span],
) -> tuple[Relation, ...]:
    """Return what the sentences of the abstract state, in the order of the text."""
    section = passage.section("text")
    names = {proposal.name for proposal in proposals} | {each.expansion for each in proposals if each.expansion}
    found = [
        relation
        for mention in mentions
        if mention.field == "text"
        and mention.name not in names
        and section.sentence_at(mention.start) in own
        and not _inside_another(mention, mentions)
        for relation in _of(section, mention, names)
    ]
    found += _parts(section, mentions, proposals)
    return tuple(sorted(set(found), key=lambda each: (each.start, each.end, each.predicate, each.object, each.rule)))


def _inside_another(mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Return whether a longer mention ends where this one does: "attention" in "full attention"."""
    return any(
        other.field == mention.field and other.start < mention.start and other.end == mention.end for other in mentions
    )


def is_object(section: Section, mention: Mention) -> bool:
    """Return whether a mention is the thing spoken of and not a word before another noun."""
    after = section.text[mention.end : mention.end + 60]
    if mention.kind in ("Model", "Dataset", "Benchmark"):
        return not re.match(r"^[\s-]*(?:-based|-style|-like)", after)
    return not after.startswith(("-", "–")) and not _PLURAL_HEAD.match(after)


def _of(section: Section, mention: Mention, names: Iterable[str]) -> Iterator[Relation]:
    sentence = section.sentence_at(mention.start)
    governed = governor(section.text[sentence.start : mention.start])
    if mention.kind not in ("Model", "Method", "Concept") or not is_object(section, mention):
        return
    if governed.cue == "win" and _about_own_work(governed.before, names):
        yield _relation(section, mention, "outperforms", None, "stated win", 0.9)
    named = mention.kind in ("Model", "Method") and any(character.isupper() for character in mention.text)
    if governed.cue == "extend" and named and names:
        yield _relation(section, mention, "extends", None, "stated extension", 0.8)


def _about_own_work(before: str, names: Iterable[str]) -> bool:
    """Return whether the clause before a win has the paper, its system, or a pointer to them as its subject."""
    clause = re.split(r"[;]|\bwhile\b|\bwhereas\b", before)[-1]
    return bool(_OWN_SUBJECT.search(clause)) or any(name in clause for name in names)


def _parts(section: Section, mentions: Sequence[Mention], proposals: Sequence[Proposal]) -> Iterator[Relation]:
    """Yield a component's part in the system where one sentence names both and says how they belong together."""
    if len(proposals) < 2:
        return
    system, *components = proposals
    own = [mention for mention in mentions if mention.field == "text"]
    for component in components:
        if component.kind in ("Dataset", "Benchmark", "Metric", "Task"):
            continue
        for place in own:
            if place.name != component.name:
                continue
            sentence = section.sentence_at(place.start)
            before = section.text[sentence.start : place.start]
            places = list(re.finditer(rf"(?<!\w){re.escape(system.name)}(?!\w)", before))
            if places and _PART.search(before, places[-1].end()):
                yield _relation(section, place, "partOf", component.name, "named together", 0.8, system.name)
                break


def _relation(
    section: Section,
    mention: Mention,
    predicate: Predicate,
    subject: str | None,
    rule: str,
    score: float,
    target: str | None = None,
) -> Relation:
    sentence = section.sentence_at(mention.start)
    return Relation(
        subject=subject,
        predicate=predicate,
        object=target or mention.name,
        field=section.field,
        start=mention.start,
        end=mention.end,
        text=mention.text,
        sentence=section.text[sentence.start : sentence.end],
        rule=rule,
        score=score,
    )
