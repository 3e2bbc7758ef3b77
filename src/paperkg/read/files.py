"""Inputs become documents: files, folders in sorted order, and standard input as ``-``."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from paperkg.errors import UsageError
from paperkg.inputs import is_build, printable, walk
from paperkg.read.reader import Document
from paperkg.read.unpacking import documents
from paperkg.records import Rejected, Skipped, Source

STANDARD_INPUT = "-"


def check_inputs(inputs: Sequence[Path]) -> None:
    """Raise ``UsageError`` for a path that does not exist."""
    for path in inputs:
        if str(path) != STANDARD_INPUT and not path.exists():
            raise UsageError(f"There is no file or folder {path}.", remedy="Check the path.")


def documents_in(inputs: Sequence[Path]) -> Iterator[Document | Rejected | Skipped]:
    """Yield the documents of all inputs in order; a file that is reached twice is read once."""
    seen: set[tuple[int, int] | str] = set()
    for given in inputs:
        if str(given) == STANDARD_INPUT:
            if STANDARD_INPUT not in seen:
                seen.add(STANDARD_INPUT)
                yield from documents(STANDARD_INPUT, sys.stdin.buffer)
        elif given.is_dir():
            for name, path in walk(given):
                yield from _file(name, path, seen, special=False)
        else:
            yield from _file(printable(given.name), given, seen, special=True)


def _file(
    name: str, path: Path, seen: set[tuple[int, int] | str], *, special: bool
) -> Iterator[Document | Rejected | Skipped]:
    source = Source(name, 0)
    if path.name.startswith(".") and not special:
        yield Skipped(source, "hidden file or folder")
        return
    try:
        status = path.stat()
    except OSError as error:
        yield Rejected(source, "", "unreadable", f"The file cannot be opened ({error.strerror}).")
        return
    if stat.S_ISDIR(status.st_mode):
        ours = is_build(path) and not path.is_symlink()
        yield Skipped(source, "a graph that paperkg built" if ours else "a link to a folder is not followed")
        return
    if not stat.S_ISREG(status.st_mode) and not special:
        yield Skipped(source, "not a file")
        return
    identity = (status.st_dev, status.st_ino)
    if identity in seen:
        return
    seen.add(identity)
    try:
        stream = path.open("rb")
    except OSError as error:
        yield Rejected(source, "", "unreadable", f"The file cannot be opened ({error.strerror}).")
        return
    with stream:
        yield from documents(name, stream)
