"""A graph becomes files of another format: one module a target, all listed in ``EXPORTERS``."""

from __future__ import annotations

from paperkg.export import (
    bibtex,
    cyjs,
    cypher,
    gephi,
    gexf,
    graphml,
    jsonld,
    ladybug,
    memgraph,
    neo4j,
    neo4j_shards,
    neptune,
    neptune_cypher,
    node_link,
    nt_shards,
    ntriples,
    parquet,
    rdf12,
    rdfxml,
    spreadsheet,
    tigergraph,
    trig,
    turtle,
)
from paperkg.export.exporter import Exporter

EXPORTERS: dict[str, Exporter] = {
    "turtle": Exporter(turtle, "file", "rdflib and Oxigraph", "run"),
    "nt": Exporter(ntriples, "file", "rdflib, Oxigraph and Virtuoso", "run"),
    "nt-shards": Exporter(nt_shards, "folder", "Oxigraph and Virtuoso", "run"),
    "jsonld": Exporter(jsonld, "file", "rdflib and Oxigraph", "run"),
    "rdfxml": Exporter(rdfxml, "file", "rdflib and Oxigraph", "run"),
    "trig": Exporter(trig, "file", "rdflib and Oxigraph", "run"),
    "rdf12": Exporter(rdf12, "file", "Oxigraph", "run"),
    "ladybug": Exporter(ladybug, "folder", "Ladybug", "run"),
    "gexf": Exporter(gexf, "file", "networkx", "run"),
    "graphml": Exporter(graphml, "file", "networkx", "run"),
    "cyjs": Exporter(cyjs, "file", "networkx", "run"),
    "node-link": Exporter(node_link, "file", "networkx", "run"),
    "parquet": Exporter(parquet, "folder", "pandas", "run"),
    "csv": Exporter(spreadsheet, "folder", "pandas", "run"),
    "bibtex": Exporter(bibtex, "file", "bibtexparser and pybtex", "run"),
    "neo4j": Exporter(neo4j, "folder", "Neo4j's admin import and LOAD CSV", "validated"),
    "cypher": Exporter(cypher, "file", "Neo4j", "validated"),
    "neptune": Exporter(neptune, "folder", "Amazon Neptune, Gremlin", "validated"),
    "neptune-cypher": Exporter(neptune_cypher, "folder", "Amazon Neptune, openCypher", "validated"),
    "memgraph": Exporter(memgraph, "folder", "Memgraph", "validated"),
    "tigergraph": Exporter(tigergraph, "folder", "TigerGraph", "validated"),
    "gephi": Exporter(gephi, "folder", "Gephi", "validated"),
    "neo4j-shards": Exporter(neo4j_shards, "folder", "Neo4j's admin import", "validated"),
}
"""Every target by the name that ``paperkg export --to`` takes."""
