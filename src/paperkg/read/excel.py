"""Spreadsheets (``.xlsx``): each sheet whose headings name a paper's columns, read as a stream.

A workbook is a zip archive of XML (ECMA-376, Office Open XML). One that unpacks beyond reason is not opened.
"""

from __future__ import annotations

import datetime
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from paperkg.read import columns, row
from paperkg.read.fields import rejected, why
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.table import FURTHEST_HEADING, outcome
from paperkg.records import Skipped

NAME = "xlsx"
MOST_BYTES = 1 << 31
FREE_BYTES = 1 << 26
HIGHEST_RATIO = 250
WIDEST = 500
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    RuntimeError,
    KeyError,
    ValueError,
    OSError,
    EOFError,
    SyntaxError,
    TypeError,
    AttributeError,
    IndexError,
)
"""What a workbook raises that is no workbook; ``SyntaxError`` is the XML parser's, ``RuntimeError`` means encryption."""


def detect(sample: Sample) -> bool:
    """Tell by the workbook among the names of a package's files."""
    return sample.raw.startswith(b"PK") and "xl/workbook.xml" in sample.text


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each row that is not blank, sheet after sheet."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        remedy = "Install it with: pip install 'paperkg[excel]'"
        yield rejected(document.at(0), NAME, "needs-excel", f"Spreadsheets are read with openpyxl. {remedy}")
        return
    stream = document.binary()
    try:
        problem = _bomb(stream)
        if problem:
            yield rejected(document.at(0), NAME, "archive-bomb", problem)
            return
        workbook = load_workbook(stream, read_only=True, data_only=True)
        sheets = workbook.worksheets
    except _DAMAGED as error:
        yield rejected(document.at(0), NAME, "damaged-archive", f"The spreadsheet cannot be opened ({why(error)}).")
        return
    yield from _papers(document, sheets)


def _bomb(stream: Any) -> str | None:  # a binary stream that openpyxl and zipfile take
    stream.seek(0)
    with zipfile.ZipFile(stream) as archive:
        members = archive.infolist()
    size = sum(member.file_size for member in members)
    packed = max(sum(member.compress_size for member in members), 1)
    stream.seek(0)
    if size > MOST_BYTES or (size > FREE_BYTES and size > HIGHEST_RATIO * packed):
        return f"The spreadsheet grows beyond reason ({size:,} bytes, {size // packed} times its size)."
    return None


def _papers(document: Document, sheets: Iterable[Any]) -> Iterator[Outcome]:
    position, known = 0, False
    for sheet in sheets:
        rows = _rows(sheet)
        head = list(islice(rows, FURTHEST_HEADING))
        number = next((n for n, cells in enumerate(head) if _is_heading(cells)), None)
        headings = [] if number is None else [str(cell) for cell in head[number]]
        plan = row.plan_of(headings)
        damage = (cells for cells in head if isinstance(cells, str))
        known = known or number is not None
        for cells in damage if number is None else chain(head[number + 1 :], rows):
            if isinstance(cells, str):
                yield rejected(document.at(position + 1), NAME, "damaged-archive", cells)
                known = True
            elif any(str(cell).strip() for cell in cells):
                position += 1
                yield outcome(cells, headings, plan, document.at(position), NAME)
    if not known:
        yield Skipped(document.at(0), "no sheet has a row that names a column for titles or abstracts")


def _rows(sheet: Any) -> Iterator[tuple[object, ...] | str]:  # openpyxl has no types
    """Yield the cells of each row; behind the last one that can be read, what is wrong with the sheet."""
    if not hasattr(sheet, "reset_dimensions"):
        return
    try:
        # Some programs write a sheet's size wrong, and openpyxl would stop there.
        sheet.reset_dimensions()
        yield from (tuple(map(_plain, cells)) for cells in sheet.iter_rows(values_only=True, max_col=WIDEST))
    except _DAMAGED as error:
        yield f"The sheet {sheet.title!r} is damaged ({why(error)}); what came before was read."


def _is_heading(cells: tuple[object, ...] | str) -> bool:
    return not isinstance(cells, str) and columns.is_paper_heading(map(str, cells))


def _plain(cell: object) -> object:
    if cell is None:
        return ""
    return cell.isoformat() if isinstance(cell, datetime.date | datetime.time) else cell
