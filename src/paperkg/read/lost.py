"""Texts that are no year, no DOI, no arXiv identifier and no address where one should stand: a paper is read without.

The reader hands on a ``PartlyRead``; the room tells of each loss by file and record, up to a number for each field of a
file, and sums up the rest in one line.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator

from paperkg.read import identifiers, values
from paperkg.records import Paper, Source, Warned

MOST_TOLD = 10
"""So many losses of one field are told one by one for a file."""
_CALLED = {
    "year": "a year",
    "doi": "a DOI",
    "arxiv": "an arXiv identifier",
    "url": "an address",
    "code_url": "an address",
}
_UNDATED = frozenset({"n.d.", "n.d", "nd", "no date", "s.a.", "s.d.", "o.j."})
"""What is written where there is no year."""
_SHOWN = 60


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PartlyRead(Paper):
    """A paper and, by field, the texts that were given for fields in which it has nothing."""

    lost: tuple[tuple[str, str], ...]

    def paper(self) -> Paper:
        """Return the paper alone."""
        return Paper(**{field.name: getattr(self, field.name) for field in dataclasses.fields(Paper)})


def partly(paper: Paper, given: Iterable[tuple[str, object]]) -> Paper:
    """Return a paper with a note of what was given for fields in which it has nothing; the first text of each field."""
    lost = dict(paper.lost) if isinstance(paper, PartlyRead) else {}
    for field, value in given:
        if field not in lost and getattr(paper, field) is None and not values.is_empty(value):
            written = values.line(value)
            undated = field == "year" and written.strip("[]()").casefold() in _UNDATED
            if written and not undated and not (field == "doi" and _other_identifier(written)):
                lost[field] = written[: 2 * _SHOWN]
    if not lost:
        return paper
    known = {field.name: getattr(paper, field.name) for field in dataclasses.fields(Paper)}
    return PartlyRead(**known, lost=tuple(lost.items()))


def _other_identifier(written: str) -> bool:
    """Tell what stands for a DOI and is known as something else."""
    recognise = (identifiers.arxiv, identifiers.acl, identifiers.openreview)
    return any(known(written) for known in recognise)


class Tally:
    """The losses of one file: the first of each field in words, all others as a number."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def words(self, paper: PartlyRead) -> Iterator[Warned]:
        """Yield a word for each loss of a paper that is still to be told."""
        for field, written in paper.lost:
            if getattr(paper, field) is None:
                self._counts[field] += 1
                if self._counts[field] <= MOST_TOLD:
                    shown = written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"
                    message = f"The field {field} holds “{shown}”, which is not {_CALLED[field]}, and was left out."
                    yield Warned(paper.source, message)

    def rest(self, source: Source) -> Iterator[Warned]:
        """Yield for each field the number of the losses that were not told."""
        for field, count in sorted(self._counts.items()):
            if count > MOST_TOLD:
                more = count - MOST_TOLD
                yield Warned(
                    source, f"{more:,} more texts in the field {field} are not {_CALLED[field]}, and were left out."
                )
