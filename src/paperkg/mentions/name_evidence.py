"""Gathers what a paper says of the kind of each of its candidates for names: rules that hold, and neighbours in lists."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from paperkg.mentions.folding import squash
from paperkg.mentions.name_candidates import (
    names_a_class,
    names_an_architecture,
    shapes,
    words_of,
)
from paperkg.mentions.name_cues import claimed, rules_at, rules_inside, rules_of_long_form
from paperkg.records import Kind, Mention, Passage, Section

LARGEST_COUNT = 4
"""A rule that holds at more places of a name than this says no more for it."""
GROUPS: Mapping[Kind, str] = {"Model": "system", "Method": "system", "Dataset": "data", "Benchmark": "data"}
_LIST_GAP = re.compile(
    r"(?: ?\([^()]{1,20}\))?\s*(?:,\s*(?:and|or|as well as)?|and|or|as well as|/|&|;|vs\.?|\+)\s*(?:the |a |on )?",
    re.IGNORECASE,
)
_HEADS = frozenset({"long-form-model", "long-form-method", "long-form-dataset", "long-form-benchmark"})
_CLAIMS = frozenset(
    {
        *(f"{head}-{place}" for head in ("model", "method", "dataset", "benchmark") for place in ("behind", "before")),
        *(f"is-{head}" for head in ("model", "method", "dataset", "benchmark")),
        "proposed",
        "called",
        "released",
        "emphasis",
        "title-colon",
        "compared",
        "tested-on",
    }
)
"""Rules that say that a paper makes something of a name, or runs it, and does not only speak of it."""
_SIGNED = frozenset({"list-model", "list-benchmark"})
_Kinds = Callable[[str], frozenset[Kind]]


@dataclass(frozen=True, slots=True)
class Item:
    """A candidate at its place with the rules that hold there, or a place that the vocabulary owns (``kind``)."""

    section: Section
    start: int
    end: int
    key: str
    """What the spellings of one name share; empty where the vocabulary owns the place."""
    kind: Kind | None
    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the words at the place."""
        return self.section.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Evidence:
    """All candidates of one paper by place, the lists that they stand in, and the rules that hold for each name."""

    items: tuple[Item, ...]
    lists: tuple[tuple[int, ...], ...]
    rules: Mapping[str, Mapping[str, float]]
    """For each key the rules that hold with their strength: the root of the number of places, one for inner rules."""


def evidence_of(passage: Passage, terms: Sequence[Mention], kinds: _Kinds | None = None) -> Evidence:
    """Return the candidates of a passage's title and abstract with the rules that hold for them.

    Args:
        passage: the paper.
        terms: what the vocabulary knows in it; a place that it owns is no candidate.
        kinds: tells of which kinds the vocabulary knows a spelling that it could not bind.
    """
    items = tuple(
        item for section in passage.sections if section.field != "keywords" for item in _items(section, terms)
    )
    long_forms = {key_of(acronym.short): acronym.long for acronym in passage.acronyms}
    defined = {key_of(acronym.long) for acronym in passage.acronyms}
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    inner: dict[str, set[str]] = defaultdict(set)
    for item in items:
        if item.kind is None:
            counts[item.key]["places"] += 1
            for rule in item.rules:
                counts[item.key][rule] += 1
            inner[item.key].update(_rules_of_name(item, long_forms, defined, kinds))
    rules = {
        key: {rule: sqrt(min(count, LARGEST_COUNT)) for rule, count in counted.items()} | dict.fromkeys(inner[key], 1.0)
        for key, counted in counts.items()
    }
    for key in _unclaimed(passage):
        if key in rules and _CLAIMS.isdisjoint(rules[key]):
            rules[key]["unclaimed"] = 1.0
    return Evidence(items, _lists(items), rules)


def _unclaimed(passage: Passage) -> Iterator[str]:
    """Yield the keys of acronyms that a paper defines as no model, method or data, and does not say to make or use."""
    for acronym in passage.acronyms:
        text = passage.section(acronym.field).text
        if _HEADS.isdisjoint(rules_of_long_form(acronym.long)) and not claimed(text, acronym.long_span.start):
            yield key_of(acronym.short)
            yield key_of(acronym.long)


def key_of(name: str) -> str:
    """Return what the spellings of one name share."""
    return squash(name) or name


def list_rules(evidence: Evidence, likely: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return for each key the rules that its neighbours in lists make hold, with their strengths.

    ``likely`` has for each key the probability of each question as its own rules give it. A group's strength is that of
    the likeliest neighbour; a kind's (``list-model``, ``list-benchmark``) runs from -1, surely not, to 1, surely.
    """
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for members in evidence.lists:
        for index in members:
            item = evidence.items[index]
            for other in (evidence.items[member] for member in members if member != index):
                if item.kind is None and other.key != item.key:
                    strengths = found[item.key]
                    for rule, strength in _neighbour_rules(other, likely):
                        known = strengths.get(rule, 0.0)
                        strengths[rule] = max(known, strength, key=abs) if rule in _SIGNED else max(known, strength)
    return found


def _neighbour_rules(other: Item, likely: Mapping[str, Mapping[str, float]]) -> Iterator[tuple[str, float]]:
    if other.kind:
        yield f"list-{GROUPS[other.kind]}-known", 1.0
        kind, of = ("list-model", "Model") if GROUPS[other.kind] == "system" else ("list-benchmark", "Benchmark")
        yield kind, 1.0 if other.kind == of else -1.0
        return
    for group, kind in (("system", "model"), ("data", "benchmark")):
        probability = likely[other.key][group]
        yield f"list-{group}", probability
        if probability > 0.5:
            yield f"list-{kind}", 2 * likely[other.key][kind] - 1


def _items(section: Section, terms: Sequence[Mention]) -> Iterator[Item]:
    taken = sorted((m for m in terms if m.field == section.field), key=lambda m: m.start)
    owned = [(m.start, m.end) for m in taken if m.kind in GROUPS or m.text.isupper()]
    items = [Item(section, m.start, m.end, "", m.kind, ()) for m in taken if m.kind in GROUPS]
    emphasis = section.emphasis
    for shape in shapes(section, words_of(section)):
        nameless = names_a_class(shape.text) and not names_an_architecture(shape.text)
        if (
            nameless
            or any(m.start <= shape.start and shape.end <= m.end for m in taken)
            or any(start < shape.end and shape.start < end for start, end in owned)
        ):
            continue
        rules = [*rules_at(section.text, shape.start, shape.end)]
        rules += ["strong"] if shape.strong else ["capital-alone"]
        rules += [f"among-capitals-{'strong' if shape.strong else 'weak'}"] if shape.among_capitals else []
        rules += ["title"] if section.field == "title" else []
        rules += ["title-colon"] if section.field == "title" and section.text[shape.end :].startswith(":") else []
        rules += ["emphasis"] if any(s.start < shape.end and shape.start < s.end for s in emphasis) else []
        items.append(Item(section, shape.start, shape.end, key_of(shape.text), None, tuple(rules)))
    yield from sorted(items, key=lambda item: (item.start, item.end))


def _rules_of_name(item: Item, long_forms: Mapping[str, str], defined: set[str], kinds: _Kinds | None) -> Iterator[str]:
    yield from rules_inside(item.text)
    if names_a_class(item.text):
        yield "class-inside"
    if long := long_forms.get(item.key):
        yield "acronym"
        yield from rules_of_long_form(long)
    if item.key in defined:
        yield "long-form"
    if kinds:
        yield from (f"known-{kind.lower()}" for kind in sorted(kinds(item.text)))


def _lists(items: Sequence[Item]) -> tuple[tuple[int, ...], ...]:
    groups: list[list[int]] = []
    for index, item in enumerate(items):
        if groups:
            last = items[groups[-1][-1]]
            if last.section is item.section and _LIST_GAP.fullmatch(item.section.text[last.end : item.start]):
                groups[-1].append(index)
                continue
        groups.append([index])
    return tuple(tuple(group) for group in groups if len(group) > 1)
