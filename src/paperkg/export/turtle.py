"""Turtle: a block for each node, nodes in the order of the sorted N-Triples, each with its types first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, parse

from paperkg.export.ntriples import ntriples, serialized
from paperkg.graph.namespaces import RDF, prefixes
from paperkg.settings import DEFAULT_BASE
from paperkg.store import GraphStore

HEADER = re.compile(rb"\A(?:@prefix [^\n]*\n)*")
# A line that begins a node or ends the prefixes: continuation lines begin with a tab, strings hold no raw line end.
FIRST_LINE = re.compile(rb"\n(?=[^\t\n@])")


def turtle(canonical: bytes, base: str = DEFAULT_BASE) -> bytes:
    """Return the graph of the sorted N-Triples ``canonical`` as Turtle, the prefixes of ``base`` declared."""
    triples = (quad.triple for quad in parse(canonical, format=RdfFormat.N_TRIPLES))
    known = prefixes(base)
    text = serialized(_types_first(triples), RdfFormat.TURTLE, known)
    # The serializer declares prefixes in the order of a hash table that is seeded anew in every process.
    header = "".join(f"@prefix {prefix}: <{known[prefix]}> .\n" for prefix in sorted(known))
    return header.encode() + FIRST_LINE.sub(b"\n\n", b"\n" + HEADER.sub(b"", text))


def write(store: GraphStore, path: Path) -> None:
    """Write the graph to the file ``path``."""
    path.write_bytes(turtle(ntriples(store.triples()), store.base))


def _types_first(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Yield the triples of each node with its types before the rest, the order otherwise kept."""
    kind = RDF.type
    for _, same_subject in groupby(triples, key=lambda triple: triple.subject):
        yield from sorted(same_subject, key=lambda triple: triple.predicate != kind)
