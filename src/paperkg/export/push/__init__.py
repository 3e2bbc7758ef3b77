"""A graph goes to a server: to a SPARQL endpoint by HTTP, or to a property-graph database by Bolt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paperkg.errors import UsageError
from paperkg.export.contents import Contents
from paperkg.export.push import bolt, sparql


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where a graph goes; ``graph`` is the named graph, None the default one; ``database`` is one of a Bolt server's."""

    url: str
    user: str | None = None
    password: str | None = None
    graph: str | None = None
    database: str | None = None
    replace: bool = False
    """Whether what the graph held before goes; a SPARQL endpoint's alone."""


Pusher = Callable[[Contents, Server], dict[str, int]]


def _to_endpoint(contents: Contents, server: Server) -> dict[str, int]:
    endpoint = sparql.Endpoint(url=server.url, graph=server.graph, user=server.user, password=server.password)
    return sparql.push(contents, endpoint, replace=server.replace)


def _to_bolt(contents: Contents, server: Server) -> dict[str, int]:
    if server.graph or server.replace:
        raise UsageError("A Bolt server has no named graphs, and merging replaces nothing.")
    with bolt.connected(server.url, server.user, server.password) as driver:
        return bolt.push(contents, driver, database=server.database)


PUSHERS: dict[str, Pusher] = {
    "http": _to_endpoint,
    "https": _to_endpoint,
    "bolt": _to_bolt,
    "bolt+s": _to_bolt,
    "bolt+ssc": _to_bolt,
    "neo4j": _to_bolt,
    "neo4j+s": _to_bolt,
    "neo4j+ssc": _to_bolt,
}
"""What pushes to an address, by its scheme."""


def push(contents: Contents, server: Server) -> dict[str, int]:
    """Send the whole graph and return how much was sent; sending it again changes nothing.

    Raises:
        UsageError: the address has no scheme that is known.
        ExportError: the server cannot be reached, or refuses.
    """
    scheme = server.url.partition(":")[0].lower()
    if scheme not in PUSHERS:
        raise UsageError(f"{server.url} is no address to push to.", remedy=f"It begins with {', '.join(PUSHERS)}.")
    return PUSHERS[scheme](contents, server)
