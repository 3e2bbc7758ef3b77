"""Checks a build's folder: hashes, counts, quotations, shapes; whatever was damaged or does not belong together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest
from typing import Literal

from paperkg.folder import MANIFEST, BuildFolder
from paperkg.graph.namespaces import KG, PAPER_TO_TERM, RDF, SKOS, TERM_TO_TERM
from paperkg.graph.shapes import validate
from paperkg.records import KEYWORD_SEPARATOR, Paper
from paperkg.store import GraphStore


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong: which check found it, where, and what."""

    check: Literal["hash", "count", "quotation", "shape"]
    place: str
    message: str


def check(store: GraphStore, build: BuildFolder) -> Iterator[Fault]:
    """Yield everything wrong with a build, check by check; nothing where all is well.

    Raises:
        GraphError: a file of the folder is missing or no JSON.
    """
    yield from _hashes(build)
    yield from _counts(store, build)
    yield from _quotations(build)
    for violation in validate(store.triples()):
        yield Fault("shape", violation.node, f"{violation.property}: {violation.message} {violation.value}".rstrip())


def _hashes(build: BuildFolder) -> Iterator[Fault]:
    for name, expected in build.json(MANIFEST).get("outputs", {}).items():
        path = build.path / name
        if not path.is_file():
            yield Fault("hash", name, "the file is missing")
            continue
        with path.open("rb") as file:
            if file_digest(file, "sha256").hexdigest() != expected:
                yield Fault("hash", name, "the file is not the one that was built")


def _counts(store: GraphStore, build: BuildFolder) -> Iterator[Fault]:
    """Compare how many papers, terms, edges, quotations and results the lines and the graph have."""
    edges = {(link.subject, link.predicate, link.object) for link in build.links()}
    in_lines = {
        "papers": sum(1 for _ in build.papers()),
        "terms": sum(1 for _ in build.entities()),
        "edges": len(edges),
        "results": sum(1 for _ in build.results()),
    }
    dataset = store.dataset
    in_graph = {
        "papers": sum(1 for _ in dataset.quads_for_pattern(None, RDF.type, KG.Paper)),
        "terms": sum(1 for _ in dataset.quads_for_pattern(None, RDF.type, SKOS.Concept)),
        "edges": sum(
            1
            for predicate in (KG.mentions, *PAPER_TO_TERM, *TERM_TO_TERM)
            for _ in dataset.quads_for_pattern(None, predicate, None)
        ),
        "results": sum(1 for _ in dataset.quads_for_pattern(None, RDF.type, KG.Result)),
    }
    for what, count in in_lines.items():
        if count != in_graph[what]:
            yield Fault("count", what, f"{count} in the lines, {in_graph[what]} in the graph")


def _quotations(build: BuildFolder) -> Iterator[Fault]:
    """Compare every quotation with the text it is taken from."""
    papers = {record.paper.id: record.paper for record in build.papers()}
    for link in build.links():
        for evidence in link.evidence:
            paper = papers.get(evidence.paper)
            if paper is None:
                yield Fault("quotation", evidence.paper, f"no such paper, but {link.predicate} {link.object} quotes it")
            elif _text(paper, evidence.field)[evidence.start : evidence.end] != evidence.text:
                place = f"{evidence.paper} {evidence.field} {evidence.start}-{evidence.end}"
                yield Fault("quotation", place, f"{evidence.text!r} does not stand there")


def _text(paper: Paper, field: str) -> str:
    if field == "keywords":
        return KEYWORD_SEPARATOR.join(paper.keywords)
    return (paper.title or "") if field == "title" else paper.text
