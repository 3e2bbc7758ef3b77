"""Turtle: a block for each node, nodes in the order of the sorted N-Triples, each with its types first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, cast

from pyoxigraph import RdfFormat, Triple, parse, serialize

from paperkg.export.contents import Contents
from paperkg.export.ntriples import TRIPLES, Tally, count_triples
from paperkg.graph.namespaces import RDF, prefixes
from paperkg.settings import DEFAULT_BASE

HEADER = re.compile(rb"\A(?:@prefix [^\n]*\n)*")
# A line that begins a node or ends the prefixes: continuation lines begin with a tab, strings hold no raw line end.
FIRST_LINE = re.compile(rb"\n(?=[^\t\n@])")


def turtle(canonical: bytes, base: str = DEFAULT_BASE) -> bytes:
    """Return the graph of the sorted N-Triples ``canonical`` as Turtle, the prefixes of ``base`` declared."""
    output = BytesIO()
    write_turtle((quad.triple for quad in parse(canonical, format=RdfFormat.N_TRIPLES)), output, base)
    return output.getvalue()


def write_from(canonical: Path, path: Path, base: str) -> None:
    """Write the graph of the sorted N-Triples in the file ``canonical`` to the file ``path`` as ``turtle`` returns it."""
    with path.open("wb") as file:
        write_turtle((quad.triple for quad in parse(path=canonical, format=RdfFormat.N_TRIPLES)), file, base)


def write_turtle(triples: Iterable[Triple], output: IO[bytes], base: str) -> None:
    """Write ``triples``, those of one node together, to ``output`` as Turtle, a block for each node."""
    known = prefixes(base)
    blocks = _Blocks(output, known)
    serialize(types_first(triples), cast(IO[bytes], blocks), format=RdfFormat.TURTLE, prefixes=known)
    blocks.finish()


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    tally = Tally(contents.triples())
    with path.open("wb") as file:
        write_turtle(tally, file, contents.base)
    return {TRIPLES: tally.count}


def read_back(path: Path) -> dict[str, int]:
    """Return how many triples the file has."""
    return count_triples(path, RdfFormat.TURTLE)


def types_first(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Yield the triples of each node with its types before the rest, the order otherwise kept."""
    kind = RDF.type
    held: list[Triple] = []
    node = None
    for triple in triples:
        subject = triple.subject
        if subject != node:
            yield from held
            held.clear()
            node = subject
        if triple.predicate == kind:
            yield triple
        else:
            held.append(triple)
    yield from held


class _Blocks:
    """A file for the serializer, which puts a blank line before each block and the prefixes in order.

    The serializer declares prefixes in the order of a hash table that is seeded anew in every process.
    """

    def __init__(self, output: IO[bytes], known: dict[str, str]) -> None:
        self._output = output
        self._header: bytes | None = "".join(
            f"@prefix {prefix}: <{known[prefix]}> .\n" for prefix in sorted(known)
        ).encode()
        self._prefixes = len(known)
        self._held = b""

    def write(self, chunk: bytes) -> int:
        """Take a chunk of Turtle; what follows its last line end is held back."""
        self._held += chunk
        if self._header is not None and self._held.count(b"\n") <= self._prefixes:
            return len(chunk)
        whole, end, rest = self._held.rpartition(b"\n")
        if end:
            self._put(whole + end)
            self._held = rest
        return len(chunk)

    def flush(self) -> None:
        """Do nothing: the file is flushed by whoever opened it."""

    def finish(self) -> None:
        """Write what was held back."""
        self._put(self._held)

    def _put(self, lines: bytes) -> None:
        if self._header is not None:
            self._output.write(self._header)
            self._header, lines = None, HEADER.sub(b"", lines)
        if lines:
            # Each chunk begins a line; the line end before it stands in the chunk before, or ends the header.
            self._output.write(FIRST_LINE.sub(b"\n\n", b"\n" + lines)[1:])
