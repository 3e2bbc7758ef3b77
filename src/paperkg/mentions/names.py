"""Finds named models, methods, datasets and benchmarks that the vocabulary lacks, by shape and by cue.

Every run of words that has the shape of a name is a candidate. The rules that hold at all its places and for its own
words, and its neighbours in lists, are weighed together, so that one kind holds for the whole paper. The weights are
those of logistic regressions, one for systems and one for data, and one each for the kinds within them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from paperkg.mentions.name_candidates import names_a_class
from paperkg.mentions.name_evidence import Evidence, Item, evidence_of, key_of, list_rules
from paperkg.mentions.rule_scores import rule_score
from paperkg.records import Kind, Mention, Passage

QUESTIONS = ("system", "data", "model", "benchmark")
"""What the weights of a rule speak for: that a name is a system, that it is data, that a system is a model, that data
is a benchmark."""

WEAK_MARGIN = 0.15
"""How much more probable a name must be that is one by its capitals alone, or that only stands for a phrase."""
LOUD = 0.5
"""The least weight of a rule that a mention is put down to."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The fitted weights: for each question one a rule and a bias, and the least probability of a system and of data."""

    rules: Mapping[str, Mapping[str, float]]
    bias: Mapping[str, float]
    least: Mapping[str, float]

    def probability(self, question: str, rules: Mapping[str, float]) -> float:
        """Return how probable a yes to a question is, given the rules that hold with their strengths."""
        weights = self.rules[question]
        total = self.bias[question] + sum(weights.get(rule, 0.0) * strength for rule, strength in sorted(rules.items()))
        return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


@cache
def shipped_weights() -> Weights:
    """Return the weights fitted by ``training/fit_name_weights.py``."""
    weights = json.loads(Path(__file__).with_name("name_weights.json").read_text(encoding="utf-8"))
    return Weights(weights["rules"], weights["bias"], weights["least"])


def find_names(
    passage: Passage,
    terms: Sequence[Mention],
    kinds: Callable[[str], frozenset[Kind]] | None = None,
    weights: Weights | None = None,
) -> tuple[Mention, ...]:
    """Return the names that the vocabulary does not own, in the order of the sections and of their places.

    Args:
        passage: the paper.
        terms: what the vocabulary knows in it; a place that it owns is no candidate.
        kinds: tells of which kinds the vocabulary knows a spelling that it could not bind (``TermFinder.kinds``).
        weights: other weights than those that ship.
    """
    weights = weights or shipped_weights()
    evidence = evidence_of(passage, terms, kinds)
    decided = decide(evidence, weights)
    long_forms = {key_of(acronym.short): acronym.long for acronym in passage.acronyms}
    return tuple(
        _mention(item, *decided[item.key], weights, long_forms.get(item.key))
        for item in evidence.items
        if item.kind is None and item.key in decided
    )


def likely_answers(evidence: Evidence, weights: Weights) -> dict[str, dict[str, float]]:
    """Return for each key the probability of a yes to each question, by its own rules."""
    return {
        key: {question: weights.probability(question, rules) for question in QUESTIONS}
        for key, rules in evidence.rules.items()
    }


def decide(evidence: Evidence, weights: Weights) -> dict[str, tuple[str, Mapping[str, float]]]:
    """Return for each key that is probable enough of one group that group, and the rules that hold, lists among them."""
    beside = list_rules(evidence, likely_answers(evidence, weights))
    decided: dict[str, tuple[str, Mapping[str, float]]] = {}
    for key, rules in evidence.rules.items():
        together = {**rules, **beside.get(key, {})}
        margin = 0.0 if "strong" in rules and "unclaimed" not in rules else WEAK_MARGIN
        system = weights.probability("system", together) - max(margin, _unheard("system", together, weights))
        data = weights.probability("data", together) - margin
        sure = {"system": system - weights.least["system"], "data": data - weights.least["data"]}
        group = max(sorted(sure), key=lambda g: sure[g])
        if sure[group] >= 0:
            decided[key] = group, together
    return decided


def _unheard(group: str, rules: Mapping[str, float], weights: Weights) -> float:
    """Return the margin that a name must have over the least probability where its shape alone speaks for the group."""
    heard = weights.rules[group]
    loud = any(heard.get(rule, 0.0) > LOUD and not rule.endswith("-inside") and rule != "places" for rule in rules)
    return 0.0 if loud else WEAK_MARGIN


def _mention(item: Item, group: str, rules: Mapping[str, float], weights: Weights, expansion: str | None) -> Mention:
    rule = f"name-{_strongest(item, group, rules, weights)}"
    return Mention(
        field=item.section.field,
        start=item.start,
        end=item.end,
        text=item.text,
        kind=_kind(item, group, rules, weights),
        rule=rule,
        score=rule_score(rule),
        name=item.text,
        expansion=expansion,
    )


def _kind(item: Item, group: str, rules: Mapping[str, float], weights: Weights) -> Kind:
    if group == "data":
        return "Benchmark" if weights.probability("benchmark", rules) >= 0.5 else "Dataset"
    return "Model" if not names_a_class(item.text) and weights.probability("model", rules) >= 0.5 else "Method"


def _strongest(item: Item, group: str, rules: Mapping[str, float], weights: Weights) -> str:
    """Return the rule that speaks loudest for the group at this place, for the name itself, or in a list.

    Where none does, what other places of the paper say has decided.
    """
    heard = weights.rules[group]
    here = max(item.rules, key=lambda rule: (heard.get(rule, 0.0), rule), default="")
    if heard.get(here, 0.0) > LOUD:
        return here
    other = max(
        (rule for rule in sorted(rules) if rule.startswith("list-") or "inside" in rule or "ending" in rule),
        key=lambda rule: heard.get(rule, 0.0) * rules[rule],
        default="",
    )
    return other if heard.get(other, 0.0) > LOUD else "elsewhere"
