"""``paperkg diff``: what changed between two builds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkg.commands.output import emit, format_option

if TYPE_CHECKING:
    from paperkg.analysis.identity_changes import Moved

MOST_PAPERS = 3


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@format_option("table", "json", "csv", "html")
def command(old: Path, new: Path, output_format: str) -> None:
    """Print what is new, gone, rising and falling from one build's folder to another's.

    A term that has another label is told as renamed; a name that stands for another term in a paper that both builds
    have, as named otherwise; a term under another wider one, as placed.

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
    rows += [["renamed term", each.term.label, each.term.id, each.before, each.term.label] for each in answer.renamed]
    rows += [
        [f"named otherwise in {_papers(each.papers)}", each.spelling, each.before.id, each.before.label, _after(each)]
        for each in answer.moved
    ]
    rows += [
        ["placed", each.term.label, each.term.id, *(("", each.wider.id)[:: -1 if each.gone else 1])]
        for each in answer.placed
    ]
    for name, changes in (("rising term", answer.rising), ("falling term", answer.falling)):
        rows += [[name, change.term.label, change.term.id, change.before, change.after] for change in changes]
    emit(answer, ["change", "what", "id", "before", "after"], rows, output_format, title="Changes")
    click.echo(f"{answer.new_edges} new edges, {answer.gone_edges} gone", err=True)


def _papers(papers: tuple[str, ...]) -> str:
    named = ", ".join(papers[:MOST_PAPERS])
    return f"{named} and {len(papers) - MOST_PAPERS} more" if len(papers) > MOST_PAPERS else named


def _after(moved: Moved) -> str:
    return f"{moved.after.label} ({moved.after.id})" if moved.after else "no term"
