"""``paperkg resolve``: given mentions, and what each one means."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from paperkg.commands.options import vocabulary_options
from paperkg.errors import UsageError
from paperkg.settings import VocabularySettings


@click.command()
@click.argument("mentions", type=click.Path(path_type=Path, allow_dash=True), metavar="MENTIONS.jsonl")
@vocabulary_options
def command(mentions: Path, vocabulary: VocabularySettings) -> None:
    """Print records with given entities again, the link of each entity filled; - reads standard input.

    A record is a JSON line with id, text and entities (start, end, text, type). Two entities have one link where their
    names mean one thing.

    Example: paperkg resolve mentions.jsonl > linked.jsonl
    """
    from paperkg.build import vocabulary_of
    from paperkg.given_mentions import with_links

    for record in with_links(_records(mentions), vocabulary_of(vocabulary)):
        click.echo(json.dumps(record, ensure_ascii=False))


def _records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON lines, of standard input for "-"."""
    name = "standard input" if str(path) == "-" else str(path)
    if name == str(path) and not path.is_file():
        raise UsageError(f"There is no file {path}.")
    records: list[dict[str, Any]] = []
    with click.open_file(str(path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except ValueError as error:
                raise UsageError(f"{name} line {number} is no JSON: {error}.") from error
            if not isinstance(record, dict):
                raise UsageError(f"{name} line {number} is no JSON object.")
            records.append(record)
    return records
