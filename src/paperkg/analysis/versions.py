"""Papers whose abstracts are nearly the same: proposed as versions of one paper, never merged."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from paperkg.records import PaperRecord

SHINGLE = 4
"""Words in a row that are compared."""
LEAST_SHARED = 0.4
"""What part of the shingles of both abstracts must be the same (Broder 1997, "On the resemblance of documents")."""
COMMON = 20
"""A shingle that so many papers have brings no two of them together."""


@dataclass(frozen=True, slots=True)
class Versions:
    """Two papers with nearly the same abstract, and what part of their shingles they share."""

    one: str
    one_label: str
    other: str
    other_label: str
    shared: float


def versions(papers: Iterable[PaperRecord]) -> tuple[Versions, ...]:
    """Return the pairs of papers whose abstracts are nearly the same, the nearest first."""
    records = sorted(papers, key=lambda record: record.paper.id)
    shingles = [_shingles(record.paper.text) for record in records]
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, own in enumerate(shingles):
        for shingle in own:
            holders[shingle].append(index)
    meeting: set[tuple[int, int]] = set()
    for indexes in holders.values():
        if 1 < len(indexes) <= COMMON:
            meeting.update((one, other) for place, one in enumerate(indexes) for other in indexes[place + 1 :])
    found = []
    for one, other in sorted(meeting):
        both = len(shingles[one] & shingles[other]) / len(shingles[one] | shingles[other])
        if both >= LEAST_SHARED:
            first, second = records[one], records[other]
            found.append(Versions(first.paper.id, first.label, second.paper.id, second.label, round(both, 3)))
    return tuple(sorted(found, key=lambda each: (-each.shared, each.one, each.other)))


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return frozenset(tuple(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1))
