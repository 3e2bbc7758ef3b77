"""Processes that answer queries and can be stopped: a query past its time ends with its process, not with a promise."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

from paperkg.errors import GraphError, QueryError
from paperkg.folder import MANIFEST, stands_ahead
from paperkg.serve.results import NotAcceptableError, written
from paperkg.sparql import asks_elsewhere
from paperkg.store import GraphStore, open_store

STARTING_SECONDS = 300
MEMORY_BYTES = 4 << 30
"""Address space that a worker may take beyond what it has when its graph is open."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What an HTTP client is told."""

    status: int
    media_type: str
    body: bytes
    cut: bool = False


class Worker:
    """A process with the graph open, which answers one query at a time."""

    def __init__(self, folder: Path, limit: int) -> None:
        context = get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other, str(folder), limit), daemon=True)
        self._process.start()
        other.close()

    def wait_until_open(self) -> None:
        """Return when the graph is open.

        Raises:
            GraphError: it cannot be opened.
        """
        message = self._receive(STARTING_SECONDS)
        if message != "":
            raise GraphError(message if isinstance(message, str) else "The graph could not be opened in time.")

    def answer(self, sparql: str, accept: str, seconds: float) -> Reply | None:
        """Return the reply to a query, None where it took too long or too much memory; then the worker is dead."""
        with suppress(BrokenPipeError):
            self._connection.send((sparql, accept))
            reply = self._receive(seconds)
            if isinstance(reply, Reply):
                return reply
        self.stop()
        return None

    def stop(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _receive(self, seconds: float) -> object:
        try:
            return self._connection.recv() if self._connection.poll(seconds) else None
        except (EOFError, ConnectionResetError):
            return None


class Workers:
    """So many workers, lent one a query; one that had to be stopped is replaced."""

    def __init__(self, folder: Path, *, count: int, seconds: float, limit: int) -> None:
        self.seconds = seconds
        self._make: Callable[[], Worker] = lambda: Worker(folder, limit)
        self._idle: Queue[Worker] = Queue()
        made = [self._make() for _ in range(count)]
        for worker in made:
            worker.wait_until_open()
            self._idle.put(worker)

    def answer(self, sparql: str, accept: str) -> Reply:
        """Return the reply to a query: its answer, what is wrong with it, or that it was stopped (503)."""
        try:
            worker = self._idle.get(timeout=self.seconds)
        except Empty:
            return _told(503, f"All workers were busy for {self.seconds:g} seconds. Try again.")
        reply = worker.answer(sparql, accept, self.seconds)
        if reply is None:
            Thread(target=self._replace, daemon=True).start()
            return _told(503, f"The query was stopped after {self.seconds:g} seconds, or for its memory.")
        self._idle.put(worker)
        return reply

    def _replace(self) -> None:
        worker = self._make()
        worker.wait_until_open()
        self._idle.put(worker)

    def close(self) -> None:
        """Stop all idle workers."""
        with suppress(Empty):
            while True:
                self._idle.get_nowait().stop()


def _told(status: int, message: str) -> Reply:
    return Reply(status, "text/plain; charset=utf-8", (message + "\n").encode())


def _work(connection: Connection, folder: str, limit: int) -> None:
    """Answer queries until the pipe closes; open the graph again when another stands in the folder."""
    path = Path(folder)
    try:
        store, stamp = open_store(path), _stamp(path)
    except GraphError as error:
        connection.send(str(error))
        return
    _limit_memory()
    connection.send("")
    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            message = connection.recv()
            if not isinstance(message, tuple):
                continue
            if _stamp(path) != stamp:
                store, stamp = open_store(path), _stamp(path)
            sparql, accept = message
            connection.send(_reply(store, sparql, accept, limit))


def _reply(store: GraphStore, sparql: str, accept: str, limit: int) -> Reply:
    if asks_elsewhere(sparql):
        return _told(403, "SERVICE is refused: this endpoint reads its own graph alone.")
    try:
        media_type, body, cut = written(store.query(sparql), accept, limit, store.prefixes)
    except NotAcceptableError as error:
        return _told(406, str(error))
    except QueryError as error:
        return _told(400, str(error))
    return Reply(200, media_type, body, cut)


def _stamp(folder: Path) -> tuple[bool, int, int]:
    ahead = stands_ahead(folder)
    status = (folder / MANIFEST).stat()
    return ahead, status.st_mtime_ns, status.st_ino


def _limit_memory() -> None:
    """Let the system refuse memory beyond the limit, on systems that can."""
    if os.name == "nt":
        return
    import resource

    with suppress(FileNotFoundError, ValueError, OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        bound = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
