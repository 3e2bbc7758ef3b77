"""``paperkg diff``: what changed between two builds."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.output import emit, format_option


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@format_option("table", "json", "csv", "html")
def command(old: Path, new: Path, output_format: str) -> None:
    """Print what is new, gone, rising and falling from one build's folder to another's.

    Example: paperkg diff last-week output
    """
    from paperkg.analysis import diff
    from paperkg.folder import BuildFolder

    answer = diff(BuildFolder(old), BuildFolder(new))
    rows: list[list[object]] = []
    for name, things in (
        ("new paper", answer.new_papers),
        ("gone paper", answer.gone_papers),
        ("new term", answer.new_terms),
        ("gone term", answer.gone_terms),
    ):
        rows += [[name, thing.label, thing.id, "", ""] for thing in things]
    for name, changes in (("rising term", answer.rising), ("falling term", answer.falling)):
        rows += [[name, change.term.label, change.term.id, change.before, change.after] for change in changes]
    emit(answer, ["change", "what", "id", "papers before", "papers after"], rows, output_format, title="Changes")
    click.echo(f"{answer.new_edges} new edges, {answer.gone_edges} gone", err=True)
