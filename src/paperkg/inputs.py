"""The files that a folder given as input holds, in one order for those who read them and those who list them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

MANIFEST = "manifest.json"
_OURS = b'"paperkg"'


def walk(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield (path relative to ``folder``, path) of every file beneath, sorted by the parts of the path.

    Folders that are not entered (hidden ones, links, and graphs that paperkg built) stand among them by themselves.
    """
    found: list[tuple[tuple[str, ...], Path]] = []
    for root, directories, names in os.walk(folder):
        here = Path(root)
        closed = [
            name for name in directories if name.startswith(".") or (here / name).is_symlink() or is_build(here / name)
        ]
        directories[:] = [name for name in directories if name not in closed]
        found += [((here / name).relative_to(folder).parts, here / name) for name in [*closed, *names]]
    for parts, path in sorted(found):
        yield printable("/".join(parts)), path


def is_build(folder: Path) -> bool:
    """Return whether a folder is what a build wrote: its papers are in the input already."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return False
    try:
        with manifest.open("rb") as file:
            return _OURS in file.read(200)
    except OSError:
        return False


def printable(name: str) -> str:
    """Return a file name as text that can be written as UTF-8, whatever its bytes."""
    return os.fsencode(name).decode("utf-8", errors="replace")
