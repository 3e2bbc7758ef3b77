"""``paperkg check``: whether a build is whole and sound."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option
from paperkg.commands.output import emit, format_option, opened

FAULTY = 1


@click.command()
@graph_option
@format_option("table", "json", "csv", "html")
def command(graph: Path, output_format: str) -> None:
    """Check hashes, counts, quotations and shapes of a build; exit code 1 where something is wrong.

    Example: paperkg check -g output
    """
    from paperkg.analysis.check import check
    from paperkg.folder import BuildFolder

    faults = tuple(check(opened(graph), BuildFolder(graph)))
    rows = [[fault.check, fault.place, fault.message] for fault in faults]
    if faults or output_format != "table":
        emit(faults, ["check", "where", "what"], rows, output_format, title="Faults")
    if faults:
        raise SystemExit(FAULTY)
    click.echo(f"{graph} is sound: hashes, counts, quotations and shapes agree.", err=True)
