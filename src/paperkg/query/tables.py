"""Draws tables on a terminal or into a pipe, with rich where there are rows to draw."""

from __future__ import annotations

import io
import shutil
from collections.abc import Sequence

WIDTH_IN_A_PIPE = 200
NOTHING = "(no rows)\n"


def draw(header: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None) -> str:
    """Return a table as text; ``width`` is in characters, that of the terminal where it is not given."""
    if not rows:
        return NOTHING
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in header:
        table.add_column(Text(name), overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    columns = width or shutil.get_terminal_size((WIDTH_IN_A_PIPE, 1)).columns
    output = io.StringIO()
    Console(file=output, width=columns, color_system=None, highlight=False, markup=False).print(table)
    return "".join(line.rstrip() + "\n" for line in output.getvalue().splitlines())


def printable(text: str) -> str:
    """Return ``text`` on one line, without the control characters that a terminal would obey."""
    return "".join(character if character.isprintable() else " " for character in text)
