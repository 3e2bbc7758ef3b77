"""The precision of each rule, measured by ``training/measure_rules.py``: the confidence of what a rule finds."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

UNMEASURED = 0.5


@cache
def rule_scores() -> dict[str, float]:
    """Return the measured precision of every rule by the rule's name."""
    text = Path(__file__).with_name("rule_scores.json").read_text(encoding="utf-8")
    return {str(rule): float(score) for rule, score in json.loads(text).items()}


def rule_score(rule: str) -> float:
    """Return a rule's measured precision, one half for a rule that was never measured."""
    return rule_scores().get(rule, UNMEASURED)
