"""``paperkg export``: the graph as files for another program."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from paperkg.commands.options import graph_option

TRIED = (
    "turtle nt nt-shards jsonld rdfxml trig rdf12 ladybug gexf graphml cyjs node-link parquet csv bibtex",
    "neo4j cypher neptune neptune-cypher memgraph tigergraph gephi neo4j-shards",
)
"""The targets whose files were loaded into the program itself, and those only checked against its documentation."""
STANDARD_OUTPUT = Path("-")


@click.command()
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice([name for names in TRIED for name in names.split()]),
    help="The format to write.",
)
@graph_option
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, allow_dash=True),
    help="The file or folder to write; - is standard output, for formats of one file.",
)
@click.option("--without-text", is_flag=True, help="Leave abstracts out and cut sentences to twelve words.")
def command(target: str, graph: Path, output: Path, without_text: bool) -> None:
    """Write the graph in a format of another program, with the evidence of every edge.

    Example: paperkg export --to graphml -g output -o graph.graphml

    One file: turtle nt jsonld rdfxml trig rdf12 gexf graphml cyjs node-link bibtex cypher.

    A folder: nt-shards ladybug parquet csv neo4j neptune neptune-cypher memgraph tigergraph
    gephi neo4j-shards.

    Run on the programs themselves: turtle nt nt-shards jsonld rdfxml trig rdf12 ladybug gexf graphml
    cyjs node-link parquet csv bibtex. Only validated against the program's documentation: neo4j
    cypher neptune neptune-cypher memgraph tigergraph gephi neo4j-shards.

    What was written is read back and counted before it is put in place.
    """
    from paperkg.export import EXPORTERS
    from paperkg.export.contents import Contents
    from paperkg.folder import BuildFolder

    exporter = EXPORTERS[target]
    contents = Contents(BuildFolder(graph), with_text=not without_text)
    if output == STANDARD_OUTPUT:
        if exporter.kind == "folder":
            raise click.UsageError(f"{target} is a folder of files: name it with -o.")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / target
            counts = exporter(contents, path)
            with path.open("rb") as file, click.open_file("-", "wb") as stdout:
                shutil.copyfileobj(file, stdout)
                stdout.flush()
    else:
        counts = exporter(contents, output)
    click.echo(f"{output}: {_said(counts)}, read back the same", err=True)


def _said(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing: the graph is empty"
