"""Neo4j's admin import for graphs of many millions of edges: tables in parts, which the importer reads side by side.

A header is a file of its own (Neo4j Operations Manual, "Import", "Multiple data sources"), so that parts can be copied,
packed and written apart.
"""

from __future__ import annotations

from math import ceil
from pathlib import Path

from paperkg.export.contents import Contents
from paperkg.export.delimited import header_file, part_file, write_tables
from paperkg.export.neo4j import DIALECT, IMPORT, read_back, shell_line
from paperkg.export.property_graph import PropertyGraph

__all__ = ["read_back", "write"]

PART = 1_000_000
"""Rows in a part, but for the last."""


def write(contents: Contents, folder: Path, part: int = PART) -> dict[str, int]:
    """Write header and parts of each table, and the import script, into ``folder``."""
    counts = write_tables(PropertyGraph(contents), folder, DIALECT, part)
    files = {name: [header_file(name), *_parts(name, ceil(rows / part))] for name, rows in counts.items()}
    (folder / IMPORT).write_text(shell_line(files), encoding="utf-8")
    return counts


def _parts(table: str, count: int) -> list[str]:
    return [part_file(table, number) for number in range(1, count + 1)]
