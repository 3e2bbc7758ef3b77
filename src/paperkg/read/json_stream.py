"""JSON text becomes values, one at a time: lines, concatenated objects, arrays and objects of any length.

Each record is decoded by the standard library's decoder at its place in the text. An array gives its elements. An
object longer than ``LONGEST_OBJECT`` is a container rather than a record, and gives the elements of its members. Why
this is no streaming parser: ``docs/decisions/json-streaming.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperkg.read.json_window import LONGEST_VALUE, TOO_DEEP, DecodeError, TooLongError, Window

LONGEST_OBJECT = 1 << 24
DEEPEST_CONTAINER = 8
CONTAINERS = (
    "results",
    "data",
    "items",
    "notes",
    "papers",
    "publications",
    "articles",
    "works",
    "records",
    "entries",
    "documents",
    "docs",
    "references",
    "submissions",
    "hits",
    "hit",
    "message",
    "response",
    "result",
)
"""Names under which replies and lists keep their records, the one to take first before the others."""
_REPLY = re.compile(rf'"(?:{"|".join(CONTAINERS)})"\s*:\s*(?:\[\s*)?\{{')
_REPLY_HEAD = 4096


@dataclass(frozen=True, slots=True)
class Value:
    """A decoded JSON value, and the key under which an object holds it or its list."""

    value: object
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """A place where a value should be and cannot be decoded."""

    reason: str
    message: str
    excerpt: str


def values(pieces: Iterator[str]) -> Iterator[Value | Broken]:
    """Yield the values of a JSON text; after a broken one, go on at the next that begins a line as it did."""
    window = Window(pieces)
    while first := window.peek():
        if first in "]}":
            yield Broken("bad-json", f"There is a closing {first} too many.", "")
            window.take()
        else:
            yield from _value(window, None, ())
            window.resume_depth = None


def _value(window: Window, key: str | None, outer: tuple[str | None, ...]) -> Iterator[Value | Broken]:
    """Yield from the value that is next; ``outer`` are the indents of the containers around it."""
    first = window.peek()
    indents = (*outer, window.indent())
    if len(outer) > DEEPEST_CONTAINER:
        yield _broken(window, DecodeError("too-deep", TOO_DEEP), outer[:1])
    elif first == "[":
        yield from _elements(window, key, indents)
    else:
        try:
            yield Value(window.decode(LONGEST_OBJECT), key)
        except DecodeError as error:
            # One bad record in a reply should not cost the others.
            reply = _REPLY.search(window.text, window.index, window.index + _REPLY_HEAD)
            if first == "{" and (isinstance(error, TooLongError) or reply):
                yield from _members(window, indents)
            else:
                yield _broken(window, error, indents)


def _elements(window: Window, key: str | None, indents: tuple[str | None, ...]) -> Iterator[Value | Broken]:
    window.take()
    while (first := window.peek()) and first != "]":
        if first == "}":
            window.take()
            continue
        yield from _value(window, key, indents)
        if not _resumes(window, len(indents)):
            return
    if first:
        window.take()
    elif not window.cut_off:
        yield Broken("cut-off", "The text ends inside a JSON array.", "")


def _members(window: Window, indents: tuple[str | None, ...]) -> Iterator[Value | Broken]:
    """Yield from an object that cannot be decoded whole: the elements of its arrays, its members by key."""
    window.take()
    while (first := window.peek()) and first != "}":
        try:
            key = window.decode(LONGEST_VALUE)
            if window.peek() != ":":
                raise DecodeError("bad-json", "A colon is missing in a JSON object.")
        except DecodeError as error:
            yield _broken(window, error, indents)
            return
        window.take()
        yield from _value(window, key if isinstance(key, str) else None, indents)
        if not _resumes(window, len(indents)):
            return
    window.take()


def _resumes(window: Window, depth: int) -> bool:
    """Tell whether reading goes on at this depth: nothing was broken, or what follows it stands here."""
    if window.resume_depth is None:
        return True
    if window.resume_depth == depth:
        window.resume_depth = None
        return True
    return False


def _broken(window: Window, error: DecodeError, indents: tuple[str | None, ...]) -> Broken:
    """Pass to the next record that begins its line as the broken one, or the innermost container that has a line."""
    depth = max((depth for depth, indent in enumerate(indents) if indent is not None), default=0)
    goes_on = window.skip_to_record(indents[depth] if indents else None)
    window.resume_depth = depth
    window.cut_off = error.reason == "cut-off"
    rest = "" if goes_on or window.cut_off else " What follows it was not read."
    return Broken(error.reason, f"{error}{rest}", error.excerpt)
