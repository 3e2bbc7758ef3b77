"""The folder that a build writes: the names in it, the lines of its files, and the commit that swaps it whole.

A build is staged in ``.next`` inside the folder. Once every file is written and synced, a commit record with their
names is synced too; then each file is put in place by ``os.replace``. Whoever opens the folder first finishes an
interrupted commit that has its record, and discards one that has none. Files that are not ours are left alone.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar

from paperkg.errors import GraphError
from paperkg.lines import (
    entity_line,
    link_line,
    paper_line,
    read_entity,
    read_link,
    read_paper,
    read_rejected,
    read_result,
    rejected_line,
    result_line,
)
from paperkg.records import Collection, Entity, Link, PaperRecord, Rejected, Result

PAPERS, ENTITIES, LINKS, RESULTS, REJECTED = (
    "papers.jsonl",
    "entities.jsonl",
    "links.jsonl",
    "results.jsonl",
    "rejected.jsonl",
)
TURTLE, NTRIPLES, PAGE, REPORT_PAGE = "graph.ttl", "graph.nt", "graph.html", "report.html"
REPORT, TIMINGS, MANIFEST, CACHE = "report.json", "timings.json", "manifest.json", "cache"
EMBEDDINGS, PASSAGES, EXTRACTIONS = "embeddings.sqlite", "passages.sqlite", "extractions.sqlite"
POSITIONS, GRAPHS, READINGS = "positions.sqlite", "graphs.sqlite", "readings.sqlite"
"""Files of the cache."""
STAGE, COMMIT, LOCK = ".next", "commit.json", "lock"
AHEAD = "ahead"
"""A mark in the stage: the store answers with the new papers already."""
NO_OUTPUT = frozenset({LOCK, AHEAD})
"""Files of the stage that stay there."""

Line = TypeVar("Line")

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "))


def dump(value: Any) -> str:
    """Return ``value`` as one line of JSON, keys in the order given, characters as they are."""
    return _ENCODER.encode(value)


class BuildFolder:
    """A build's folder, opened for reading; an interrupted commit is finished or discarded first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        finish_commit(path)
        if not (path / MANIFEST).is_file():
            raise GraphError(
                f"{path} holds no graph (no {MANIFEST}).",
                remedy=f"Make one with: paperkg build INPUT... -o {path}",
            )

    def papers(self) -> Iterator[PaperRecord]:
        """Yield the papers in the order of their ids."""
        return (read_paper(line) for line in self._lines(PAPERS))

    def entities(self) -> Iterator[Entity]:
        """Yield the terms in the order of their ids."""
        return (read_entity(line) for line in self._lines(ENTITIES))

    def links(self) -> Iterator[Link]:
        """Yield the edges in the order of paper, subject, predicate and object."""
        return (read_link(line) for line in self._lines(LINKS))

    def results(self) -> Iterator[Result]:
        """Yield the results in the order of their ids."""
        return (read_result(line) for line in self._lines(RESULTS))

    def rejected(self) -> Iterator[Rejected]:
        """Yield what could not be read."""
        return (read_rejected(line) for line in self._lines(REJECTED))

    def collection(self) -> Collection:
        """Return the whole build in memory."""
        report = self.json(REPORT)
        return Collection(
            papers=tuple(self.papers()),
            entities=tuple(self.entities()),
            links=tuple(self.links()),
            results=tuple(self.results()),
            rejected=tuple(self.rejected()),
            duplicates=report["duplicates"],
            dropped=tuple(report["dropped"].items()),
        )

    def json(self, name: str) -> Any:
        """Return the JSON file ``name`` of the folder.

        Raises:
            GraphError: the file is missing or no JSON.
        """
        try:
            return json.loads((self.path / name).read_text(encoding="utf-8"))
        except (OSError, json.JSONDecodeError) as error:
            raise GraphError(f"{self.path / name}: {error}.", remedy="Build the folder again.") from error

    def _lines(self, name: str) -> Iterator[Any]:
        path = self.path / name
        try:
            with path.open(encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    try:
                        yield json.loads(line)
                    except json.JSONDecodeError as error:
                        raise GraphError(f"{path} line {number}: {error}.", remedy="Build the folder again.") from error
        except FileNotFoundError as error:
            raise GraphError(f"{path} is missing.", remedy="Build the folder again.") from error


def digest_of(folder: Path, name: str) -> str | None:
    """Return the SHA-256 that the manifest in ``folder`` states for a file; None where it states none.

    Raises:
        GraphError: there is no manifest, or one that is no JSON.
    """
    try:
        stated = json.loads((folder / MANIFEST).read_text(encoding="utf-8")).get("outputs", {}).get(name)
    except (OSError, json.JSONDecodeError) as error:
        raise GraphError(f"{folder / MANIFEST}: {error}.", remedy="Build the folder again.") from error
    return stated if isinstance(stated, str) else None


def write_collection(collection: Collection, stage: Path) -> None:
    """Write the five files of JSON lines into ``stage``."""
    _write_lines(stage / PAPERS, map(paper_line, collection.papers))
    _write_lines(stage / ENTITIES, map(entity_line, collection.entities))
    _write_lines(stage / LINKS, map(link_line, collection.links))
    _write_lines(stage / RESULTS, map(result_line, collection.results))
    _write_lines(stage / REJECTED, map(rejected_line, collection.rejected))


def _write_lines(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(dump(line) + "\n" for line in lines)


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """Yield an empty staging folder inside ``folder``; commit it on leaving, discard it when an error leaves.

    A lock held meanwhile tells other commands that the build is alive, so that none of them discards its stage.
    """
    folder.mkdir(parents=True, exist_ok=True)
    finish_commit(folder)
    stage = folder / STAGE
    try:
        stage.mkdir()
    except FileExistsError as error:
        raise GraphError(f"Another build is writing {folder}.", remedy="Wait for it, or name another -o.") from error
    with (stage / LOCK).open("w") as lock:
        _lock(lock)
        try:
            yield stage
            _record_commit(stage)
        except BaseException:
            shutil.rmtree(stage)
            raise
        _put_in_place(folder)


def stands_ahead(folder: Path) -> bool:
    """Return whether an update that lives has put new papers into the store before the files."""
    finish_commit(folder)
    return (folder / STAGE / AHEAD).is_file()


def finish_commit(folder: Path) -> None:
    """Finish an interrupted commit whose record stands, discard a stage without one, leave that of a living build."""
    stage = folder / STAGE
    if not stage.is_dir():
        return
    try:
        with (stage / LOCK).open("a") as lock:
            # A commit takes a moment: whoever waits for it sees no mixture of two graphs.
            if _lock(lock, wait=(stage / COMMIT).is_file()) and _stands(lock, stage / LOCK):
                _put_in_place(folder)
    except FileNotFoundError:
        # The stage was put in place between the two looks.
        return


def _record_commit(stage: Path) -> None:
    files = [path for path in stage.rglob("*") if path.is_file() and path.name not in NO_OUTPUT]
    names = sorted(path.relative_to(stage).as_posix() for path in files)
    for name in names:
        _sync(stage / name)
    record = stage / (COMMIT + ".part")
    record.write_text(dump(names), encoding="utf-8")
    _sync(record)
    record.replace(stage / COMMIT)
    _sync(stage)


def _put_in_place(folder: Path) -> None:
    stage = folder / STAGE
    record = stage / COMMIT
    if record.is_file():
        names = json.loads(record.read_text(encoding="utf-8"))
        for name in names:
            if (stage / name).exists():
                (folder / name).parent.mkdir(exist_ok=True)
                (stage / name).replace(folder / name)
        for parent in sorted({(folder / name).parent for name in names}):
            _sync(parent)
    shutil.rmtree(stage, ignore_errors=True)


def _stands(file: TextIO, path: Path) -> bool:
    """Return whether ``file`` is the one at ``path``: another build may have ended and a new one begun meanwhile."""
    return path.is_file() and os.path.samestat(os.fstat(file.fileno()), path.stat())


def _lock(file: TextIO, *, wait: bool = False) -> bool:
    """Return whether the lock on ``file`` was taken; it is let go when the file is closed or its process dies."""
    try:
        import fcntl
    except ImportError:
        # Windows has no flock; there a second build on one folder is the user's to avoid.
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
