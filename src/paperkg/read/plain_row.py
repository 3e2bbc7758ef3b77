"""Rows of a table whose cells are as they mostly are become papers on a short road; all others are left to ``row``.

A test holds the short road to the long one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import itemgetter

from paperkg.read import people, values
from paperkg.read.fields import filled
from paperkg.read.row import Plan
from paperkg.records import Paper, Source

_ONCE = ("title", "text", "key", "authors", "year", "venue", "doi", "url", "keywords")
_SURE = 27
"""A cell of so many characters is no word for nothing."""
_TELLING = values.TELLING_SOMETHING | {""}
"""First characters of cells that are empty or hold something."""

Columns = Callable[[list[str]], tuple[str, ...]]
"""Takes out of a row, with an empty cell put behind it, the cells for ``_ONCE``."""


def columns_of(plan: Plan, width: int) -> Columns | None:
    """Return where the fields stand in rows of ``width`` cells; None for a table that has more, or two for one field."""
    for field in fields(Plan):
        held = getattr(plan, field.name)
        if held and (field.name not in (*_ONCE, "arxiv") or (field.name in _ONCE and len(held) > 1)):
            return None
    if any(alone for _, alone in plan.arxiv):
        return None
    return itemgetter(*(getattr(plan, name)[0] if getattr(plan, name) else width for name in _ONCE))


def read(cells: list[str], columns: Columns, source: Source) -> Paper | None:
    """Return the paper of a row, which is the one that ``row.read`` gives, or None where a cell needs a closer look."""
    title, text, key, authors, year, venue, doi, url, words = columns([*cells, ""])
    if (
        not (title[:1] in _TELLING or len(title) >= _SURE)
        or not (key[:1] in _TELLING and venue[:1] in _TELLING and doi[:1] in _TELLING)
        or not f"{title}{key}{venue}{doi}{url}".isprintable()
        or (text and len(text) < 2 * _SURE)
        or (url and (url[:8] != "https://" or " " in url or url[-1] in ";/"))
        or "." in key
        or "/" in key
    ):
        return None
    title = title.strip()
    number = int(year) if year.isdecimal() and "1500" <= year <= "2100" and len(year) == 4 else values.year(year)
    if not title or (year and number is None):
        return None
    paper = filled(
        source,
        title,
        text.strip() if text.isascii() else values.text(text),
        key.strip() or None,
        people.split_names(authors) if authors[:1] in values.TELLING_SOMETHING or not values.is_empty(authors) else (),
        number if number or not venue else values.year(venue),
        venue.strip() or None,
        doi.strip(),
        None,
        url or None,
        None,
        None,
        values.keywords_of_cell(words) if words else (),
        {},
    )
    # An arXiv identifier that stands in both the DOI and the address is taken from one or the other.
    if doi and (paper.doi is None or (paper.arxiv and "xiv" in doi.lower())):
        return None
    return paper
