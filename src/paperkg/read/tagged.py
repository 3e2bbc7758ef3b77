"""What formats with a tag at the start of a line have in common: how records and their fields are cut out of lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperkg.read.fields import line, rejected
from paperkg.read.reader import Document, Outcome
from paperkg.records import Source

LONGEST_RECORD = 1 << 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """How records are told in a file of lines: the patterns are matched at the start of a line.

    ``begins`` begins a record anywhere, with ``after_blank`` only behind a blank line; ``orphan`` begins one where none
    is open, its proper beginning missing; ``ends`` ends it with that line.
    """

    begins: re.Pattern[str]
    ends: re.Pattern[str] | None = None
    orphan: re.Pattern[str] | None = None
    after_blank: bool = False

    def begun(self, text: str, *, blank: bool, inside: bool) -> bool:
        """Tell whether a line begins a record, by whether a blank line is before it and whether a record is open."""
        if self.begins.match(text):
            return blank or not self.after_blank
        return not inside and self.orphan is not None and self.orphan.match(text) is not None

    def ended(self, text: str) -> bool:
        """Tell whether a line ends the record that is open."""
        return self.ends is not None and self.ends.match(text) is not None


def read_records(
    document: Document,
    name: str,
    frame: Frame,
    outcome: Callable[[Source, list[str]], Outcome],
) -> Iterator[Outcome]:
    """Yield what ``outcome`` makes of the lines of each record; lines before the first record are left out."""
    for position, record in enumerate(_records(document.lines(), frame), 1):
        source = document.at(position)
        if record is None:
            message = f"The record has more than {LONGEST_RECORD:,} characters."
            yield rejected(source, name, "record-too-long", message)
        else:
            yield outcome(source, record)


def _records(lines: Iterable[str], frame: Frame) -> Iterator[list[str] | None]:
    """Yield the lines of each record, or None for a record that is too long to be one."""
    held: list[str] = []
    size, inside, blank = 0, False, True
    for text in lines:
        if frame.begun(text, blank=blank, inside=inside):
            if inside:
                yield held if size <= LONGEST_RECORD else None
            held, size, inside = [], 0, True
        blank = not text.strip()
        if not inside:
            continue
        size += len(text) + 1
        if size <= LONGEST_RECORD:
            held.append(text)
        else:
            held.clear()
        if frame.ended(text):
            yield held if size <= LONGEST_RECORD else None
            held, size, inside = [], 0, False
    if inside:
        yield held if size <= LONGEST_RECORD else None


def tagged_fields(record: Sequence[str], tag: re.Pattern[str]) -> dict[str, list[str]]:
    """Return the values by tag, a value's further lines joined to it with a space; ``tag`` has groups tag, value."""
    fields: dict[str, list[list[str]]] = {}
    current: list[str] = []
    for text in record:
        found = tag.match(text)
        if found:
            current = [found[2] or ""]
            fields.setdefault(found[1], []).append(current)
        elif text.strip():
            current.append(text)
    return {name: [line(" ".join(parts)) for parts in values] for name, values in fields.items()}


def first(fields: Mapping[str, Sequence[str]], *names: str) -> str:
    """Return the first value that is not empty, of the first of the names that has one."""
    return next((value for name in names for value in fields.get(name, ()) if value), "")


def every(fields: Mapping[str, Sequence[str]], *names: str) -> list[str]:
    """Return all values of all the names."""
    return [value for name in names for value in fields.get(name, ()) if value]
