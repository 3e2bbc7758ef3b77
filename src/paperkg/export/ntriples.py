"""N-Triples, sorted: the canonical file, the same bytes for the same graph whatever the order of its triples."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, serialize

from paperkg.store import GraphStore


def ntriples(triples: Iterable[Triple]) -> bytes:
    """Return each of ``triples`` once, in the order of their lines' bytes."""
    lines = serialized(triples, RdfFormat.N_TRIPLES).split(b"\n")
    return b"".join(line + b"\n" for line in sorted(set(lines)) if line)


def serialized(triples: Iterable[Triple], syntax: RdfFormat, prefixes: dict[str, str] | None = None) -> bytes:
    """Return ``triples`` in that syntax, in the order given."""
    text = serialize(triples, format=syntax, prefixes=prefixes)
    assert text is not None, "without an output, serialize returns the bytes"
    return text


def write(store: GraphStore, path: Path) -> None:
    """Write the graph to the file ``path``."""
    path.write_bytes(ntriples(store.triples()))
