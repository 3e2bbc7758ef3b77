"""What a person decided, as a change of senses: which thing a name stands for, once somebody has said so.

Decisions are read against the collection as the rules alone resolve it, so that the outcome depends on the papers, the
vocabulary and the decisions, and on no earlier build. A decision that finds nothing to decide is told, not obeyed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from paperkg.decisions import Decision
from paperkg.entities.nodes import Node
from paperkg.entities.normal_forms import normal_form
from paperkg.entities.senses import DECIDED, Sense
from paperkg.records import Warned
from paperkg.vocabulary import Vocabulary


class Known:
    """The things that the rules alone find, to be asked by id, label or spelling."""

    def __init__(
        self,
        nodes: Mapping[str, Node],
        labels: Mapping[str, str],
        identifiers: Mapping[str, str],
        vocabulary: Vocabulary,
    ) -> None:
        self.labels = labels
        self.nodes = nodes
        self.identifiers = identifiers
        self._by_id = {identifier: key for key, identifier in identifiers.items()}
        self._exact: dict[str, set[str]] = defaultdict(set)
        self._forms: dict[str, set[str]] = defaultdict(set)
        for key, node in nodes.items():
            term = vocabulary.get(key.removeprefix("term:")) if key.startswith("term:") else None
            surfaces = term.surfaces if term else ()
            for spelling in (*node.labels, *node.expansions, *surfaces, *([labels[key]] if key in labels else [])):
                self._exact[spelling].add(key)
                self._forms[normal_form(spelling)].add(key)

    def keys(self, name: str) -> set[str]:
        """Return the keys that an id, a label or a spelling may mean: one, several, or none."""
        bare = name.removeprefix("term:")
        if bare in self._by_id:
            return {self._by_id[bare]}
        if f"term:{bare}" in self.nodes:
            return {f"term:{bare}"}
        labelled = {key for key in self._exact.get(name, ()) if self.labels.get(key) == name}
        return labelled or self._exact.get(name) or self._forms.get(normal_form(name)) or set()


@dataclass(slots=True)
class Decided:
    """Decisions in the terms of one collection."""

    merged: dict[str, str] = field(default_factory=dict)
    """What a key became, by key."""
    apart: dict[tuple[str, str], str] = field(default_factory=dict)
    """The key of a spelling that leaves its thing, by that thing's key and the spelling."""
    split: dict[tuple[str, str], str] = field(default_factory=dict)
    """The key of a spelling in one paper, by paper and spelling."""
    banned: set[str] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)
    """Labels that hold whatever the papers write, by key."""
    identifiers: dict[str, str] = field(default_factory=dict)
    """Ids by key as the rules alone give them: no decision changes one."""
    stale: list[Warned] = field(default_factory=list)

    def sense(self, sense: Sense, paper: str, spellings: Iterable[str]) -> Sense:
        """Return what a name spelled so stands for in a paper, where the rules alone say ``sense``."""
        if not (self.split or self.apart or self.merged):
            return sense
        for spelling in spellings:
            for form in (spelling, normal_form(spelling)):
                key = self.split.get((paper, form)) or self.apart.get((sense.key, form))
                if key is not None:
                    return Sense(self.merged.get(key, key), DECIDED)
        if sense.key in self.merged:
            return sense._replace(key=self.merged[sense.key], rule=DECIDED)
        return sense

    def leaves(self, key: str, spelling: str) -> bool:
        """Return whether a spelling was taken from the thing of that key."""
        return (key, spelling) in self.apart or (key, normal_form(spelling)) in self.apart


def decide(decisions: Iterable[Decision], known: Known) -> Decided:
    """Return the decisions in the terms of a collection; of two that contradict each other the later holds."""
    decided = Decided(identifiers=dict(known.identifiers))
    ordered = list(decisions)
    overruled = _overruled(ordered)
    for decision in ordered:
        if decision in overruled:
            reason = f"line {overruled[decision].source.position} says otherwise"
        else:
            reason = _APPLY[decision.action](decision, known, decided)
        if reason:
            told = " and ".join(repr(name) for name in (decision.name, decision.other) if name)
            message = f"line {decision.source.position}, {decision.action} {told}, changes nothing: {reason}"
            decided.stale.append(Warned(decision.source, message))
    decided.merged = {key: _last(key, decided.merged) for key in decided.merged}
    return decided


def _overruled(decisions: list[Decision]) -> dict[Decision, Decision]:
    """Return the accepted and rejected pairs that a later line decides the other way, with that line."""
    latest: dict[frozenset[str], Decision] = {}
    overruled = {}
    for decision in decisions:
        if decision.action in ("accept", "reject"):
            pair = frozenset((decision.name, decision.other))
            before = latest.get(pair)
            if before is not None and before.action != decision.action:
                overruled[before] = decision
            latest[pair] = decision
    return overruled


def _one(name: str, known: Known) -> tuple[str, str]:
    """Return the key that a name means, and why there is none."""
    keys = known.keys(name)
    if len(keys) == 1:
        return next(iter(keys)), ""
    if not keys:
        return "", f"nothing is called {name!r}"
    return "", f"{name!r} may be {', '.join(sorted(repr(known.labels.get(key, key)) for key in keys))}: give an id"


def _accept(decision: Decision, known: Known, decided: Decided) -> str:
    one, why_not_one = _one(decision.name, known)
    other, why_not_other = _one(decision.other, known)
    if not (one and other):
        return why_not_one or why_not_other
    target = _last(other, decided.merged)
    if one == target:
        return "they are one thing already"
    decided.merged[one] = target
    if other in known.labels:
        decided.labels.setdefault(target, known.labels[other])
    return ""


def _reject(decision: Decision, known: Known, decided: Decided) -> str:
    ones, others = known.keys(decision.name), known.keys(decision.other)
    if not ones or not others:
        return f"nothing is called {decision.other if ones else decision.name!r}"
    for key in sorted(ones & others):
        # Two spellings with one normal form are told apart by the letters alone.
        same = normal_form(decision.name) == normal_form(decision.other)
        form = decision.other if same else normal_form(decision.other)
        decided.apart[key, form] = f"apart:{decision.other}"
    return ""


def _rename(decision: Decision, known: Known, decided: Decided) -> str:
    key, why_not = _one(decision.name, known)
    if not key:
        return why_not
    decided.labels[key] = decision.other
    return ""


def _split(decision: Decision, known: Known, decided: Decided) -> str:
    keys = known.keys(decision.name)
    papers = {paper.removeprefix("paper:") for paper in decision.papers}
    where = sorted(papers & {paper for key in keys if key in known.nodes for paper in known.nodes[key].papers})
    if not where:
        return f"no paper of {', '.join(sorted(papers))} names {decision.name!r}"
    target, _ = _one(decision.other, known)
    for paper in where:
        decided.split[paper, normal_form(decision.name)] = target or f"apart:{decision.other}"
    if not target:
        decided.labels[f"apart:{decision.other}"] = decision.other
    return ""


def _ban(decision: Decision, known: Known, decided: Decided) -> str:
    key, why_not = _one(decision.name, known)
    if key:
        decided.banned.add(key)
    return why_not


_APPLY = {"accept": _accept, "reject": _reject, "rename": _rename, "split": _split, "ban": _ban}


def _last(key: str, merged: Mapping[str, str]) -> str:
    """Return where a chain of merges ends; a chain that closes in a circle ends where it was entered."""
    seen = {key}
    while key in merged and merged[key] not in seen:
        key = merged[key]
        seen.add(key)
    return key
