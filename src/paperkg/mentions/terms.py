"""Finds the vocabulary's terms in a text: whole words, leftmost and longest, each term's conditions obeyed.

The search is Aho and Corasick's ("Efficient string matching: an aid to bibliographic search", CACM 18(6), 1975) over
folded text. What a paper defines goes before what the vocabulary says, and a spelling that is also an ordinary word
or a short acronym needs support from the text around it (``support``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from paperkg.mentions.definitions import Definitions
from paperkg.mentions.folding import Folded, fold, fold_phrase
from paperkg.mentions.rule_scores import rule_score
from paperkg.mentions.support import Candidate, Reading, supported
from paperkg.mentions.surfaces import Surface, surfaces_by_key, terms_by_long_form
from paperkg.records import Acronym, Kind, Mention, Passage, Section
from paperkg.vocabulary import Term, Vocabulary

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

# What a model's size may carry behind it and still be that size, as the tables fold it.
_RELEASE = re.compile(
    r"[-\u2010\u2011\u2013](?:Instruct|Base|Chat|it|hf|preview|Preview)(?:[-\u2010\u2011\u2013]v?\d[\w.]*)*(?![\w-])"
)
_SIZE = re.compile(r"[ -]?\d+(?:\.\d+)?[BM](?![\w])")
# What follows a name and makes it another: GPT-5 in GPT-5.1, LoRA in LoRA+, Recall in Recall@10.
_LONGER = re.compile(r"\.\d|\+|@\w|_\w|[-\u2010\u2011\u2012\u2013\u2212](?:[A-Z\d]|(?:free|less|agnostic)(?!\w))")
_COORDINATED = re.compile(r"(?:/|(?:, | and | & )(?=\d\d|\d[A-Z]))(\d+(?:\.\d+)?[A-Za-z]?|[A-Z])(?![\w-]|\.\w)")
_LAST_PART = re.compile(r"(\d+(?:\.\d+)?[A-Za-z]?|(?<=-)[A-Z])$")
_JOINED = re.compile(r"[^\W_][-\u2010\u2011\u2012\u2013\u2212]$|[\w.\\#@$]$")


NAMED_KINDS = frozenset({"Model", "Dataset", "Benchmark"})


class TermFinder:
    """Looks up a vocabulary's terms; built once, it keeps no state between texts."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        from ahocorasick_rs import AhoCorasick

        self._vocabulary = vocabulary
        self._surfaces = surfaces_by_key(vocabulary)
        self._keys = tuple(self._surfaces)
        self._long_forms = terms_by_long_form(vocabulary)
        self._automaton: AhoCorasick = AhoCorasick([f" {key}" for key in self._keys] or ["\x00"])

    def find_all(self, passage: Passage) -> tuple[Mention, ...]:
        """Return the terms named in all sections of a passage, in the order of the sections and of their places.

        A spelling that needs support in one section finds it in the others too.
        """
        definitions = self._definitions(passage.acronyms)
        looked = [(section, *self._candidates(section.text, definitions)) for section in passage.sections]
        sure = frozenset(term for _, _, candidates in looked for term in _sure(candidates))
        return tuple(
            m for section, folded, candidates in looked for m in self._decide(section, folded, candidates, sure)
        )

    def find(self, section: Section, acronyms: Iterable[Acronym] = ()) -> tuple[Mention, ...]:
        """Return the terms named in a section, by place; those overlap that share a place (``AIME-24/25``) or stand inside.

        ``acronyms`` are what the paper defines, in this section or in another.
        """
        folded, candidates = self._candidates(section.text, self._definitions(acronyms))
        return self._decide(section, folded, candidates, _sure(candidates))

    def kinds(self, spelling: str) -> frozenset[Kind]:
        """Return the kinds of the terms that have a spelling, whether or not a text supports it."""
        surfaces = self._surfaces.get(fold_phrase(spelling), ())
        return frozenset(surface.term.kind for surface in surfaces if surface.allows(spelling))

    def _definitions(self, acronyms: Iterable[Acronym]) -> Definitions:
        return Definitions(acronyms, self._vocabulary, self._long_forms)

    def _decide(
        self, section: Section, folded: Folded, candidates: Sequence[Candidate], sure: frozenset[str]
    ) -> tuple[Mention, ...]:
        reading = Reading(section.text, folded, sure, self._vocabulary)
        settled = supported(candidates, reading)
        chosen = _leftmost_longest(settled)
        mentions = [self._mention(section, candidate) for candidate in chosen]
        mentions += [self._mention(section, candidate) for candidate in self._modifiers(chosen, settled)]
        for candidate in chosen:
            mentions.extend(self._coordinated(section, candidate))
        return tuple(sorted(_widened(mentions), key=lambda m: (m.start, m.end, m.name)))

    def _modifiers(self, chosen: Sequence[Candidate], settled: Sequence[Candidate]) -> list[Candidate]:
        """Return the terms inside a longer idea that do not end with it: a large language model in "LLM reasoning".

        What ends with it is the wider term of the longer one and not named beside it.
        """
        found: list[Candidate] = []
        for outer in chosen:
            owner = self._vocabulary.terms[next(iter(outer.owners))]
            if owner.kind in NAMED_KINDS:
                continue
            inner = [
                replace(each, support="modifier")
                for each in settled
                if outer.first <= each.first
                and each.last < outer.last
                and next(iter(each.owners)) != owner.id
                and self._vocabulary.terms[next(iter(each.owners))].kind not in NAMED_KINDS
            ]
            found += _leftmost_longest(inner)
        return found

    def _candidates(self, text: str, definitions: Definitions) -> tuple[Folded, list[Candidate]]:
        folded = fold(text)
        found: list[Candidate] = []
        for key, start, end in self._automaton.find_matches_as_indexes(folded.text, overlapping=True):
            if end < len(folded.text) and folded.text[end] != " ":
                continue
            first = folded.token_at(start)
            last = first + self._keys[key].count(" ")
            candidate = self._candidate(text, folded, first, last, self._surfaces[self._keys[key]], definitions)
            if candidate:
                found.append(candidate)
        found.extend(_lent(text, folded, definitions, {(c.start, c.end) for c in found}))
        return folded, sorted(found, key=lambda c: (c.first, -c.last))

    def _candidate(
        self, text: str, folded: Folded, first: int, last: int, surfaces: Sequence[Surface], definitions: Definitions
    ) -> Candidate | None:
        start, end = folded.starts[first], folded.ends[last]
        written = text[start:end]
        allowed = [surface for surface in surfaces if surface.allows(written)]
        if not allowed or not _whole(text, start, end, [surface.term for surface in allowed]):
            return None
        owners: dict[str, bool] = {}
        for surface in allowed:
            owners[surface.term.id] = owners.get(surface.term.id, True) and surface.context
        defined = definitions.owners(written, owners)
        if defined is not None:
            return Candidate(first, last, start, end, dict.fromkeys(defined, False), "defined") if defined else None
        return Candidate(first, last, start, end, owners, "")

    def _mention(self, section: Section, candidate: Candidate) -> Mention:
        term = self._vocabulary.terms[next(iter(candidate.owners))]
        rule = f"vocabulary-{candidate.support}" if candidate.support else "vocabulary"
        end = candidate.end
        if term.table == "models" and (release := _RELEASE.match(section.text, end)):
            end = release.end()
        return _mention_of(term, section, candidate.start, end, rule)

    def _coordinated(self, section: Section, candidate: Candidate) -> Iterable[Mention]:
        """Yield what shares the head of a name with it: AIME 2025 in ``AIME-24/25``, CIFAR-100 in ``CIFAR-10/100``."""
        text, end = section.text, candidate.end
        part = _LAST_PART.search(text[candidate.start : end])
        term = self._vocabulary.terms[next(iter(candidate.owners))]
        if part is None or term.kind not in NAMED_KINDS:
            return
        head = text[candidate.start : candidate.start + part.start()]
        while more := _COORDINATED.match(text, end):
            owners = {s.term.id: s.term for s in self._surfaces.get(fold_phrase(head + more[1]), ()) if not s.context}
            if len(owners) != 1:
                return
            end = more.end()
            yield _mention_of(next(iter(owners.values())), section, candidate.start, end, "vocabulary-coordinated")


def _mention_of(term: Term, section: Section, start: int, end: int, rule: str) -> Mention:
    return Mention(
        field=section.field,
        start=start,
        end=end,
        text=section.text[start:end],
        kind=term.kind,
        rule=rule,
        score=rule_score(rule),
        name=term.label,
        term=term.id,
    )


def _lent(text: str, folded: Folded, definitions: Definitions, taken: set[tuple[int, int]]) -> Iterator[Candidate]:
    """Yield the acronyms that the vocabulary does not own, and whose long form it does."""
    for short, owner in definitions.lent():
        words = fold_phrase(short).split(" ")
        for first in range(len(folded.words) - len(words) + 1):
            last = first + len(words) - 1
            start, end = folded.starts[first], folded.ends[last]
            if (start, end) not in taken and text[start:end] in (short, f"{short}s") and _whole(text, start, end, ()):
                yield Candidate(first, last, start, end, {owner: False}, "defined")


def _sure(candidates: Iterable[Candidate]) -> frozenset[str]:
    """Return the ids of terms that at least one place names without need of support."""
    return frozenset(
        next(iter(c.owners)) for c in candidates if len(c.owners) == 1 and not next(iter(c.owners.values()))
    )


def _whole(text: str, start: int, end: int, terms: Sequence[Term]) -> bool:
    """Return whether the words from ``start`` to ``end`` are a name of their own and no part of a longer one."""
    if _JOINED.search(text[max(0, start - 2) : start]):
        return False
    models = any(term.table == "models" for term in terms)
    if models and _RELEASE.match(text, end):
        return True
    if models and _SIZE.match(text, end) and text[end - 1] not in "BM":
        return False
    return not _LONGER.match(text, end)


def _leftmost_longest(candidates: Iterable[Candidate]) -> list[Candidate]:
    chosen: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.first, -c.last)):
        if not chosen or candidate.first > chosen[-1].last:
            chosen.append(candidate)
    return chosen


def _widened(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, those that begin at one place all as wide as the widest of them."""
    ends: dict[int, int] = {}
    for mention in mentions:
        ends[mention.start] = max(mention.end, ends.get(mention.start, 0))
    texts = {(m.start, m.end): m.text for m in mentions}
    return [
        m if m.end == ends[m.start] else _resized(m, ends[m.start], texts[m.start, ends[m.start]]) for m in mentions
    ]


def _resized(mention: Mention, end: int, text: str) -> Mention:
    return replace(mention, end=end, text=text)
