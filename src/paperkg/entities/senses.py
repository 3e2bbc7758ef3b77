"""What a name stands for: the vocabulary's entry, the paper's own definition, or a thing known by its normal form.

In this order: the entry that the term lookup found; the definition in the paper, which overrides the vocabulary; a
surface of the vocabulary; an acronym that the whole collection defines in one way only; the normal form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from paperkg.entities.normal_forms import is_acronym, normal_form
from paperkg.records import Extraction
from paperkg.vocabulary import Term, Vocabulary

DEFINED_ELSEWHERE = "acronym defined in the collection"
DECIDED = "decision"
"""The rule of a sense, and so of a merge, that a person decided."""


@dataclass(frozen=True, slots=True)
class Sense:
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
        self._exact: dict[str, dict[str, None]] = defaultdict(dict)
        for term in vocabulary:
            for surface in term.surfaces:
                self._exact[surface][term.id] = None
                if not _needs_case(term, surface):
                    owners[normal_form(surface)][term.id] = None
        self._owners = dict(owners)

    def find(self, name: str) -> str | None:
        """Return the id of the only entry that ``name`` spells, None where there is none or several."""
        exact = self._exact.get(name, {})
        if len(exact) == 1:
            return next(iter(exact))
        found = self._owners.get(normal_form(name), {})
        return next(iter(found)) if len(found) == 1 else None


def _needs_case(term: Term, surface: str) -> bool:
    return surface in term.context_surfaces or (term.case_sensitive and " " not in surface)


class Definitions:
    """The acronyms that one paper defines, by short form and by the normal form of the long one."""

    def __init__(self, extraction: Extraction) -> None:
        self.long_of: dict[str, str] = {}
        for acronym in extraction.passage.acronyms:
            self.long_of.setdefault(_short(acronym.short), acronym.long)
        for system in (extraction.system, *extraction.components):
            if system is not None and system.expansion:
                self.long_of.setdefault(_short(system.name), system.expansion)
        self.short_of = {normal_form(long): short for short, long in self.long_of.items()}


def _short(short: str) -> str:
    """Return a short form as a key: without its plural s, case kept."""
    stripped = short.strip()
    return stripped[:-1] if len(stripped) > 2 and stripped.endswith("s") and stripped[-2].isupper() else stripped


def collection_acronyms(definitions: Iterable[Definitions], surfaces: Surfaces) -> dict[str, Sense]:
    """Return the short forms that the collection defines in one way only, each with its sense.

    One paper's definition binds others only where the vocabulary has the long form too: else it takes two.
    """
    longs: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for each in definitions:
        for short, long in each.long_of.items():
            longs[short].setdefault(_long_key(long, surfaces), []).append(long)
    bound = {}
    for short, found in sorted(longs.items()):
        key = next(iter(found))
        spellings = found[key]
        if len(found) == 1 and is_acronym(short) and (len(spellings) > 1 or key.startswith("term:")):
            bound[short] = Sense(key, DEFINED_ELSEWHERE, min(spellings))
    return bound


def _long_key(long: str, surfaces: Surfaces) -> str:
    term = surfaces.find(long)
    return f"term:{term}" if term else f"name:{normal_form(long)}"


def sense_of(
    name: str,
    term: str | None,
    definitions: Definitions,
    surfaces: Surfaces,
    collection: Mapping[str, Sense],
) -> Sense:
    """Return what ``name`` stands for in a paper with these definitions; ``term`` is what the term lookup found."""
    long = definitions.long_of.get(_short(name))
    if long is not None:
        key = _long_key(long, surfaces)
        return Sense(key, "acronym defined in the paper", long)
    if term is not None:
        return Sense(f"term:{term}", "vocabulary")
    form = normal_form(name)
    if form in definitions.short_of:
        return Sense(_long_key(name, surfaces), "expansion of an acronym")
    found = surfaces.find(name)
    if found:
        return Sense(f"term:{found}", "vocabulary")
    if _short(name) in collection:
        return collection[_short(name)]
    return Sense(f"name:{form}", "normal form")
