"""Finds the paper or term that a person means by an IRI, a prefixed name, a DOI, an arXiv id, a label or an alias."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paperkg.errors import UsageError
from paperkg.records import Entity, PaperRecord
from paperkg.settings import DEFAULT_BASE

MOST_CANDIDATES = 10
DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
ARXIV_PREFIX = re.compile(r"^(?:https?://arxiv\.org/(?:abs|pdf)/|arxiv:\s*)", re.IGNORECASE)
ARXIV_VERSION = re.compile(r"v\d+$")


def find_node(
    text: str, papers: Iterable[PaperRecord], entities: Iterable[Entity], base: str = DEFAULT_BASE
) -> tuple[str, bool]:
    """Return the id of the one node that ``text`` means, and whether it is a paper.

    Names that the graph uses win over identifiers, and these over labels and aliases; case is ignored in all.

    Raises:
        UsageError: no node has that name, or several have it.
    """
    wanted = text.strip().casefold()
    matches: list[list[tuple[str, bool, str]]] = [[], [], []]
    for identifier, is_paper, label, ranked in _named(papers, entities, base):
        for rank, names in enumerate(ranked):
            if any(_same(name, wanted, rank) for name in names):
                matches[rank].append((identifier, is_paper, label))
                break
    for found in matches:
        if len(found) == 1:
            return found[0][:2]
        if found:
            candidates = ", ".join(
                _prefixed(each[0], is_paper=each[1]) + f" ({each[2]})" for each in found[:MOST_CANDIDATES]
            )
            more = f" and {len(found) - MOST_CANDIDATES} more" if len(found) > MOST_CANDIDATES else ""
            raise UsageError(
                f"{text!r} is the name of {len(found)} nodes: {candidates}{more}.", remedy="Give one of these."
            )
    raise UsageError(
        f"No paper and no term is named {text!r}.", remedy="Look for it in entities.jsonl or papers.jsonl."
    )


def _named(
    papers: Iterable[PaperRecord], entities: Iterable[Entity], base: str
) -> Iterator[tuple[str, bool, str, tuple[tuple[str, ...], ...]]]:
    """Yield each node's id, whether it is a paper, its label, and its names: the graph's, identifiers, words."""
    for record in papers:
        paper = record.paper
        graph = (paper.id, f"paper:{paper.id}", f"{base}paper/{paper.id}")
        registries = (paper.doi, paper.arxiv, paper.key, *(value for _, value in paper.identifiers))
        yield paper.id, True, record.label, (graph, _present(registries), _present((record.label, paper.title)))
    for entity in entities:
        graph = (entity.id, f"term:{entity.id}", f"{base}term/{entity.id}")
        yield entity.id, False, entity.label, (graph, (), (entity.label, *entity.aliases))


def _present(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(name for name in names if name)


def _same(name: str, wanted: str, rank: int) -> bool:
    folded = name.casefold()
    if rank != 1:
        return folded == wanted
    return folded in {wanted, DOI_PREFIX.sub("", wanted), ARXIV_VERSION.sub("", ARXIV_PREFIX.sub("", wanted))}


def _prefixed(identifier: str, *, is_paper: bool) -> str:
    return f"{'paper' if is_paper else 'term'}:{identifier}"
