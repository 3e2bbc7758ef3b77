"""What became of the terms that two builds of the same papers name: renamed, named otherwise, placed elsewhere.

New papers may change what an old one's words stand for: a second meaning of an acronym parts what was one, the commonest
spelling becomes the label, a new family stands above a model. Edges of papers that both builds have are compared place
by place, a paper at a time, for both files are in the order of papers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from paperkg.analysis.edges import Thing
from paperkg.records import Entity, Link

Place = tuple[str, int, int]
"""Field, start and end of a piece of evidence in its paper."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A term whose label changed; its id did not."""

    term: Thing
    before: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A spelling that stood for one term in these papers and stands for another now, or for none."""

    spelling: str
    before: Thing
    after: Thing | None
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A wider term that a term got, or lost where ``gone``."""

    term: Thing
    wider: Thing
    gone: bool


def renamed(before: Mapping[str, Entity], after: Mapping[str, Entity]) -> tuple[Renamed, ...]:
    """Return the terms of both builds whose label changed, in the order of their ids."""
    return tuple(
        Renamed(_thing(entity), before[identifier].label)
        for identifier, entity in sorted(after.items())
        if identifier in before and before[identifier].label != entity.label
    )


def placed(before: Mapping[str, Entity], after: Mapping[str, Entity]) -> tuple[Placed, ...]:
    """Return the wider terms that terms of both builds got or lost, in the order of their ids."""
    found = []
    for identifier in sorted(before.keys() & after.keys()):
        old, new = ({each.term for each in build[identifier].broader} for build in (before, after))
        for wider in sorted(old ^ new):
            known = after.get(wider) or before[wider]
            found.append(Placed(_thing(after[identifier]), _thing(known), gone=wider in old))
    return tuple(found)


def moved(
    old: Iterable[Link],
    new: Iterable[Link],
    before: Mapping[str, Entity],
    after: Mapping[str, Entity],
    gone: Container[str] = (),
) -> tuple[Moved, ...]:
    """Return what papers named, and name otherwise, ``gone`` ones aside; links come in the order of papers."""
    papers: dict[tuple[str, str, str | None], list[str]] = defaultdict(list)
    for paper, ones, others in _side_by_side(old, new):
        if paper in gone:
            continue
        there = {link.object for link in others}
        now: dict[Place, set[str]] = defaultdict(set)
        for link in others:
            for evidence in link.evidence:
                now[evidence.field, evidence.start, evidence.end].add(link.object)
        for spelling, term, place in sorted(_places(link for link in ones if link.object not in there)):
            others_there: list[str | None] = [*sorted(now.get(place, ()))]
            for other in others_there or [None]:
                if paper not in papers[spelling, term, other]:
                    papers[spelling, term, other].append(paper)
    return tuple(
        Moved(spelling, _thing(before[term]), _thing(after[other]) if other else None, tuple(found))
        for (spelling, term, other), found in sorted(papers.items(), key=lambda item: tuple(map(str, item[0])))
    )


def _places(links: Iterable[Link]) -> set[tuple[str, str, Place]]:
    return {
        (evidence.text, link.object, (evidence.field, evidence.start, evidence.end))
        for link in links
        for evidence in link.evidence
    }


def _side_by_side(old: Iterable[Link], new: Iterable[Link]) -> Iterator[tuple[str, list[Link], list[Link]]]:
    """Yield each paper that the old build has links of, with its links in either."""
    others = groupby(new, key=lambda link: link.paper)
    other = next(others, None)
    for paper, links in groupby(old, key=lambda link: link.paper):
        while other is not None and other[0] < paper:
            other = next(others, None)
        yield paper, list(links), list(other[1]) if other is not None and other[0] == paper else []


def _thing(entity: Entity) -> Thing:
    return Thing(entity.label, f"term:{entity.id}")
