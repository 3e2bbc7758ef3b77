"""The store on disk of a large graph: loaded once, and made from the store before it where little has changed.

A store is a folder in the build's cache, named by the hash of the graph. It is never changed once it stands, and one
that is half made has another name, so that whoever reads one reads a whole graph.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from pyoxigraph import Quad, RdfFormat, Store, parse

from paperkg.errors import GraphError
from paperkg.folder import AHEAD, CACHE, NTRIPLES, BuildFolder, digest_of, stands_ahead
from paperkg.graph.changes import differences

IN_MEMORY_UP_TO = 20_000_000
"""Bytes of N-Triples that load into memory in well under a second: some 400 papers."""
STORE_PREFIX, AHEAD_PREFIX = "store-", "ahead-"
LINES_AT_ONCE = 200_000
"""Triples that are loaded together: Oxigraph's bulk loader holds all that it is given, which is most of a build's memory."""
LARGEST_CHANGE = 0.2
"""Where more of the graph has changed, loading it anew is faster."""


def prepare(build: BuildFolder) -> Path | None:
    """Return the store on disk of a large graph, made first where there is none of this graph; None for a small one.

    While an update lives that has put its new papers ahead, it is the store with these.

    The store of the graph before this one is kept for those who still read it.

    Raises:
        GraphError: the graph is damaged.
    """
    graph = build.path / NTRIPLES
    digest = digest_of(build.path, NTRIPLES)
    if digest is None or not graph.is_file() or graph.stat().st_size <= IN_MEMORY_UP_TO:
        return None
    finished = store_path(build.path, digest)
    if (ahead := _ahead_of(finished)).is_dir() and stands_ahead(build.path):
        return ahead
    if not finished.is_dir():
        try:
            older = sorted(_stores(build.path), key=lambda path: path.stat().st_mtime)
            with _making(finished) as part:
                load(Store(str(part)), graph).flush()
        except PermissionError:
            # Somebody else's folder: the graph can still be read, only more slowly.
            return None
        _let_go(older[:-1])
        _let_go(set(_stores(build.path, AHEAD_PREFIX)) - {_ahead_of(path) for path in older[-1:]})
    return finished


@contextmanager
def put_ahead(build: BuildFolder, stage: Path) -> Iterator[Store | None]:
    """Yield a store to put new papers in, which ``prepare`` returns from then on while ``stage`` stands.

    None is yielded where the graph has no store on disk.
    """
    digest = digest_of(build.path, NTRIPLES)
    before = store_path(build.path, digest or "")
    if digest is None or not before.is_dir():
        yield None
        return
    ahead = _ahead_of(before)
    # One that stands was left by an update that was killed.
    _let_go([ahead])
    with _making(ahead) as part:
        Store.read_only(str(before)).backup(str(part))
        yield Store(str(part))
    (stage / AHEAD).touch()


def succeed(build: Path, stage: Path) -> None:
    """Make the store of the graph in ``stage`` from that of the graph in the folder ``build``, before it is swapped in.

    Nothing is done where there is no such store, the graph is small, or so much has changed that loading is faster.
    """
    digests = digest_of(build, NTRIPLES), digest_of(stage, NTRIPLES)
    before, after = (store_path(build, digest) for digest in digests if digest is not None)
    graph = stage / NTRIPLES
    if not before.is_dir() or after.is_dir() or graph.stat().st_size <= IN_MEMORY_UP_TO:
        return
    changed = _changed(build / NTRIPLES, graph)
    if changed is None:
        return
    gone, new = changed
    try:
        with _making(after) as part:
            Store.read_only(str(before)).backup(str(part))
            store = Store(str(part))
            for quad in _quads(gone):
                store.remove(quad)
            store.extend(_quads(new))
            store.flush()
    except PermissionError:
        return
    _let_go(set(_stores(build)) - {before, after})
    _let_go(set(_stores(build, AHEAD_PREFIX)) - {_ahead_of(before)})


def store_path(build: Path, digest: str) -> Path:
    """Return where the store of the graph with that hash is, or would be."""
    return build / CACHE / f"{STORE_PREFIX}{digest[:16]}"


def load(store: Store, graph: Path) -> Store:
    """Return ``store`` with the triples of the file ``graph`` in it.

    Raises:
        GraphError: the file is missing or damaged.
    """
    try:
        with graph.open("rb") as lines:
            while batch := b"".join(islice(lines, LINES_AT_ONCE)):
                store.bulk_load(batch, format=RdfFormat.N_TRIPLES)
    except (OSError, SyntaxError) as error:
        raise GraphError(f"{graph}: {error}.", remedy="Build the folder again.") from error
    return store


@contextmanager
def _making(finished: Path) -> Iterator[Path]:
    """Yield where to make a store that gets its name ``finished`` on leaving."""
    finished.parent.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="making-", dir=finished.parent) as making:
        part = Path(making) / "store"
        yield part
        try:
            part.rename(finished)
        except OSError:
            # Another process was faster; a name that stands is a whole store.
            if not finished.is_dir():
                raise


def _changed(old: Path, new: Path) -> tuple[list[bytes], list[bytes]] | None:
    """Return the lines that are gone and those that are new; None where they are too many."""
    gone: list[bytes] = []
    added: list[bytes] = []
    left = LARGEST_CHANGE * new.stat().st_size
    for line, is_gone in differences(old, new):
        (gone if is_gone else added).append(line)
        left -= len(line)
        if left < 0:
            return None
    return gone, added


def _quads(lines: Iterable[bytes]) -> Iterator[Quad]:
    return iter(parse(b"".join(lines), format=RdfFormat.N_TRIPLES))


def _ahead_of(store: Path) -> Path:
    return store.with_name(AHEAD_PREFIX + store.name.removeprefix(STORE_PREFIX))


def _stores(build: Path, prefix: str = STORE_PREFIX) -> list[Path]:
    return list((build / CACHE).glob(f"{prefix}*"))


def _let_go(stores: Iterable[Path]) -> None:
    for path in stores:
        shutil.rmtree(path, ignore_errors=True)
