"""Readings of papers and what each paper tells, kept on disk: an update makes those anew whose papers or terms changed.

What is kept of a paper is found by its passage and by all that decides what is found in it; what it tells also holds
only as long as its names stand for the same nodes. A fresh build goes the same way and finds nothing kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from paperkg.cache import Cache
from paperkg.entities import Told, told_of
from paperkg.entities.links import Answers
from paperkg.entities.readings import Reading, Readings, reading_of
from paperkg.entities.senses import Surfaces
from paperkg.record_cache import NOWHERE, RecordCache, code_hash
from paperkg.records import Extraction, Paper, Passage
from paperkg.shelf import Shelf

AT_ONCE = 256
"""Papers that are looked up in the cache together."""
Extract = Callable[[Sequence[Passage]], Iterator[Extraction]]


@dataclass(frozen=True, slots=True)
class Block:
    """What a paper told, its own record aside, when its names stood for what the ``answers`` say."""

    answers: Answers
    told: Told


class KeptReadings(Readings):
    """The readings of the papers of a build; ``read`` and ``remade`` count those made anew, and what was told anew."""

    def __init__(self, stage: Path, cache: Path, made_by: str, surfaces: Surfaces, extract: Extract) -> None:
        """Work in the folder ``stage`` with what the file ``cache`` keeps; ``made_by`` tells of all that ``extract`` is."""
        self.surfaces = surfaces
        self.read = self.remade = 0
        self._extract = extract
        code = code_hash("entities", "readings.py")
        self._cache = Cache(cache)
        self._known = RecordCache(self._cache, f"reading {code}\n{made_by}", Reading, of=str)
        self._blocks = RecordCache(self._cache, f"told {code}\n{made_by}", Block, of=str)
        self._open = ExitStack()
        self._shelf = self._open.enter_context(Shelf(Reading, stage))
        self._extractions = self._open.enter_context(Shelf(Extraction, stage))
        self._place_of: dict[int, int] = {}
        """Where the extractions of this build are on their shelf, by the place of the paper."""
        self._passages: Sequence[Passage] = ()
        self._keys: list[str] = []

    def __enter__(self) -> Self:
        """Return the readings, to be closed on leaving."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the files."""
        self._open.close()
        self._cache.close()

    def fill(self, passages: Sequence[Passage], key: Callable[[Passage], str]) -> None:
        """Take what is kept of these passages, in the order of their ids and each found by its ``key``, and read the others."""
        self._passages, self._keys = passages, [key(passage) for passage in passages]
        has = self._known.has(self._keys)
        fresh = self._extract([passage for passage, known in zip(passages, has, strict=True) if not known])
        for start in range(0, len(passages), AT_ONCE):
            values = self._known.values(self._keys[start : start + AT_ONCE])
            for place, value in enumerate(values, start):
                if value is not None and has[place]:
                    self._shelf.add(value)
                else:
                    # What is kept may be damaged: then it stands in no list of what is missing.
                    self._read(place, next(self._extract([passages[place]]) if has[place] else fresh))

    def __iter__(self) -> Iterator[Reading]:
        """Yield the readings in the order of the passages."""
        return iter(self._shelf)

    def settled(self, settle: Callable[[Reading], Reading]) -> Iterator[Reading]:
        """Yield what ``settle`` makes of each reading, and keep that in its place."""
        changed: dict[str, Reading] = {}
        for place, reading in enumerate(self._shelf):
            now = settle(reading)
            if now is not reading:
                self._shelf.replace(place, now)
                changed[self._keys[place]] = now
                if len(changed) == AT_ONCE:
                    self._known.put(list(changed), list(changed.values()))
                    changed.clear()
            yield now
        self._known.put(list(changed), list(changed.values()))

    def told(self, answers: Iterable[Answers]) -> Iterator[Told]:
        """Yield what each paper tells whose names stand for what ``answers`` say, in the order of the papers."""
        left = iter(answers)
        start = 0
        while batch := list(islice(left, AT_ONCE)):
            keys = self._keys[start : start + len(batch)]
            fresh: dict[str, Block] = {}
            for place, (key, now, block) in enumerate(zip(keys, batch, self._blocks.get(keys), strict=True), start):
                if block is None or block.answers != now:
                    self.remade += 1
                    told = told_of(self._extraction(place), now)
                    fresh[key] = Block(now, _without_paper(told))
                    yield told
                else:
                    yield _with_paper(block.told, self._passages[place].paper)
            self._blocks.put(list(fresh), list(fresh.values()))
            start += len(batch)

    def _read(self, place: int, extraction: Extraction) -> None:
        self.read += 1
        self._place_of[place] = len(self._extractions)
        self._extractions.extend([extraction])
        self._shelf.extend([reading_of(extraction, self.surfaces)])

    def _extraction(self, place: int) -> Extraction:
        if place in self._place_of:
            return self._extractions.at(self._place_of[place])
        return next(self._extract([self._passages[place]]))


def _without_paper(told: Told) -> Told:
    return _with_paper(told, Paper(source=NOWHERE))


def _with_paper(told: Told, paper: Paper) -> Told:
    return replace(told, record=replace(told.record, paper=paper))
