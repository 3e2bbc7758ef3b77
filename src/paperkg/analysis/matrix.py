"""Who uses what: a table of how many papers have both the term of a row and that of a column."""

from __future__ import annotations

from dataclasses import dataclass

from pyoxigraph import NamedNode

from paperkg.analysis.edges import Edges, Thing
from paperkg.graph.namespaces import KG, RDF
from paperkg.store import GraphStore

PAPER = "Paper"


@dataclass(frozen=True, slots=True)
class Matrix:
    """``cells[i][j]`` papers have both ``rows[i]`` and ``columns[j]``; so many rows and columns were left out."""

    rows: tuple[Thing, ...]
    columns: tuple[Thing, ...]
    cells: tuple[tuple[int, ...], ...]
    rows_left_out: int
    columns_left_out: int


def matrix(store: GraphStore, rows: str, columns: str, *, limit: int = 40) -> Matrix:
    """Return the table of two kinds (``Paper`` or a kind of term), at most ``limit`` of each, those of most papers.

    Rows and columns without any paper in common with the other side are left out before that and not counted.
    """
    edges = Edges(store)
    row_papers, column_papers = _papers_of(edges, rows), _papers_of(edges, columns)
    crossing = set().union(*row_papers.values()) & set().union(*column_papers.values())
    row_nodes, column_nodes = _busiest(row_papers, crossing), _busiest(column_papers, crossing)
    shown_rows, shown_columns = row_nodes[:limit], column_nodes[:limit]
    cells = tuple(tuple(len(row_papers[row] & column_papers[column]) for column in shown_columns) for row in shown_rows)
    return Matrix(
        tuple(edges.thing(node) for node in shown_rows),
        tuple(edges.thing(node) for node in shown_columns),
        cells,
        len(row_nodes) - len(shown_rows),
        len(column_nodes) - len(shown_columns),
    )


def _papers_of(edges: Edges, kind: str) -> dict[NamedNode, set[NamedNode]]:
    if kind == PAPER:
        return {paper: {paper} for paper in edges.papers}
    quads = edges.store.dataset.quads_for_pattern(None, RDF.type, getattr(KG, kind))
    terms = {quad.subject for quad in quads if isinstance(quad.subject, NamedNode)}
    return {term: set(edges.linked_to(term).keys() & edges.papers) for term in terms}


def _busiest(papers_of: dict[NamedNode, set[NamedNode]], crossing: set[NamedNode]) -> list[NamedNode]:
    met = {node: len(papers & crossing) for node, papers in papers_of.items()}
    return sorted((node for node, count in met.items() if count), key=lambda node: (-met[node], node.value))
