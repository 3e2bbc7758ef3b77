"""Records become RDF: namespaces, IRIs, statements, and the shapes that a graph must have."""

from paperkg.graph.statements import statements

__all__ = ["statements"]
