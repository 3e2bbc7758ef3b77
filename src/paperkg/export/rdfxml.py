"""RDF/XML; texts are cleaned as in the tables, since XML cannot hold every character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, cast

from pyoxigraph import Literal, RdfFormat, Triple, serialize

from paperkg.export.contents import Contents
from paperkg.export.ntriples import TRIPLES, Tally, count_triples
from paperkg.export.tables import FORBIDDEN, clean
from paperkg.graph.namespaces import prefixes


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    tally = Tally(_cleaned(contents.triples()))
    with path.open("wb") as file:
        output = cast(IO[bytes], _CarriageReturns(file))
        serialize(tally, output, format=RdfFormat.RDF_XML, prefixes=prefixes(contents.base))
    return {TRIPLES: tally.count}


def read_back(path: Path) -> dict[str, int]:
    """Return how many triples the file has."""
    return count_triples(path, RdfFormat.RDF_XML)


def _cleaned(triples: Iterable[Triple]) -> Iterator[Triple]:
    for triple in triples:
        said = triple.object
        if isinstance(said, Literal) and FORBIDDEN.search(said.value):
            yield Triple(triple.subject, triple.predicate, Literal(clean(said.value), datatype=said.datatype))
        else:
            yield triple


class _CarriageReturns:
    """A file for the serializer, which leaves carriage returns bare; a reader would make line feeds of them."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output

    def write(self, chunk: bytes) -> int:
        """Write a chunk with its carriage returns as references (XML 1.0, section 2.11)."""
        self._output.write(chunk.replace(b"\r", b"&#13;"))
        return len(chunk)

    def flush(self) -> None:
        """Do nothing: the file is flushed by whoever opened it."""
