"""Runs the extractor over passages, in this process or in several; the outcome is the same and in the same order."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from paperkg.cache import Cache
from paperkg.mentions import Extractor
from paperkg.records import Extraction, Passage
from paperkg.settings import MentionSettings
from paperkg.vocabulary import Vocabulary

FEW = 150
"""Up to so many papers, starting another process costs more than it saves."""
CHUNK = 16

Told = Callable[[int], None]


def default_jobs(papers: int) -> int:
    """Return how many processes to use for so many papers."""
    return 1 if papers <= FEW else max(1, os.cpu_count() or 1)


def extract_all(
    passages: Sequence[Passage],
    settings: MentionSettings,
    vocabulary: Vocabulary,
    *,
    jobs: int,
    cache: Cache | None = None,
    told: Told = lambda _done: None,
) -> Iterator[Extraction]:
    """Yield what is found in each passage, in the order given; ``told`` hears how many are done."""
    if jobs <= 1:
        extractor = Extractor(settings, vocabulary, cache)
        for done, passage in enumerate(passages, 1):
            yield extractor.extract(passage)
            told(done)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _Worker.start, (settings, vocabulary, cache)) as pool:
        for done, extraction in enumerate(pool.map(_Worker.extract, passages, chunksize=CHUNK), 1):
            yield extraction
            told(done)


class _Worker:
    """The extractor of a process of the pool, made once when the process starts."""

    extractor: Extractor

    @classmethod
    def start(cls, settings: MentionSettings, vocabulary: Vocabulary, cache: Cache | None) -> None:
        cls.extractor = Extractor(settings, vocabulary, cache)

    @classmethod
    def extract(cls, passage: Passage) -> Extraction:
        return cls.extractor.extract(passage)
