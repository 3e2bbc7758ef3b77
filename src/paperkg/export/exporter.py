"""The contract of an exporter: write, read back, compare, and only then put in place."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from paperkg.errors import ExportError, UsageError
from paperkg.export.contents import Contents
from paperkg.export.tables import is_table_file

Counts = Mapping[str, int]
"""How many things a file or folder holds, by what they are: triples, nodes, edges, the rows of a table."""


class Target(Protocol):
    """What the module of a target has; the same build gives the same bytes."""

    def write(self, contents: Contents, path: Path, /) -> Counts:
        """Write the build to ``path`` and return what was written."""

    def read_back(self, path: Path, /) -> Counts:
        """Return what is found at ``path``, counted in the words of ``write``."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A target: its module, what it writes, which program reads that, and how far it was tried.

    ``tried`` is ``run`` where the tests load the export into ``program``, and ``validated`` where they only check it
    against the rules of that program's documentation.
    """

    target: Target
    kind: Literal["file", "folder"]
    program: str
    tried: Literal["run", "validated"]

    def __call__(self, contents: Contents, path: Path) -> Counts:
        """Write the build to ``path`` and return what was written; nothing is put in place unless it reads back whole.

        Raises:
            ExportError: the target cannot be written, or does not read back the same.
            UsageError: ``path`` is a folder where a file is wanted, or the other way round.
        """
        if path.exists() and path.is_dir() != (self.kind == "folder"):
            raise UsageError(f"{path} is no {self.kind}.", remedy=f"Name a {self.kind} with -o.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".paperkg-", dir=path.parent) as stage:
                staged = Path(stage) / path.name
                if self.kind == "folder":
                    staged.mkdir()
                written = self.target.write(contents, staged)
                compare(path, written, self.target.read_back(staged))
                _put_in_place(staged, path)
        except OSError as error:
            raise ExportError(f"{path}: {error}.", remedy="Name a place that can be written with -o.") from error
        return written


def compare(path: Path, written: Counts, found: Counts) -> None:
    """Do nothing where both counts are equal.

    Raises:
        ExportError: they are not; the message names each difference.
    """
    differences = [
        f"{name}: {written.get(name, 0)} written, {found.get(name, 0)} read back"
        for name in sorted({*written, *found})
        if written.get(name, 0) != found.get(name, 0)
    ]
    if differences:
        raise ExportError(
            f"{path} does not read back as it was written ({'; '.join(differences)}).",
            remedy="Nothing was put in place. This is a fault of paperkg: please report it with the build.",
        )


def _put_in_place(staged: Path, path: Path) -> None:
    """Move what was staged to ``path``; tables of an earlier export go, and files that are not ours stay."""
    if not staged.is_dir():
        staged.replace(path)
        return
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        if is_table_file(old.name):
            old.unlink()
    for new in sorted(staged.iterdir()):
        target = path / new.name
        if target.is_dir():
            shutil.rmtree(target)
        new.replace(target)
