"""N-Triples in parts of a fixed size, for stores that load several files at once (QLever, Virtuoso, Oxigraph).

The graph has no blank nodes, so that a part can be loaded without the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from pyoxigraph import RdfFormat, Triple

from paperkg.export.contents import Contents
from paperkg.export.ntriples import TRIPLES, count_triples, write_in

PART = 1_000_000
"""Triples in a part, but for the last."""


def write(contents: Contents, folder: Path, part: int = PART) -> dict[str, int]:
    """Write ``part-00001.nt`` and so on into ``folder``, in the order of the canonical file."""
    return {
        TRIPLES: sum(
            write_in(triples, folder / f"part-{number:05d}.nt", RdfFormat.N_TRIPLES)[TRIPLES]
            for number, triples in enumerate(_parts(contents.triples(), part), 1)
        )
    }


def read_back(folder: Path) -> dict[str, int]:
    """Return how many triples the parts have together."""
    counts = (count_triples(path, RdfFormat.N_TRIPLES)[TRIPLES] for path in sorted(folder.glob("part-*.nt")))
    return {TRIPLES: sum(counts)}


def _parts(triples: Iterator[Triple], size: int) -> Iterator[Iterator[Triple]]:
    for first in triples:
        yield chain([first], islice(triples, size - 1))
