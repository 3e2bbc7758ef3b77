"""``paperkg similar``: the papers that share most with one."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option
from paperkg.commands.output import emit, format_option, opened


@click.command()
@click.argument("paper")
@graph_option
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, help="At most so many papers.")
@format_option("table", "json", "csv", "html")
def command(paper: str, graph: Path, limit: int, output_format: str) -> None:
    """Print the papers that share most with a paper, rare terms counting for more, and the terms that they share.

    Example: paperkg similar W4D
    """
    from paperkg.analysis import similar
    from paperkg.query import find_node

    store = opened(graph)
    answer = similar(store, find_node(store, paper, "paper"), limit=limit)
    rows = [
        [each.paper.label, each.paper.id, each.score, "; ".join(term.label for term in each.shared)] for each in answer
    ]
    emit(answer, ["paper", "id", "score", "shared terms"], rows, output_format, title=f"Papers like {paper}")
