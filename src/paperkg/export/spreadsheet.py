"""Comma-separated tables that a spreadsheet opens and never runs.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-`` or ``@`` for a formula (OWASP, "CSV Injection"). The
rule: a text that begins with such a character, also behind spaces, apostrophes or line ends, or with a tab or a
carriage return, gets an apostrophe in front; who takes one apostrophe away from a cell that the rule would have marked
has the text back. Numbers are left as they are. Files begin with a byte-order mark, without which Excel reads UTF-8 as
Windows-1252; lists are JSON.
"""

from __future__ import annotations

import re
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.delimited import Dialect, count_rows, plain_header, write_tables
from paperkg.export.property_graph import PropertyGraph

FORMULA = re.compile(r"[\s']*[=+\-@＝＋－＠]|[\t\r\n]|'")


def as_text(text: str) -> str:
    """Return ``text`` with an apostrophe in front where a spreadsheet would take it for a formula.

    >>> as_text("=cmd()"), as_text("a=b"), as_text("'s")
    ("'=cmd()", 'a=b', "''s")
    """
    return f"'{text}" if FORMULA.match(text) else text


def from_text(cell: str) -> str:
    """Return the text that ``as_text`` was given."""
    return cell.removeprefix("'")


DIALECT = Dialect(header=plain_header, text=as_text, encoding="utf-8-sig")


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write a file a table into ``folder``."""
    return write_tables(PropertyGraph(contents), folder, DIALECT)


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table in ``folder``."""
    return count_rows(folder, DIALECT)
