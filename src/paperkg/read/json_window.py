"""A window over JSON text that arrives in pieces: it grows until the value at its index is whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

LONGEST_VALUE = 1 << 26
EXCERPT = 200
TOO_DEEP = "The JSON is nested too deeply to be a paper."
_LONGEST_TOKEN = 16
"""An error so near to the end of the window may be due to a literal or an escape that is cut in two."""
_LONGEST_INDENT = 256
_FILLER = re.compile(r"[ \t\r\n,\x1e]*")


class DecodeError(Exception):
    """A value that cannot be decoded: the reason as a word, the message as a sentence, the text that shows it."""

    def __init__(self, reason: str, message: str, excerpt: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.excerpt = excerpt


class TooLongError(DecodeError):
    """A value that is longer than what was allowed."""


class Window:
    """A stretch of the text, of which the character at ``index`` is next."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self._decoder = json.JSONDecoder(strict=False)
        self.text = ""
        self.index = 0
        self.ended = False
        self.cut_off = False
        """Whether the text was seen to end inside a value."""
        self.resume_depth: int | None = None
        """Depth of the value that is next, where something broken before it was passed over."""

    def grow(self) -> None:
        """Drop what was read and at least double the rest, unless the text ends."""
        start = max(self.index - _LONGEST_INDENT, 0)
        parts = [self.text[start:]]
        wanted = max(len(parts[0]), 1)
        while wanted > 0 and not self.ended:
            piece = next(self._pieces, None)
            self.ended = piece is None
            parts.append(piece or "")
            wanted -= len(piece or "")
        self.text, self.index = "".join(parts), self.index - start

    def peek(self) -> str:
        """Return the next character that is no space and no comma, without taking it; empty at the end."""
        while True:
            self.index = _end(_FILLER, self.text, self.index)
            if self.index < len(self.text):
                return self.text[self.index]
            if self.ended:
                return ""
            self.grow()

    def take(self) -> None:
        """Pass the next character."""
        self.index += 1

    def decode(self, longest: int) -> object:
        """Return the value at ``index`` and pass it.

        Raises:
            TooLongError: it has more than ``longest`` characters; nothing was passed.
            DecodeError: it is no JSON, or is nested too deeply; nothing was passed.
        """
        while True:
            try:
                value, end = self._decoder.raw_decode(self.text, self.index)
            except json.JSONDecodeError as error:
                cut = error.pos >= len(self.text) - _LONGEST_TOKEN or error.msg.startswith("Unterminated string")
                if not cut or self.ended:
                    raise self._error(error) from error
            except RecursionError as error:
                raise DecodeError("too-deep", TOO_DEEP, self._shown(self.index + EXCERPT)) from error
            except ValueError as error:
                raise DecodeError("bad-json", f"A number in the JSON cannot be read ({error}).") from error
            else:
                # A number that touches the window's end may go on behind it.
                if end < len(self.text) or self.ended:
                    self.index = end
                    return value
            if len(self.text) - self.index > longest:
                raise TooLongError(
                    "too-long", f"A JSON value has more than {longest:,} characters.", self._shown(self.index + EXCERPT)
                )
            self.grow()

    def _error(self, error: json.JSONDecodeError) -> DecodeError:
        """Return the error with the line counted from the value's first, so that it does not depend on what is before."""
        unclosed = error.msg.startswith("Unterminated string")
        if self.ended and (unclosed or error.pos >= len(self.text.rstrip())):
            return DecodeError("cut-off", "The text ends inside a JSON value.", self._shown(len(self.text)))
        line = self.text.count("\n", self.index, error.pos) + 1
        return DecodeError(
            "bad-json", f"Not valid JSON in line {line} of the record: {error.msg}.", self._shown(error.pos)
        )

    def _shown(self, end: int) -> str:
        """Return the text up to the error, or to the line's end where that is nearer than the error is telling."""
        line_end = self.text.find("\n", self.index)
        least = min(line_end if line_end >= 0 else len(self.text), self.index + EXCERPT)
        return self.text[self.index : min(max(end, least), self.index + EXCERPT)]

    def skip_to_record(self, indent: str | None) -> bool:
        """Pass to the next line that begins with ``indent`` and an opening bracket; tell whether there is one.

        Where ``indent`` is None, the broken record did not begin its line, and nothing tells where the next begins.
        """
        pattern = re.compile(rf"\n{indent}(?=[\[{{])")
        while indent is not None:
            found = pattern.search(self.text, self.index)
            if found:
                self.index = found.end()
                return True
            if self.ended:
                break
            self.index = max(self.index, len(self.text) - len(indent) - 1)
            self.grow()
        while not self.ended:
            self.index = len(self.text)
            self.grow()
        self.index = len(self.text)
        return False

    def indent(self) -> str | None:
        """Return the spaces before ``index`` where nothing else stands before it on its line, else None."""
        start = self.text.rfind("\n", 0, self.index) + 1
        spaces = self.text[start : self.index]
        return spaces if len(spaces) < _LONGEST_INDENT and not spaces.strip(" \t") else None


def _end(pattern: re.Pattern[str], text: str, index: int) -> int:
    found = pattern.match(text, index)
    return found.end() if found else index
