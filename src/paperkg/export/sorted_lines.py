"""Sorts lines that are more than memory should hold: runs on disk, each sorted, then merged.

The order is that of the lines' bytes, and each line comes once, whatever the order in which they are given (external
merge sort; Knuth, The Art of Computer Programming 3, section 5.4).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from pathlib import Path
from typing import IO


def write_sorted(runs: Iterable[Iterable[bytes]], output: IO[bytes], folder: Path) -> None:
    """Write each line of ``runs`` once and in order to ``output``; lines end in a line end, runs fit into memory.

    All runs but a single one are put into files beneath ``folder`` meanwhile.
    """
    with tempfile.TemporaryDirectory(dir=folder, prefix="sorting-") as place, ExitStack() as opened:
        files: list[IO[bytes]] = []
        previous: list[bytes] | None = None
        for run in runs:
            if previous is not None:
                files.append(_kept(previous, Path(place) / str(len(files)), opened))
            previous = sorted(set(run))
        output.writelines(_once(merge(*files, previous or [])))


def _kept(lines: list[bytes], path: Path, opened: ExitStack) -> IO[bytes]:
    file = opened.enter_context(path.open("w+b", buffering=1 << 20))
    file.writelines(lines)
    file.seek(0)
    return file


def _once(lines: Iterable[bytes]) -> Iterator[bytes]:
    before = None
    for line in lines:
        if line != before:
            yield line
        before = line
