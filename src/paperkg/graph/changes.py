"""Tells what differs between two graphs in canonical N-Triples, and what a check of just that has to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from mmap import ACCESS_READ, mmap
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, parse

from paperkg.graph.namespaces import RDF

_TYPE = f"<{RDF.type.value}>".encode()
_UNLINKED = re.compile(rb"/(?:evidence|result|merge)/[^/]*$")
"""Nodes that no other node links to."""
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
    with mapped(new) as content:
        nodes.update(chain.from_iterable(_linking_to(content, node) for node in lost if not _UNLINKED.search(node)))
        about = {node: list(_lines_about(content, node)) for node in sorted(nodes)}
        objects = {line.split(b" ", 2)[2][:-3] for line in chain.from_iterable(about.values())}
        others = sorted(node for node in objects - nodes if node.startswith(b"<"))
        classes = (line for node in others for line in _lines_about(content, node) if line.split(b" ", 2)[1] == _TYPE)
        lines = b"".join(chain(chain.from_iterable(about.values()), classes))
    triples = tuple(quad.triple for quad in parse(lines, format=RdfFormat.N_TRIPLES))
    return Changes(frozenset(node.strip(b"<>").decode() for node in nodes), triples)


def _linking_to(content: bytes | mmap, node: bytes) -> Iterator[bytes]:
    """Yield the subjects of the statements whose object is ``node``."""
    ending = b" " + node + b" .\n"
    place = content.find(ending)
    while place >= 0:
        start = content.rfind(b"\n", 0, place) + 1
        yield content[start : content.find(b" ", start)]
        place = content.find(ending, place + 1)


def _lines_about(content: bytes | mmap, node: bytes) -> Iterator[bytes]:
    """Yield the lines whose subject is ``node``."""
    wanted = node + b" "
    place = place_of(content, wanted)
    while line := _line(content, place):
        if not line.startswith(wanted):
            return
        yield line
        place += len(line)


def place_of(content: bytes | mmap, wanted: bytes) -> int:
    """Return where the first line begins that is not before ``wanted``, found by halving: the lines are sorted."""
    low, high = 0, len(content)
    while low < high:
        middle = (low + high) // 2
        start = content.rfind(b"\n", 0, middle) + 1
        if content[start : start + len(wanted)] < wanted:
            low = content.find(b"\n", middle) + 1 or len(content)
        else:
            high = start
    return low


def differences(old: Path, new: Path) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines that only one of two sorted files has, in their order, and whether it is the old one."""
    with mapped(old) as before, mapped(new) as after:
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
def mapped(path: Path) -> Iterator[bytes | mmap]:
    """Yield the content of a file without reading more of it than is looked at."""
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
