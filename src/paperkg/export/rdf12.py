"""RDF 1.2 Turtle: evidence reifies its statement with a triple term, ``rdf:reifies <<( s p o )>>``.

This is the standard's successor of ``rdf:subject``, ``rdf:predicate`` and ``rdf:object`` (RDF 1.2 Concepts, section
3.1), which are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from pyoxigraph import NamedNode, RdfFormat, Triple

from paperkg.export.contents import Contents
from paperkg.export.ntriples import TRIPLES, Tally, count_triples
from paperkg.export.turtle import write_turtle
from paperkg.graph.namespaces import RDF

REIFIES = NamedNode(RDF.iri + "reifies")


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    tally = Tally(reified(contents.triples()))
    with path.open("wb") as file:
        write_turtle(tally, file, contents.base)
    return {TRIPLES: tally.count}


def read_back(path: Path) -> dict[str, int]:
    """Return how many triples the file has."""
    return count_triples(path, RdfFormat.TURTLE)


def reified(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Yield ``triples``, those of one node together, with a triple term for each subject, predicate and object."""
    parts = (RDF.subject, RDF.predicate, RDF.object)
    for node, same_subject in groupby(triples, key=lambda triple: triple.subject):
        said = list(same_subject)
        named = {triple.predicate: triple.object for triple in said if triple.predicate in parts}
        if len(named) < len(parts):
            yield from said
            continue
        yield from (triple for triple in said if triple.predicate not in parts)
        yield Triple(node, REIFIES, Triple(*(named[part] for part in parts)))  # type: ignore[arg-type]
