"""Tells what differs between two graphs in canonical N-Triples, and what a check of just that has to look at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, parse

from paperkg.graph.namespaces import RDF

_TYPE = f"<{RDF.type.value}>".encode()
FIRST_LOOK, LONGEST_LOOK = 1 << 12, 1 << 24
"""Bytes that are compared at once: few at first, more while nothing differs."""


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
    for line, gone in differences(old, new):
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


def differences(old: Path, new: Path) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines that only one of two sorted files has, in their order, and whether it is the old one."""
    with _mapped(old) as before, _mapped(new) as after:
        one = other = 0
        while one < len(before) or other < len(after):
            same = _common_lines(before, one, after, other)
            one, other = one + same, other + same
            left, right = _line(before, one), _line(after, other)
            if left and (not right or left < right):
                yield left, True
                one += len(left)
            elif right:
                yield right, False
                other += len(right)


@contextmanager
def _mapped(path: Path) -> Iterator[bytes | mmap]:
    with path.open("rb") as file:
        if path.stat().st_size:
            with mmap(file.fileno(), 0, access=ACCESS_READ) as content:
                yield content
        else:
            # An empty file cannot be mapped.
            yield b""


def _common_lines(one: bytes | mmap, start: int, other: bytes | mmap, other_start: int) -> int:
    """Return how many bytes of whole lines follow in both from the places given, which begin a line."""
    length, step = 0, FIRST_LOOK
    while True:
        left = one[start + length : start + length + step]
        right = other[other_start + length : other_start + length + step]
        if not left or left != right:
            break
        length, step = length + len(left), min(2 * step, LONGEST_LOOK)
    low, high = 0, min(len(left), len(right)) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if left[:middle] == right[:middle] else (low, middle)
    return max(one.rfind(b"\n", start, start + length + low) + 1 - start, 0)


def _line(content: bytes | mmap, start: int) -> bytes:
    end = content.find(b"\n", start)
    return content[start : end + 1] if end >= 0 else content[start:]
