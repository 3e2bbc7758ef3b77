"""Keeps records on disk that are gone through several times and would fill the memory.

A shelf is a temporary file of MessagePack values, each compressed by itself, and a list of where each begins.
"""

from __future__ import annotations

import tempfile
import zlib
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Generic, TypeVar

Record = TypeVar("Record")

FASTEST = 1


class Shelf(Generic[Record]):
    """Records of one kind in the order in which they were put there; they are gone when the shelf is closed."""

    def __init__(self, kind: type[Record], folder: Path) -> None:
        """Open an empty shelf for records of a kind, its file in ``folder``."""
        import msgspec

        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(kind).decode
        self._file = tempfile.TemporaryFile(dir=folder, prefix="shelf-")  # noqa: SIM115 - closed by __exit__
        self._starts, self._ends = array("Q"), array("Q")
        self._size = 0

    def __len__(self) -> int:
        """Return how many records there are."""
        return len(self._starts)

    def __iter__(self) -> Iterator[Record]:
        """Yield the records in their order, each made anew."""
        for place in range(len(self)):
            yield self.at(place)

    def at(self, place: int) -> Record:
        """Return the record at a place, made anew."""
        self._file.seek(self._starts[place])
        return self._decode(zlib.decompress(self._file.read(self._ends[place] - self._starts[place])))

    def __enter__(self) -> Shelf[Record]:
        """Return the shelf, to be closed on leaving."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the file, which is then gone."""
        self._file.close()

    def extend(self, records: Iterable[Record]) -> None:
        """Put records behind those that are there."""
        for record in records:
            self.add(self._encoded(record))

    def add(self, value: bytes) -> None:
        """Put a record behind those that are there that was encoded as a shelf does it, and as ``RecordCache`` does."""
        self._starts.append(self._size)
        self._ends.append(self._written(value))

    def replace(self, place: int, record: Record) -> None:
        """Put a record in the place of another."""
        start = self._size
        self._ends[place] = self._written(self._encoded(record))
        self._starts[place] = start

    def _encoded(self, record: Record) -> bytes:
        return zlib.compress(self._encode(record), FASTEST)

    def _written(self, value: bytes) -> int:
        """Write a value at the end of the file and return where that is now."""
        self._file.seek(self._size)
        self._file.write(value)
        self._size += len(value)
        return self._size
