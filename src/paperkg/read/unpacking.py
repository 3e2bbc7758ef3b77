"""Files become documents: gzip, bzip2, xz and zip are unpacked by content, as streams and within limits.

A stream that grows more than ``HIGHEST_RATIO`` times once it is past ``FREE_BYTES``, or past ``MOST_BYTES`` in all, is
a bomb rather than a bibliography: it is cut there and reported once.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

from paperkg.read.decoding import decoded, encoding_of
from paperkg.read.fields import why
from paperkg.read.reader import Document, Problem, Sample
from paperkg.records import Rejected, Skipped, Source

SAMPLE_BYTES = 1 << 16
FREE_BYTES = 1 << 26
MOST_BYTES = 1 << 34
HIGHEST_RATIO = 250
DEEPEST = 2
MOST_MEMBERS = 100_000

_PACKED: tuple[tuple[str, Callable[[bytes], bool], Callable[[BinaryIO], BinaryIO]], ...] = (
    ("gzip", lambda raw: raw.startswith(b"\x1f\x8b\x08"), lambda stream: cast(BinaryIO, gzip.GzipFile(fileobj=stream))),
    (
        "bzip2",
        lambda raw: raw[:3] == b"BZh" and raw[4:10] in (b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90"),
        lambda stream: cast(BinaryIO, bz2.BZ2File(stream)),
    ),
    ("xz", lambda raw: raw.startswith(b"\xfd7zXZ\x00"), lambda stream: cast(BinaryIO, lzma.LZMAFile(stream))),  # noqa: SIM115
)
_DAMAGED = (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, NotImplementedError, ValueError)


class _Joined(io.RawIOBase):
    """A beginning that was read already, and the rest; counts the bytes taken."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head, self._rest, self.taken = head, rest, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # typeshed: Buffer
        size = len(buffer)
        data, self._head = (self._head[:size], self._head[size:]) if self._head else (self._rest.read(size), b"")
        buffer[: len(data)] = data
        self.taken += len(data)
        return len(data)


class _Guarded(io.RawIOBase):
    """An unpacked stream that ends, with a word about it, where the archive is damaged or grows without end."""

    def __init__(self, unpacked: BinaryIO, taken: Callable[[], int], kind: str, problems: list[Problem]) -> None:
        super().__init__()
        self._unpacked, self._taken, self._kind, self._problems = unpacked, taken, kind, problems
        self._given, self._ended = 0, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # typeshed: Buffer
        if self._ended:
            return 0
        try:
            data = self._unpacked.read(len(buffer))
        except _DAMAGED as error:
            return self._end(
                "damaged-archive", f"The {self._kind} data is damaged ({why(error)}); what came before was read."
            )
        self._given += len(data)
        ratio = self._given / max(self._taken(), 1)
        if self._given > MOST_BYTES or (self._given > FREE_BYTES and ratio > HIGHEST_RATIO):
            return self._end(
                "archive-bomb",
                f"The {self._kind} data grows beyond reason ({self._given:,} bytes, {ratio:.0f} times its size) "
                "and was not read further.",
            )
        buffer[: len(data)] = data
        return len(data)

    def _end(self, reason: str, message: str) -> int:
        self._ended = True
        self._problems.append(Problem("rejected", reason, message))
        return 0


def documents(path: str, stream: BinaryIO, depth: int = 0) -> Iterator[Document | Rejected | Skipped]:
    """Yield the documents that a stream holds: itself, or what it unpacks to; ``path`` names it in their sources."""
    yield from _documents(path, stream, [], depth)


def _documents(
    path: str, stream: BinaryIO, problems: list[Problem], depth: int
) -> Iterator[Document | Rejected | Skipped]:
    head = _first(stream, SAMPLE_BYTES)
    joined = _Joined(head, stream)
    whole = cast(BinaryIO, io.BufferedReader(joined, SAMPLE_BYTES))
    for kind, matches, unpack in _PACKED:
        if matches(head):
            if depth == DEEPEST:
                yield Skipped(Source(path, 0), f"{kind} data inside {DEEPEST} other archives is not unpacked")
                return
            guarded = _Guarded(unpack(whole), lambda: joined.taken, kind, problems)
            yield from _documents(path, cast(BinaryIO, io.BufferedReader(guarded, SAMPLE_BYTES)), problems, depth + 1)
            return
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        yield from _zipped(path, stream, head, problems, depth)
        return
    yield Document(path, _sample(head, complete=len(head) < SAMPLE_BYTES), whole, problems)


def _first(stream: BinaryIO, size: int) -> bytes:
    parts = []
    while size > 0 and (data := stream.read(size)):
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def _sample(head: bytes, *, complete: bool) -> Sample:
    encoding = encoding_of(head)
    cut = head if complete or (encoding.startswith("utf-") and encoding != "utf-8") else _whole_words(head)
    text = "".join(decoded(io.BytesIO(cut), encoding, _ignored))
    return Sample(head, text, encoding, complete)


def _whole_words(head: bytes) -> bytes:
    return head[: max(head.rfind(b"\n"), head.rfind(b" ")) + 1] or head


def _ignored(kind: str, reason: str, message: str) -> None:
    """Take a note of nothing: what the sample shows is reported when the document is read."""


def _zipped(
    path: str, stream: BinaryIO, head: bytes, problems: list[Problem], depth: int
) -> Iterator[Document | Rejected | Skipped]:
    if depth == DEEPEST:
        yield Skipped(Source(path, 0), f"zip data inside {DEEPEST} other archives is not unpacked")
        return
    with tempfile.SpooledTemporaryFile(max_size=FREE_BYTES) as spooled:
        seekable: BinaryIO = stream
        if not (depth == 0 and stream.seekable()):
            _spool(_Joined(head, stream), cast(BinaryIO, spooled))
            seekable = cast(BinaryIO, spooled)
        seekable.seek(0)
        try:
            archive = zipfile.ZipFile(seekable)
            names = set(archive.namelist())
        except _DAMAGED as error:
            yield Rejected(
                Source(path, 0), "zip", "damaged-archive", f"The zip archive cannot be opened ({why(error)})."
            )
            return
        with archive:
            if "[Content_Types].xml" in names or "mimetype" in names:
                seekable.seek(0)
                listing = "\n".join(sorted(names))
                yield Document(path, Sample(head, listing, "utf-8", complete=False), seekable, problems)
                return
            yield from _members(path, archive, depth)


def _spool(source: _Joined, target: BinaryIO) -> None:
    reader = io.BufferedReader(source)
    while (data := reader.read(SAMPLE_BYTES)) and source.taken <= MOST_BYTES:
        target.write(data)


def _members(path: str, archive: zipfile.ZipFile, depth: int) -> Iterator[Document | Rejected | Skipped]:
    members = sorted(
        (info for info in archive.infolist() if not info.filename.endswith("/")), key=lambda info: info.filename
    )
    if len(members) > MOST_MEMBERS:
        yield Rejected(
            Source(path, 0), "zip", "archive-bomb", f"The zip archive has {len(members):,} members and was not read."
        )
        return
    left = MOST_BYTES
    for info in members:
        inner = f"{path}/{info.filename}"
        if info.filename.startswith("__MACOSX/") or info.filename.rsplit("/", 1)[-1].startswith("."):
            yield Skipped(Source(inner, 0), "hidden file")
            continue
        if info.flag_bits & 1:
            yield Rejected(Source(inner, 0), "zip", "encrypted", "The zip member is encrypted; unpack it first.")
            continue
        left -= info.file_size
        if left < 0:
            yield Rejected(Source(inner, 0), "zip", "archive-bomb", "The zip archive grows beyond reason.")
            return
        problems: list[Problem] = []
        try:
            member = archive.open(info)
        except _DAMAGED as error:
            yield Rejected(
                Source(inner, 0), "zip", "damaged-archive", f"The zip member cannot be opened ({why(error)})."
            )
            continue
        with member:
            packed = max(info.compress_size, 1)
            guarded = _Guarded(cast(BinaryIO, member), lambda packed=packed: packed, "zip", problems)  # type: ignore[misc]
            buffered = cast(BinaryIO, io.BufferedReader(guarded, SAMPLE_BYTES))
            yield from _documents(inner, buffered, problems, depth + 1)
