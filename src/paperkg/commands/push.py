"""``paperkg push``: the graph into a running server."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option


@click.command()
@click.option("--to", "url", required=True, metavar="URL", help="A graph store (http, https) or a Bolt server.")
@graph_option
@click.option("--named-graph", metavar="IRI", help="The graph to write in a SPARQL store; its default graph otherwise.")
@click.option("--database", metavar="NAME", help="The database of a Bolt server; its default one otherwise.")
@click.option("--user", metavar="NAME", help="Who asks; digest and basic authentication are answered.")
@click.option(
    "--password", envvar="PAPERKG_PASSWORD", help="Better set as PAPERKG_PASSWORD, which no process list shows."
)
@click.option("--replace", is_flag=True, help="Empty the graph of a SPARQL store first; otherwise triples are added.")
@click.option("--without-text", is_flag=True, help="Leave abstracts out and cut sentences to twelve words.")
def command(
    url: str,
    graph: Path,
    named_graph: str | None,
    database: str | None,
    user: str | None,
    password: str | None,
    replace: bool,
    without_text: bool,
) -> None:
    """Send the graph to a SPARQL endpoint's graph store, or to a database that speaks Bolt.

    Example: paperkg push --to http://localhost:7878/store -g output

    Run on the programs themselves: Oxigraph (/store) and Virtuoso 7 (/sparql-graph-crud-auth, which wants
    --named-graph and --user). Only validated: Bolt, whose statements were run on no Neo4j.

    Triples go in batches that are sent again when the server is busy; nodes and edges are merged by their
    ids. Pushing twice changes nothing.
    """
    from paperkg.export.contents import Contents
    from paperkg.export.push import Server, push
    from paperkg.folder import BuildFolder

    contents = Contents(BuildFolder(graph), with_text=not without_text)
    server = Server(url=url, user=user, password=password, graph=named_graph, database=database, replace=replace)
    counts = push(contents, server)
    click.echo(f"{url}: {', '.join(f'{count} {name}' for name, count in counts.items())} sent", err=True)
