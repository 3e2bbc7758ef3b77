"""``paperkg extract``: what is found in each paper, as JSON lines."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import decisions_option, input_paths, jobs_option, mention_options, vocabulary_options
from paperkg.settings import BuildSettings, EntitySettings, MentionSettings, VocabularySettings

LOST = 1


@click.command()
@input_paths
@jobs_option
@mention_options
@vocabulary_options
@decisions_option
def command(
    inputs: tuple[Path, ...],
    jobs: int | None,
    mentions: MentionSettings,
    vocabulary: VocabularySettings,
    entities: EntitySettings,
) -> None:
    """Print what is found in each paper as one JSON line.

    Example: paperkg extract seeds > extract.jsonl
    """
    from paperkg.build import decisions_of, extract, vocabulary_of
    from paperkg.commands.progress import Bar
    from paperkg.entities.resolver import Resolver
    from paperkg.extract_lines import extraction_line
    from paperkg.folder import dump
    from paperkg.gathering import gather
    from paperkg.read import read_papers

    settings = BuildSettings(mentions=mentions, vocabulary=vocabulary, entities=entities)
    known = vocabulary_of(settings.vocabulary)
    with Bar() as bar:
        gathered = gather(read_papers(inputs, settings.read), bar.tell, unique=False)
        found = list(extract(gathered.passages, settings, known, jobs=jobs, progress=bar.tell))
    resolver = Resolver(found, known, settings.entities, decisions_of(settings.entities))
    for extraction in found:
        click.echo(dump(extraction_line(extraction, resolver)))
    for rejected in gathered.rejected:
        source = rejected.source
        click.echo(f"rejected: {source.path} record {source.position}: {rejected.message}", err=True)
    if gathered.rejected:
        raise SystemExit(LOST)
