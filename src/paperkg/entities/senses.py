"""What a name stands for: the vocabulary's entry, the paper's own definition, or a thing known by its normal form.

In this order: the entry that the term lookup found; the definition in the paper, which overrides the vocabulary; a
surface of the vocabulary; an acronym that the whole collection defines in one way only; the same in other words; the
normal form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from paperkg.entities.normal_forms import is_acronym, normal_form
from paperkg.entities.shorter_names import is_no_word, reworded, without_degree, without_kind
from paperkg.records import Kind
from paperkg.vocabulary import Term, Vocabulary

DEFINED_ELSEWHERE = "acronym defined in the collection"
NORMAL_FORM = "normal form"
"""The rule of a sense that nothing but the name's own letters decides."""
DECIDED = "decision"
"""The rule of a sense, and so of a merge, that a person decided."""
SHORTER = "without the noun of its kind"
OTHER_WORDS = "in other words"
LONG_NAME = 7
"""So many letters make a name known by its letters alone: Imagenet is ImageNet, but a Dream is no DREAM."""
MADE_KINDS: frozenset[Kind] = frozenset({"Model", "Method", "Task"})
NAMED_KINDS: frozenset[Kind] = frozenset({"Dataset", "Benchmark", "Metric"})


class Sense(NamedTuple):
    """A thing: ``key`` is ``term:<id>`` where the vocabulary has it, else ``name:<normal form>``; and why."""

    key: str
    rule: str
    expansion: str | None = None

    @property
    def term(self) -> str | None:
        """Return the vocabulary's id, None where the vocabulary lacks it."""
        return self.key.removeprefix("term:") if self.key.startswith("term:") else None


class Surfaces:
    """The vocabulary's surfaces by normal form; an ambiguous form belongs to nobody."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        owners: dict[str, dict[str, None]] = defaultdict(dict)
        self._kinds = {term.id: term.kind for term in vocabulary}
        loose: dict[str, dict[str, None]] = defaultdict(dict)
        self._exact: dict[str, dict[str, None]] = defaultdict(dict)
        for term in vocabulary:
            for surface in term.surfaces:
                self._exact[surface][term.id] = None
                loose[normal_form(surface)][term.id] = None
                if not _needs_case(term, surface):
                    owners[normal_form(surface)][term.id] = None
        self._owners = dict(owners)
        self._loose = dict(loose)

    def find(self, name: str) -> str | None:
        """Return the id of the only entry that ``name`` spells, None where there is none or several."""
        exact = self._exact.get(name, {})
        if len(exact) == 1:
            return next(iter(exact))
        form = normal_form(name)
        found = self._owners.get(form, {})
        if not found and len(form) >= LONG_NAME and name[:1].isupper():
            found = self._loose.get(form, {})
        return next(iter(found)) if len(found) == 1 else None

    def are_two(self, one: str, other: str) -> bool:
        """Return whether two names are those of two entries."""
        found = self.find(one), self.find(other)
        return None not in found and found[0] != found[1]

    def is_kind(self, term: str | None, kinds: frozenset[Kind]) -> bool:
        """Return whether an entry is of one of these kinds."""
        return term is not None and self._kinds.get(term) in kinds

    def find_kind(self, name: str, kinds: frozenset[Kind]) -> str | None:
        """Return what ``find`` does where the entry is of one of these kinds."""
        found = self.find(name)
        return found if self.is_kind(found, kinds) else None


def _needs_case(term: Term, surface: str) -> bool:
    return surface in term.context_surfaces or (term.case_sensitive and " " not in surface)


class LongForm(NamedTuple):
    """What a paper defines a short form to be, the key of what that names, and its normal form."""

    short: str
    long: str
    key: str
    form: str


class Bound(Protocol):
    """What a collection says that acronyms stand for."""

    def get(self, short: str, /) -> Sense | None:
        """Return what a short form stands for, None where the collection does not say."""


class Definitions:
    """The acronyms that one paper defines, by short form and by the normal form of the long one."""

    __slots__ = ("_folded", "key_of", "long_of", "short_of")

    def __init__(self, longs: Sequence[LongForm]) -> None:
        self.long_of = {each.short: each.long for each in longs}
        self.key_of = {each.short: each.key for each in longs}
        self.short_of = {each.form: each.short for each in longs}
        self._folded = {short.casefold(): long for short, long in self.long_of.items() if " " in short}

    def long(self, name: str) -> str | None:
        """Return what the paper defines a short form to be: in its case, or in any where it has several words."""
        short = short_key(name)
        return self.long_of.get(short) or self._folded.get(short.casefold())


def short_key(short: str) -> str:
    """Return a short form as a key: without its plural s, case kept."""
    stripped = short.strip(" ()[]{},;:")
    return stripped[:-1] if len(stripped) > 2 and stripped.endswith("s") and stripped[-2].isupper() else stripped


def collection_acronyms(definitions: Iterable[Definitions]) -> dict[str, Sense]:
    """Return the short forms that the collection defines in one way only, each with its sense.

    One paper's definition binds others only where the vocabulary has the long form too: else it takes two.
    """
    longs: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for each in definitions:
        for short, long in each.long_of.items():
            longs[short].setdefault(each.key_of[short], []).append(long)
    bound = {}
    for short, found in sorted(longs.items()):
        key = next(iter(found))
        spellings = found[key]
        if len(found) == 1 and is_acronym(short) and (len(spellings) > 1 or key.startswith("term:")):
            bound[short] = Sense(key, DEFINED_ELSEWHERE, min(spellings))
    return bound


def long_key(long: str, surfaces: Surfaces) -> str:
    """Return the key of what a long form names."""
    term = surfaces.find(long)
    return f"term:{term}" if term else f"name:{normal_form(long)}"


def sense_of(
    name: str,
    term: str | None,
    definitions: Definitions,
    surfaces: Surfaces,
    collection: Bound,
) -> Sense:
    """Return what ``name`` stands for in a paper with these definitions; ``term`` is what the term lookup found."""
    long = definitions.long(name)
    if long is not None:
        key = long_key(long, surfaces)
        return Sense(key, "acronym defined in the paper", long)
    if term is not None:
        return Sense(f"term:{term}", "vocabulary")
    form = normal_form(name)
    if form in definitions.short_of:
        return Sense(long_key(name, surfaces), "expansion of an acronym")
    found = surfaces.find(name)
    if found:
        return Sense(f"term:{found}", "vocabulary")
    bound = collection.get(short_key(name))
    if bound is not None:
        return bound
    return _in_other_words(name, definitions, surfaces, collection) or Sense(f"name:{form}", NORMAL_FORM)


def _defined(rest: str, kinds: frozenset[Kind], definitions: Definitions, surfaces: Surfaces) -> Sense | None:
    """Return the sense of an acronym of the paper that stands for a thing of one of these kinds, else None."""
    long = definitions.long_of.get(short_key(rest))
    if long is None or not is_no_word(rest):
        return None
    key = long_key(long, surfaces)
    is_term = key.startswith("term:")
    fits = surfaces.is_kind(key.removeprefix("term:"), kinds) if is_term else kinds in dict(without_kind(long)).values()
    return Sense(key, SHORTER, long) if fits else None


def _in_other_words(name: str, definitions: Definitions, surfaces: Surfaces, collection: Bound) -> Sense | None:
    """Return the sense of a longer or turned way to say a thing, None where no such thing is known."""
    for rest, kinds in without_kind(name):
        known = _defined(rest, kinds, definitions, surfaces)
        if known is not None:
            return known
        bound = collection.get(short_key(rest))
        term = surfaces.find_kind(rest, kinds) or (
            bound.term if bound and surfaces.is_kind(bound.term, kinds) else None
        )
        if term is not None:
            return Sense(f"term:{term}", SHORTER)
        undefined = short_key(rest) not in definitions.long_of and bound is None and surfaces.find(rest) is None
        if undefined and is_no_word(rest) and kinds & NAMED_KINDS:
            return Sense(f"name:{normal_form(rest)}", SHORTER)
    plain = surfaces.find_kind(without_degree(name), MADE_KINDS)
    if plain is not None:
        return Sense(f"term:{plain}", OTHER_WORDS)
    for other in reworded(name, definitions.long_of):
        term = surfaces.find(other) or next(
            filter(None, (surfaces.find_kind(rest, kinds) for rest, kinds in without_kind(other))), None
        )
        if term is not None:
            return Sense(f"term:{term}", OTHER_WORDS)
        if normal_form(other) in definitions.short_of:
            return Sense(long_key(other, surfaces), OTHER_WORDS)
    return None
