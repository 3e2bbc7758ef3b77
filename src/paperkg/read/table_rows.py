"""Lines become rows of cells; a row with a quotation mark that is never closed gives back the lines that it swallowed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Protocol

MOST_LINES = 2000
"""A cell that goes on for more lines has a quotation mark that was never closed."""
LONGEST_CELL = 1 << 24


class Reader(Protocol):
    """What the standard library's ``csv.reader`` returns."""

    line_num: int

    def __iter__(self) -> Iterator[list[str]]:
        """Return the rows."""

    def __next__(self) -> list[str]:
        """Return the next row."""


class Parse(Protocol):
    """Makes rows of lines that have their ends; ``strict`` raises ``csv.Error`` for bad quoting."""

    def __call__(self, lines: Iterable[str], *, strict: bool = False) -> Reader:
        """Return the rows."""


class Rows:
    """The rows in lists of lines, which the parser takes whole, so that a line costs no call of ours."""

    def __init__(self, lists: Iterator[list[str]], width: int, parse: Parse) -> None:
        self._lists, self._width, self._parse = lists, width, parse
        self._kept: list[str] = []
        """The lines from the row in hand on, and maybe some before it."""
        self._start = 0
        """Where in ``_kept`` the row in hand begins."""
        self._dropped = 0
        """How many lines the parser has had that are not kept any more."""

    def parsed(self) -> Iterator[list[str] | str]:
        """Yield the cells of each row, or the first line of a row that is broken."""
        width = self._width
        while True:
            rows = self._parse(self._lines(), strict=True)
            try:
                for cells in rows:
                    end = rows.line_num - self._dropped
                    if end - self._start > 1 and (len(cells) != width or end - self._start > MOST_LINES):
                        break
                    self._start = end
                    yield cells
                else:
                    return
            except csv.Error:
                if self._start >= len(self._kept):
                    return
            yield self._mended(self._kept[self._start : rows.line_num - self._dropped][:MOST_LINES])

    def _lines(self) -> Iterator[str]:
        """Return the lines from the row in hand on."""
        del self._kept[: self._start]
        self._start = self._dropped = 0
        return chain.from_iterable(self._blocks())

    def _blocks(self) -> Iterator[list[str]]:
        """Yield the lines that are kept, then list after list; end where the row in hand has no end in sight."""
        if self._kept:
            yield self._kept.copy()
        while True:
            del self._kept[: self._start]
            self._dropped += self._start
            self._start = 0
            if len(self._kept) >= MOST_LINES or sum(map(len, self._kept)) >= LONGEST_CELL:
                return
            block = next(self._lists, None)
            if block is None:
                return
            self._kept += block
            yield block

    def _mended(self, taken: list[str]) -> list[str] | str:
        """Return the row in hand read leniently, or its first line where the lines behind it are rows themselves."""
        first = taken[0]
        if not any(map(self._is_row, taken[1:])):
            rows = self._parse(self._lines())
            try:
                cells = next(rows, [])
            except csv.Error:
                cells = []
            end = rows.line_num - self._dropped
            if end == 1 or len(cells) == self._width:
                self._start = end
                return cells
            if cells and end < MOST_LINES and not any(map(self._is_row, self._kept[1:end])):
                self._start = end
                return cells
        self._start += 1
        return first.removesuffix("\n")

    def _is_row(self, line: str) -> bool:
        try:
            rows = list(self._parse([line], strict=True))
        except csv.Error:
            return False
        return len(rows) == 1 and len(rows[0]) == self._width
