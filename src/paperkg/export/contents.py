"""What is exported: a build's records and triples as streams, whole or without the texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pyoxigraph import RdfFormat, Triple, parse

from paperkg.errors import GraphError
from paperkg.folder import MANIFEST, NTRIPLES, BuildFolder
from paperkg.graph.withhold import first_words, without_text
from paperkg.records import Entity, Link, PaperRecord, Result
from paperkg.settings import DEFAULT_BASE


class Contents:
    """A build opened for exporters; every method begins a new stream, and none holds a whole file in memory.

    ``with_text`` is False where the caller says so or where the build itself was made without texts: then abstracts
    are empty, and quotations end after twelve words while their offsets stay.
    """

    def __init__(self, folder: BuildFolder, *, with_text: bool = True) -> None:
        settings = folder.json(MANIFEST).get("settings", {}).get("graph", {})
        self.folder = folder
        self.base: str = settings.get("base", DEFAULT_BASE)
        self.with_text: bool = with_text and settings.get("with_text", True)

    def papers(self) -> Iterator[PaperRecord]:
        """Yield the papers in the order of their ids."""
        for record in self.folder.papers():
            yield record if self.with_text else replace(record, paper=replace(record.paper, text=""))

    def entities(self) -> Iterator[Entity]:
        """Yield the terms in the order of their ids."""
        return self.folder.entities()

    def links(self) -> Iterator[Link]:
        """Yield the edges in the order of paper, subject, predicate and object."""
        for link in self.folder.links():
            if self.with_text:
                yield link
            else:
                evidence = tuple(
                    replace(each, text=first_words(each.text), sentence=first_words(each.sentence))
                    for each in link.evidence
                )
                yield replace(link, evidence=evidence)

    def results(self) -> Iterator[Result]:
        """Yield the results in the order of their ids."""
        for result in self.folder.results():
            yield result if self.with_text else replace(result, sentence=first_words(result.sentence))

    def triples(self) -> Iterator[Triple]:
        """Yield the triples in the order of the canonical N-Triples file: those of one node stand together.

        Raises:
            GraphError: the file is missing or damaged.
        """
        triples = self._triples()
        return triples if self.with_text else without_text(triples)

    def _triples(self) -> Iterator[Triple]:
        path = self.folder.path / NTRIPLES
        try:
            for quad in parse(path=path, format=RdfFormat.N_TRIPLES):
                yield quad.triple
        except (OSError, SyntaxError) as error:
            raise GraphError(f"{path}: {error}.", remedy="Build the folder again.") from error
