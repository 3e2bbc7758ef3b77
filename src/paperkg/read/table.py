"""Tables: CSV and its kin, with any column names that ``columns`` knows.

The delimiter, the way of quoting and the row of headings are those under which most columns are known and most rows
are as wide as their heading. A quotation mark that is never closed costs its own row alone. Source for the usual form:
RFC 4180.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from paperkg.read import columns, plain_row, row
from paperkg.read.fields import rejected
from paperkg.read.reader import Document, Outcome, Sample, source_at
from paperkg.read.table_rows import LONGEST_CELL, Reader, Rows
from paperkg.records import Skipped, Source

NAME = "csv"
DELIMITERS = ",;\t|"
FURTHEST_HEADING = 12
"""Exports have up to so many lines before their headings (a title, a query, ``sep=;``)."""
_SAMPLE_ROWS = 60


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is written: its delimiter, its quoting, and the number of rows before its headings."""

    delimiter: str
    quoting: int
    escape: str | None
    rows_before: int
    headings: tuple[str, ...]

    def parse(self, lines: Iterable[str], *, strict: bool = False) -> Reader:
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


@lru_cache(maxsize=1)
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
    headings, plan, path = layout.headings, row.plan_of(layout.headings), document.path
    columns_of_plan, width = plain_row.columns_of(plan, len(headings)), len(headings)
    position = 0
    rows = Rows(document.line_lists(), len(headings), layout.parse).parsed()
    for cells in islice(rows, layout.rows_before + 1, None):
        if isinstance(cells, str):
            position += 1
            message = "A quotation mark in the row is never closed, or a cell has no end."
            yield rejected(document.at(position), NAME, "open-quote", message, cells)
        elif (cells and cells[0] and not cells[0].isspace()) or any(cell.strip() for cell in cells):
            position += 1
            source = source_at(path, position)
            paper = plain_row.read(cells, columns_of_plan, source) if columns_of_plan and len(cells) == width else None
            yield paper or outcome(cells, headings, plan, source, NAME)


def outcome(cells: Sequence[object], headings: Sequence[str], plan: row.Plan, source: Source, name: str) -> Outcome:
    """Return what a row is; one that is wider than its headings cannot be told apart and is rejected."""
    if len(cells) > len(headings):
        surplus = [cell for cell in cells[len(headings) :] if str(cell or "").strip()]
        if surplus:
            message = f"The row has {len(cells)} cells where the headings are {len(headings)}; is a cell not quoted?"
            return rejected(source, name, "too-many-cells", message, " | ".join(str(cell) for cell in cells))
    elif len(cells) < len(headings):
        cells = [*cells, *[""] * (len(headings) - len(cells))]
    return row.read(cells, plan, source, name)
