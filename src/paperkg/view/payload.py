"""What the page knows, as JSON: short keys' worth of lists, offsets instead of repeated sentences.

The page's script (``script/data.js``) reads exactly this; node ids are opaque (``n1``, ``n2``...).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, urlsplit

from paperkg.records import Evidence, Link, PaperRecord
from paperkg.view.layout import Layout
from paperkg.view.network import Edge, Network, Node, ranking

FIELDS = ("title", "text", "keywords")
EVIDENCE_PER_LINK = 4
"""More of the same paper's sentences for one statement are left to ``links.jsonl``."""


def node_id(number: int) -> str:
    """Return the opaque id of a node."""
    return f"n{number + 1}"


def payload_of(network: Network, layout: Layout, maximum_nodes: int) -> dict[str, Any]:
    """Return everything that the page shows beside the drawing itself."""
    rules = sorted({e.rule for edge in network.edges for link in edge.links for e in link.evidence})
    papers = {node.id: node for node in network.nodes if node.paper is not None}
    return {
        "details": [_details(node) for node in network.nodes],
        "rules": rules,
        "statements": [_statements(edge, papers, rules) for edge in network.edges],
        "wider": [edge.broader for edge in network.edges],
        "community": list(layout.community),
        "communities": [
            {"name": community.name, "x": disc.x, "y": disc.y, "radius": disc.radius}
            for community, disc in zip(layout.communities, layout.discs, strict=True)
        ],
        "alone": [node_id(number) for number in layout.alone],
        "shelf": layout.shelf_top,
        "emphasis": layout.emphasis,
        "order": ranking(network, maximum_nodes),
        "maximum": maximum_nodes,
    }


def safe_url(url: str | None) -> str | None:
    """Return ``url`` where it is an http or https address, None otherwise."""
    if not url:
        return None
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    return url.strip() if parts.scheme.lower() in {"http", "https"} and parts.netloc else None


def _details(node: Node) -> dict[str, Any]:
    if node.paper is not None:
        return _paper_details(node.paper)
    entity = node.entity
    details = {
        "id": node.id,
        "kinds": list(entity.kinds) if entity else [],
        "aliases": list(entity.aliases) if entity else [],
        "papers": node.papers,
        "background": node.background,
        "minor": node.minor,
    }
    return _filled(details)


def _paper_details(record: PaperRecord) -> dict[str, Any]:
    paper = record.paper
    links = [
        ("Paper", safe_url(paper.url)),
        ("DOI", safe_url(paper.doi and f"https://doi.org/{quote(paper.doi, safe='/')}")),
        ("arXiv", safe_url(paper.arxiv and f"https://arxiv.org/abs/{quote(paper.arxiv, safe='/')}")),
        ("Code", safe_url(record.code_url)),
    ]
    details = {
        "id": paper.id,
        "title": paper.title,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "text": paper.text,
        "keywords": list(paper.keywords),
        "keyphrases": list(record.keyphrases),
        "contribution": record.contribution,
        "source": [paper.source.path, paper.source.position],
        "links": [[label, url] for label, url in links if url],
    }
    return _filled(details)


def _filled(details: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in details.items() if value}


def _statements(edge: Edge, papers: dict[str, Node], rules: list[str]) -> list[list[Any]]:
    """Return for each link its predicate, score, number of evidences, and the best of these."""
    return [
        [link.predicate, link.score, len(link.evidence), [_evidence(each, papers, rules) for each in _best(link)]]
        for link in edge.links
    ]


def _best(link: Link) -> Iterable[Evidence]:
    ranked = sorted(link.evidence, key=lambda each: (-each.score, FIELDS.index(each.field), each.start))
    return ranked[:EVIDENCE_PER_LINK]


def _evidence(evidence: Evidence, papers: dict[str, Node], rules: list[str]) -> list[Any]:
    """Return paper, field, start, end, sentence (two offsets where the text holds it), rule, score."""
    node = papers.get(evidence.paper)
    text = node.paper.paper.text if node is not None and node.paper is not None else ""
    sentence: str | list[int] = evidence.sentence
    if evidence.field == "text" and evidence.sentence:
        first = text.rfind(evidence.sentence, 0, evidence.start + len(evidence.sentence))
        if 0 <= first <= evidence.start:
            sentence = [first, first + len(evidence.sentence)]
    return [
        node.number if node is not None else -1,
        FIELDS.index(evidence.field),
        evidence.start,
        evidence.end,
        sentence,
        rules.index(evidence.rule),
        evidence.score,
    ]
