"""Keeps what was read, as it was read, so that a folder can be updated without the files it was built from.

One SQLite file beside the graph holds every record that was read, by the file it came from, and the settings of the
build. It is written anew by each build and swapped in with the graph, so that the two always belong together.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from paperkg.errors import GraphError
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import BuildSettings

KEPT = "kept/records.sqlite"
"""The file's place in the folder of a build."""

Outcome = Paper | Rejected | Skipped | Warned

_KINDS: dict[str, type[Outcome]] = {kind.__name__: kind for kind in (Paper, Rejected, Skipped, Warned)}
_SCHEMA = """
CREATE TABLE settings (value BLOB NOT NULL);
CREATE TABLE records (path TEXT NOT NULL, kind TEXT NOT NULL, value BLOB NOT NULL);
"""


def kept_while_read(outcomes: Iterable[Outcome], path: Path, settings: BuildSettings) -> Iterator[Outcome]:
    """Yield ``outcomes`` and write each into a new file ``path``, which is whole when the last one has been taken."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # The stage is synced as a whole before it counts; until then nobody misses it.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(_SCHEMA)
        connection.execute("BEGIN")
        connection.execute("INSERT INTO settings VALUES (?)", [msgspec.json.encode(_placed(settings))])
        for outcome in outcomes:
            connection.execute(
                "INSERT INTO records VALUES (?, ?, ?)",
                [outcome.source.path, type(outcome).__name__, msgspec.json.encode(outcome)],
            )
            yield outcome
        connection.execute("COMMIT")


def kept_settings(path: Path) -> BuildSettings:
    """Return the settings of the build that wrote ``path``.

    Raises:
        GraphError: the file is missing or damaged.
    """
    rows = list(_rows(path, "SELECT value FROM settings"))
    if not rows:
        raise _damaged(path, "it is empty")
    try:
        return msgspec.json.decode(rows[0][0], type=BuildSettings)
    except msgspec.DecodeError as error:
        raise _damaged(path, str(error)) from error


def kept_records(path: Path) -> Iterator[Outcome]:
    """Yield what was read, in the order in which it was read.

    Raises:
        GraphError: the file is missing or damaged.
    """
    decode = {name: partial(msgspec.json.decode, type=kind) for name, kind in _KINDS.items()}
    for name, value in _rows(path, "SELECT kind, value FROM records ORDER BY rowid"):
        try:
            yield decode[name](value)
        except (KeyError, msgspec.DecodeError) as error:
            raise _damaged(path, str(error)) from error


def _placed(settings: BuildSettings) -> BuildSettings:
    """Return the settings with the files that they name by their whole paths, so that they are found from anywhere."""
    vocabulary, entities = settings.vocabulary, settings.entities
    decisions = str(Path(entities.decisions).resolve()) if entities.decisions else None
    return replace(
        settings,
        vocabulary=replace(vocabulary, files=tuple(str(Path(file).resolve()) for file in vocabulary.files)),
        entities=replace(entities, decisions=decisions),
    )


def _rows(path: Path, question: str) -> Iterator[tuple[Any, ...]]:
    if not path.is_file():
        raise GraphError(
            f"{path} is missing: what was read for this graph is not known.", remedy="Build the folder anew once."
        )
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            yield from connection.execute(question)
    except sqlite3.DatabaseError as error:
        raise _damaged(path, str(error)) from error


def _damaged(path: Path, why: str) -> GraphError:
    return GraphError(f"{path} is damaged: {why}.", remedy="Build the folder anew once.")
