"""Gathers what reading gave: one passage a paper, and what became none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from paperkg.entities.papers import identified, unify
from paperkg.record_cache import RecordCache
from paperkg.records import Paper, Passage, Rejected, Skipped, Warned
from paperkg.text import passage

AT_ONCE = 256
"""Papers that are looked up in the cache together."""

Progress = Callable[[str, int, int | None], None]
"""Told the stage, how many are done, and how many there are (None where nobody knows)."""
Outcome = Paper | Rejected | Skipped | Warned
PassageCache = RecordCache[Paper, Passage]


@dataclass(slots=True)
class Gathered:
    """What reading gave: one passage a paper, and what became none, each in a fixed order."""

    passages: tuple[Passage, ...] = ()
    duplicates: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    warned: list[Warned] = field(default_factory=list)


def silent(_stage: str, _done: int, _total: int | None) -> None:
    """Tell nobody."""


def gather(
    outcomes: Iterable[Outcome],
    progress: Progress = silent,
    *,
    kept: PassageCache | None = None,
    unique: bool = True,
) -> Gathered:
    """Return one passage a paper in the order of ids, and what became none; with ``unique`` off, one a record."""
    gathered = Gathered()
    passages: list[Passage] = []
    for made in passages_of(_papers(outcomes, gathered), kept):
        # Nothing that follows asks where a character stood as read: half of what a passage weighs.
        passages.append(replace(made, raw_offsets=()))
        progress("reading", len(passages), None)
    if unique:
        gathered.passages, gathered.duplicates = unify(passages)
    else:
        gathered.passages = tuple(identified(each) for each in passages)
    gathered.rejected.sort(key=lambda each: (each.source.path, each.source.position, each.message))
    gathered.skipped.sort(key=lambda each: (each.source.path, each.source.position, each.reason))
    return gathered


def passages_of(papers: Iterable[Paper], kept: PassageCache | None = None) -> Iterator[Passage]:
    """Yield the passage of each paper, taken from ``kept`` where it is there, and put there where it is not."""
    papers = iter(papers)
    while batch := list(islice(papers, AT_ONCE)):
        yield from _passages(batch, kept) if kept else map(passage, batch)


def _passages(papers: Sequence[Paper], kept: PassageCache) -> list[Passage]:
    known = kept.get(papers)
    missing = [paper for paper, found in zip(papers, known, strict=True) if found is None]
    made = [passage(paper) for paper in missing]
    kept.put(missing, made)
    fresh = iter(made)
    return [next(fresh) if found is None else found for found in known]


def _papers(outcomes: Iterable[Outcome], gathered: Gathered) -> Iterator[Paper]:
    """Yield the papers, and put what is none where it belongs."""
    for outcome in outcomes:
        if isinstance(outcome, Paper):
            yield outcome
        elif isinstance(outcome, Rejected):
            gathered.rejected.append(outcome)
        elif isinstance(outcome, Skipped):
            gathered.skipped.append(outcome)
        else:
            gathered.warned.append(outcome)
