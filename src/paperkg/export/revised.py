"""Writes sorted N-Triples and Turtle from the files of the graph before, where only some nodes are told of otherwise.

Both files tell of one node after the other, in the same order: what is said of a node is cut out, and what is said of
it now is put in its place. All else is copied as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from mmap import mmap
from pathlib import Path
from typing import IO

from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from paperkg.export.ntriples import ntriples
from paperkg.export.turtle import write_turtle
from paperkg.graph.changes import mapped, place_of
from paperkg.graph.namespaces import RDF

Edit = tuple[int, int, bytes]
"""Where a piece begins, where it ends, and what takes its place."""
COPIED_AT_ONCE = 1 << 24


def write_revised(
    before: tuple[Path, Path],
    after: tuple[Path, Path],
    nodes: Iterable[NamedNode],
    triples: Iterable[Triple],
    base: str,
) -> None:
    """Write sorted N-Triples and Turtle to the files ``after`` from those ``before``.

    ``triples`` are all that is said of ``nodes`` now, and of no other node.
    """
    fresh = ntriples(triples)
    ordered = sorted(f"{node} ".encode() for node in nodes)
    with mapped(before[0]) as canonical, mapped(before[1]) as told:
        edits = list(_edits(canonical, ordered, fresh))
        with after[0].open("wb") as file:
            _splice(canonical, edits, file)
        with after[1].open("wb") as file:
            _splice(told, _turtle_edits(canonical, told, edits, ordered, _blocks(fresh, base), base), file)


def _edits(canonical: bytes | mmap, ordered: Sequence[bytes], fresh: bytes) -> Iterator[Edit]:
    """Yield an edit of the N-Triples for each node, given in order by how its lines begin."""
    lines = {
        beginning: b"".join(each)
        for beginning, each in groupby(fresh.splitlines(keepends=True), key=lambda line: line[: line.index(b" ") + 1])
    }
    for beginning in ordered:
        start = end = place_of(canonical, beginning)
        while canonical[end : end + len(beginning)] == beginning:
            end = canonical.find(b"\n", end) + 1
        yield start, end, lines.get(beginning, b"")


def _turtle_edits(
    canonical: bytes | mmap,
    told: bytes | mmap,
    edits: Sequence[Edit],
    ordered: Sequence[bytes],
    blocks: dict[bytes, bytes],
    base: str,
) -> Iterator[Edit]:
    """Yield the same edits of the Turtle; a node that is new there is told of before the next one that is not."""
    followers = [canonical[end : canonical.find(b" ", end) + 1] for _, end, _ in edits]
    in_turtle = _beginnings({*ordered, *filter(None, followers)}, base)
    place = 0
    for (start, end, _), beginning, follower in zip(edits, ordered, followers, strict=True):
        wanted = beginning if end > start else follower
        # A blank line comes before every block, and none is within one.
        found = told.find(b"\n\n" + in_turtle[wanted], place) if wanted else -1
        place = found if found >= 0 else len(told) - 1
        block = blocks.get(in_turtle[beginning], b"")
        if end > start:
            last = told.find(b"\n\n", place + 2)
            yield place + 1, last + 1 if last >= 0 else len(told), block
        else:
            yield place + 1, place + 1, block


def _blocks(canonical: bytes, base: str) -> dict[bytes, bytes]:
    """Return the Turtle of each node of a graph, with the blank line before it, by how it begins."""
    output = BytesIO()
    write_turtle((quad.triple for quad in parse(canonical, format=RdfFormat.N_TRIPLES)), output, base)
    blocks = output.getvalue().removesuffix(b"\n").split(b"\n\n")[1:]
    return {block[: block.index(b" ") + 1]: b"\n" + block + b"\n" for block in blocks}


def _beginnings(nodes: Iterable[bytes], base: str) -> dict[bytes, bytes]:
    """Return how the Turtle of each node begins, by how its N-Triples do."""
    ordered = sorted(nodes)
    said = (Triple(NamedNode(node[1:-2].decode()), RDF.type, RDF.Statement) for node in ordered)
    output = BytesIO()
    write_turtle(said, output, base)
    blocks = output.getvalue().split(b"\n\n")[1:]
    return {node: block[: block.index(b" ") + 1] for node, block in zip(ordered, blocks, strict=True)}


def _splice(content: bytes | mmap, edits: Iterable[Edit], output: IO[bytes]) -> None:
    """Write ``content`` with its pieces replaced; edits come in the order of their places."""
    place = 0
    for start, end, replacement in edits:
        _copy(content, place, start, output)
        output.write(replacement)
        place = end
    _copy(content, place, len(content), output)


def _copy(content: bytes | mmap, start: int, end: int, output: IO[bytes]) -> None:
    for place in range(start, end, COPIED_AT_ONCE):
        output.write(content[place : min(place + COPIED_AT_ONCE, end)])
