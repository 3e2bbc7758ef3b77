"""``paperkg serve``: a SPARQL endpoint and the explorer, on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option
from paperkg.errors import UsageError


@click.command()
@graph_option
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0 takes any free port.")
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=10, show_default=True, help="Seconds a query may take."
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=100_000, show_default=True, help="Rows an answer may have."
)
@click.option("--workers", type=click.IntRange(min=1), default=2, show_default=True, help="Queries answered at once.")
def command(graph: Path, port: int, timeout: float, limit: int, workers: int) -> None:
    """Serve the graph to SPARQL clients and browsers on this machine, read-only, until Ctrl+C.

    Example: paperkg serve --port 8080
    """
    from paperkg.folder import BuildFolder
    from paperkg.serve.http import Endpoint
    from paperkg.serve.workers import Workers
    from paperkg.store_files import prepare

    prepare(BuildFolder(graph))
    pool = Workers(graph, count=workers, seconds=timeout, limit=limit)
    try:
        endpoint = Endpoint(graph, pool, port)
    except OSError as error:
        pool.close()
        raise UsageError(f"Port {port} cannot be used: {error}.", remedy="Choose another --port.") from error
    click.echo(f"Serving {graph} at {endpoint.address} (SPARQL at {endpoint.address}sparql). Ctrl+C stops.", err=True)
    try:
        endpoint.serve_forever()
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)
    finally:
        endpoint.server_close()
        pool.close()
