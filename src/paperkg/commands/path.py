"""``paperkg path``: the shortest way from one node to another."""

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
    """Print the shortest path between two nodes, each step with the sentence that says so.

    Example: paperkg path W4D PTA
    """
    from paperkg.analysis import path

    store, nodes = opened_with(graph, one, other)
    answer = path(store, *nodes)
    rows = [
        [step.source.label, step.predicate, step.target.label, step.quote.marked if step.quote else ""]
        for step in answer.steps
    ]
    header = ["from", "edge", "to", "sentence"]
    emit(answer, header, rows, output_format, title=f"From {answer.one.label} to {answer.other.label}")
    if not answer.steps:
        click.echo("There is no path of eight steps or fewer.", err=True)
