"""A graph opened for questions: an Oxigraph store over the triples of a build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import (
    BlankNode,
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QuerySolutions,
    QueryTriples,
    Store,
    Triple,
    Variable,
)

from paperkg.errors import QueryError
from paperkg.folder import NTRIPLES, BuildFolder
from paperkg.graph.namespaces import DCTERMS, KG, RDF, RDFS, SKOS, prefixes
from paperkg.settings import DEFAULT_BASE
from paperkg.sparql import asks_elsewhere, is_update, readable, show_place, with_escaped_dots
from paperkg.store_files import load as load_file
from paperkg.store_files import prepare

if TYPE_CHECKING:
    import rdflib

Node = NamedNode | BlankNode | Literal
Answer = QuerySolutions | QueryBoolean | QueryTriples


class GraphStore:
    """The triples of one graph, read and never written; ``folder`` is the build they come from, where there is one."""

    def __init__(self, triples: Store, folder: BuildFolder | None = None) -> None:
        self.dataset = triples
        self.folder = folder

    @cached_property
    def base(self) -> str:
        """Return the base of the graph's IRIs, taken from its run node; the default where it has none."""
        for quad in self.dataset.quads_for_pattern(None, RDF.type, KG.Run):
            if isinstance(quad.subject, NamedNode):
                return quad.subject.value.rpartition("run/")[0]
        return DEFAULT_BASE

    @cached_property
    def prefixes(self) -> dict[str, str]:
        """Return the prefixes that every query may use without declaring them."""
        return prefixes(self.base)

    @cached_property
    def names(self) -> dict[str, tuple[NamedNode, ...]]:
        """Return every label, alias, title and key, case folded, with the nodes that have it."""
        found: dict[str, dict[NamedNode, None]] = {}
        for predicate in (SKOS.prefLabel, SKOS.altLabel, RDFS.label, DCTERMS.title, KG.key):
            for quad in self.dataset.quads_for_pattern(None, predicate, None):
                if isinstance(quad.subject, NamedNode) and isinstance(quad.object, Literal):
                    found.setdefault(quad.object.value.casefold(), {})[quad.subject] = None
        return {name: tuple(sorted(nodes, key=str)) for name, nodes in sorted(found.items())}

    def triples(self) -> Iterator[Triple]:
        """Yield every triple, in no order."""
        return (quad.triple for quad in self.dataset)

    def query(self, sparql: str, values: Mapping[str, Node] | None = None) -> Answer:
        """Return the answer to a SPARQL query, ``values`` put in the place of its variables.

        A variable that gets a value must stand in the query's outermost SELECT.

        Raises:
            QueryError: the query is no SPARQL query, is an update, or asks another server (SERVICE).
        """
        if asks_elsewhere(sparql):
            raise QueryError("SERVICE is refused: a query reads this graph alone.", remedy="Leave SERVICE out.")
        try:
            return self.dataset.query(
                with_escaped_dots(sparql),
                prefixes=self.prefixes,
                substitutions={Variable(name): value for name, value in (values or {}).items()},
            )
        except SyntaxError as error:
            if is_update(sparql):
                raise QueryError(
                    "An update is refused: the graph is only read.", remedy="Use paperkg update."
                ) from error
            place = show_place(sparql, str(error))
            raise QueryError(f"This is no SPARQL query: {readable(str(error))}", remedy=place) from error
        except RuntimeError as error:
            raise QueryError(f"{error}.", remedy="Select every variable that gets a value.") from error

    def select(self, sparql: str) -> Iterator[dict[str, NamedNode | Literal]]:
        """Yield the rows of a SELECT, each with the values that it has; there are no blank nodes in our graphs.

        Raises:
            QueryError: the query is wrong, or no SELECT.
        """
        answer = self.query(sparql)
        if not isinstance(answer, QuerySolutions):
            raise QueryError("Only a SELECT has rows.")
        names = [variable.value for variable in answer.variables]
        for row in answer:
            cells = ((name, row[name]) for name in names)
            yield {name: cell for name, cell in cells if isinstance(cell, NamedNode | Literal)}


def open_store(folder: Path) -> GraphStore:
    """Return the graph of a build's folder, opened for questions: a small one in memory, a large one on disk.

    Raises:
        GraphError: the folder holds no graph, or one that is damaged.
    """
    build = BuildFolder(folder)
    on_disk = prepare(build)
    if on_disk is None:
        return GraphStore(load_file(Store(), folder / NTRIPLES), build)
    return GraphStore(Store.read_only(str(on_disk)), build)


def store_of(triples: Iterable[Triple]) -> GraphStore:
    """Return a graph of ``triples`` in memory."""
    dataset = Store()
    dataset.bulk_extend(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    return GraphStore(dataset)


def load(folder: Path) -> rdflib.Graph:
    """Return the graph of a build's folder as an rdflib graph on the same store, its prefixes bound.

    Raises:
        GraphError: the folder holds no graph, or one that is damaged.
    """
    import oxrdflib
    from rdflib.graph import DATASET_DEFAULT_GRAPH_ID, Graph

    store = open_store(folder)
    graph = Graph(store=oxrdflib.OxigraphStore(store=store.dataset), identifier=DATASET_DEFAULT_GRAPH_ID)
    for prefix, namespace in store.prefixes.items():
        graph.bind(prefix, namespace, replace=True)
    return graph
