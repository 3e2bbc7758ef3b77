"""Keeps what is costly to lay out: the whole map by its graph, and the parts of a large one by their lines.

A map of the same graph is read, and after an update those parts whose lines are as they were. What is kept never changes
a result: it is found by the code that made it and by all that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache as once
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from paperkg.cache import Cache
from paperkg.view.links import Links
from paperkg.view.network import Network

if TYPE_CHECKING:
    import numpy

    Points = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

SOURCES = ("communities.py", "forces.py", "groups.py", "layout.py", "links.py", "network.py", "shelf.py")
LIBRARIES = ("numpy", "networkx")

Made = TypeVar("Made")


class Kept:
    """Positions that were computed before; without a cache, none."""

    def __init__(self, cache: Cache | None = None) -> None:
        self._cache = cache

    def points(self, links: Links, make: Callable[[Links], Points]) -> Points:
        """Return what ``make`` gives for ``links``, which may look at where the lines are and not at their weights."""
        import numpy as np

        if self._cache is None:
            return make(links)
        key = sha256(links.starts.tobytes() + links.ends.tobytes()).hexdigest()
        found = self._cache.get(_maker(), [key]).get(key)
        if found is not None:
            return np.frombuffer(found, dtype=np.float64).reshape(-1, 2).copy()
        made = make(links)
        self._cache.put(_maker(), {key: made.tobytes()})
        return made

    def whole(self, network: Network, maximum_nodes: int, kind: type[Made], make: Callable[[], Made]) -> Made:
        """Return what ``make`` gives for a network of which a page shows so many nodes first."""
        import msgspec

        if self._cache is None:
            return make()
        key = f"{maximum_nodes} {digest(network)}"
        found = self._cache.get(_maker(), [key]).get(key)
        if found is not None:
            return msgspec.msgpack.decode(found, type=kind)
        made = make()
        self._cache.put(_maker(), {key: msgspec.msgpack.encode(made)})
        return made


def digest(network: Network) -> str:
    """Return the SHA-256 of all that decides where the nodes stand and what their groups are called."""
    told = sha256()
    for node in network.nodes:
        kinds = node.entity.kinds if node.entity is not None else ()
        told.update(repr((node.id, node.label, kinds, node.papers, node.background, node.minor)).encode())
    for edge in network.edges:
        told.update(repr((edge.source, edge.target, edge.score)).encode())
    return told.hexdigest()


@once
def _maker() -> str:
    sources = sha256(b"".join((Path(__file__).parent / name).read_bytes() for name in SOURCES)).hexdigest()
    return " ".join((sources, *(version(name) for name in LIBRARIES)))
