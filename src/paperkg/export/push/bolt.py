"""Merges a graph into a database that speaks Bolt and Cypher: Neo4j, Memgraph, and those that are like them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Protocol

from paperkg.errors import ExportError
from paperkg.export.contents import Contents
from paperkg.export.cypher import batches, constraints, nested, statement_for
from paperkg.export.graph_document import EDGES, NODES
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EdgeTable

BATCH = 1_000
"""Rows a transaction."""


class Driver(Protocol):
    """What of the neo4j driver is used."""

    def execute_query(self, query: str, /, **parameters: Any) -> Any:
        """Run a query in a transaction of its own, tried again where the server asks for it."""


@contextmanager
def connected(url: str, user: str | None, password: str | None) -> Iterator[Driver]:
    """Yield a driver for the server.

    Raises:
        ExportError: the package neo4j is not installed, or the server cannot be reached or refuses.
    """
    if find_spec("neo4j") is None:
        raise ExportError("Bolt needs the package neo4j.", remedy="Install it with: pip install 'paperkg[bolt]'")
    import neo4j

    try:
        with neo4j.GraphDatabase.driver(url, auth=(user, password or "") if user else None) as driver:
            driver.verify_connectivity()
            yield driver
    except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError, OSError) as error:
        raise ExportError(f"{url}: {error}.", remedy="Look at the address and at --user.") from error


def push(contents: Contents, driver: Driver, *, database: str | None = None, batch: int = BATCH) -> dict[str, int]:
    """Merge all nodes, then all edges, each by its id, and return how many there were.

    Texts are parameters and never part of a statement.
    """
    for statement in constraints():
        _declare(driver, statement, database)
    counts = {NODES: 0, EDGES: 0}
    for group, rows in batches(PropertyGraph(contents), batch):
        parameters = [nested(row) for row in rows]
        driver.execute_query(statement_for(group, "$rows"), parameters_={"rows": parameters}, database_=database)
        counts[EDGES if isinstance(group, EdgeTable) else NODES] += len(rows)
    return counts


def _declare(driver: Driver, statement: str, database: str | None) -> None:
    """Declare ids unique where the server knows the words of Neo4j; merging is slower without, and no less right."""
    import neo4j

    try:
        driver.execute_query(statement, database_=database)
    except neo4j.exceptions.ClientError:
        return
