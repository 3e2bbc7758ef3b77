"""What a build counted: the numbers of ``report.json`` and of the summary on the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from paperkg.records import Collection, Rejected, Skipped, Warned

KINDS = ("Concept", "Task", "Method", "Model", "Dataset", "Benchmark", "Metric")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Counts of a build; ``shared`` counts terms that two papers or more have an edge of their own to."""

    papers: int
    rejected: int
    duplicates: int
    entities: dict[str, int]
    shared: dict[str, int]
    links: dict[str, int]
    dropped: dict[str, int]
    skipped: dict[str, int]
    warnings: tuple[str, ...]
    without_abstract: int
    other_languages: dict[str, int]
    alone: tuple[str, ...]
    """Ids of the papers that share no term with another paper."""

    def as_json(self) -> dict[str, Any]:
        """Return the keys of ``report.json``."""
        return {
            "papers": self.papers,
            "rejected": self.rejected,
            "duplicates": self.duplicates,
            "entities": self.entities,
            "shared": self.shared,
            "links": self.links,
            "dropped": self.dropped,
            "skipped": self.skipped,
            "warnings": list(self.warnings),
            "without_abstract": self.without_abstract,
            "other_languages": self.other_languages,
            "alone": list(self.alone),
        }


def report(
    collection: Collection, rejected: Iterable[Rejected], skipped: Iterable[Skipped], warned: Iterable[Warned]
) -> Report:
    """Return the counts of a collection and of what did not become part of it."""
    shared = {entity.id for entity in collection.entities if entity.papers > 1}
    own = [link for link in collection.links if link.subject == link.paper]
    meeting = {link.paper for link in own if link.object in shared}
    papers = [record.paper for record in collection.papers]
    languages = Counter(paper.language for paper in papers if paper.language not in (None, "en"))
    return Report(
        papers=len(papers),
        rejected=sum(1 for _ in rejected),
        duplicates=collection.duplicates,
        entities=_by_kind(entity.kinds[0] for entity in collection.entities),
        shared=_by_kind(entity.kinds[0] for entity in collection.entities if entity.id in shared),
        links=dict(sorted(Counter(link.predicate for link in collection.links).items())),
        dropped=dict(collection.dropped),
        skipped=dict(sorted(Counter(each.reason for each in skipped).items())),
        warnings=tuple(sorted(f"{each.source.path}: {each.message}" for each in warned)),
        without_abstract=sum(not paper.text for paper in papers),
        other_languages={str(language): count for language, count in sorted(languages.items())},
        alone=tuple(paper.id for paper in papers if paper.id not in meeting),
    )


def _by_kind(kinds: Iterable[str]) -> dict[str, int]:
    counts = Counter(kinds)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}
