"""Extractions become a collection: what is one thing, and what meets in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from paperkg.decisions import Decision
from paperkg.entities.links import Links
from paperkg.entities.resolver import Resolver
from paperkg.records import Collection, Extraction, Link, PaperRecord, Result
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Vocabulary

NO_NODE = "named in one paper only, and neither a name, nor in the vocabulary, nor a keyword"

BETWEEN_TERMS = ("outperforms", "extends", "partOf")
"""Predicates that hold between terms; all others are said of the paper."""


def resolve(
    extractions: Iterable[Extraction],
    vocabulary: Vocabulary,
    settings: EntitySettings,
    decisions: Iterable[Decision] = (),
    *,
    in_order: bool = False,
) -> Collection:
    """Return the papers, the nodes they meet in and the edges between them, each sorted by id.

    ``decisions`` go before every rule; those that change nothing stand in the collection's ``warned``. Extractions that
    come ``in_order``, by the ids of their papers, are gone through several times and need not fit into memory.
    """
    ordered = extractions if in_order else sorted(extractions, key=lambda extraction: extraction.passage.paper.id)
    resolver = Resolver(ordered, vocabulary, settings, tuple(decisions))
    papers: list[PaperRecord] = []
    links: list[Link] = []
    results: list[Result] = []
    for extraction in ordered:
        own = Links()
        _add_links(extraction, resolver, own)
        links += own.finished()
        papers.append(_paper_record(extraction))
        results += _results(extraction)
    return Collection(
        papers=tuple(papers),
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


def _add_links(extraction: Extraction, resolver: Resolver, links: Links) -> None:
    paper = extraction.passage.paper.id
    for mention in extraction.mentions:
        term = resolver.identifier_of(paper, mention)
        if term is not None:
            links.mention(paper, term, resolver.kinds(term), mention, extraction)
    system = resolver.identifier(paper, extraction.system.name) if extraction.system else None
    for relation in extraction.relations:
        own = system if relation.predicate in BETWEEN_TERMS else None
        subject = resolver.identifier(paper, relation.subject) if relation.subject else own
        target = resolver.identifier(paper, relation.object)
        if target is not None and target != subject:
            links.relation(paper, subject or paper, target, relation)


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
