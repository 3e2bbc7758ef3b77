"""``paperkg remove``: papers out of a graph."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import decisions_option, jobs_option, output_option
from paperkg.settings import EntitySettings


@click.command()
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
@output_option
@jobs_option
@decisions_option
def command(papers: tuple[str, ...], output: Path, jobs: int | None, entities: EntitySettings) -> None:
    """Take papers out of a graph, with everything that only they said.

    PAPER is an IRI, a prefixed name, a DOI or arXiv id, or a title or label, or what the paper alone proposes.

    Example: paperkg remove PixCLIP -o output
    """
    from paperkg.commands.progress import Bar
    from paperkg.commands.summary import changes, summary
    from paperkg.update import remove

    with Bar() as bar:
        changed = remove(papers, output, entities=entities, jobs=jobs, progress=bar.tell)
    click.echo(changes(changed), err=True)
    click.echo(summary(changed.report, output), err=True)
