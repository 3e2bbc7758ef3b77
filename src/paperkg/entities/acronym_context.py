"""Acronyms that a collection defines in several ways, told apart by the words around them.

A paper that uses such an acronym without defining it is compared with the papers that define it, sense by sense: by the
words that they have in common, a rare word counting more (inverse document frequency; Spärck Jones, 1972), and a sense
that many papers define a little more than one that few do. The best sense is taken where it leads clearly and several
papers define it; else the acronym stays unbound.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from math import log

from paperkg.entities.normal_forms import is_acronym
from paperkg.entities.readings import Head
from paperkg.entities.senses import DEFINED_ELSEWHERE, Definitions, Sense

LEAST_PAPERS = 3
"""So many papers must define a sense that is taken by its context."""
LEAST_LEAD = 1.25
"""So many times as much as any other sense must the words say for the one that is taken."""
MOST_COMPARED = 20
"""So many papers of a sense are compared with, the first by id."""
FREQUENT = 0.2
"""How much the logarithm of the number of papers that define a sense adds to what the words say for it."""

Senses = dict[str, dict[str, list[str]]]
"""By short form and key of the long one, the papers that define it so, in their order."""


def senses_in_context(heads: Sequence[Head], definitions: Mapping[str, Definitions]) -> dict[str, dict[str, Sense]]:
    """Return by paper and short form what an acronym stands for that the paper does not define and others define in several ways."""
    senses = _ambiguous(definitions)
    wanted = _wanted(heads, definitions, senses)
    if not wanted:
        return {}
    asked = set().union(*wanted.values())
    compared = {paper for short in asked for papers in senses[short].values() for paper in papers[:MOST_COMPARED]}
    weights, words = _words(heads, compared | wanted.keys())
    profiles = {
        (short, key): Counter(word for paper in papers[:MOST_COMPARED] for word in words[paper])
        for short in sorted(asked)
        for key, papers in senses[short].items()
    }
    bound: dict[str, dict[str, Sense]] = {}
    for paper, shorts in wanted.items():
        for short in sorted(shorts):
            key = _best(short, words[paper], senses[short], profiles, weights)
            if key is not None:
                long = min(definitions[definer].long_of[short] for definer in senses[short][key])
                bound.setdefault(paper, {})[short] = Sense(key, DEFINED_ELSEWHERE, long)
    return bound


def _ambiguous(definitions: Mapping[str, Definitions]) -> Senses:
    senses: Senses = defaultdict(dict)
    for paper, each in definitions.items():
        for short, key in each.key_of.items():
            if is_acronym(short):
                senses[short].setdefault(key, []).append(paper)
    return {
        short: found
        for short, found in senses.items()
        if len(found) > 1 and max(map(len, found.values())) >= LEAST_PAPERS
    }


def _wanted(heads: Sequence[Head], definitions: Mapping[str, Definitions], senses: Senses) -> dict[str, set[str]]:
    """Return by paper the ambiguous short forms that it uses without defining them."""
    wanted: dict[str, set[str]] = {}
    for head in heads:
        for short in head.undefined:
            if short in senses and definitions[head.paper].long(short) is None:
                wanted.setdefault(head.paper, set()).add(short)
    return wanted


def _words(heads: Sequence[Head], papers: set[str]) -> tuple[dict[str, float], dict[str, frozenset[str]]]:
    """Return the weight of each word of the collection, and the words of ``papers`` but for what their acronyms spell."""
    frequency: Counter[str] = Counter()
    words: dict[str, frozenset[str]] = {}
    for head in heads:
        found = head.words.split()
        frequency.update(found)
        if head.paper in papers:
            words[head.paper] = frozenset(found)
    return {word: log(len(heads) / papers_with) for word, papers_with in frequency.items()}, words


def _best(
    short: str,
    words: frozenset[str],
    senses: Mapping[str, Sequence[str]],
    profiles: Mapping[tuple[str, str], Counter[str]],
    weights: Mapping[str, float],
) -> str | None:
    """Return the key of the sense that leads clearly, None where none does."""
    ranked = []
    for key, papers in senses.items():
        profile = profiles[short, key]
        shared = sum(weights[word] * profile[word] for word in sorted(words & profile.keys()))
        score = shared / min(len(papers), MOST_COMPARED) * (1 + FREQUENT * log(len(papers)))
        ranked.append((-round(score, 3), key))
    (first, key), (second, _) = islice(sorted(ranked), 2)
    leads = first < 0 and first <= LEAST_LEAD * second
    return key if leads and len(senses[key]) >= LEAST_PAPERS else None
