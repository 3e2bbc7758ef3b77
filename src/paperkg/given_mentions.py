"""Mentions that somebody else found, and what each one means: the entities room alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from paperkg.entities.resolver import Resolver
from paperkg.entities.senses import Surfaces
from paperkg.entities.taken_up import in_full
from paperkg.errors import UsageError
from paperkg.records import Extraction, Kind, Mention, Paper, Source
from paperkg.settings import EntitySettings
from paperkg.text import passage
from paperkg.vocabulary import Vocabulary

KINDS: dict[str, Kind] = {
    "Concept": "Concept",
    "Task": "Task",
    "Method": "Method",
    "Model": "Model",
    "Dataset": "Dataset",
    "Benchmark": "Benchmark",
    "Metric": "Metric",
    "Material": "Dataset",
}
"""Our kinds by the types that mentions may have; any other type is a concept."""
GIVEN = "given"


def with_links(records: Sequence[dict[str, Any]], vocabulary: Vocabulary) -> Iterator[dict[str, Any]]:
    """Yield the records in their order, the key ``link`` of every entity filled with the id of the thing it names.

    A record has ``id``, ``text``, and ``entities`` with ``start``, ``end``, ``text`` and ``type``; a ``title`` helps.
    Every entity is a node here, whether others name it or not. Within a record a shorter name takes up a longer one.

    Raises:
        UsageError: a record has no ``id``, or an entity neither a text nor offsets.
    """
    surfaces = Surfaces(vocabulary)
    extractions = [_extraction(place, record, surfaces) for place, record in enumerate(records, 1)]
    resolver = Resolver(extractions, vocabulary, EntitySettings(minimum_papers=1))
    for extraction, record in zip(extractions, records, strict=True):
        paper = extraction.passage.paper.id
        links = [resolver.identifier_of(paper, mention) for mention in extraction.mentions]
        entities = [{**entity, "link": link} for entity, link in zip(_entities(record), links, strict=True)]
        yield {**record, "entities": entities} if "entities" in record else record


def _entities(record: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return record.get("entities") or ()


def _extraction(place: int, record: dict[str, Any], surfaces: Surfaces) -> Extraction:
    if "id" not in record:
        raise UsageError(f"Record {place} has no id.", remedy='Give each record an "id".')
    text = str(record.get("text") or "")
    paper = Paper(source=Source(str(record["id"]), place), title=record.get("title") or None, text=text, id=str(place))
    mentions = [_mention(entity, text, record["id"]) for entity in _entities(record)]
    in_order = sorted(mentions, key=lambda each: each.start)
    full = in_full([(each.name, each.kind) for each in in_order], surfaces.are_two)
    named = tuple(replace(each, name=full.get(each.text, each.text)) for each in mentions)
    return Extraction(passage=passage(paper), mentions=named)


def _mention(entity: dict[str, Any], text: str, record: object) -> Mention:
    start, end = int(entity.get("start") or 0), int(entity.get("end") or 0)
    written = str(entity.get("text") or text[start:end])
    if not written.strip():
        raise UsageError(f"Record {record!r} has an entity with neither text nor offsets.")
    return Mention(
        field="text",
        start=start,
        end=end,
        text=written,
        kind=KINDS.get(str(entity.get("type")), "Concept"),
        rule=GIVEN,
        score=1.0,
        name=written,
    )
