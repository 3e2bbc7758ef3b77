"""Which terms the words of a result mean: a result keeps the words of its sentence, and the graph adds the nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from paperkg.records import Entity, Kind, Link, Result


class Role(NamedTuple):
    """A part of a result: its name in the graph, the field with its words, and the kinds that may fill it."""

    name: str
    field: str
    kinds: frozenset[Kind]


ROLES = (
    Role("system", "system", frozenset(("Model", "Method", "Dataset", "Benchmark"))),
    Role("benchmark", "benchmark", frozenset(("Benchmark", "Dataset"))),
    Role("metric", "metric", frozenset(("Metric",))),
    Role("baseline", "baseline", frozenset(("Model", "Method"))),
)


class TermIndex:
    """Finds terms of a collection by label or alias, case ignored."""

    def __init__(self, entities: Iterable[Entity], links: Iterable[Link]) -> None:
        self._kinds: dict[str, frozenset[Kind]] = {}
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for entity in entities:
            self._kinds[entity.id] = frozenset(entity.kinds)
            for name in (entity.label, *entity.aliases):
                self._by_name[name.casefold()].add(entity.id)
        self._in_paper: dict[str, set[str]] = defaultdict(set)
        for link in links:
            self._in_paper[link.paper].update((link.subject, link.object))

    def of(self, result: Result) -> Iterator[tuple[str, str]]:
        """Yield the role and the term's id for each part of ``result`` whose words mean exactly one term.

        A term that the result's own paper is linked to goes before one that only others name.
        """
        here = self._in_paper.get(result.paper, set())
        for role in ROLES:
            words: str | None = getattr(result, role.field)
            if not words:
                continue
            fitting = {term for term in self._by_name.get(words.casefold(), ()) if self._kinds[term] & role.kinds}
            meant = fitting & here or fitting
            if len(meant) == 1:
                yield role.name, next(iter(meant))
