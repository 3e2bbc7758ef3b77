"""A collection becomes a summary on one HTML page: counts, bars, who evaluates what on what, and what was left out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from paperkg.records import Collection, Entity, Kind
from paperkg.view.html import render
from paperkg.view.network import Network, alone, network_of

KINDS: tuple[tuple[Kind, str], ...] = (
    ("Concept", "concepts"),
    ("Task", "tasks"),
    ("Method", "methods"),
    ("Model", "models"),
    ("Dataset", "datasets"),
    ("Benchmark", "benchmarks"),
    ("Metric", "metrics"),
)
USES = frozenset({"proposes", "usesModel", "comparesWith"})
EVALUATES = frozenset({"evaluatesOn"})
MOST_BARS = 15
MOST_ROWS = 25
MOST_COLUMNS = 12
MOST_REJECTED = 200
BAR_WIDTH = 240
SHADES = 4


@dataclass(frozen=True, slots=True)
class Bar:
    """A term, how many papers have it, and how long its bar is, of ``BAR_WIDTH`` at most."""

    label: str
    papers: int
    width: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The terms of one kind that most papers share; ``total`` counts all terms of the kind, ``shared`` the shared."""

    title: str
    total: int
    shared: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """How many papers use a row's model and evaluate on a column's benchmark."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]

    def shaded(self) -> list[tuple[str, list[tuple[int, int]]]]:
        """Return the rows with the shade of each count: 0 for none, up to ``SHADES`` for the largest."""
        largest = max((count for _, counts in self.rows for count in counts), default=1)
        return [(label, [(count, ceil(SHADES * count / largest)) for count in counts]) for label, counts in self.rows]


@dataclass(frozen=True, slots=True)
class Gap:
    """Two terms that share neighbours, so many, and no paper."""

    first: str
    second: str
    neighbours: int


def report(
    collection: Collection,
    *,
    gaps: Sequence[Gap] = (),
    graph: str | None = "graph.html",
    network: Network | None = None,
) -> str:
    """Return the summary of a collection; it links to ``graph``, a relative address, unless that is None.

    The ``network`` of the collection is made where it is not given.
    """
    network = network or network_of(collection)
    papers = [record.paper for record in collection.papers]
    shared = sum(1 for entity in collection.entities if entity.papers > 1)
    said: Counter[str] = Counter(link.predicate for link in collection.links)
    return render(
        "report.html.jinja",
        style="report.css",
        heading=f"{len(papers):,} papers, {shared:,} shared terms",
        graph=graph,
        counts=(
            ("papers", len(papers)),
            ("without an abstract", sum(not paper.text for paper in papers)),
            ("records read twice", collection.duplicates),
            ("records rejected", len(collection.rejected)),
            ("terms", len(collection.entities)),
            ("terms that two papers share or more", shared),
            ("statements", len(collection.links)),
            ("results with a number", len(collection.results)),
        ),
        charts=charts_of(collection.entities),
        matrix=matrix_of(collection),
        predicates=_bars(sorted(said.items(), key=lambda each: (-each[1], each[0]))),
        gaps=gaps,
        alone=[network.nodes[number].label for number in alone(network)],
        dropped=collection.dropped,
        rejected=collection.rejected[:MOST_REJECTED],
        unlisted=max(0, len(collection.rejected) - MOST_REJECTED),
        skipped=sorted(Counter(each.reason for each in collection.skipped).items()),
        bar_width=BAR_WIDTH,
    )


def charts_of(entities: Iterable[Entity]) -> tuple[Chart, ...]:
    """Return a chart for each kind that has terms, the most shared first; a term of several kinds counts in its first."""
    by_kind = defaultdict(list)
    for entity in entities:
        by_kind[entity.kinds[0]].append(entity)
    return tuple(_chart(title, by_kind[kind]) for kind, title in KINDS if by_kind[kind])


def matrix_of(collection: Collection) -> Matrix:
    """Return which models meet which benchmarks in a paper, the most frequent of each; rows without a count are left out."""
    users, evaluators = (
        _papers_by_object(collection, USES, {"Model"}),
        _papers_by_object(collection, EVALUATES, {"Benchmark", "Dataset"}),
    )
    labels = {entity.id: entity.label for entity in collection.entities}
    columns = sorted(evaluators, key=lambda name: (-len(evaluators[name]), labels[name]))[:MOST_COLUMNS]
    rows = sorted(users, key=lambda name: (-len(users[name]), labels[name]))
    counted = [(labels[row], tuple(len(users[row] & evaluators[column]) for column in columns)) for row in rows]
    return Matrix(
        tuple(labels[column] for column in columns),
        tuple((label, counts) for label, counts in counted if any(counts))[:MOST_ROWS],
    )


def _chart(title: str, entities: Sequence[Entity]) -> Chart:
    shared = sorted(
        (entity for entity in entities if entity.papers > 1), key=lambda each: (-each.papers, each.label, each.id)
    )
    bars = _bars([(entity.label, entity.papers) for entity in shared[:MOST_BARS]])
    return Chart(title, len(entities), len(shared), bars)


def _bars(counted: Sequence[tuple[str, int]]) -> tuple[Bar, ...]:
    longest = max((count for _, count in counted), default=1)
    return tuple(Bar(label, count, round(BAR_WIDTH * count / longest)) for label, count in counted)


def _papers_by_object(collection: Collection, predicates: frozenset[str], kinds: set[str]) -> dict[str, set[str]]:
    wanted = {entity.id for entity in collection.entities if kinds & set(entity.kinds)}
    papers = defaultdict(set)
    for link in collection.links:
        if link.predicate in predicates and link.object in wanted and link.subject == link.paper:
            papers[link.object].add(link.paper)
    return dict(papers)
