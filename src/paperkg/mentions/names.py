"""Finds named models, methods, datasets and benchmarks, known to the vocabulary or not, by shape and by cue.

Every run of words that has the shape of a name is a candidate. Rules vote for its kind at each place it stands, the
votes of all its places and of its neighbours in lists are added, and one kind holds for the whole paper.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from paperkg.mentions.folding import squash
from paperkg.mentions.name_candidates import names_a_class, names_an_architecture, shapes, words_of
from paperkg.mentions.name_cues import Sort, Vote, kind_of, votes_at, votes_inside, votes_of_long_form
from paperkg.mentions.rule_scores import rule_score
from paperkg.records import Kind, Mention, Passage, Section

_LIST_GAP = re.compile(
    r"(?: ?\([^()]{1,20}\))?\s*(?:,\s*(?:and|or|as well as)?|and|or|as well as|/|&|;|vs\.?|\+)\s*(?:the |a |on )?",
    re.IGNORECASE,
)
_NAMED: frozenset[Kind] = frozenset({"Model", "Method", "Dataset", "Benchmark"})
_GROUPS: dict[Sort, str] = {
    "Model": "system",
    "Method": "system",
    "Dataset": "data",
    "Benchmark": "data",
    "Other": "other",
}
LIST_WEIGHT = 0.7
THRESHOLD = 0.5
WEAK_THRESHOLD = 1.5


@dataclass(slots=True)
class _Item:
    """A candidate at its place, or a term of the vocabulary there, with the votes for its kind."""

    section: Section
    start: int
    end: int
    key: str
    strong: bool
    known: bool
    votes: list[Vote] = field(default_factory=list)


def find_names(
    passage: Passage, terms: Sequence[Mention], kinds: Callable[[str], frozenset[Kind]] | None = None
) -> tuple[Mention, ...]:
    """Return the names that the vocabulary does not own, in the order of the sections and of their places.

    Args:
        passage: the paper.
        terms: what the vocabulary knows in it; a place that it owns is no candidate.
        kinds: tells of which kinds the vocabulary knows a spelling, where it could not bind the place.
    """
    items = [item for section in passage.sections if section.field != "keywords" for item in _items(section, terms)]
    long_forms = {_key(a.short): a.long for a in passage.acronyms}
    for item in items:
        if not item.known:
            item.votes.extend(_votes(item, long_forms, kinds))
    by_list = _list_votes(items)
    ballots: dict[str, list[Vote]] = defaultdict(list)
    for index, item in enumerate(items):
        if not item.known:
            ballots[item.key].extend([*item.votes, *by_list[index]])
    strong = {item.key for item in items if item.strong}
    decided = {
        key: sort
        for key, votes in ballots.items()
        if (sort := _decide(votes, THRESHOLD if key in strong else WEAK_THRESHOLD))
    }
    return tuple(_mentions(items, decided, by_list, long_forms))


def _items(section: Section, terms: Iterable[Mention]) -> list[_Item]:
    taken = sorted((m for m in terms if m.field == section.field), key=lambda m: m.start)
    items = [
        _Item(section, m.start, m.end, "", True, True, [Vote("list", m.kind, 1.0)])
        for m in taken
        if m.kind in ("Model", "Method", "Dataset", "Benchmark")
    ]
    owned = [(m.start, m.end) for m in taken if m.kind in _NAMED or m.text.isupper()]
    inside = [(m.start, m.end) for m in taken]
    for shape in shapes(section, words_of(section)):
        nameless = names_a_class(shape.text) and not names_an_architecture(shape.text)
        if nameless or any(start <= shape.start and shape.end <= end for start, end in inside):
            continue
        if not any(start < shape.end and shape.start < end for start, end in owned):
            items.append(_Item(section, shape.start, shape.end, _key(shape.text), shape.strong, False))
    return sorted(items, key=lambda item: (item.start, item.end))


def _key(name: str) -> str:
    return squash(name) or name


def _votes(
    item: _Item, long_forms: Mapping[str, str], kinds: Callable[[str], frozenset[Kind]] | None
) -> Iterable[Vote]:
    text = item.section.text
    name = text[item.start : item.end]
    yield from votes_at(text, item.start, item.end)
    yield from votes_inside(name)
    if item.strong:
        yield Vote("shape", "Method", 0.6)
    if long := long_forms.get(item.key):
        yield from votes_of_long_form(long)
    if kinds:
        for kind in sorted(kinds(name)):
            yield Vote("known", kind if kind in ("Model", "Method", "Dataset", "Benchmark") else "Other", 1.0)


def _list_votes(items: Sequence[_Item]) -> dict[int, list[Vote]]:
    """Return for each item the votes of its neighbours in the list that it stands in."""
    votes: dict[int, list[Vote]] = {index: [] for index in range(len(items))}
    for members in _lists(items):
        for index in members:
            totals: dict[Sort, float] = defaultdict(float)
            for other in members:
                if other != index:
                    for vote in items[other].votes:
                        if vote.rule != "shape":
                            totals[vote.sort] = max(totals[vote.sort], vote.weight)
            votes[index] = [Vote("list", sort, LIST_WEIGHT * weight) for sort, weight in sorted(totals.items())]
    return votes


def _lists(items: Sequence[_Item]) -> list[list[int]]:
    groups: list[list[int]] = []
    for index, item in enumerate(items):
        if groups:
            last = items[groups[-1][-1]]
            if last.section is item.section and _LIST_GAP.fullmatch(item.section.text[last.end : item.start]):
                groups[-1].append(index)
                continue
        groups.append([index])
    return [group for group in groups if len(group) > 1]


def _decide(votes: Sequence[Vote], threshold: float) -> tuple[Sort, str] | None:
    """Return the kind with the most votes and its strongest rule; None where none has enough.

    Groups are compared first (a system, data, something else), then the two kinds of the winning group.
    """
    groups: dict[str, float] = defaultdict(float)
    sorts: dict[Sort, float] = defaultdict(float)
    for vote in votes:
        groups[_GROUPS[vote.sort]] += vote.weight
        sorts[vote.sort] += vote.weight
    if not groups:
        return None
    group = max(sorted(groups), key=lambda g: groups[g])
    if groups[group] < threshold:
        return None
    sort = max((s for s in sorted(sorts) if _GROUPS[s] == group), key=lambda s: sorts[s])
    best = max((v for v in votes if _GROUPS[v.sort] == group), key=lambda v: (v.weight, v.rule))
    return sort, best.rule


def _mentions(
    items: Sequence[_Item],
    decided: Mapping[str, tuple[Sort, str]],
    by_list: Mapping[int, list[Vote]],
    long_forms: Mapping[str, str],
) -> Iterable[Mention]:
    for index, item in enumerate(items):
        verdict = decided.get(item.key)
        if item.known or verdict is None or (kind := kind_of(verdict[0])) is None:
            continue
        group = _GROUPS[verdict[0]]
        here = [v for v in (*item.votes, *by_list[index]) if _GROUPS[v.sort] == group]
        rule = max(here, key=lambda v: (v.weight, v.rule)).rule if here else "vote"
        text = item.section.text[item.start : item.end]
        if kind == "Model" and names_a_class(text):
            kind = "Method"
        yield Mention(
            field=item.section.field,
            start=item.start,
            end=item.end,
            text=text,
            kind=kind,
            rule=f"name-{rule}",
            score=rule_score(f"name-{rule}"),
            name=text,
            expansion=long_forms.get(item.key),
        )
