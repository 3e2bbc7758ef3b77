"""``paperkg matrix``: who uses what."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option
from paperkg.commands.output import emit, format_option, opened

KINDS = ("Paper", "Concept", "Task", "Method", "Model", "Dataset", "Benchmark", "Metric")


@click.command()
@click.option("--rows", type=click.Choice(KINDS, case_sensitive=False), required=True, help="What stands in the rows.")
@click.option(
    "--cols", type=click.Choice(KINDS, case_sensitive=False), required=True, help="What stands in the columns."
)
@graph_option
@click.option("--limit", type=click.IntRange(min=1), default=40, show_default=True, help="At most so many of each.")
@format_option("table", "json", "csv", "html")
def command(rows: str, cols: str, graph: Path, limit: int, output_format: str) -> None:
    """Print a table of how many papers have both the thing of a row and that of a column.

    Example: paperkg matrix --rows Task --cols Benchmark --format csv
    """
    from paperkg.analysis import matrix

    answer = matrix(opened(graph), rows, cols, limit=limit)
    table = [[thing.label, *cells] for thing, cells in zip(answer.rows, answer.cells, strict=True)]
    header = [rows, *(thing.label for thing in answer.columns)]
    emit(answer, header, table, output_format, title=f"{rows} by {cols}")
    if answer.rows_left_out or answer.columns_left_out:
        click.echo(f"Left out: {answer.rows_left_out} rows, {answer.columns_left_out} columns (--limit).", err=True)
