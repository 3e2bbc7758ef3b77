"""Decides for a whole collection what every name means and which things are nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from paperkg.decisions import Decision
from paperkg.entities.acronym_context import senses_in_context
from paperkg.entities.decisions import Decided, Known, decide
from paperkg.entities.hierarchy import ancestors, as_broader, broader_terms, regrouped
from paperkg.entities.links import Answers, Named
from paperkg.entities.nodes import Node, Nodes, identifiers, kinds_of, label_of, merges_of
from paperkg.entities.readings import InMemory, Place, Reading, Readings, head_of, settled
from paperkg.entities.same_things import same_things
from paperkg.entities.senses import (
    DECIDED,
    DEFINED_ELSEWHERE,
    Definitions,
    Sense,
    Surfaces,
    collection_acronyms,
    sense_of,
    short_key,
)
from paperkg.records import UNDEFINED_ACRONYM, Entity, Extraction, Kind, Mention, Warned
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Term, Vocabulary


class Resolver:
    """Made from all extractions of a collection, gone through several times, then asked what a name stands for."""

    def __init__(
        self,
        papers: Iterable[Extraction] | Readings,
        vocabulary: Vocabulary,
        settings: EntitySettings,
        decisions: Sequence[Decision] = (),
        surfaces: Surfaces | None = None,
    ) -> None:
        """Decide for ``papers``; the ``surfaces`` of the vocabulary are given by who has them."""
        self._vocabulary = vocabulary
        self._surfaces = surfaces or Surfaces(vocabulary)
        self._readings = papers if isinstance(papers, Readings) else InMemory(papers, self._surfaces)
        self._definitions: dict[str, Definitions] = {}
        heads = []
        for each in self._readings:
            self._definitions[each.paper] = Definitions(each.longs)
            heads.append(head_of(each))
        self._acronyms = collection_acronyms(self._definitions.values())
        self._in_context = senses_in_context(heads, self._definitions)
        self._minimum_papers = settings.minimum_papers
        self._decided = Decided()
        self._same: dict[str, tuple[str, str]] = {}
        self._nodes = Nodes()
        self._kept: dict[str, Node] = {}
        self._labels: dict[str, str] = {}
        self._identifiers: dict[str, str] = {}
        self._settle(self._readings.settled(lambda reading: settled(reading, self._surfaces, self._acronyms)))
        if decisions:
            known = Known(self._kept | self._nodes.all(), self._labels, self._identifiers, self._vocabulary)
            self._decided = decide(decisions, known)
            self._settle(self._readings)
        self.left_out = len(self._nodes) - sum(key in self._nodes for key in self._kept)
        """How many things are named but are no nodes."""
        # Most things are named once and are no nodes; without them the edges have room.
        self._nodes = Nodes()

    @property
    def stale(self) -> tuple[Warned, ...]:
        """Return the decisions that changed nothing, with the reason."""
        return tuple(self._decided.stale)

    def _settle(self, readings: Iterable[Reading]) -> None:
        """Find the nodes, their labels, kinds, ids and wider terms, under the decisions known so far."""
        self._nodes = Nodes()
        self._same = {}
        for reading in readings:
            self._count(reading)
        self._same = same_things(self._nodes)
        self._nodes.join(self._same)
        kept = self._nodes.chosen(self._minimum_papers)
        labels = {key: self._label(key, node) for key, node in kept.items()}
        wider = ancestors(kept, broader_terms(kept, labels, self._vocabulary, self._surfaces), self._vocabulary)
        self._wider = regrouped(wider, self._decided.merged, self._decided.banned)
        self._kept = {key: kept.get(key) or Node(key) for key in sorted(self._wider)}
        self._labels = {key: self._label(key, node) for key, node in self._kept.items()}
        self._identifiers = identifiers(self._kept, self._labels, self._vocabulary, self._decided.identifiers)
        self._kinds = {self._identifiers[key]: kinds_of(node, self._term(key)) for key, node in self._kept.items()}

    def _label(self, key: str, node: Node) -> str:
        return self._decided.labels.get(key) or label_of(node, self._term(key))

    def sense(self, paper: str, name: str, term: str | None = None, text: str | None = None) -> Sense:
        """Return what ``name`` stands for in ``paper``; ``term`` is the vocabulary's id where the lookup found one.

        ``text`` is how the place spells it, where that is known.
        """
        known = sense_of(name, term, self._definitions[paper], self._surfaces, self._acronyms)
        return self._final(paper, known, name, term, text)

    def _final(self, paper: str, known: Sense, name: str, term: str | None, text: str | None) -> Sense:
        """Return what a name stands for in ``paper``, of which the rules for a single paper say that it is ``known``."""
        told = self._in_context[paper].get(short_key(name)) if term is None and paper in self._in_context else None
        found = told or known
        if found.key in self._same:
            key, rule = self._same[found.key]
            found = Sense(key, rule, found.expansion)
        return self._decided.sense(found, paper, (text or name,) if term else tuple(filter(None, (text, name))))

    def sense_of_mention(self, paper: str, mention: Mention) -> Sense:
        """Return what a mention stands for in its paper."""
        return self.sense(paper, mention.name, mention.term, mention.text)

    def identifier(self, paper: str, name: str, term: str | None = None) -> str | None:
        """Return the id of the node that ``name`` stands for in ``paper``, None where it is no node."""
        return self._identifiers.get(self.sense(paper, name, term).key)

    def identifier_of(self, paper: str, mention: Mention) -> str | None:
        """Return the id of the node that a mention names, None where it names none."""
        sense = self.sense_of_mention(paper, mention)
        if mention.rule == UNDEFINED_ACRONYM and sense.rule not in (DEFINED_ELSEWHERE, DECIDED):
            return None
        return self._identifiers.get(sense.key)

    def answers(self) -> Iterator[Answers]:
        """Yield for each paper what its names are called in the graph."""
        for reading in self._readings:
            paper = reading.paper
            yield Answers(
                tuple(self._answer(paper, place) for place in reading.places),
                tuple(
                    self._identifiers.get(self._final(paper, each[1], each[0], None, None).key) if each else None
                    for each in reading.related
                ),
            )

    def _answer(self, paper: str, place: Place) -> Named | None:
        sense = self._final(paper, place.sense, place.name, place.term, place.text)
        if place.undefined and sense.rule not in (DEFINED_ELSEWHERE, DECIDED):
            return None
        identifier = self._identifiers.get(sense.key)
        return None if identifier is None else Named(identifier, self._kinds[identifier])

    def kinds(self, identifier: str) -> tuple[Kind, ...]:
        """Return the kinds of a node by its id."""
        return self._kinds[identifier]

    def entities(self, paper_counts: dict[str, int]) -> tuple[Entity, ...]:
        """Return the nodes as records sorted by id; ``paper_counts`` says by id how many papers have an edge to it."""
        made = [self._entity(key, node, paper_counts) for key, node in self._kept.items()]
        return tuple(sorted(made, key=lambda entity: entity.id))

    def _term(self, key: str) -> Term | None:
        return self._vocabulary.get(key.removeprefix("term:")) if key.startswith("term:") else None

    def _count(self, reading: Reading) -> None:
        paper = reading.paper
        for place in reading.places:
            sense = self._final(paper, place.sense, place.name, place.term, place.text)
            if not place.undefined or sense.rule in (DEFINED_ELSEWHERE, DECIDED):
                self._nodes.add(place, sense, paper)
        # The first name is that of the paper's system, which stands in no relation by that.
        for each in reading.related[1:]:
            node = self._nodes.get(self._final(paper, each[1], each[0], None, None).key) if each else None
            if node is not None:
                node.vouched = True

    def _entity(self, key: str, node: Node, paper_counts: dict[str, int]) -> Entity:
        identifier, label, term = self._identifiers[key], self._labels[key], self._term(key)
        merges = merges_of(identifier, node, label, term, lambda spelling: self._decided.leaves(key, spelling))
        return Entity(
            id=identifier,
            kinds=self._kinds[identifier],
            label=label,
            aliases=tuple(merge.label for merge in merges),
            broader=as_broader(self._wider[key], self._identifiers),
            same_as=term.same_as if term else (),
            papers=paper_counts.get(identifier, 0),
            merges=merges,
        )
