"""The contract between the room and its readers: what a reader is, what it is given, and what it yields.

A reader is a generator over one document. It keeps no more than a record in memory, counts records from 1, and turns
a record that it cannot read into a ``Rejected`` that costs its neighbours nothing. Markup stays in the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Literal

from paperkg.read.decoding import decoded, line_lists, lines_of
from paperkg.records import Paper, Rejected, Skipped, Source, Warned

Outcome = Paper | Rejected | Skipped | Warned


@dataclass(frozen=True, slots=True)
class Sample:
    """The beginning of a document, from which its format is told: as bytes, and as text without a byte-order mark.

    Where the document is a package of files (``raw`` begins with ``PK``: xlsx and its kin), ``text`` lists their names.
    """

    raw: bytes
    text: str
    encoding: str
    complete: bool
    """Whether the sample is the whole document."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong beneath a reader: a damaged archive, a line without end, a guess at an encoding."""

    kind: Literal["rejected", "warned"]
    reason: str
    message: str


@dataclass(slots=True)
class Document:
    """One stream of content, unpacked; it can be read once, in one of three ways.

    ``path`` is relative to the input given, with ``/`` as separator. ``problems`` fills while the document is read;
    the room reports them, readers need not look.
    """

    path: str
    sample: Sample
    stream: BinaryIO
    problems: list[Problem] = field(default_factory=list)

    def binary(self) -> BinaryIO:
        """Return the bytes as a stream that cannot be rewound, for parsers that see to the encoding themselves."""
        return self.stream

    def text(self) -> Iterator[str]:
        r"""Yield the text in pieces of about 256 KiB, with ``\n`` for every kind of line end and without NUL."""
        return decoded(self.stream, self.sample.encoding, self._report)

    def lines(self) -> Iterator[str]:
        """Yield the lines without their ends; one of more than 16 Mi characters is reported and comes empty."""
        return lines_of(self.text(), self._report)

    def line_lists(self) -> Iterator[list[str]]:
        r"""Yield the lines as ``lines`` does, in lists and each with its end, ``\n``."""
        for lines in line_lists(self.text(), self._report):
            yield [f"{line}\n" for line in lines]

    def at(self, position: int) -> Source:
        """Return the source of the record at ``position``, counted from 1 (0: the document as a whole)."""
        return source_at(self.path, position)

    def _report(self, kind: Literal["rejected", "warned"], reason: str, message: str) -> None:
        self.problems.append(Problem(kind, reason, message))


@dataclass(slots=True)
class _Place:
    """A source that can be filled, with the slots of a ``Source``, which it becomes."""

    path: str
    position: int


def source_at(path: str, position: int) -> Source:
    """Return a source; its own ``__init__``, which has to get around its being frozen, takes half as long again."""
    place = _Place(path, position)
    place.__class__ = Source  # type: ignore[assignment]  # the slots are the same
    return place  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Reader:
    """A format: its name, how it is told by its beginning, and how its records are read."""

    name: str
    detect: Callable[[Sample], bool]
    read: Callable[[Document], Iterator[Outcome]]
    title: str = ""
    """What people call the format, for the documentation."""
