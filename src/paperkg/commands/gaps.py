"""``paperkg gaps``: what nobody has brought together yet."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option
from paperkg.commands.output import emit, format_option, opened

KINDS = ("Concept", "Task", "Method", "Model", "Dataset", "Benchmark", "Metric")


@click.command()
@graph_option
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(KINDS, case_sensitive=False),
    multiple=True,
    help="Only such terms; repeatable. [default: Concept, Task]",
)
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many pairs.")
@format_option("table", "json", "csv", "html")
def command(graph: Path, kinds: tuple[str, ...], limit: int, output_format: str) -> None:
    """Print pairs of terms that much the same terms go with and that no paper has, with the papers between them.

    Example: paperkg gaps --kind Concept
    """
    from paperkg.analysis import gaps

    answer = gaps(opened(graph), kinds=kinds or ("Concept", "Task"), limit=limit)
    rows = [
        [
            gap.one.label,
            gap.other.label,
            gap.score,
            "; ".join(term.label for term in gap.common),
            "; ".join(paper.label for paper in gap.bridges),
        ]
        for gap in answer
    ]
    emit(answer, ["term", "and", "score", "both go with", "papers between"], rows, output_format, title="Gaps")
    if not answer:
        click.echo("No two such terms go with the same others and with no paper in common.", err=True)
