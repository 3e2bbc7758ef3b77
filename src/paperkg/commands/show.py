"""``paperkg show``: a node with everything known of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkg.commands.options import graph_option
from paperkg.commands.output import emit, format_option, opened

if TYPE_CHECKING:
    from paperkg.analysis import PaperCard, TermCard


@click.command()
@click.argument("node")
@graph_option
@format_option("table", "json", "csv", "html")
def command(node: str, graph: Path, output_format: str) -> None:
    """Print everything known of a paper or a term; a paper's abstract has its terms marked.

    Example: paperkg show PixCLIP
    """
    from paperkg.analysis import PaperCard, show
    from paperkg.graph.iris import compact
    from paperkg.query import find_node
    from paperkg.query.nodes import namesakes

    store = opened(graph)
    found = find_node(store, node)
    card = show(store, found)
    rows = _paper_rows(card) if isinstance(card, PaperCard) else _term_rows(card)
    title = card.paper.label if isinstance(card, PaperCard) else card.term.label
    emit(card, ["", "", ""], rows, output_format, title=title)
    for paper in namesakes(store, found):
        click.echo(f"{title} is also a paper: paperkg show {compact(paper.value, store.base)}", err=True)


def _paper_rows(card: PaperCard) -> list[list[object]]:
    rows: list[list[object]] = [["id", card.paper.id, ""]]
    rows += [[key, value, ""] for key, value in card.properties]
    rows += [["abstract", card.marked_text, ""]] if card.text else []
    rows += [
        [predicate, term.label, f"{papers} papers" if papers > 1 else ""] for predicate, term, papers in card.edges
    ]
    return rows


def _term_rows(card: TermCard) -> list[list[object]]:
    rows: list[list[object]] = [
        ["id", card.term.id, ""],
        ["label", card.term.label, ""],
        ["kind", ", ".join(card.kinds), ""],
        ["papers", str(card.papers), ""],
    ]
    rows += [["also called", name, ""] for name in card.names]
    rows += [["same as", address, ""] for address in card.same_as]
    rows += [["broader", term.label, ""] for term in card.broader]
    rows += [["narrower", term.label, ""] for term in card.narrower]
    for quote in card.quotes:
        other = quote.subject if quote.object == card.term else quote.object
        rows.append([quote.predicate, other.label, quote.marked])
    return rows
