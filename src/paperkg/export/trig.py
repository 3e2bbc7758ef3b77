"""TriG: the graph in Turtle's blocks as the default graph of a dataset."""

from __future__ import annotations

from pathlib import Path

from pyoxigraph import RdfFormat

from paperkg.export import turtle
from paperkg.export.contents import Contents
from paperkg.export.ntriples import count_triples


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``: Turtle is TriG with a default graph alone (TriG, section 2.1)."""
    return turtle.write(contents, path)


def read_back(path: Path) -> dict[str, int]:
    """Return how many triples the file has."""
    return count_triples(path, RdfFormat.TRIG)
