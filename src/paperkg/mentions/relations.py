"""Relations between what a paper proposes and what it names: outperforms, extends, partOf; each from one sentence.

A win is stated by a verb or a comparative, about the paper's own work, without a hedge ("matching or outperforming", "on
par with", "can"); its object is a name and not a word before another noun ("existing MLLM methods").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from paperkg.mentions.proposals import Proposal
from paperkg.mentions.result_owners import Owners, is_own, owners_of
from paperkg.mentions.roles import governor
from paperkg.names import singular
from paperkg.records import Mention, Passage, Predicate, Relation, Section, Span

_PLURAL_HEAD = re.compile(
    r"^[\s-]*(?:[\w-]+\s+){0,2}?(?:baselines|methods|approaches|techniques|algorithms|variants|agents|systems|pipelines|models|"
    r"counterparts|paradigms?|frameworks|solutions|networks|tasks|benchmarks|datasets|settings|regression|decoding|inference)\b"
)
_NOT_THE_NAME = re.compile(
    r"^[\s-]*(?:-based|-style|-like|-format|-derived|-inspired|-trained|format|package|library|systems|engine|toolkit|repository|annotations)\b|"
    r"^-[a-z]*\d|^\s(?:model|method|baseline|framework|algorithm),?\s[A-Z]"
)
_GENERIC = re.compile(
    r"\b(?:models?|methods?|approach(?:es)?|techniques?|algorithms?|baselines?|systems?|frameworks?|strateg(?:y|ies)|"
    r"mechanisms?|schemes?|architectures?|backbones?|networks?)$",
    re.IGNORECASE,
)
_HALF_A_NAME = re.compile(r"[\w)-] $")
_BEFORE_A_NAME = re.compile(
    r"(?:^|[^\w\s)-]|\b(?:the|a|an|to|with|than|over|and|or|by|of|on|as|from|for|in|under|like|including|against|versus|vs\.?|both|"
    r"standard|conventional|vanilla|plain|regular|classical|traditional|full|naive|pure|simple|existing|pretrained|pre-trained|"
    r"baselines?|outperform\w*|surpass\w*|exceed\w*|beat\w*|us(?:es?|ing)|appl(?:y|ies|ying)))\s*[(\"“]?$",
    re.IGNORECASE,
)
_TRAINING_SET = r"(?:training|(?:instruction[ -]|fine-?|post-)tuning|pre-?training|post-?training|SFT)\s(?:data ?set|corpus|set|data)\b"
_TRAINING_BEHIND = re.compile(rf"^\)?,?\s(?:an?|the|our)\s(?:[\w-]+\s){{0,4}}?{_TRAINING_SET}")
_TRAINING_BEFORE = re.compile(rf"{_TRAINING_SET},?\s(?:called\s|named\s|dubbed\s|termed\s)?[(\"“]?$")
_WHOSE = re.compile(r"^(?:'s|’s)\s(?!(?:[\w-]+\s){0,2}?(?:performance|accuracy|results?|scores?|\d)|\d)")
_PART = re.compile(
    r"\b(?:with|incorporat\w+|integrat\w+|consist\w+ of|compris\w+|built (?:up)?on|core components?|includ\w+|us(?:es|ing)|"
    r"through|via|by|employ\w*|leverag\w+|equipped)\b",
    re.IGNORECASE,
)

_EXTENSION = re.compile(r"\)?,? an? (?:[\w-]+ ){0,2}?(?:extension|variant|version|generali[sz]ation|alternative)\b")


def find_relations(
    passage: Passage,
    mentions: Sequence[Mention],
    proposals: Sequence[Proposal],
    own: frozenset[Span],
) -> tuple[Relation, ...]:
    """Return what the sentences of the abstract state, in the order of the text."""
    section = passage.section("text")
    names = {proposal.name for proposal in proposals} | {each.expansion for each in proposals if each.expansion}
    owners = owners_of(passage, proposals)
    starts = _starts_by_end(mentions)
    found = [
        relation
        for mention in mentions
        if mention.field == "text"
        and mention.name not in names
        and section.sentence_at(mention.start) in own
        and starts[mention.field, mention.end] == mention.start
        for relation in _of(section, mention, mentions, owners)
    ]
    found += _parts(section, mentions, proposals)
    found += _training_data(section, mentions, proposals)
    return tuple(sorted(set(found), key=lambda each: (each.start, each.end, each.predicate, each.object, each.rule)))


def _starts_by_end(mentions: Iterable[Mention]) -> dict[tuple[str, int], int]:
    """Return where the longest mention begins that ends at a place: "attention" stands inside "full attention"."""
    starts: dict[tuple[str, int], int] = {}
    for mention in mentions:
        place = (mention.field, mention.end)
        starts[place] = min(mention.start, starts.get(place, mention.start))
    return starts


def is_object(section: Section, mention: Mention) -> bool:
    """Return whether a mention is the thing spoken of and not a word before another noun, nor the end of a longer name."""
    after = section.text[mention.end : mention.end + 60]
    if _NOT_THE_NAME.match(after):
        return False
    if mention.kind in ("Model", "Dataset", "Benchmark"):
        return True
    before = section.text[max(0, mention.start - 40) : mention.start]
    named = any(character.isupper() for character in mention.text)
    whole = named or not _HALF_A_NAME.search(before) or _BEFORE_A_NAME.search(before) is not None
    return whole and not after.startswith(("-", "–")) and not _PLURAL_HEAD.match(after)


def _of(section: Section, mention: Mention, mentions: Sequence[Mention], owners: Owners) -> Iterator[Relation]:
    """Yield what a sentence states of a named thing: that the paper's own work beats it, or goes on from it."""
    sentence = section.sentence_at(mention.start)
    governed = governor(section.text[sentence.start : mention.start])
    named = any(character.isupper() for character in mention.text)
    unnamed = _GENERIC.search(mention.text) is not None and not mention.rule.startswith(("vocabulary", "acronym"))
    vague = mention.kind not in ("Model", "Method") or _is_class(mention) or unnamed
    if vague or not is_object(section, mention) or _WHOSE.match(section.text[mention.end : mention.end + 60]):
        return
    if governed.cue == "win" and is_own(section, mentions, owners, sentence, mention.start):
        yield _relation(section, mention, "outperforms", None, "stated win", 0.9)
    if governed.cue == "extend" and named and owners.names:
        yield _relation(section, mention, "extends", None, "stated extension", 0.8)


def _is_class(mention: Mention) -> bool:
    """Return whether a mention describes several things and names none: "training-free methods"."""
    last = mention.text.split()[-1]
    return mention.term is None and last.islower() and singular(last) != last


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
            extension = _EXTENSION.match(section.text, place.end)
            if places and not extension and _PART.search(before, places[-1].end()):
                yield _relation(section, place, "partOf", component.name, "named together", 0.8, system.name)
                break


def _training_data(section: Section, mentions: Sequence[Mention], proposals: Sequence[Proposal]) -> Iterator[Relation]:
    """Yield that the paper's system was trained on the data that the paper proposes as its training data."""
    if all(each.kind in ("Dataset", "Benchmark", "Metric", "Task") for each in proposals):
        return
    for proposal in proposals:
        if proposal.kind != "Dataset" or proposal.field != section.field:
            continue
        before, after = section.text[: proposal.start], section.text[proposal.end :]
        if _TRAINING_BEHIND.match(after) or _TRAINING_BEFORE.search(before):
            place = next(each for each in mentions if each.field == "text" and each.start == proposal.start)
            yield _relation(section, place, "trainedOn", None, "training dataset", 0.9, proposal.name)


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
