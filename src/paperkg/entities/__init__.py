"""Extractions become a collection: what is one thing, and what meets in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from paperkg.decisions import Decision
from paperkg.entities.links import Answers, links_of
from paperkg.entities.resolver import Resolver
from paperkg.records import Collection, Extraction, Link, PaperRecord, Result
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Vocabulary

NO_NODE = "named in one paper only, and neither a name, nor in the vocabulary, nor a keyword"


@dataclass(frozen=True, slots=True)
class Told:
    """What one paper tells, its names known: its record, its edges and its results, each sorted."""

    record: PaperRecord
    links: tuple[Link, ...]
    results: tuple[Result, ...]


def resolve(
    extractions: Iterable[Extraction],
    vocabulary: Vocabulary,
    settings: EntitySettings,
    decisions: Iterable[Decision] = (),
) -> Collection:
    """Return the papers, the nodes they meet in and the edges between them, each sorted by id.

    ``decisions`` go before every rule; those that change nothing stand in the collection's ``warned``.
    """
    ordered = sorted(extractions, key=lambda extraction: extraction.passage.paper.id)
    resolver = Resolver(ordered, vocabulary, settings, tuple(decisions))
    return collected(resolver, map(told_of, ordered, resolver.answers()))


def told_of(extraction: Extraction, answers: Answers) -> Told:
    """Return what a paper tells whose names stand for what ``answers`` say."""
    return Told(_paper_record(extraction), links_of(extraction, answers), tuple(_results(extraction)))


def collected(resolver: Resolver, papers: Iterable[Told]) -> Collection:
    """Return the collection of what each paper tells, in the order of their ids, under the ids of ``resolver``."""
    records: list[PaperRecord] = []
    links: list[Link] = []
    results: list[Result] = []
    for told in papers:
        records.append(told.record)
        links += told.links
        results += told.results
    return Collection(
        papers=tuple(records),
        entities=resolver.entities(paper_counts(links)),
        links=tuple(links),
        results=tuple(results),
        dropped=((NO_NODE, resolver.left_out),),
        warned=resolver.stale,
    )


def paper_counts(links: Iterable[Link]) -> dict[str, int]:
    """Return for each term how many papers have an edge of their own to it."""
    papers: dict[str, set[str]] = defaultdict(set)
    for link in links:
        if link.subject == link.paper:
            papers[link.object].add(link.paper)
    return {term: len(found) for term, found in papers.items()}


def _paper_record(extraction: Extraction) -> PaperRecord:
    return PaperRecord(
        paper=extraction.passage.paper,
        label=extraction.label,
        keyphrases=extraction.keyphrases,
        contribution=extraction.contribution,
        code_url=extraction.code_url,
        code_announced=extraction.code_announced,
    )


def _results(extraction: Extraction) -> list[Result]:
    """Return the paper's results, each with an id made from its content, sorted by that."""
    paper = extraction.passage.paper.id
    results = []
    for result in extraction.results:
        content = repr((paper, result.system, result.benchmark, result.metric, result.value, result.start, result.end))
        results.append(replace(result, paper=paper, id=sha256(content.encode()).hexdigest()[:16]))
    return sorted(results, key=lambda result: result.id)
