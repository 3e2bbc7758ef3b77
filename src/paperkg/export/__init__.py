"""A graph becomes files of another format: one module a target, all listed in ``EXPORTERS``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from paperkg.export import ntriples, turtle
from paperkg.store import GraphStore

Exporter = Callable[[GraphStore, Path], None]
"""Writes the whole graph to a path, a file or a folder as the target wants; the same graph gives the same bytes."""

EXPORTERS: dict[str, Exporter] = {
    "nt": ntriples.write,
    "turtle": turtle.write,
}
"""Every target by the name that ``paperkg export --to`` takes."""
