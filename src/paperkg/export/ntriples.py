"""N-Triples, sorted: the canonical file, the same bytes for the same graph whatever the order of its triples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, parse, serialize

from paperkg.export.contents import Contents
from paperkg.export.sorted_lines import write_sorted

TRIPLES = "triples"
RUN = 100_000
"""So many triples are sorted in memory at once, some 15 MB of lines."""


class Tally:
    """Passes triples on and counts them."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._triples = triples
        self.count = 0

    def __iter__(self) -> Iterator[Triple]:
        """Yield the triples."""
        for triple in self._triples:
            self.count += 1
            yield triple


def ntriples(triples: Iterable[Triple]) -> bytes:
    """Return each of ``triples`` once, in the order of their lines' bytes."""
    lines = serialized(triples, RdfFormat.N_TRIPLES).split(b"\n")
    return b"".join(line + b"\n" for line in sorted(set(lines)) if line)


def write_canonical(triples: Iterable[Triple], path: Path) -> None:
    """Write to the file ``path`` what ``ntriples`` returns, in the memory of some of it."""
    with path.open("wb") as file:
        write_sorted(_runs(triples), file, path.parent)


def _runs(triples: Iterable[Triple]) -> Iterator[list[bytes]]:
    left = iter(triples)
    while run := list(islice(left, RUN)):
        yield [line + b"\n" for line in serialized(run, RdfFormat.N_TRIPLES).split(b"\n") if line]


def serialized(triples: Iterable[Triple], syntax: RdfFormat, prefixes: dict[str, str] | None = None) -> bytes:
    """Return ``triples`` in that syntax, in the order given."""
    text = serialize(triples, format=syntax, prefixes=prefixes)
    assert text is not None, "without an output, serialize returns the bytes"
    return text


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``; leaving texts out keeps the order of its lines."""
    return write_in(contents.triples(), path, RdfFormat.N_TRIPLES)


def read_back(path: Path) -> dict[str, int]:
    """Return how many triples the file has."""
    return count_triples(path, RdfFormat.N_TRIPLES)


def write_in(
    triples: Iterable[Triple], path: Path, syntax: RdfFormat, prefixes: dict[str, str] | None = None
) -> dict[str, int]:
    """Write ``triples`` to a file in that syntax, in the order given, and return how many there were."""
    tally = Tally(triples)
    with path.open("wb") as file:
        serialize(tally, file, format=syntax, prefixes=prefixes)
    return {TRIPLES: tally.count}


def count_triples(path: Path, syntax: RdfFormat) -> dict[str, int]:
    """Return how many triples a file in that syntax has.

    Raises:
        SyntaxError: the file is not in that syntax.
    """
    return {TRIPLES: sum(1 for _ in parse(path=path, format=syntax))}
