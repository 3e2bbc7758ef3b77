"""Bytes become text: byte-order marks, declared encodings, UTF-8, and a guess where none of these fits.

The guess is an encoding of another script where the bytes look like one (``guessing``), else Windows-1252 (the WHATWG Encoding Standard, section 4.2, gives its label to Latin-1 too), which is
made for the bytes that are no UTF-8 alone, so that a file pasted together from two encodings comes out right.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, Literal, Protocol

from paperkg.read.guessing import guessed

CHUNK = 1 << 18
LONGEST_LINE = 1 << 24

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"""\A\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})["']"""
    rb"""|^Encoding:[ \t]*([\w.:-]{1,40})[ \t]*$"""
    rb"""|^\s*%+\s*(?:-\*-\s*)?(?:file\s*)?(?:en)?coding\s*[:=]\s*([\w.:-]{1,40})""",
    re.IGNORECASE | re.MULTILINE,
)
_SINGLE_BYTE = ("cp1252", "iso8859-1", "iso8859-15", "mac-roman", "cp850", "ascii", "cp1250", "iso8859-2")
_OF_PROGRAMS = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Text encodings to Python that no file is in; they fail for good, or make halves of surrogate pairs."""
_ESCAPED = {0xDC00 + byte: bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(0x80, 0x100)}


class Report(Protocol):
    """Takes note of what went wrong beneath a reader."""

    def __call__(self, kind: Literal["rejected", "warned"], reason: str, message: str) -> None:
        """Note a loss (``rejected``) or a guess (``warned``), with its reason as a word and as a sentence."""


def encoding_of(raw: bytes) -> str:
    """Return the name of the codec for a document that begins with ``raw``: marked, declared, or UTF-8."""
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return name
    even, odd = raw[0:2000:2].count(0), raw[1:2000:2].count(0)
    half = max(len(raw[:2000]) // 2, 1)
    # UTF-16 of Latin letters has a zero in nearly every pair; of other scripts it has fewer, and is no UTF-8.
    least = 0.9 * half if _may_be_utf8(raw[:2000]) else 0.4 * half
    if odd > least and even < 0.1 * half:
        return "utf-16-le"
    if even > least and odd < 0.1 * half:
        return "utf-16-be"
    found = _DECLARED.search(raw[:4096])
    if found:
        return _codec((found[1] or found[2] or found[3]).decode("ascii"))
    return "utf-8"


def _may_be_utf8(beginning: bytes) -> bool:
    """Return whether the beginning of a file is UTF-8, whatever its last character is cut to."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(beginning)
    except UnicodeDecodeError:
        return False
    return True


def _codec(label: str) -> str:
    try:
        name = codecs.lookup(label.removeprefix("x-").removeprefix("X-")).name
    except LookupError:
        return "utf-8"
    # Codecs such as rot13 and zip are no encodings of text; a wide encoding would have shown its zero bytes.
    wide = name.startswith(("utf-16", "utf-32"))
    if wide or name in _OF_PROGRAMS or not codecs.lookup(name)._is_text_encoding:
        return "utf-8"
    return "cp1252" if name in ("iso8859-1", "ascii") else name


def decoded(stream: BinaryIO, encoding: str, report: Report) -> Iterator[str]:
    r"""Yield the text of a stream in pieces, with ``\n`` for every kind of line end and without NUL characters."""
    pieces = _wide(stream, encoding) if encoding.startswith(("utf-16", "utf-32")) else _narrow(stream, encoding, report)
    held, first, zeros = "", True, False
    for piece in pieces:
        text = held + piece
        if first:
            text, first = text.removeprefix("\ufeff"), False
        # A carriage return at the end may be the first half of a line end.
        held = "\r" if text.endswith("\r") else ""
        text = text.removesuffix("\r")
        if "\r" in text:
            # Four times as fast as replacing one kind of line end after the other.
            head, *rest = text.split("\r")
            text = head + "".join([part if part[:1] == "\n" else f"\n{part}" for part in rest])
        if "\0" in text:
            text = text.replace("\0", "")
            if not zeros:
                report("warned", "nul-bytes", "The file holds NUL bytes, which were left out.")
            zeros = True
        yield text
    if held:
        yield "\n"


def _wide(stream: BinaryIO, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    while chunk := stream.read(CHUNK):
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


def _narrow(stream: BinaryIO, encoding: str, report: Report) -> Iterator[str]:
    piece = _Piece(encoding, report)
    held = b""
    while chunk := stream.read(CHUNK):
        data = held + chunk
        # Space and line feed are no part of a longer character in any encoding here, so a cut behind one is safe.
        cut = max(data.rfind(b"\n"), data.rfind(b" ")) + 1
        if not cut and len(data) < 4 * CHUNK:
            held = data
            continue
        cut = cut or len(data)
        held = data[cut:]
        yield piece.text(data[:cut])
    yield piece.text(held)


class _Piece:
    """Decodes a document piece by piece, warns of each guess once, and keeps to a guess that was made."""

    def __init__(self, encoding: str, report: Report) -> None:
        self._encoding, self._report = encoding, report
        self._warned: set[str] = set()
        self._guess: tuple[str, str] | None = None

    def text(self, data: bytes) -> str:
        """Return the text of some bytes that end no character in its middle."""
        encoding = self._encoding
        if encoding in _SINGLE_BYTE and not data.isascii():
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                codec = "utf-8" if encoding == "cp1252" else encoding
                return data.decode(codec, errors=_handler(encoding)).translate(_ESCAPED)
            self._warn(f"The file declares {encoding} but is UTF-8, and was read as UTF-8.")
            return text
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            if encoding != "utf-8":
                self._warn(f"Some bytes of the file are not {encoding}, which it declares; they were replaced.")
                return data.decode(encoding, errors="replace")
        return self._guessed(data)

    def _guessed(self, data: bytes) -> str:
        self._guess = self._guess or guessed(data)
        if self._guess:
            codec, name = self._guess
            try:
                text = data.decode(codec)
            except UnicodeDecodeError:
                self._warn(
                    f"Some bytes of the file are neither UTF-8 nor {name}, which is a guess; they were replaced."
                )
                text = data.decode(codec, errors="replace")
            self._warn(f"The file is not UTF-8 and declares no encoding; it was read as {name}, which is a guess.")
            return text
        self._warn("The file is not UTF-8 and declares no encoding; it was read as Windows-1252, which is a guess.")
        return data.decode("utf-8", errors="surrogateescape").translate(_ESCAPED)

    def _warn(self, message: str) -> None:
        if message not in self._warned:
            self._warned.add(message)
            self._report("warned", "encoding", message)


def _handler(encoding: str) -> str:
    return "surrogateescape" if encoding == "cp1252" else "replace"


def lines_of(pieces: Iterator[str], report: Report) -> Iterator[str]:
    """Yield the lines of a text without their ends; one past ``LONGEST_LINE`` is reported and comes empty."""
    for lines in line_lists(pieces, report):
        yield from lines


def line_lists(pieces: Iterator[str], report: Report) -> Iterator[list[str]]:
    """Yield the lines of a text as ``lines_of`` does, as many at a time as a piece of the text has."""
    held, dropping, number = "", False, 0
    for piece in pieces:
        *complete, held = (held + piece).split("\n")
        if complete and dropping:
            complete[0], dropping = "", False
        number += len(complete)
        yield complete
        if len(held) > LONGEST_LINE or dropping:
            if not dropping:
                report(
                    "rejected",
                    "line-too-long",
                    f"Line {number + 1} has more than {LONGEST_LINE:,} characters and was left out; "
                    "break it into lines.",
                )
            held, dropping = "", True
    if held and not dropping:
        yield [held]
