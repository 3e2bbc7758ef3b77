"""Terms that a bracketed acronym splits: time series forecasting in "time series (MTS) forecasting"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from paperkg.records import Acronym, Mention, Section, Span

REACH = 60
"""How many characters before and behind the bracket a split term may reach."""

Find = Callable[[Section], Sequence[Mention]]


def find_split_terms(section: Section, acronyms: Sequence[Acronym], find: Find) -> Iterator[Mention]:
    """Yield the terms that ``find`` sees in a section once a bracket with an acronym is taken out, and only across it."""
    for acronym in acronyms:
        if acronym.field != section.field:
            continue
        hole = _bracket(section.text, acronym.short_span)
        if hole is None:
            continue
        sentence = section.sentence_at(hole.start)
        begins, ends = max(sentence.start, hole.start - REACH), min(sentence.end, hole.end + REACH)
        text = section.text[begins : hole.start] + section.text[hole.end : ends]
        place = hole.start - begins
        for mention in find(Section(section.field, text, (Span(0, len(text)),))):
            if mention.start < place < mention.end:
                start, end = begins + mention.start, begins + mention.end + hole.end - hole.start
                yield replace(mention, start=start, end=end, text=section.text[start:end], rule="vocabulary-split")


def _bracket(text: str, short: Span) -> Span | None:
    """Return the brackets around an acronym with the space before them, None where there are none."""
    start, end = short.start - 1, short.end + 1
    if start < 1 or end >= len(text) or text[start] not in "([" or text[end - 1] not in ")]" or text[end] != " ":
        return None
    return Span(start - 1 if text[start - 1] == " " else start, end)
