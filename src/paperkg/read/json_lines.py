"""JSON lines, decoded at one go while each line holds one whole value; the rest of the text goes the general road.

msgspec decodes what is JSON to the letter and refuses everything else, so that what it accepts is the value that the
standard library's decoder gives. Why two decoders: ``docs/decisions/json-streaming.md``.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, cast

import msgspec

from paperkg.read.decoding import CHUNK
from paperkg.read.json_stream import LONGEST_OBJECT
from paperkg.read.reader import Document

_STRICT = msgspec.json.Decoder()
_LENIENT = json.JSONDecoder(strict=False)


class Lines:
    """The lines of a document of UTF-8, block by block; what was not taken can be read as text."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._block = b""
        self._lines: list[bytes] = []
        self._next = 1
        self._held = b""
        self.unread = True
        """Whether there is text that was not given in blocks, or whose last line was not taken."""

    def blocks(self) -> Iterator[bytes]:
        """Yield whole lines, many at a time; end at one that is too long, which is then the rest's first."""
        document = self._document
        if document.sample.encoding != "utf-8":
            return
        mark = codecs.BOM_UTF8
        while chunk := document.stream.read(CHUNK):
            self._block, end, self._held = (self._held + chunk).removeprefix(mark).rpartition(b"\n")
            mark = b""
            if end:
                yield self._block
            self._lines = []
            if len(self._held) > LONGEST_OBJECT:
                return
        if self._held and not self._held.isspace():
            self._block, self._held = self._held, b""
            yield self._block
        self.unread = False

    def of_block(self) -> Iterator[bytes]:
        """Yield the lines of the block that was given last one by one, without those that are blank."""
        self._lines = self._block.split(b"\n")
        for number, line in enumerate(self._lines, 1):
            self._next = number
            if line and not line.isspace():
                yield line

    def rest(self) -> Iterator[str]:
        """Return the text from the line that was taken last, in pieces, for a road that takes any JSON."""
        head = b"\n".join([*self._lines[self._next - 1 :], self._held])
        document = self._document
        document.stream = cast(BinaryIO, _Before(head, document.stream))
        return document.text()


class _Before:
    """A stream with bytes put back before it."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = BytesIO(head), rest

    def read(self, size: int) -> bytes:
        return self._head.read(size) or self._rest.read(size)


def lenient(line: bytes) -> object:
    """Return the value of a line, which may have ``NaN`` or control characters in it, as programs write them.

    Raises ``ValueError`` or ``RecursionError`` for a line that holds no value, or more than one.
    """
    try:
        return _STRICT.decode(line)
    except msgspec.DecodeError:
        if b"\r" in line.rstrip() or b"\0" in line:
            raise ValueError("a character that the decoding of text sees to") from None
        return _LENIENT.decode(line.decode("utf-8").strip(" \t\r"))
