"""Puts new papers into the store before the files of an update stand, so that a large graph answers with them at once.

The new papers alone are resolved: what they name is a term of the graph where one has that name, and a new term where
it would be one by itself. The update that follows decides for the whole collection, and its graph takes the place of
this one. What stands ahead counts only while the update lives: a killed one leaves the graph that was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from pyoxigraph import Literal, NamedNode, Quad, Store, Triple

from paperkg.entities import resolve
from paperkg.entities.papers import unify
from paperkg.folder import BuildFolder
from paperkg.gathering import Outcome
from paperkg.graph import statements
from paperkg.graph.iris import Names
from paperkg.graph.namespaces import SKOS, TERM_TO_TERM
from paperkg.mentions import Extractor
from paperkg.records import Collection, Entity, Extraction, Paper, Run
from paperkg.settings import BuildSettings
from paperkg.store_files import put_ahead
from paperkg.text import passage
from paperkg.vocabulary import Vocabulary

MOST_RECORDS = 100
"""An update of more records is none that anybody waits for."""
BETWEEN_TERMS = frozenset((*TERM_TO_TERM, SKOS.broader))


def go_ahead(
    outcomes: Iterable[Outcome],
    build: BuildFolder,
    stage: Path,
    settings: BuildSettings,
    vocabulary: Vocabulary,
    run: Run,
) -> int:
    """Return how many new papers the store of ``build`` answers with from now on, while ``stage`` stands.

    Papers that the graph has already wait for the files, as all do where there are many or the graph has no store on
    disk. Their keyphrases are those without an encoder.
    """
    records = list(islice(outcomes, MOST_RECORDS + 1))
    if len(records) > MOST_RECORDS:
        return 0
    read, _ = unify([passage(record) for record in records if isinstance(record, Paper)])
    names = Names(settings.graph.base)
    with put_ahead(build, stage) as store:
        if store is None:
            return 0
        new = [each for each in read if not _knows(store, names.paper(each.paper.id))]
        if new:
            extractor = Extractor(replace(settings.mentions, keyphrases="statistical"), vocabulary)
            found = _in_terms_of(store, names, [extractor.extract(each) for each in new], vocabulary, settings)
            known = {names.term(entity.id) for entity in found.entities if _knows(store, names.term(entity.id))}
            made = statements(found, settings.graph, run)
            store.extend(Quad(*triple) for triple in made if not _is_said(triple, known))
            store.flush()
    return len(new)


def _is_said(triple: Triple, known: set[NamedNode]) -> bool:
    """Return whether a triple tells of a term what the graph tells of it already, from all papers."""
    return triple.subject in known and triple.predicate not in BETWEEN_TERMS


def _knows(store: Store, node: NamedNode) -> bool:
    return next(store.quads_for_pattern(node, None, None), None) is not None


def _in_terms_of(
    store: Store, names: Names, extractions: Sequence[Extraction], vocabulary: Vocabulary, settings: BuildSettings
) -> Collection:
    """Return the collection of a few papers with the ids that the graph in ``store`` has for what they name."""
    by_itself = {entity.id for entity in resolve(extractions, vocabulary, settings.entities).entities}
    found = resolve(extractions, vocabulary, replace(settings.entities, minimum_papers=1))
    ids = {entity.id: _known_id(store, names, entity) for entity in found.entities}
    ids |= {identifier: identifier for identifier in by_itself if ids.get(identifier) is None}
    return replace(
        found,
        entities=tuple(_entities(found.entities, ids)),
        links=tuple(
            replace(link, subject=ids.get(link.subject) or link.subject, object=target)
            for link in found.links
            if (target := ids.get(link.object)) and ids.get(link.subject, link.subject)
        ),
    )


def _entities(entities: Iterable[Entity], ids: dict[str, str | None]) -> Iterator[Entity]:
    """Yield the entities that are terms, once each, under the ids that the graph has for them."""
    seen: set[str] = set()
    for entity in entities:
        identifier = ids[entity.id]
        if identifier is None or identifier in seen:
            continue
        seen.add(identifier)
        broader = tuple(replace(each, term=term) for each in entity.broader if (term := ids.get(each.term)))
        is_new = identifier == entity.id
        yield replace(entity, id=identifier, broader=broader if is_new else (), merges=entity.merges if is_new else ())


def _known_id(store: Store, names: Names, entity: Entity) -> str | None:
    """Return the id of the one term in ``store`` that has a name of ``entity``; None where none or several have."""
    node = names.term(entity.id)
    if _knows(store, node):
        return entity.id
    prefix = node.value.removesuffix(entity.id)
    for name in (entity.label, *entity.aliases):
        having = {
            quad.subject.value
            for predicate in (SKOS.prefLabel, SKOS.altLabel)
            for quad in store.quads_for_pattern(None, predicate, Literal(name))
            if isinstance(quad.subject, NamedNode) and quad.subject.value.startswith(prefix)
        }
        if len(having) == 1:
            return having.pop().removeprefix(prefix)
    return None
