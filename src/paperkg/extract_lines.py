"""What ``paperkg extract`` prints of a paper; the keys are a contract."""

from __future__ import annotations

from typing import Any

from paperkg.entities.resolver import Resolver
from paperkg.lines import relation_line, result_line, source_line
from paperkg.records import METHOD_PHRASE, NOUN_PHRASE, Extraction, Mention, System


def extraction_line(extraction: Extraction, resolver: Resolver) -> dict[str, Any]:
    """Return the line of one paper; ``entities`` are those of the abstract, so that ``text[start:end]`` is each one's text."""
    paper = extraction.passage.paper
    entities = [line for mention in extraction.mentions for line in _entity(mention, paper.id, resolver)]
    return {
        "id": paper.key or paper.id,
        "source": source_line(paper.source),
        "title": paper.title,
        "label": extraction.label,
        "text": paper.text,
        "system": _system(extraction.system) if extraction.system else None,
        "components": [component.name for component in extraction.components],
        "contribution": extraction.contribution,
        "entities": entities,
        "relations": [
            {**line, **_places(line, entities, extraction, resolver)} for line in _relations(extraction, resolver)
        ],
        "results": [result_line(result) for result in extraction.results],
        "keyphrases": list(extraction.keyphrases),
        "acronyms": [{"short": each.short, "long": each.long} for each in extraction.passage.acronyms],
        "code_url": extraction.code_url,
    }


def _relations(extraction: Extraction, resolver: Resolver) -> list[dict[str, Any]]:
    """Return what the paper's sentences state: of the terms they name, and between them; the paper stands for its system."""
    paper = extraction.passage.paper
    subject = extraction.system.name if extraction.system else paper.key or paper.id
    stated = [
        {
            "subject": subject,
            "predicate": mention.predicate,
            "object": mention.name,
            "sentence": _sentence(extraction, mention),
            "score": mention.score,
            "rule": mention.rule,
        }
        for mention in extraction.mentions
        if mention.predicate not in (None, "mentions")
        and mention.rule not in (NOUN_PHRASE, METHOD_PHRASE)
        and resolver.identifier_of(paper.id, mention)
    ]
    between = [{**relation_line(relation), "subject": relation.subject or subject} for relation in extraction.relations]
    unique = {(line["predicate"], line["object"], line["sentence"]): line for line in (*stated, *between)}
    return list(unique.values())


def _places(
    line: dict[str, Any], entities: list[dict[str, Any]], extraction: Extraction, resolver: Resolver
) -> dict[str, Any]:
    """Return a relation's ends as positions in ``entities``, the form in which relation corpora give them.

    An end that no entity stands for, such as a paper that names no system of its own, is given by the other end.
    """
    paper = extraction.passage.paper.id
    begins = max(0, extraction.passage.paper.text.find(line["sentence"]))

    def place(name: str) -> int | None:
        link = resolver.identifier(paper, name)
        found = [index for index, entity in enumerate(entities) if link and entity["link"] == link]
        return min(found, key=lambda index: (abs(entities[index]["start"] - begins), index), default=None)

    tail = place(line["object"])
    head = place(line["subject"])
    known = [each for each in (tail, head) if each is not None] or [0]
    return {"head": known[-1], "tail": known[0], "type": line["predicate"]} if entities else {}


def _sentence(extraction: Extraction, mention: Mention) -> str:
    section = extraction.passage.section(mention.field)
    sentence = section.sentence_at(mention.start)
    return section.text[sentence.start : sentence.end]


def _system(system: System) -> dict[str, str | None]:
    return {"name": system.name, "expansion": system.expansion}


def _entity(mention: Mention, paper: str, resolver: Resolver) -> list[dict[str, Any]]:
    """Return a mention of the abstract as a line; a noun phrase that nobody vouches for is none.

    A method of one paper alone is found, named or described, though the graph has no node for it.
    """
    link = resolver.identifier_of(paper, mention)
    described = mention.rule in ("keyphrase", METHOD_PHRASE) or mention.rule.startswith("name-")
    if mention.field != "text" or (link is None and not described) or mention.rule == NOUN_PHRASE:
        return []
    return [
        {
            "start": mention.start,
            "end": mention.end,
            "text": mention.text,
            "type": mention.kind,
            "link": link,
            "score": mention.score,
            "rule": mention.rule,
        }
    ]
