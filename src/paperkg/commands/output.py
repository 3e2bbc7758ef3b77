"""Prints what the analyses find: a table, CSV, JSON, or a page of HTML."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, is_dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pyoxigraph import NamedNode

    from paperkg.store import GraphStore

Rows = Sequence[Sequence[object]]
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def format_option(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option ``--format`` with these choices, the first the default."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="How to print it.",
    )


def opened(graph: Path) -> GraphStore:
    """Return the store of a build's folder."""
    from paperkg.store import open_store

    return open_store(graph)


def opened_with(graph: Path, *names: str) -> tuple[GraphStore, list[NamedNode]]:
    """Return the store of a build's folder, and the node that each name means in it."""
    from paperkg.query import find_node

    store = opened(graph)
    return store, [find_node(store, name) for name in names]


def emit(answer: object, header: Sequence[str], rows: Rows, output_format: str, *, title: str = "") -> None:
    """Print ``answer`` as JSON, or its ``rows`` in another format."""
    if output_format == "json":
        click.echo(json.dumps(_plain(answer), ensure_ascii=False, indent=1))
    elif output_format == "csv":
        click.echo(_as_csv(header, rows), nl=False)
    elif output_format == "html":
        click.echo(_as_html(title, header, rows))
    else:
        from paperkg.query.tables import draw

        click.echo(draw(header, [[str(cell) for cell in row] for row in rows]), nl=False)


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


def _as_csv(header: Sequence[str], rows: Rows) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_cell(name) for name in header)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _cell(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return "'" + cell if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def _as_html(title: str, header: Sequence[str], rows: Rows) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>body{{font-family:sans-serif}}td,th{{padding:.2em .6em;text-align:left;"
        "border-bottom:1px solid #ccc}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>\n<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></body></html>"
    )
