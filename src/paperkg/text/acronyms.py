"""Acronyms that a text defines, after Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation
definitions in biomedical text", Pacific Symposium on Biocomputing 8, 451-462.

As there, a short form stands in brackets behind its long form, or the other way round. Beyond that paper: the long
form is chosen by the costs of ``alignment``, square and nested brackets count, and so do ``short for``, ``stands for``,
a title's ``SHORT: long form``, and a phrase set apart whose initials are a name that the sentence introduces.
"""

from __future__ import annotations

import re

from paperkg.records import Acronym, Section, Span
from paperkg.text.definitions import Pair, definitions

_COUNTED = re.compile(
    r"(?:model|network|transformer|autoencoder|auto-encoder|agent|process(?=es)|machine|field|inequalit|equation|policy|polic"
    r"|bandit|encoder|decoder|embedding|learner|system|graph|tree|game|forest|problem|solver|adapter|dataset|benchmark)"
    r"(?:s|es|ies)\Z",
    re.IGNORECASE,
)

_SENTENCES_OF_AN_ABSTRACT = 4


def acronyms(section: Section) -> tuple[Acronym, ...]:
    """Return the pairs that the section defines, in the order of the text; of two for one short form the likelier.

    Up to three sentences are a quotation, and their plurals stay as written; see ``_acronym`` for those of an abstract.
    """
    best: dict[str, Pair] = {}
    for pair in definitions(section):
        known = best.get(pair.short)
        if known is None or pair.cost + 0.5 < known.cost:
            best[pair.short] = pair
    singular = len(section.sentences) >= _SENTENCES_OF_AN_ABSTRACT
    found = sorted(best.values(), key=lambda pair: (pair.short_span, pair.long_span))
    return tuple(_acronym(pair, section, singular=singular) for pair in found)


def _acronym(pair: Pair, section: Section, *, singular: bool) -> Acronym:
    """Return the record of a pair, in the singular where an abstract names a class of things (``DLMs``: DLM)."""
    short, long = pair.short, section.text[pair.long_span.start : pair.long_span.end]
    short_span = pair.short_span
    plural = len(short) > 2 and short[-1] == "s" and short[-2].isupper() and long.endswith("s")
    if singular and plural and _COUNTED.search(long):
        short, long = short[:-1], _singular(long)
        short_span = Span(short_span.start, short_span.end - 1)
    return Acronym(short, long, section.field, short_span, pair.long_span)


def _singular(long: str) -> str:
    if long.endswith("ies"):
        return long[:-3] + "y"
    return long[:-2] if long.endswith(("sses", "xes", "ches", "shes")) else long[:-1]
