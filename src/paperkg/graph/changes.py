"""Tells what differs between two graphs in canonical N-Triples, and what a check of just that has to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, parse

from paperkg.graph.namespaces import RDF

_TYPE = f"<{RDF.type.value}>".encode()


@dataclass(frozen=True, slots=True)
class Changes:
    """The nodes of which something else is said than before, and all that is said of them, with their neighbours' classes."""

    nodes: frozenset[str]
    triples: tuple[Triple, ...]


def changes(old: Path, new: Path) -> Changes:
    """Return how the graph in the file ``new`` differs from that in ``old``; both are sorted by their lines' bytes.

    A node that links to one which lost a class, or is gone, has changed too.
    """
    nodes: set[bytes] = set()
    lost: set[bytes] = set()
    with old.open("rb") as before, new.open("rb") as after:
        for line, gone in _differences(before, after):
            subject, predicate, _ = line.split(b" ", 2)
            nodes.add(subject)
            if gone and predicate == _TYPE:
                lost.add(subject)
    if lost:
        nodes.update(subject for subject, _, item, _ in _statements(new) if item in lost)
    known = nodes | {item for subject, _, item, _ in _statements(new) if subject in nodes}
    lines = [
        line
        for subject, predicate, _, line in _statements(new)
        if subject in nodes or (predicate == _TYPE and subject in known)
    ]
    triples = tuple(quad.triple for quad in parse(b"".join(lines), format=RdfFormat.N_TRIPLES))
    return Changes(frozenset(node.strip(b"<>").decode() for node in nodes), triples)


def _statements(path: Path) -> Iterator[tuple[bytes, bytes, bytes, bytes]]:
    """Yield subject, predicate, object and the whole of each line."""
    with path.open("rb") as file:
        for line in file:
            subject, predicate, rest = line.split(b" ", 2)
            yield subject, predicate, rest[:-3], line


def _differences(old: Iterable[bytes], new: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines that only one of two sorted files has, and whether it is the old one."""
    before, after = iter(old), iter(new)
    one, other = next(before, None), next(after, None)
    while one is not None or other is not None:
        if one == other:
            one, other = next(before, None), next(after, None)
        elif one is not None and (other is None or one < other):
            yield one, True
            one = next(before, None)
        elif other is not None:
            yield other, False
            other = next(after, None)
