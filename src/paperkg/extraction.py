"""Runs the extractor over passages, in this process or in several; the outcome is the same and in the same order."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from paperkg.cache import Cache
from paperkg.mentions import Extractor
from paperkg.record_cache import RecordCache
from paperkg.records import Extraction, Passage
from paperkg.settings import MentionSettings
from paperkg.vocabulary import Vocabulary

FEW = 150
"""Up to so many papers, starting another process costs more than it saves."""
CHUNK = 16
"""Papers that a process is given at once, and that are kept together: how many a crash may cost."""

LOOKED_UP = 256
"""Papers that are looked up in the cache together."""

Told = Callable[[int], None]
Pool = Callable[[Sequence[Passage], MentionSettings, Vocabulary, int | None, Cache | None], Iterator[Extraction]]
"""Yields what is found in each passage, in the order given; with so many workers, or as many as there are cores."""


def default_jobs(papers: int) -> int:
    """Return how many processes to use for so many papers."""
    return 1 if papers <= FEW else max(1, os.cpu_count() or 1)


def in_processes(
    passages: Sequence[Passage],
    settings: MentionSettings,
    vocabulary: Vocabulary,
    jobs: int | None,
    cache: Cache | None,
) -> Iterator[Extraction]:
    """Yield what is found in each passage by processes of this machine, or by this one where one is enough."""
    jobs = default_jobs(len(passages)) if jobs is None else jobs
    if jobs <= 1:
        yield from map(Extractor(settings, vocabulary, cache).extract, passages)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _Worker.start, (settings, vocabulary, cache)) as pool:
        yield from pool.map(_Worker.extract, passages, chunksize=CHUNK)


def extract_all(
    passages: Sequence[Passage],
    settings: MentionSettings,
    vocabulary: Vocabulary,
    *,
    jobs: int | None = None,
    cache: Cache | None = None,
    kept: RecordCache[Passage, Extraction] | None = None,
    told: Told = lambda _done: None,
    pool: Pool = in_processes,
) -> Iterator[Extraction]:
    """Yield what is found in each passage, in the order given; ``told`` hears how many are done.

    What ``kept`` has is taken from there, the rest is found by ``pool`` and put there; ``cache`` keeps the vectors of
    the embedder.
    """
    has = kept.has(passages) if kept else [False] * len(passages)
    missing = [passage for passage, is_kept in zip(passages, has, strict=True) if not is_kept]
    fresh = pool(missing, settings, vocabulary, jobs, cache) if missing else iter(())
    if kept:
        fresh = _keeping(fresh, kept)
    for done, known in enumerate(_known(passages, has, kept), 1):
        if known is None and has[done - 1]:
            # What was kept of it is damaged.
            yield from in_processes(passages[done - 1 : done], settings, vocabulary, 1, cache)
        else:
            yield next(fresh) if known is None else known
        told(done)


def _known(
    passages: Sequence[Passage], has: Sequence[bool], kept: RecordCache[Passage, Extraction] | None
) -> Iterator[Extraction | None]:
    """Yield for each passage what is kept of it, None where nothing is or where that cannot be read."""
    for start in range(0, len(passages), LOOKED_UP):
        block = passages[start : start + LOOKED_UP]
        wanted = [passage for passage, is_kept in zip(block, has[start:], strict=False) if is_kept]
        found = iter(kept.get(wanted) if kept and wanted else ())
        yield from (next(found) if is_kept else None for is_kept in has[start : start + len(block)])


def _keeping(fresh: Iterator[Extraction], kept: RecordCache[Passage, Extraction]) -> Iterator[Extraction]:
    """Yield the extractions, each of them kept before."""
    while batch := list(islice(fresh, CHUNK)):
        kept.put([each.passage for each in batch], batch)
        yield from batch


class _Worker:
    """The extractor of a process of the pool, made once when the process starts."""

    extractor: Extractor

    @classmethod
    def start(cls, settings: MentionSettings, vocabulary: Vocabulary, cache: Cache | None) -> None:
        cls.extractor = Extractor(settings, vocabulary, cache)

    @classmethod
    def extract(cls, passage: Passage) -> Extraction:
        return cls.extractor.extract(passage)
