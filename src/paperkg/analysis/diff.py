"""What changed between two builds: papers and terms that are new or gone, what terms became, and what more papers name."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from paperkg.analysis.edges import Thing
from paperkg.analysis.identity_changes import Moved, Placed, Renamed, moved, placed, renamed
from paperkg.folder import BuildFolder

Edge = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """A term whose number of papers changed."""

    term: Thing
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Difference:
    """From an old build to a new one; each tuple in the order of labels, changes by how much they grew."""

    new_papers: tuple[Thing, ...]
    gone_papers: tuple[Thing, ...]
    new_terms: tuple[Thing, ...]
    gone_terms: tuple[Thing, ...]
    renamed: tuple[Renamed, ...]
    moved: tuple[Moved, ...]
    """What papers of both builds name otherwise than before: terms that were parted, joined, or are no nodes any more."""
    placed: tuple[Placed, ...]
    rising: tuple[Change, ...]
    falling: tuple[Change, ...]
    new_edges: int
    gone_edges: int


def diff(old: BuildFolder, new: BuildFolder) -> Difference:
    """Return what changed from ``old`` to ``new``.

    Raises:
        GraphError: one of the folders is damaged.
    """
    old_papers, new_papers = _papers(old), _papers(new)
    before, after = {each.id: each for each in old.entities()}, {each.id: each for each in new.entities()}
    changes = [
        Change(Thing(entity.label, f"term:{identifier}"), before[identifier].papers, entity.papers)
        for identifier, entity in after.items()
        if identifier in before and before[identifier].papers != entity.papers
    ]
    changes.sort(key=lambda change: (-abs(change.after - change.before), change.term))
    old_edges, new_edges = _edges(old), _edges(new)
    return Difference(
        new_papers=_missing(old_papers, new_papers, "paper"),
        gone_papers=_missing(new_papers, old_papers, "paper"),
        new_terms=_missing(before, {key: each.label for key, each in after.items()}, "term"),
        gone_terms=_missing(after, {key: each.label for key, each in before.items()}, "term"),
        renamed=renamed(before, after),
        moved=moved(old.links(), new.links(), before, after, old_papers.keys() - new_papers.keys()),
        placed=placed(before, after),
        rising=tuple(change for change in changes if change.after > change.before),
        falling=tuple(change for change in changes if change.after < change.before),
        new_edges=len(new_edges - old_edges),
        gone_edges=len(old_edges - new_edges),
    )


def _papers(build: BuildFolder) -> dict[str, str]:
    return {record.paper.id: record.label for record in build.papers()}


def _edges(build: BuildFolder) -> set[Edge]:
    return {(link.paper, link.subject, link.predicate, link.object) for link in build.links()}


def _missing(known: Container[str], things: Mapping[str, str], prefix: str) -> tuple[Thing, ...]:
    return tuple(sorted(Thing(label, f"{prefix}:{key}") for key, label in things.items() if key not in known))
