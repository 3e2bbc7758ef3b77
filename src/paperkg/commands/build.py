"""``paperkg build``: the main job."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import (
    decisions_option,
    input_paths,
    jobs_option,
    mention_options,
    output_option,
    vocabulary_options,
)
from paperkg.settings import (
    DEFAULT_BASE,
    BuildSettings,
    EntitySettings,
    GraphSettings,
    MentionSettings,
    VocabularySettings,
)

LOST = 1


@click.command()
@input_paths
@output_option
@jobs_option
@mention_options
@vocabulary_options
@decisions_option
@click.option("--base", default=DEFAULT_BASE, show_default=True, help="What the graph's names start with.")
@click.option(
    "--without-text", is_flag=True, help="Leave abstracts out of the graph and cut sentences to twelve words."
)
@click.option("--no-page", is_flag=True, help="Write no HTML.")
def command(
    inputs: tuple[Path, ...],
    output: Path,
    jobs: int | None,
    mentions: MentionSettings,
    vocabulary: VocabularySettings,
    entities: EntitySettings,
    base: str,
    without_text: bool,
    no_page: bool,
) -> None:
    """Turn the papers in files and folders into a knowledge graph.

    Example: paperkg build seeds -o output
    """
    from paperkg.build import build
    from paperkg.commands.progress import Bar
    from paperkg.commands.summary import summary

    settings = BuildSettings(
        mentions=mentions,
        vocabulary=vocabulary,
        entities=entities,
        graph=GraphSettings(base=base, with_text=not without_text),
        page=not no_page,
    )
    with Bar() as bar:
        counted = build(inputs, output, settings, jobs=jobs, progress=bar.tell)
    click.echo(summary(counted, output), err=True)
    if counted.rejected:
        raise SystemExit(LOST)
