"""How names were merged: every spelling of a term with the rule that made it one, and why two names are one or two."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperkg.decisions import Decision
from paperkg.entities.normal_forms import normal_form
from paperkg.errors import UsageError
from paperkg.records import Entity, Link
from paperkg.vocabulary import Vocabulary

VOCABULARY = "vocabulary"


@dataclass(frozen=True, slots=True)
class Merged:
    """A spelling beside a term's label: the rule that made it one, and the papers whose evidence writes it so."""

    id: str
    label: str
    spelling: str
    rule: str
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why two names are one node or two, in words."""

    one: str
    other: str
    reason: str


@dataclass(frozen=True, slots=True)
class WhyMerged:
    """Whether two names are one node, and the reasons."""

    same: bool
    reasons: tuple[Reason, ...]


def merges(entities: Iterable[Entity], links: Iterable[Link]) -> tuple[Merged, ...]:
    """Return the merges of a collection, sorted by term and spelling; spellings that only the vocabulary has are none."""
    writing = papers_writing(links)
    found = (
        Merged(
            entity.id, entity.label, merge.label, merge.rule, tuple(sorted(writing.get((entity.id, merge.label), ())))
        )
        for entity in entities
        for merge in entity.merges
    )
    return tuple(each for each in found if each.papers or each.rule != VOCABULARY)


def papers_writing(links: Iterable[Link]) -> dict[tuple[str, str], set[str]]:
    """Return for each term and spelling the papers whose evidence has it in these letters."""
    writing: dict[tuple[str, str], set[str]] = defaultdict(set)
    for link in links:
        for evidence in link.evidence:
            writing[link.object, evidence.text].add(link.paper)
    return writing


def why_merged(
    one: str,
    other: str,
    entities: Sequence[Entity],
    links: Sequence[Link],
    vocabulary: Vocabulary,
    decisions: Iterable[Decision] = (),
) -> WhyMerged:
    """Return why two names are one node, or why they are two.

    Raises:
        UsageError: no node or several nodes have one of the names.
    """
    first, second = _named(one, entities), _named(other, entities)
    writing = papers_writing(links)
    if first == second:
        return WhyMerged(True, tuple(_why_one(name, first, writing) for name in (one, other)))
    return WhyMerged(False, tuple(_why_two((one, first), (other, second), vocabulary, decisions)))


def _named(name: str, entities: Sequence[Entity]) -> Entity:
    """Return the one entity of that id, label or alias: in these letters, in any case, or by normal form."""
    bare = name.removeprefix("term:")
    for matches in (
        [entity for entity in entities if entity.id == bare],
        [entity for entity in entities if name in (entity.label, *entity.aliases)],
        [entity for entity in entities if _among(name, entity, str.casefold)],
        [entity for entity in entities if _among(name, entity, normal_form)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            found = ", ".join(f"term:{entity.id} ({entity.label})" for entity in matches[:10])
            raise UsageError(f"{name!r} is the name of several nodes: {found}.", remedy="Give one of these.")
    raise UsageError(f"No term is named {name!r}.", remedy="Look for it in entities.jsonl.")


def _among(name: str, entity: Entity, form: object) -> bool:
    assert callable(form)
    return form(name) in {form(spelling) for spelling in (entity.label, *entity.aliases)}


def _why_one(name: str, entity: Entity, writing: dict[tuple[str, str], set[str]]) -> Reason:
    rule = next((merge.rule for merge in entity.merges if merge.label == name), "")
    if name == entity.label:
        said = "it is the label"
    elif rule:
        said = _RULES.get(rule, rule)
    else:
        said = "the same once case, dashes, spaces and plural are set aside"
    papers = sorted(writing.get((entity.id, name), ()))
    where = f"; written so in {', '.join(papers[:5])}{' and more' if len(papers) > 5 else ''}" if papers else ""
    return Reason(name, f"{entity.label} (term:{entity.id})", said + where)


_RULES = {
    VOCABULARY: "the vocabulary lists it as a spelling",
    "normal form": "the same once case, dashes, spaces, plural and British spelling are set aside",
    "acronym defined in the paper": "a paper defines one as the other",
    "expansion of an acronym": "a paper writes it out as what its acronym stands for",
    "acronym defined in the collection": "other papers of the collection define it, all in one way",
    "decision": "a person decided so",
}


def _why_two(
    one: tuple[str, Entity], other: tuple[str, Entity], vocabulary: Vocabulary, decisions: Iterable[Decision]
) -> Iterable[Reason]:
    (name, first), (second_name, second) = one, other

    def because(reason: str) -> Reason:
        return Reason(f"{first.label} (term:{first.id})", f"{second.label} (term:{second.id})", reason)

    for decision in decisions:
        if decision.action == "reject" and {decision.name, decision.other} <= _names(first) | _names(second):
            yield because(f"a person decided so (line {decision.source.position} of {decision.source.path})")
    if vocabulary.get(first.id) and vocabulary.get(second.id):
        yield because("the vocabulary lists them as two entries")
    for narrow, wide in ((first, second), (second, first)):
        if wide.id in {wider.term for wider in narrow.broader}:
            yield because(f"{narrow.label} is a kind of {wide.label}: it stands under it")
    if normal_form(name) == normal_form(second_name):
        yield because("spelling alone would make them one; their case or what the papers define tells them apart")
    else:
        yield because(
            f"their normal forms differ: {normal_form(name)} and {normal_form(second_name)}{_signs(name, second_name)}"
        )
    yield because("likeness is only proposed, never merged: accept them in the decisions file to make them one")


def _names(entity: Entity) -> set[str]:
    return {entity.id, f"term:{entity.id}", entity.label, *entity.aliases}


def _signs(one: str, other: str) -> str:
    """Return what digits and signs tell two names apart, as a clause."""
    ones, others = (re.findall(r"[\d.]*\d|[+*#@^]", name) for name in (one, other))
    return "; digits, + and other signs are part of a name" if ones != others else ""
