"""Records as the JSON lines of a build's folder, and back; the keys are a contract."""

from __future__ import annotations

from typing import Any

from paperkg.records import (
    Broader,
    Entity,
    Evidence,
    Link,
    Merge,
    Paper,
    PaperRecord,
    Rejected,
    Relation,
    Result,
    Source,
)


def source_line(source: Source) -> dict[str, Any]:
    """Return the keys ``path`` and ``position``."""
    return {"path": source.path, "position": source.position}


def read_source(line: dict[str, Any]) -> Source:
    """Return the source of ``source_line``."""
    return Source(line["path"], line["position"])


def paper_line(record: PaperRecord) -> dict[str, Any]:
    """Return a line of ``papers.jsonl``; registries' identifiers stand behind the contract's keys."""
    paper = record.paper
    return {
        "id": paper.id,
        "key": paper.key,
        "title": paper.title,
        "label": record.label,
        "text": paper.text,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv": paper.arxiv,
        "url": paper.url,
        "code_url": record.code_url,
        "code_announced": record.code_announced,
        "language": paper.language,
        "keywords": list(paper.keywords),
        "keyphrases": list(record.keyphrases),
        "contribution": record.contribution,
        "source": source_line(paper.source),
        "sources": [source_line(source) for source in paper.sources],
        "identifiers": dict(paper.identifiers),
    }


def read_paper(line: dict[str, Any]) -> PaperRecord:
    """Return the record of ``paper_line``."""
    paper = Paper(
        id=line["id"],
        key=line["key"],
        title=line["title"],
        text=line["text"],
        authors=tuple(line["authors"]),
        year=line["year"],
        venue=line["venue"],
        doi=line["doi"],
        arxiv=line["arxiv"],
        url=line["url"],
        code_url=line["code_url"],
        language=line["language"],
        keywords=tuple(line["keywords"]),
        identifiers=tuple(line["identifiers"].items()),
        source=read_source(line["source"]),
        sources=tuple(read_source(source) for source in line["sources"]),
    )
    return PaperRecord(
        paper=paper,
        label=line["label"],
        keyphrases=tuple(line["keyphrases"]),
        contribution=line["contribution"],
        code_url=line["code_url"],
        code_announced=line["code_announced"],
    )


def entity_line(entity: Entity) -> dict[str, Any]:
    """Return a line of ``entities.jsonl``; the rules of its merges and wider terms stand behind the contract's keys."""
    return {
        "id": entity.id,
        "kinds": list(entity.kinds),
        "label": entity.label,
        "aliases": list(entity.aliases),
        "broader": [wider.term for wider in entity.broader],
        "same_as": list(entity.same_as),
        "papers": entity.papers,
        "rules": {
            "aliases": {merge.label: merge.rule for merge in entity.merges},
            "broader": {wider.term: wider.rule for wider in entity.broader},
        },
    }


def read_entity(line: dict[str, Any]) -> Entity:
    """Return the entity of ``entity_line``."""
    return Entity(
        id=line["id"],
        kinds=tuple(line["kinds"]),
        label=line["label"],
        aliases=tuple(line["aliases"]),
        broader=tuple(Broader(term, rule) for term, rule in line["rules"]["broader"].items()),
        same_as=tuple(line["same_as"]),
        papers=line["papers"],
        merges=tuple(Merge(line["id"], label, rule) for label, rule in line["rules"]["aliases"].items()),
    )


def link_line(link: Link) -> dict[str, Any]:
    """Return a line of ``links.jsonl``; evidence from another paper than the link's names that paper."""
    return {
        "paper": link.paper,
        "subject": link.subject,
        "predicate": link.predicate,
        "object": link.object,
        "score": link.score,
        "evidence": [
            {
                "field": evidence.field,
                "text": evidence.text,
                "start": evidence.start,
                "end": evidence.end,
                "sentence": evidence.sentence,
                "rule": evidence.rule,
                "score": evidence.score,
            }
            for evidence in link.evidence
        ],
    }


def read_link(line: dict[str, Any]) -> Link:
    """Return the edge of ``link_line``."""
    evidence = tuple(Evidence(paper=line["paper"], **each) for each in line["evidence"])
    return Link(line["paper"], line["subject"], line["predicate"], line["object"], line["score"], evidence)


def result_line(result: Result) -> dict[str, Any]:
    """Return a line of ``results.jsonl``."""
    return {
        "id": result.id,
        "paper": result.paper,
        "system": result.system,
        "benchmark": result.benchmark,
        "metric": result.metric,
        "value": result.value,
        "number": result.number,
        "direction": result.direction,
        "baseline": result.baseline,
        "baseline_value": result.baseline_value,
        "sentence": result.sentence,
        "start": result.start,
        "end": result.end,
        "rule": result.rule,
        "score": result.score,
    }


def read_result(line: dict[str, Any]) -> Result:
    """Return the result of ``result_line``."""
    return Result(**line)


def relation_line(relation: Relation) -> dict[str, Any]:
    """Return a relation as ``paperkg extract`` prints it; its subject is null where it is the paper's own system."""
    return {
        "subject": relation.subject,
        "predicate": relation.predicate,
        "object": relation.object,
        "sentence": relation.sentence,
        "score": relation.score,
        "rule": relation.rule,
    }


def rejected_line(rejected: Rejected) -> dict[str, Any]:
    """Return a line of ``rejected.jsonl``."""
    return {
        "source": source_line(rejected.source),
        "format": rejected.format,
        "reason": rejected.reason,
        "message": rejected.message,
        "excerpt": rejected.excerpt,
    }


def read_rejected(line: dict[str, Any]) -> Rejected:
    """Return the record of ``rejected_line``."""
    return Rejected(read_source(line["source"]), line["format"], line["reason"], line["message"], line["excerpt"])
