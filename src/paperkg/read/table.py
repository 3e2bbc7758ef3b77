"""Tables: CSV and its kin, with any column names that ``columns`` knows.

The delimiter, the way of quoting and the row of headings are those under which most columns are known and most rows
are as wide as their heading. A quotation mark that is never closed costs its own row alone. Source for the usual form:
RFC 4180.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from paperkg.read import columns, row
from paperkg.read.fields import rejected
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.records import Skipped, Source

NAME = "csv"
DELIMITERS = ",;\t|"
FURTHEST_HEADING = 12
"""Exports have up to so many lines before their headings (a title, a query, ``sep=;``)."""
MOST_LINES = 2000
"""A cell that goes on for more lines has a quotation mark that was never closed."""
LONGEST_CELL = 1 << 24
_SAMPLE_ROWS = 60


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is written: its delimiter, its quoting, and the number of rows before its headings."""

    delimiter: str
    quoting: int
    escape: str | None
    rows_before: int
    headings: tuple[str, ...]

    def parse(self, lines: Iterable[str], *, strict: bool = False) -> Iterator[list[str]]:
        """Return the rows in lines that still have their ends; ``strict`` raises ``csv.Error`` for bad quoting."""
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quoting=self.quoting,  # type: ignore[arg-type]  # a literal in typeshed, one of two constants here
            escapechar=self.escape,
            doublequote=self.escape is None,
            strict=strict,
        )


def detect(sample: Sample) -> bool:
    """Tell by a row of headings among the first rows that names a paper's columns."""
    head = sample.text.lstrip()
    if not head or head[0] in "{<@%" or (head[0] == "[" and not head.startswith("[[")):
        return False
    return layout_of(sample.text, complete=sample.complete) is not None


def layout_of(text: str, *, complete: bool) -> Layout | None:
    """Return how the table that begins with ``text`` is written, None where it is no table of papers."""
    lines = [f"{line}\n" for line in text.split("\n")]
    if not complete and len(lines) > 1:
        lines.pop()
    ways: list[tuple[int, str | None]] = [(csv.QUOTE_MINIMAL, None), (csv.QUOTE_NONE, None)]
    if '\\"' in text:
        ways.insert(1, (csv.QUOTE_MINIMAL, "\\"))
    best: tuple[tuple[float, ...], Layout] | None = None
    for delimiter in DELIMITERS:
        if delimiter not in text:
            continue
        for rank, (quoting, escape) in enumerate(ways):
            found = _scored(lines, Layout(delimiter, quoting, escape, 0, ()), rank)
            if found and (best is None or found[0] > best[0]):
                best = found
    return best[1] if best else None


def _scored(lines: Sequence[str], way: Layout, rank: int) -> tuple[tuple[float, ...], Layout] | None:
    """Return how well a way of reading fits, and the layout; None where no row names a paper's columns."""
    try:
        rows = list(islice(way.parse(lines), _SAMPLE_ROWS + FURTHEST_HEADING))
    except csv.Error:
        return None
    for number, cells in enumerate(rows[:FURTHEST_HEADING]):
        if len(cells) > 1 and columns.is_paper_heading(cells) and _are_names(cells):
            body = [width for width in map(len, rows[number + 1 : number + 1 + _SAMPLE_ROWS]) if width]
            fitting = sum(width == len(cells) for width in body) / len(body) if body else 1.0
            known = len(columns.recognised(cells))
            if way.quoting == csv.QUOTE_NONE and any(_is_quoted(cell) for row_cells in rows for cell in row_cells):
                return None
            layout = Layout(way.delimiter, way.quoting, way.escape, number, tuple(cells))
            return (known, _is_clean(lines, way), round(fitting, 2), -rank), layout
    return None


def _is_quoted(cell: str) -> bool:
    return len(cell) > 1 and cell.startswith('"') and cell.rstrip("\n").endswith('"')


def _is_clean(lines: Sequence[str], way: Layout) -> bool:
    """Tell whether every quotation mark of the sample is where this way of quoting wants it."""
    try:
        for _ in way.parse(lines, strict=True):
            pass
    except csv.Error as error:
        return "unexpected end of data" in str(error)
    return True


def _are_names(cells: Sequence[str]) -> bool:
    """Tell headings from a row of data that happens to hold a word such as `Language`."""
    return all(len(cell) <= 80 and "\n" not in cell for cell in cells) and len(columns.recognised(cells)) > 1


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each row that is not blank."""
    layout = layout_of(document.sample.text, complete=document.sample.complete)
    if layout is None:
        yield Skipped(document.at(0), "no row names a column for titles or abstracts")
        return
    # The limit is the process's own; the default of 131,072 characters cuts author lists of large collaborations.
    csv.field_size_limit(LONGEST_CELL)
    fields = columns.recognised(layout.headings)
    position = 0
    for cells in islice(_Rows(document.lines()).parsed(layout), layout.rows_before + 1, None):
        if isinstance(cells, str):
            position += 1
            message = "A quotation mark in the row is never closed, or a cell has no end."
            yield rejected(document.at(position), NAME, "open-quote", message, cells)
        elif any(cell.strip() for cell in cells):
            position += 1
            yield outcome(cells, layout.headings, fields, document.at(position), NAME)


def outcome(cells: Sequence[object], headings: Sequence[str], fields: row.Fields, source: Source, name: str) -> Outcome:
    """Return what a row is; one that is wider than its headings cannot be told apart and is rejected."""
    surplus = [cell for cell in cells[len(headings) :] if str(cell or "").strip()]
    if surplus:
        message = f"The row has {len(cells)} cells where the headings are {len(headings)}; is a cell not quoted?"
        return rejected(source, name, "too-many-cells", message, " | ".join(str(cell) for cell in cells))
    named = dict(reversed(list(zip(headings, cells, strict=False))))
    return row.read(named, fields, source, name)


class _Rows:
    """Lines that become rows; those that a broken row swallowed are given out again."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._again: deque[str] = deque()
        self._taken: list[str] = []

    def parsed(self, layout: Layout) -> Iterator[list[str] | str]:
        """Yield the cells of each row, or the first line of a row that is broken."""
        width = len(layout.headings)
        while True:
            self._taken.clear()
            try:
                for cells in layout.parse(self._given(), strict=True):
                    if len(self._taken) > 1 and len(cells) != width:
                        break
                    self._taken.clear()
                    yield cells
                else:
                    return
            except csv.Error:
                if not self._taken:
                    return
            yield self._mended(layout)

    def _given(self) -> Iterator[str]:
        """Yield lines and keep those of the row in hand; end where a row has no end in sight."""
        size = 0
        while len(self._taken) < MOST_LINES and size < LONGEST_CELL:
            line = self._again.popleft() if self._again else next(self._lines, None)
            if line is None:
                return
            size = len(line) if not self._taken else size + len(line)
            self._taken.append(line)
            yield f"{line}\n"

    def _mended(self, layout: Layout) -> list[str] | str:
        """Return the row in hand read leniently, or its first line where the lines behind it are rows themselves."""
        width = len(layout.headings)
        first = self._taken[0]
        swallowed = any(self._is_row(line, layout) for line in self._taken[1:])
        self._give_back()
        if not swallowed:
            try:
                cells = next(layout.parse(self._given()))
            except csv.Error:
                cells = []
            if len(self._taken) == 1 or len(cells) == width:
                return cells
            swallowed = any(self._is_row(line, layout) for line in self._taken[1:])
            if not swallowed and cells and len(self._taken) < MOST_LINES:
                return cells
            self._give_back()
        self._again.popleft()
        return first

    def _give_back(self) -> None:
        self._again.extendleft(reversed(self._taken))
        self._taken.clear()

    def _is_row(self, line: str, layout: Layout) -> bool:
        try:
            rows = list(layout.parse([f"{line}\n"], strict=True))
        except csv.Error:
            return False
        return len(rows) == 1 and len(rows[0]) == len(layout.headings)
