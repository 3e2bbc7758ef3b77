"""What the resolver has to know of a paper: its definitions, the names in it, and what each stands for by the rules alone.

A reading follows from its paper, the vocabulary, and what the collection answers about a few acronyms; it says which
ones, so that one that was made in another collection holds as long as these answers are the same.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paperkg.entities.normal_forms import is_acronym, normal_form
from paperkg.entities.senses import Definitions, LongForm, Sense, Surfaces, long_key, sense_of, short_key
from paperkg.records import METHOD_PHRASE, NOUN_PHRASE, UNDEFINED_ACRONYM, Extraction, Kind, Mention, Passage

_WORD = re.compile(r"[a-z][a-z-]{3,}")
NOT_YET = Sense("", "")
"""The sense of a name in a reading that no collection has settled."""


class Place(NamedTuple):
    """One mention; ``spelling`` is how the text writes the name, where that differs by spelling alone."""

    name: str
    sense: Sense
    kind: Kind
    text: str
    term: str | None
    spelling: str | None
    proposed: bool
    keyword: bool
    salient: bool
    undefined: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What one paper names, in the order of its mentions, and the names in its relations."""

    paper: str
    longs: tuple[LongForm, ...]
    words: str
    """The words of its title and abstract but for what its acronyms spell, each once, sorted."""
    places: tuple[Place, ...]
    related: tuple[tuple[str, Sense] | None, ...]
    """The paper's system, then subject and object of each relation; None where there is none."""
    asked: tuple[tuple[str, Sense | None], ...] | None = None
    """The acronyms that the senses depend on, each with what it stands for; None where nothing is settled yet."""


class Head(NamedTuple):
    """Of a reading what is looked at before anything is settled: the acronyms that it leaves undefined, and its words."""

    paper: str
    undefined: tuple[str, ...]
    words: str


class Readings(ABC):
    """The readings of a collection in the order of the ids of their papers, gone through several times."""

    @abstractmethod
    def __iter__(self) -> Iterator[Reading]:
        """Yield the readings."""

    @abstractmethod
    def settled(self, settle: Callable[[Reading], Reading]) -> Iterator[Reading]:
        """Yield what ``settle`` makes of each reading, and keep that in its place."""


class InMemory(Readings):
    """Readings of a few papers."""

    def __init__(self, extractions: Iterable[Extraction], surfaces: Surfaces) -> None:
        """Read every extraction."""
        self._readings = [reading_of(extraction, surfaces) for extraction in extractions]

    def __iter__(self) -> Iterator[Reading]:
        """Yield the readings."""
        return iter(self._readings)

    def settled(self, settle: Callable[[Reading], Reading]) -> Iterator[Reading]:
        """Yield what ``settle`` makes of each reading, and keep that in its place."""
        self._readings = [settle(reading) for reading in self._readings]
        return iter(self._readings)


@dataclass(slots=True)
class Asked:
    """Answers for the collection what an acronym stands for, and remembers what it was asked."""

    bound: Mapping[str, Sense]
    answers: dict[str, Sense | None] = field(default_factory=dict)

    def get(self, short: str) -> Sense | None:
        """Return what the collection says of a short form; nothing but acronyms is bound."""
        found = self.bound.get(short)
        if is_acronym(short):
            self.answers[short] = found
        return found


def reading_of(extraction: Extraction, surfaces: Surfaces) -> Reading:
    """Return the reading of a paper, its senses not yet settled."""
    system = extraction.system
    related = [system.name if system else None]
    for relation in extraction.relations:
        related += [relation.subject, relation.object]
    return Reading(
        paper=extraction.passage.paper.id,
        longs=tuple(_longs(extraction, surfaces)),
        words=_words(extraction.passage),
        places=tuple(map(_place, extraction.mentions)),
        related=tuple((name, NOT_YET) if name is not None else None for name in related),
    )


def head_of(reading: Reading) -> Head:
    """Return the head of a reading."""
    undefined = tuple(short_key(place.name) for place in reading.places if place.undefined)
    return Head(reading.paper, undefined, reading.words)


def settled(reading: Reading, surfaces: Surfaces, bound: Mapping[str, Sense]) -> Reading:
    """Return the reading with the senses that its names have where the collection has ``bound`` these acronyms."""
    if reading.asked is not None and all(bound.get(short) == answer for short, answer in reading.asked):
        return reading
    definitions, asked = Definitions(reading.longs), Asked(bound)
    known: dict[tuple[str, str | None], Sense] = {}

    def sense(name: str, term: str | None = None) -> Sense:
        if (name, term) not in known:
            known[name, term] = sense_of(name, term, definitions, surfaces, asked)
        return known[name, term]

    return replace(
        reading,
        places=tuple(place._replace(sense=sense(place.name, place.term)) for place in reading.places),
        related=tuple((each[0], sense(each[0])) if each is not None else None for each in reading.related),
        asked=tuple(sorted(asked.answers.items())),
    )


def _place(mention: Mention) -> Place:
    same = mention.text != mention.name and normal_form(mention.text) == normal_form(mention.name)
    return Place(
        name=mention.name,
        sense=NOT_YET,
        kind=mention.kind,
        text=mention.text,
        term=mention.term,
        spelling=mention.text if same else None,
        proposed=mention.predicate == "proposes",
        keyword=mention.field == "keywords",
        salient=mention.rule not in (NOUN_PHRASE, METHOD_PHRASE),
        undefined=mention.rule == UNDEFINED_ACRONYM,
    )


def _longs(extraction: Extraction, surfaces: Surfaces) -> Iterator[LongForm]:
    """Yield the acronyms that a paper defines, each by its first long form."""
    defined = [(acronym.short, acronym.long) for acronym in extraction.passage.acronyms]
    named = [system for system in (extraction.system, *extraction.components) if system is not None]
    defined += [(system.name, system.expansion) for system in named if system.expansion]
    longs: dict[str, str] = {}
    for short, long in defined:
        longs.setdefault(short_key(short), long)
    for short, long in longs.items():
        yield LongForm(short, long, long_key(long, surfaces), normal_form(long))


def _words(passage: Passage) -> str:
    text = " ".join(section.text for section in passage.sections if section.field != "keywords")
    for acronym in passage.acronyms:
        text = text.replace(acronym.long, " ").replace(acronym.short, " ")
    return " ".join(sorted(set(_WORD.findall(text.lower()))))
