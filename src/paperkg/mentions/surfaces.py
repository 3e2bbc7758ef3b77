"""Every spelling under which a vocabulary's terms are looked up, folded, with the conditions each spelling carries."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from paperkg.mentions.folding import fold_phrase, plain, plural, singular, squash
from paperkg.vocabulary import Term, Vocabulary

_NAMED_KINDS = frozenset({"Model", "Dataset", "Benchmark"})
_LETTER_AND_DIGIT = re.compile(r"(?<=[^\W\d_])[ -](?=\d)|(?<=[^\W\d_])-(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Surface:
    """One spelling of a term; ``spelling`` is as the table has it, ``None`` where any case will do."""

    term: Term
    spelling: str | None
    context: bool
    """Whether the spelling counts only in exact case and with support in the text."""
    capital: bool
    """Whether it is the name of a model or of data, written with a capital."""

    def allows(self, text: str) -> bool:
        """Return whether the words of a paper are this spelling, in its case where that counts, or its plural.

        One lower-case word names no model and no data that is written with a capital or a digit.
        """
        if self.spelling is None:
            return not (self.capital and text.islower() and text.isalpha())
        written, spelling = _glued(text), _glued(self.spelling)
        return written in (spelling, *_plurals(spelling)) or spelling == f"{written}s"


def surfaces_by_key(vocabulary: Vocabulary) -> dict[str, tuple[Surface, ...]]:
    """Return the surfaces of all terms by their folded form, plurals and glued spellings among them.

    A spelling made here (a plural, ``Qwen 3`` from ``Qwen-3``) never stands beside one that a table owns.
    """
    owned: dict[str, list[Surface]] = defaultdict(list)
    made: dict[str, list[Surface]] = defaultdict(list)
    for term in vocabulary:
        for spelling in term.surfaces:
            surface = _surface(term, spelling)
            key = fold_phrase(spelling)
            if key:
                _add(owned[key], surface)
                for variant in _variants(term, spelling, key):
                    _add(made[variant], _made(surface, spelling, variant))
    return {key: tuple(owned.get(key) or made[key]) for key in sorted(owned.keys() | made.keys())}


def terms_by_long_form(vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Return the ids of terms by the squashed form of each of their spellings that has several words."""
    found: dict[str, list[str]] = defaultdict(list)
    for term in vocabulary:
        for spelling in term.surfaces:
            key = squash(spelling)
            if len(key) > 6 and term.id not in found[key]:
                found[key].append(term.id)
    return {key: tuple(ids) for key, ids in found.items()}


def long_forms(term: Term) -> tuple[str, ...]:
    """Return the spellings of a term that are words written out: two or more, none with a digit."""
    return tuple(
        spelling
        for spelling in term.surfaces
        if len(words := re.split(r"[\s-]+", spelling)) > 1
        and all(len(w) > 1 and not re.search(r"\d", w) for w in words)
    )


def _surface(term: Term, spelling: str) -> Surface:
    context = spelling in term.context_surfaces
    single = " " not in spelling and ("-" not in spelling or len(squash(spelling)) <= 6)
    exact = context or (term.case_sensitive and single)
    capital = term.kind in _NAMED_KINDS and not spelling.islower()
    return Surface(term, plain(spelling) if exact else None, context, capital)


def _made(surface: Surface, spelling: str, variant: str) -> Surface:
    """Return the surface of a spelling made here: glued letters of a name may be a word, so that their case counts."""
    if surface.capital and surface.spelling is None and "-" in spelling and variant.isalpha():
        return replace(surface, spelling=plain(spelling))
    return surface


def _variants(term: Term, spelling: str, key: str) -> Iterator[str]:
    head, _, last = key.rpartition(" ")
    lead = f"{head} " if head else ""
    if last[-1].isalpha() and len(last) > 1:
        if not last.endswith("s"):
            yield lead + plural(last)
        elif term.kind not in _NAMED_KINDS and singular(last) != last:
            yield lead + singular(last)
    if len(key) > 5:
        joined = _LETTER_AND_DIGIT.sub("", spelling)
        glued = key if joined == spelling else fold_phrase(joined)
        if glued != key:
            yield glued
            if glued[-1].isalpha() and not glued.endswith("s"):
                yield plural(glued)


def _glued(text: str) -> str:
    return plain(text).replace("-", "").replace(" ", "")


def _plurals(spelling: str) -> tuple[str, ...]:
    return (f"{spelling}s", f"{spelling}es", f"{spelling[:-1]}ies" if spelling.endswith("y") else spelling)


def _add(surfaces: list[Surface], surface: Surface) -> None:
    if surface not in surfaces:
        surfaces.append(surface)
