"""Abstracts and sentences in parcels: the page opens one only when a reader asks for what is in it.

A parcel holds what is told of some papers or terms and of the lines that start at them, as a line of JSON. On a large
page the lines are deflated (RFC 1951) and in base64, which a browser's own ``DecompressionStream`` undoes.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from paperkg.records import KEYWORD_SEPARATOR, Evidence, Field, Link, Paper, PaperRecord
from paperkg.view.network import Edge, Network, Node

FIELDS = ("title", "text", "keywords")
EVIDENCE_PER_LINK = 4
"""More of the same paper's sentences for one statement are left to ``links.jsonl``."""
NODES_PER_PARCEL = 64
LEVEL = 9
WHOLE = -1
RAW_DEFLATE = -15
"""The window bits by which zlib writes a stream without a header."""


def parcels(network: Network) -> Iterator[dict[str, Any]]:
    """Yield the parcels of a network's nodes, in their order."""
    papers = {node.id: node for node in network.nodes if node.paper is not None}
    edges = iter(network.edges)
    edge = next(edges, None)
    for first in range(0, len(network.nodes), NODES_PER_PARCEL):
        nodes = network.nodes[first : first + NODES_PER_PARCEL]
        starting: list[Edge] = []
        while edge is not None and edge.source < first + NODES_PER_PARCEL:
            starting.append(edge)
            edge = next(edges, None)
        yield _contents(nodes, starting, network, papers)


def safe_url(url: str | None) -> str | None:
    """Return ``url`` where it is an http or https address, None otherwise."""
    if not url:
        return None
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    return url.strip() if parts.scheme.lower() in {"http", "https"} and parts.netloc else None


def packed(value: object) -> str:
    """Return a value as JSON, deflated and in base64: no character of it means anything to an HTML parser."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW_DEFLATE)
    deflated = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    return base64.b64encode(deflated).decode("ascii")


def _contents(
    nodes: Sequence[Node], edges: Sequence[Edge], network: Network, papers: dict[str, Node]
) -> dict[str, Any]:
    """Return a parcel: papers in their order, the statements of the edges in theirs, and the rules with their scores."""
    rules: dict[tuple[str, float], int] = {}
    sentences: dict[int, dict[tuple[int, ...], int]] = {node.number: {} for node in nodes}
    statements = [
        [_statement(link, network.nodes[edge.source], papers, rules, sentences[edge.source]) for link in edge.links]
        for edge in edges
    ]
    return {
        "papers": [
            _paper(node.paper, [at for span in sentences[node.number] for at in span])
            for node in nodes
            if node.paper is not None
        ],
        "statements": statements,
        "rules": list(rules),
    }


def _paper(record: PaperRecord, sentences: list[int]) -> dict[str, Any]:
    """Return what the page tells of a paper; ``sentences`` are those quoted, each as its start and its length."""
    paper = record.paper
    links = [
        ("Paper", safe_url(paper.url)),
        ("DOI", safe_url(paper.doi and f"https://doi.org/{quote(paper.doi, safe='/')}")),
        ("arXiv", safe_url(paper.arxiv and f"https://arxiv.org/abs/{quote(paper.arxiv, safe='/')}")),
        ("Code", safe_url(record.code_url)),
    ]
    details = {
        "authors": paper.authors,
        "text": paper.text,
        "sentences": sentences,
        "keywords": paper.keywords,
        "keyphrases": record.keyphrases,
        "contribution": record.contribution,
        "source": [paper.source.path, paper.source.position],
        "links": [[label, url] for label, url in links if url],
    }
    return {key: value for key, value in details.items() if value}


def _statement(
    link: Link,
    source: Node,
    papers: dict[str, Node],
    rules: dict[tuple[str, float], int],
    sentences: dict[tuple[int, ...], int],
) -> list[Any]:
    """Return how many evidences a link has, and the best of these.

    An evidence is its start and its length in UTF-16 units, as the page's script counts; its sentence; its rule; and
    its field and its paper where these are not the abstract of the edge's own source. A sentence is its place among
    ``sentences``, -1 for all of its field, or its words where the parcel has not got them.
    """
    ranked = sorted(link.evidence, key=lambda each: (-each.score, FIELDS.index(each.field), each.start))
    best = []
    for each in ranked[:EVIDENCE_PER_LINK]:
        said_by = papers.get(each.paper)
        text = _field(said_by.paper.paper, each.field) if said_by is not None and said_by.paper is not None else ""
        start = units(text, each.start)
        row: list[Any] = [start, units(text, each.end) - start]
        span = _sentence(each, text) if said_by is source or each.field == "title" else None
        if span is None:
            row.append(each.sentence)
        else:
            row.append(sentences.setdefault(span, len(sentences)) if span else WHOLE)
        row.append(rules.setdefault((each.rule, each.score), len(rules)))
        if each.field != "text" or said_by is not source:
            row += [FIELDS.index(each.field), -1 if said_by is None else said_by.number]
        best.append(row)
    return [len(ranked), best]


def _sentence(evidence: Evidence, text: str) -> tuple[int, ...] | None:
    """Return the sentence's start and length in the field, nothing for all of the field, None where it is not in it."""
    if not evidence.sentence:
        return None
    if evidence.sentence == text:
        return ()
    first = text.rfind(evidence.sentence, 0, evidence.start + len(evidence.sentence))
    if evidence.field != "text" or not 0 <= first <= evidence.start:
        return None
    start = units(text, first)
    return start, units(text, first + len(evidence.sentence)) - start


def _field(paper: Paper, field: Field) -> str:
    if field == "title":
        return paper.title or ""
    return KEYWORD_SEPARATOR.join(paper.keywords) if field == "keywords" else paper.text


def units(text: str, offset: int) -> int:
    """Return an offset in characters as one in UTF-16 units, of which a character beyond the first plane takes two."""
    if text.isascii():
        return offset
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
