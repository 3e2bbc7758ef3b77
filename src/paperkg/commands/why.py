"""``paperkg why``: the sentences behind an edge, or between two papers."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option
from paperkg.commands.output import emit, format_option, opened_with


@click.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@graph_option
@format_option("table", "json", "csv", "html")
def command(one: str, other: str, graph: Path, output_format: str) -> None:
    """Print why two nodes have to do with each other: what is said of both, with the words marked.

    Example: paperkg why AsyncSpade Quest
    """
    from paperkg.analysis import why

    store, nodes = opened_with(graph, one, other)
    answer = why(store, *nodes)
    rows = [
        [
            reason.via.label if reason.via else reason.kind,
            quote.subject.label,
            quote.predicate,
            quote.object.label,
            quote.confidence,
            quote.rule,
            quote.marked,
        ]
        for reason in answer.reasons
        for quote in reason.quotes
    ]
    header = ["through", "from", "edge", "to", "confidence", "rule", "sentence"]
    emit(answer, header, rows, output_format, title=f"Why {answer.one.label} and {answer.other.label}")
    if not answer.reasons:
        click.echo(f"Nothing says so. A longer way: paperkg path {one!r} {other!r}", err=True)
