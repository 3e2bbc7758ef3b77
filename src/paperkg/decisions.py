"""Reads what a person decided about names: a table that stands beside the project and that no build writes."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from paperkg.errors import UsageError
from paperkg.records import Source

Action = Literal["accept", "reject", "rename", "split", "ban"]

COLUMNS = ("action", "name", "other", "papers", "note")
_NEEDS_OTHER: frozenset[Action] = frozenset({"accept", "reject", "rename", "split"})


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about names, and where it is written; ``other`` and ``papers`` as the action needs them.

    accept: ``name`` is the thing that ``other`` names. reject: ``name`` and ``other`` are two things. rename: ``name`` is
    labelled ``other``. split: in ``papers``, ``name`` is another thing, ``other``. ban: ``name`` is no node.
    """

    source: Source
    action: Action
    name: str
    other: str = ""
    papers: tuple[str, ...] = ()


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """Return the decisions in a file, in its order; empty lines and lines whose action starts with ``#`` are none.

    Raises:
        UsageError: the file does not exist, is no UTF-8 CSV with the columns ``action`` and ``name``, or has a line
            with an unknown action or without what its action needs.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        missing = {"action", "name"} - set(rows.fieldnames or ())
        if missing:
            raise UsageError(
                f"{path} has no column {', '.join(sorted(missing))}.", remedy=f"Columns: {','.join(COLUMNS)}."
            )
        return tuple(
            _decision(row, Source(path.name, rows.line_num), path)
            for row in rows
            if (row["action"] or "").strip() and not row["action"].startswith("#")
        )
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read: {error}.", remedy="It is a table, CSV in UTF-8.") from error


def _decision(row: dict[str, str | None], source: Source, path: Path) -> Decision:
    cells = {key: (value or "").strip() for key, value in row.items() if isinstance(key, str)}
    action = next((known for known in get_args(Action) if known == cells["action"]), None)
    where = f"{path}, line {source.position}"
    if action is None:
        raise UsageError(
            f"{where}: there is no action {cells['action']!r}.", remedy=f"Use {', '.join(get_args(Action))}."
        )
    papers = tuple(part.strip() for part in cells.get("papers", "").split("|") if part.strip())
    if not cells["name"] or (action in _NEEDS_OTHER and not cells.get("other")):
        raise UsageError(f"{where}: {action} needs a name" + (" and an other." if action in _NEEDS_OTHER else "."))
    if action == "split" and not papers:
        raise UsageError(f"{where}: split needs papers, parted by |.", remedy="Give the ids of the papers.")
    return Decision(source, action, cells["name"], cells.get("other", ""), papers)
