"""One paper, one record: the same paper from several sources becomes one, with every source kept.

Papers are the same when they share a DOI, an arXiv id (its version aside), an identifier of another registry, the
normalised text, or the normalised title and the first author's family name. Two DOIs of publishers that differ keep
two papers apart whatever else agrees.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TypeVar

from paperkg.names import ARXIV_DOI, paper_local_name
from paperkg.records import Field, Paper, Passage, Source

Value = TypeVar("Value")
Name = TypeVar("Name")

_FIELDS: tuple[Field, ...] = ("title", "text", "keywords")

_LEAST_TEXT = 60
"""Abstracts with fewer letters do not make two papers with titles one."""
_LEAST_TITLE = 20
"""Titles with fewer letters ("Editorial", "Reply") do not make two papers one."""


def unify(passages: Iterable[Passage]) -> tuple[tuple[Passage, ...], int]:
    """Return one passage a paper, each with its id and all its sources, in the order of ids; and how many were merged.

    The outcome does not depend on the order of ``passages``.
    """
    ordered = sorted(passages, key=_order)
    merged = [_merge(group) for group in _group(ordered, ordered)]
    unique = sorted(merged, key=lambda passage: passage.paper.id)
    return tuple(unique), len(ordered) - len(unique)


def members(passages: Sequence[Passage], papers: Container[str]) -> set[int]:
    """Return the positions of the passages that ``unify`` makes into one of ``papers``, given by their ids."""
    places = sorted(range(len(passages)), key=lambda place: _order(passages[place]))
    groups = _group([passages[place] for place in places], places)
    return {
        place for group in groups if _merge([passages[place] for place in group]).paper.id in papers for place in group
    }


def identified(passage: Passage) -> Passage:
    """Return the passage with its paper's id, compared with no other."""
    return _merge([passage])


def text_hash(paper: Paper) -> str:
    """Return the SHA-256 (hex) of what tells a paper by its words: the letters and digits of its abstract in lower case.

    A few words ("No abstract available.") tell nothing: there the title's letters stand before them.
    """
    letters = _letters(paper.text)
    return sha256(
        (letters if len(letters) >= _LEAST_TEXT else _letters(paper.title or "") + letters).encode()
    ).hexdigest()


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", "", folded)


def _order(passage: Passage) -> tuple[object, ...]:
    paper = passage.paper
    return (-len(paper.text), paper.source.path, paper.source.position, paper.title or "", paper.text, repr(paper))


def _keys(paper: Paper) -> Iterator[tuple[str, str]]:
    """Yield what makes a paper the same as another that has it too."""
    if paper.doi:
        yield "doi", paper.doi
    if paper.arxiv:
        yield "arxiv", paper.arxiv
    if paper.doi and paper.doi.startswith(ARXIV_DOI):
        yield "arxiv", paper.doi.removeprefix(ARXIV_DOI)
    yield from paper.identifiers
    if paper.text:
        yield "text", text_hash(paper)
    title = _letters(paper.title or "")
    if len(title) >= _LEAST_TITLE:
        yield "title", f"{title} {_family_name(paper)}"


def _family_name(paper: Paper) -> str:
    if not paper.authors:
        return ""
    first = paper.authors[0]
    family = first.split(",")[0] if "," in first else first.split()[-1] if first.split() else ""
    return _letters(family)


def _publisher_doi(paper: Paper) -> str | None:
    return paper.doi if paper.doi and not paper.doi.startswith(ARXIV_DOI) else None


def _group(ordered: Sequence[Passage], called: Sequence[Name]) -> list[list[Name]]:
    """Return the passages, as they are ``called``, in groups of one paper each.

    They are joined through any key but across two publishers' DOIs.
    """
    parent = list(range(len(ordered)))
    doi = [_publisher_doi(passage.paper) for passage in ordered]

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    first: dict[tuple[str, str], int] = {}
    for index, passage in enumerate(ordered):
        for key in _keys(passage.paper):
            here, there = root(index), root(first.setdefault(key, index))
            if here == there or (doi[here] and doi[there] and doi[here] != doi[there]):
                continue
            low, high = min(here, there), max(here, there)
            parent[high] = low
            doi[low] = doi[low] or doi[high]
    groups: dict[int, list[Name]] = {}
    for index, name in enumerate(called):
        groups.setdefault(root(index), []).append(name)
    return list(groups.values())


def _merge(group: list[Passage]) -> Passage:
    """Return the passage with the longest abstract, what it lacks filled in from the others in their order."""
    best = group[0]
    papers = [passage.paper for passage in group]
    sources = sorted({source for paper in papers for source in (paper.source, *paper.sources)}, key=_source_order)
    identifiers = {registry: value for paper in reversed(papers) for registry, value in paper.identifiers}
    paper = replace(
        best.paper,
        key=_first(paper.key for paper in papers),
        title=_first(paper.title for paper in papers),
        authors=_first(paper.authors for paper in papers) or (),
        year=_first(paper.year for paper in papers),
        venue=_first(paper.venue for paper in papers),
        doi=_first(_publisher_doi(paper) for paper in papers) or _first(paper.doi for paper in papers),
        arxiv=_first(paper.arxiv for paper in papers),
        url=_first(paper.url for paper in papers),
        code_url=_first(paper.code_url for paper in papers),
        language=_first(paper.language for paper in papers),
        keywords=_first(paper.keywords for paper in papers) or (),
        identifiers=tuple(sorted(identifiers.items())),
        source=sources[0],
        sources=tuple(sources),
    )
    paper = replace(paper, id=paper_local_name(paper, text_hash(paper)))
    return _with_sections(best, group, paper)


def _with_sections(best: Passage, group: list[Passage], paper: Paper) -> Passage:
    """Return ``best`` with the merged metadata, its sections the ones that the merged fields came from."""
    sections = [
        next(passage for passage in group if passage.section(field).text).section(field)
        for field in _FIELDS
        if any(passage.section(field).text for passage in group)
    ]
    acronyms = {
        acronym: None
        for passage in group
        for acronym in passage.acronyms
        if any(section is passage.section(acronym.field) for section in sections)
    }
    return replace(best, paper=paper, sections=tuple(sections), acronyms=tuple(acronyms))


def _source_order(source: Source) -> tuple[str, int]:
    return source.path, source.position


def _first(values: Iterable[Value | None]) -> Value | None:
    """Return the first value that says something."""
    return next((value for value in values if value), None)
