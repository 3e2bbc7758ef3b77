"""Nodes that look alike and are two: proposed to a person, never merged.

Three likenesses are looked for. Spelling: the same words in another order or with another ending, or one letter more,
less or other in at least ten. Initials: letters that nobody expands, and words that begin with them. Meaning: vectors
of the labels that are close, for concepts, tasks, methods and metrics alone, for a name's letters mean nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from paperkg.decisions import Decision
from paperkg.entities.normal_forms import is_acronym, normal_form
from paperkg.records import Entity

LEAST_COSINE = 0.86
"""From here on, two labels are near in meaning."""
LEAST_LETTERS = 10
"""Shorter normal forms are often one letter apart by chance."""
MOST_NODES = 20_000
"""So many nodes are compared in meaning, those of most papers first."""
_BLOCK = 512
_NAMED = frozenset({"Model", "Dataset", "Benchmark"})
_NOT = re.compile(r"\b(?:non|un|in|anti|de|dis|sub|over|under|multi|single|inter|intra|pre|post|semi|off|on)-?")
_ENDINGS = re.compile(r"(?:ization|ations?|ates?|ing|ion|ment|ity|ness|ical|ers?|ed|al|ic|es|s|e)$")


class Embedding(Protocol):
    """What turns labels into vectors of length 1."""

    def embed(self, texts: Sequence[str]) -> object:
        """Return one row a text."""
        ...


@dataclass(frozen=True, slots=True)
class Proposed:
    """Two nodes that look alike, how, and how much (1 for spelling and initials, else the cosine)."""

    one: str
    one_label: str
    other: str
    other_label: str
    likeness: str
    score: float
    papers: int
    """How many papers have either."""


def proposals(
    entities: Iterable[Entity], decisions: Iterable[Decision] = (), embedder: Embedding | None = None
) -> tuple[Proposed, ...]:
    """Return the pairs of nodes that look alike, the likest first; without an embedder, by spelling and initials alone.

    Pairs that a person rejected, a term and what stands above it, and names whose digits or signs differ are none.
    """
    nodes = sorted((entity for entity in entities if entity.papers), key=lambda entity: entity.id)
    rejected = {frozenset((each.name, each.other)) for each in decisions if each.action == "reject"}
    found: dict[tuple[str, str], Proposed] = {}
    sources = [("spelling", _by_words(nodes)), ("spelling", _by_letters(nodes)), ("initials", _by_initials(nodes))]
    scored = [(likeness, one, other, 1.0) for likeness, pairs in sources for one, other in pairs]
    if embedder is not None:
        scored += [("meaning", one, other, score) for one, other, score in _by_meaning(nodes, embedder)]
    for likeness, one, other, score in scored:
        first, second = sorted((one, other), key=lambda entity: (-entity.papers, entity.id))
        if (first.id, second.id) not in found and not _apart(first, second, rejected):
            papers = first.papers + second.papers
            found[first.id, second.id] = Proposed(
                first.id, first.label, second.id, second.label, likeness, round(score, 3), papers
            )
    return tuple(sorted(found.values(), key=lambda each: (-each.score, -each.papers, each.one, each.other)))


def _apart(one: Entity, other: Entity, rejected: set[frozenset[str]]) -> bool:
    if one.id in {wider.term for wider in other.broader} or other.id in {wider.term for wider in one.broader}:
        return True
    if _signs(one.label) != _signs(other.label):
        return True
    names, others = ({e.id, f"term:{e.id}", e.label, *e.aliases} for e in (one, other))
    return any(frozenset((name, second)) in rejected for name in names for second in others) if rejected else False


def _signs(label: str) -> tuple[list[str], list[str]]:
    """Return the digits and signs of a label, and the syllables that turn a word into another."""
    return re.findall(r"\d+|[+*#@^]", label), sorted(_NOT.findall(label.lower()))


def _pairs(buckets: Iterable[list[Entity]]) -> Iterator[tuple[Entity, Entity]]:
    for bucket in buckets:
        for index, one in enumerate(bucket):
            for other in bucket[index + 1 :]:
                yield one, other


def _by_words(nodes: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    buckets: dict[tuple[str, ...], list[Entity]] = defaultdict(list)
    for node in nodes:
        words = re.findall(r"[^\W_]+", node.label.lower())
        if len(words) > 1:
            buckets[tuple(sorted(_stem(word) for word in words if word not in ("of", "the", "a", "for")))].append(node)
    yield from _pairs(buckets.values())


def _stem(word: str) -> str:
    stem = _ENDINGS.sub("", word)
    return stem if len(stem) > 3 else word


def _by_letters(nodes: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    """Yield nodes whose normal forms are one insertion, deletion or replacement apart (Garbe's symmetric deletion)."""
    buckets: dict[str, list[Entity]] = defaultdict(list)
    for node in nodes:
        form = normal_form(node.label)
        if len(form) >= LEAST_LETTERS:
            for variant in sorted({form, *(form[:at] + form[at + 1 :] for at in range(len(form)))}):
                buckets[variant].append(node)
    yield from _pairs(bucket for bucket in buckets.values() if len(bucket) > 1)


def _by_initials(nodes: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    letters: dict[str, list[Entity]] = defaultdict(list)
    for node in nodes:
        if is_acronym(node.label) and node.label.isalpha() and not any(" " in alias for alias in node.aliases):
            letters[node.label.lower().removesuffix("s")].append(node)
    for node in nodes:
        words = re.findall(r"[^\W\d_]+", node.label.lower())
        if len(words) > 2:
            for short in letters.get("".join(word[0] for word in words), ()):
                yield short, node


def _by_meaning(nodes: Sequence[Entity], embedder: Embedding) -> Iterator[tuple[Entity, Entity, float]]:
    import numpy as np

    chosen = sorted((node for node in nodes if not _NAMED & set(node.kinds)), key=lambda node: (-node.papers, node.id))[
        :MOST_NODES
    ]
    if not chosen:
        return
    vectors = np.asarray(embedder.embed([node.label for node in chosen]))
    for start in range(0, len(chosen), _BLOCK):
        cosines = np.round(vectors[start : start + _BLOCK] @ vectors.T, 3)
        for row, column in zip(*np.nonzero(cosines >= LEAST_COSINE), strict=True):
            if start + row < column:
                yield chosen[start + row], chosen[column], float(cosines[row, column])
