"""``paperkg build``: the main job."""

from __future__ import annotations

import re
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


def checked_base(_context: click.Context, _option: click.Parameter, base: str) -> str:
    """Return the base of names, an IRI that ends where a name can follow."""
    if not re.fullmatch(r"[a-zA-Z][a-zA-Z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x20]*[/#]", base):
        raise click.BadParameter(f"{base!r} is no address that ends in / or #, such as {DEFAULT_BASE}")
    return base


@click.command()
@input_paths
@output_option
@jobs_option
@mention_options
@vocabulary_options
@decisions_option
@click.option(
    "--base",
    default=DEFAULT_BASE,
    show_default=True,
    callback=checked_base,
    help="What the graph's names start with.",
)
@click.option(
    "--without-text", is_flag=True, help="Leave abstracts out of the graph and cut sentences to twelve words."
)
@click.option("--no-page", is_flag=True, help="Write no HTML.")
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="What finds the mentions: the processes of this machine, or a Ray cluster; the graph is the same.",
)
@click.option("--address", metavar="URL", help="Where the Ray cluster is; without it, one is started on this machine.")
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
    engine: str,
    address: str | None,
) -> None:
    """Turn the papers in files and folders into a knowledge graph.

    Example: paperkg build seeds -o output
    """
    from paperkg.build import build
    from paperkg.cluster import Ray
    from paperkg.commands.progress import Bar
    from paperkg.commands.summary import summary
    from paperkg.extraction import in_processes

    if address and engine != "ray":
        raise click.UsageError("--address is for --engine ray.")
    settings = BuildSettings(
        mentions=mentions,
        vocabulary=vocabulary,
        entities=entities,
        graph=GraphSettings(base=base, with_text=not without_text),
        page=not no_page,
    )
    with Bar() as bar:
        pool = Ray(address) if engine == "ray" else in_processes
        counted = build(inputs, output, settings, jobs=jobs, progress=bar.tell, pool=pool)
    click.echo(summary(counted, output), err=True)
    if counted.rejected:
        raise SystemExit(LOST)
