"""A build becomes the rows of its property graph, one after the other: all nodes, then all edges."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import isfinite
from typing import NamedTuple

from paperkg.errors import GraphError
from paperkg.export.contents import Contents
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, RELATIONS, EdgeTable, Row, Value, clean
from paperkg.graph.results import TermIndex
from paperkg.records import Entity, Evidence, Link, PaperRecord, Result


class End(NamedTuple):
    """What an edge needs to know of a node."""

    kind: str
    label: str


class PropertyGraph:
    """The rows of a build; what is kept in memory is each node's kind and label, and never a text."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents

    def nodes(self) -> Iterator[Row]:
        """Yield papers, terms and results, each in the order of ids."""
        for record in self.contents.papers():
            yield self._row("Paper", self._paper(record))
        for entity in self.contents.entities():
            yield self._row(entity.kinds[0], self._term(entity))
        for result in self.contents.results():
            yield self._row("Result", self._result(result))

    def edges(self) -> Iterator[Row]:
        """Yield what papers say of terms and terms of each other, then wider terms, then the parts of results."""
        for link in self.contents.links():
            yield self._link(link)
        for entity in self.contents.entities():
            for wider in entity.broader:
                subject, item = f"term:{entity.id}", f"term:{wider.term}"
                yield self._edge("broader", subject, item, rule=wider.rule)
        yield from self._parts_of_results()

    @cached_property
    def ends(self) -> dict[str, End]:
        """Return the kind and label of each node by its id."""
        ends = {f"paper:{record.paper.id}": End("Paper", clean(_label(record))) for record in self.contents.papers()}
        for entity in self.contents.entities():
            ends[f"term:{entity.id}"] = End(entity.kinds[0], clean(entity.label))
        for result in self.contents.results():
            ends[f"result:{result.id}"] = End("Result", clean(_result_label(result)))
        return ends

    def _row(self, kind: str, values: tuple[Value, ...]) -> Row:
        assert len(values) == len(NODE_COLUMNS[kind])
        return Row(kind, tuple(map(_clean, values)))

    def _iri(self, collection: str, identifier: str) -> str:
        return f"{self.contents.base}{collection}/{identifier}"

    def _paper(self, record: PaperRecord) -> tuple[Value, ...]:
        paper = record.paper
        return (
            f"paper:{paper.id}",
            self._iri("paper", paper.id),
            _label(record),
            paper.title,
            paper.text or None,
            paper.authors,
            paper.year,
            paper.venue,
            paper.doi,
            paper.arxiv,
            paper.url,
            record.code_url,
            record.code_announced,
            paper.language,
            paper.keywords,
            record.keyphrases,
            record.contribution,
            paper.key,
            tuple(f"{registry}:{identifier}" for registry, identifier in paper.identifiers),
            paper.source.path,
            paper.source.position,
            tuple(f"{each.path}#{each.position}" for each in paper.sources if each != paper.source),
        )

    def _term(self, entity: Entity) -> tuple[Value, ...]:
        return (
            f"term:{entity.id}",
            self._iri("term", entity.id),
            entity.label,
            tuple(entity.kinds),
            entity.aliases,
            tuple(f"{merge.label}: {merge.rule}" for merge in entity.merges),
            entity.same_as,
            entity.papers,
        )

    def _result(self, result: Result) -> tuple[Value, ...]:
        return (
            f"result:{result.id}",
            self._iri("result", result.id),
            _result_label(result),
            f"paper:{result.paper}",
            result.system,
            result.benchmark,
            result.metric,
            result.value,
            result.number if result.number is None or isfinite(result.number) else None,
            result.direction,
            result.baseline,
            result.baseline_value,
            result.sentence,
            result.start,
            result.end,
            result.rule,
            result.score,
        )

    def _link(self, link: Link) -> Row:
        subject = f"paper:{link.subject}" if f"paper:{link.subject}" in self.ends else f"term:{link.subject}"
        return self._edge(
            link.predicate,
            subject,
            f"term:{link.object}",
            paper=f"paper:{link.paper}",
            score=link.score,
            evidence=link.evidence,
        )

    def _parts_of_results(self) -> Iterator[Row]:
        reporting = {result.paper for result in self.contents.results()}
        if not reporting:
            return
        links = (link for link in self.contents.links() if link.paper in reporting)
        terms = TermIndex(self.contents.entities(), links)
        for result in self.contents.results():
            paper, node = f"paper:{result.paper}", f"result:{result.id}"
            quoted = Evidence(
                result.paper, "text", result.value, result.start, result.end, result.sentence, result.rule, result.score
            )
            ends = [("reports", paper, node), *((role, node, f"term:{term}") for role, term in terms.of(result))]
            for relation, source, target in ends:
                yield self._edge(relation, source, target, paper=paper, score=result.score, evidence=(quoted,))

    def _edge(
        self,
        relation: str,
        source: str,
        target: str,
        *,
        paper: str | None = None,
        score: float | None = None,
        rule: str | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> Row:
        best = max(evidence, key=lambda each: each.score, default=None)
        start, end = self._end(source), self._end(target)
        # An edge between terms is said by a paper, and another paper may say it too.
        said_by = f" {paper}" if paper and source.startswith("term:") else ""
        values = (
            f"{source} {relation} {target}{said_by}",
            source,
            target,
            start.label,
            end.label,
            paper,
            score,
            best.rule if best else rule,
            best.text if best else None,
            best.sentence if best else None,
            best.field if best else None,
            best.start if best else None,
            best.end if best else None,
            len(evidence),
            evidence_json(evidence),
        )
        assert len(values) == len(EDGE_COLUMNS)
        return Row(EdgeTable(RELATIONS[relation], start.kind, end.kind), tuple(map(_clean, values)))

    def _end(self, node: str) -> End:
        try:
            return self.ends[node]
        except KeyError as error:
            raise GraphError(
                f"{self.contents.folder.path}: an edge names {node}, which is no paper, term or result.",
                remedy="Build the folder again.",
            ) from error


def evidence_json(evidence: Iterable[Evidence]) -> str:
    """Return pieces of evidence, their texts cleaned, as a JSON list with the keys of ``links.jsonl``."""
    return json.dumps(
        [
            {
                "field": each.field,
                "text": clean(each.text),
                "start": each.start,
                "end": each.end,
                "sentence": clean(each.sentence),
                "rule": each.rule,
                "score": each.score,
            }
            for each in evidence
        ],
        ensure_ascii=False,
    )


def _label(record: PaperRecord) -> str:
    return record.label or record.paper.title or record.paper.id


def _result_label(result: Result) -> str:
    said = (result.system, result.metric, result.value, result.benchmark and f"on {result.benchmark}")
    return " ".join(part for part in said if part)


def _clean(value: Value) -> Value:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, tuple):
        return tuple(map(clean, value))
    return value
