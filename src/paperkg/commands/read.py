"""``paperkg read``: papers as JSON lines, and what became none."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path

import click

from paperkg.commands.options import input_paths
from paperkg.settings import ReadSettings

LOST = 1


@click.command()
@input_paths
@click.option(
    "--format", "format_", metavar="NAME", help="Take every file for this format instead of guessing by content."
)
@click.option(
    "--rejected", type=click.Path(path_type=Path, dir_okay=False), help="Write rejected records to this file."
)
def command(inputs: tuple[Path, ...], format_: str | None, rejected: Path | None) -> None:
    """Print the papers in files and folders as JSON lines, without markup.

    What was read, rejected and skipped goes to stderr, by file and record number.

    Example: paperkg read library.bib > papers.jsonl
    """
    from paperkg.entities.papers import identified
    from paperkg.folder import dump
    from paperkg.lines import paper_line, rejected_line
    from paperkg.read import read_papers
    from paperkg.records import Paper, PaperRecord, Rejected, Skipped
    from paperkg.text import passage

    counts: Counter[str] = Counter()
    lost = 0
    # The rejected wait in a file without a name: the one asked for may lie in a folder that is being read.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as waiting:
        for outcome in read_papers(inputs, ReadSettings(format=format_)):
            source = outcome.source
            if isinstance(outcome, Paper):
                counts[source.path] += 1
                paper = identified(passage(outcome)).paper
                click.echo(dump(paper_line(PaperRecord(paper=paper, label=paper.title or ""))))
            elif isinstance(outcome, Rejected):
                lost += 1
                waiting.write(dump(rejected_line(outcome)) + "\n")
                click.echo(f"rejected: {source.path} record {source.position}: {outcome.message}", err=True)
            elif isinstance(outcome, Skipped):
                click.echo(f"skipped: {source.path} record {source.position}: {outcome.reason}", err=True)
            else:
                place = f"{source.path} record {source.position}" if source.position else source.path
                click.echo(f"warning: {place}: {outcome.message}", err=True)
        for path, count in sorted(counts.items()):
            click.echo(f"{count:>8} {'paper ' if count == 1 else 'papers'}  {path}", err=True)
        if rejected is not None:
            waiting.seek(0)
            with rejected.open("w", encoding="utf-8") as target:
                shutil.copyfileobj(waiting, target)
    if lost:
        raise SystemExit(LOST)
