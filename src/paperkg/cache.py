"""Keeps what is costly to compute in a file that may be deleted at any time, and that never changes a result.

One SQLite file serves several processes at once (write-ahead log, https://www.sqlite.org/wal.html). A row is found by
a digest of who computed it and from what, and carries a checksum; a row that fails it counts as absent. A file that is
no database, or a damaged one, is deleted and begun anew. Where the file can be neither read nor written, everything is
computed again and nothing else happens.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

DEFAULT_LIMIT = 2**30
"""Bytes that the file may grow to before its older half goes."""
WAIT_SECONDS = 20.0
LOOKUP_CHUNK = 500
CHECKSUM_BYTES = 4

_SCHEMA = "CREATE TABLE IF NOT EXISTS kept (digest BLOB PRIMARY KEY, value BLOB NOT NULL)"


class Cache:
    """Bytes by (maker, key); ``maker`` names whatever else decides the value, such as the hash of a model."""

    def __init__(self, path: Path, *, limit: int = DEFAULT_LIMIT) -> None:
        self._path = path
        self._limit = limit
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def __getstate__(self) -> tuple[Path, int]:
        """Return what another process needs to open the same file: a connection cannot travel."""
        return self._path, self._limit

    def __setstate__(self, state: tuple[Path, int]) -> None:
        self._path, self._limit = state
        self._connection, self._process = None, 0

    def get(self, maker: str, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the values that are kept, by key; keys without one are left out."""
        digests = {_digest(maker, key): key for key in keys}
        try:
            return self._get(digests)
        except sqlite3.OperationalError:
            return {}
        except sqlite3.DatabaseError:
            self._rebuild()
            return {}

    def has(self, maker: str, keys: Sequence[str]) -> set[str]:
        """Return the keys of which a value is kept, be it whole or damaged."""
        digests = {_digest(maker, key): key for key in keys}
        try:
            return {digests[digest] for digest, _ in self._rows("digest, 0", digests)}
        except sqlite3.OperationalError:
            return set()
        except sqlite3.DatabaseError:
            self._rebuild()
            return set()

    def put(self, maker: str, values: Mapping[str, bytes]) -> None:
        """Keep ``values``, given by key; a value that cannot be written is not kept."""
        rows = [(_digest(maker, key), _sealed(value)) for key, value in values.items()]
        if not rows:
            return
        try:
            self._put(rows)
        except sqlite3.OperationalError:
            return
        except sqlite3.DatabaseError:
            self._rebuild()

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._connection is not None and self._process == os.getpid():
            self._connection.close()
        self._connection = None

    def _get(self, digests: Mapping[bytes, str]) -> dict[str, bytes]:
        found = {}
        for digest, sealed in self._rows("digest, value", digests):
            value = _unsealed(sealed)
            if value is not None:
                found[digests[digest]] = value
        return found

    def _rows(self, columns: str, digests: Mapping[bytes, str]) -> Iterator[tuple[bytes, object]]:
        connection = self._open()
        wanted = list(digests)
        for first in range(0, len(wanted), LOOKUP_CHUNK):
            chunk = wanted[first : first + LOOKUP_CHUNK]
            marks = ",".join("?" * len(chunk))
            yield from connection.execute(
                f"SELECT {columns} FROM kept WHERE digest IN ({marks})",  # noqa: S608 - our columns, question marks
                chunk,
            )

    def _put(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        connection = self._open()
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            # A row that failed its checksum is replaced, hence not OR IGNORE.
            connection.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", rows)
            if _used_bytes(connection) > self._limit:
                connection.execute(
                    "DELETE FROM kept WHERE rowid <= (SELECT (min(rowid) + max(rowid)) / 2 FROM kept)",
                )

    def _open(self) -> sqlite3.Connection:
        # A connection that crossed a fork corrupts the file: https://www.sqlite.org/howtocorrupt.html, section 2.6.
        if self._connection is None or self._process != os.getpid():
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise sqlite3.OperationalError(str(error)) from error
            connection = sqlite3.connect(self._path, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute(_SCHEMA)
            except sqlite3.DatabaseError:
                connection.close()
                raise
            self._connection, self._process = connection, os.getpid()
        return self._connection

    def _rebuild(self) -> None:
        self.close()
        for suffix in ("", "-wal", "-shm"):
            try:
                Path(f"{self._path}{suffix}").unlink(missing_ok=True)
            except OSError:
                return


def _digest(maker: str, key: str) -> bytes:
    text = f"{len(maker)}:{maker}{key}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _sealed(value: bytes) -> bytes:
    return zlib.crc32(value).to_bytes(CHECKSUM_BYTES, "big") + value


def _unsealed(sealed: object) -> bytes | None:
    if not isinstance(sealed, bytes) or len(sealed) < CHECKSUM_BYTES:
        return None
    value = sealed[CHECKSUM_BYTES:]
    return value if _sealed(value) == sealed else None


def _used_bytes(connection: sqlite3.Connection) -> int:
    counts = [
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    ]
    return (counts[0] - counts[1]) * counts[2]
