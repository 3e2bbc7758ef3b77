"""``paperkg update``: more papers, or other ones, into a graph that stands."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import decisions_option, input_paths, jobs_option, output_option
from paperkg.settings import EntitySettings

LOST = 1


@click.command()
@input_paths
@output_option
@jobs_option
@decisions_option
def command(inputs: tuple[Path, ...], output: Path, jobs: int | None, entities: EntitySettings) -> None:
    """Add the papers in files and folders to a graph, or put them in the place of what these files said before.

    The folder keeps the settings it was built with. Only papers that are new or changed are looked into again; the
    outcome is that of a build of all of them.

    Example: paperkg update new.bib -o output
    """
    from paperkg.commands.progress import Bar
    from paperkg.commands.summary import changes, summary
    from paperkg.update import update

    with Bar() as bar:
        changed = update(inputs, output, entities=entities, jobs=jobs, progress=bar.tell)
    click.echo(changes(changed), err=True)
    click.echo(summary(changed.report, output), err=True)
    if changed.report.rejected:
        raise SystemExit(LOST)
