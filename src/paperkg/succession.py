"""Makes the graph of a collection from the graph before it, where little has changed and the same code wrote that.

The folder itself holds what this needs: the records before, line by line, and the graph that was made of them. Whether
the code of today wrote them is kept in the folder's cache, by their hashes, together with all that decides a graph.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from paperkg import folder
from paperkg.cache import Cache
from paperkg.export.revised import write_revised
from paperkg.graph import statements
from paperkg.graph.iris import Names
from paperkg.graph.touched import Changed, Touched, touched
from paperkg.lines import read_entity, read_link, read_result
from paperkg.manifest import file_hash, versions
from paperkg.record_cache import code_hash
from paperkg.records import Collection, Run
from paperkg.settings import GraphSettings

WRITERS = ("folder.py", "lines.py", "succession.py", "export/ntriples.py", "export/revised.py", "export/turtle.py")
FILES = (folder.PAPERS, folder.ENTITIES, folder.LINKS, folder.RESULTS, folder.NTRIPLES, folder.TURTLE)
LARGEST_CHANGE = 0.2
"""Where more of the edges have changed, writing all anew is as fast."""

Lines = dict[bytes, list[bytes]]


class Succession:
    """Graphs that were made with the same settings by the same code."""

    def __init__(self, cache: Path, settings: GraphSettings, run: Run) -> None:
        """Know the graphs of which the folder ``cache`` keeps that they were made so."""
        self._cache = Cache(cache / folder.GRAPHS)
        self._made_by = "\n".join(["graph", code_hash("graph", *WRITERS), repr(settings), repr(run), repr(versions())])
        self._settings, self._run = settings, run

    def add(self, outputs: Mapping[str, str]) -> None:
        """Keep that the files with these hashes, by name, were made so."""
        self._cache.put(self._made_by, {_key(outputs): b""})
        self._cache.close()

    def write(self, collection: Collection, before: Path, stage: Path) -> Touched | None:
        """Write the graph of ``collection``, whose records are in the folder ``stage``, from that in the folder ``before``.

        Returns what is told otherwise than before; None, and nothing is written, where too much has changed, or the
        graph before was not made so or is not whole.
        """
        if not self._is_known(before):
            return None
        changed = _changed(before, stage)
        if len(changed.links) > LARGEST_CHANGE * len(collection.links) or changed.papers & _terms(collection, changed):
            # An id that is a paper's in one graph and a term's in the other tells of edges that did not change.
            return None
        only = touched(changed, collection, Names(self._settings.base))
        write_revised(
            (before / folder.NTRIPLES, before / folder.TURTLE),
            (stage / folder.NTRIPLES, stage / folder.TURTLE),
            only.nodes,
            statements(collection, self._settings, self._run, only),
            self._settings.base,
        )
        return only

    def _is_known(self, before: Path) -> bool:
        stated = {name: folder.digest_of(before, name) for name in FILES}
        if None in stated.values() or not self._cache.get(self._made_by, [_key(stated)]):
            return False
        return all((before / name).is_file() and file_hash(before / name) == stated[name] for name in FILES)


def _key(hashes: Mapping[str, str | None]) -> str:
    return " ".join(str(hashes[name]) for name in FILES)


def _terms(collection: Collection, changed: Changed) -> set[str]:
    return {entity.id for entities in (collection.entities, changed.before) for entity in entities}


def _changed(before: Path, after: Path) -> Changed:
    """Return the records that differ between the lines in two folders."""
    papers = _differing(before / folder.PAPERS, after / folder.PAPERS, _first)
    entities = _differing(before / folder.ENTITIES, after / folder.ENTITIES, _first)
    links = _differing(before / folder.LINKS, after / folder.LINKS, _first)
    results = _differing(before / folder.RESULTS, after / folder.RESULTS, _second)
    return Changed(
        papers=frozenset(_first(line).decode() for lines in papers for line in lines),
        before=tuple(map(read_entity, _read(entities[0]))),
        after=tuple(map(read_entity, _read(entities[1]))),
        links=tuple(read_link(line) for lines in links for line in _read(lines)),
        results=tuple(read_result(line) for lines in results for line in _read(lines)),
    )


def _differing(before: Path, after: Path, key: Callable[[bytes], bytes]) -> tuple[list[bytes], list[bytes]]:
    """Return the lines that only one of two files has; lines of one ``key`` follow each other, keys in their order."""
    gone: list[bytes] = []
    new: list[bytes] = []
    with before.open("rb") as one, after.open("rb") as other:
        groups = _groups(one, key), _groups(other, key)
        left, right = (next(each, None) for each in groups)
        while left or right:
            if left and right and left[0] == right[0]:
                if left[1] != right[1]:
                    gone += set(left[1]) - set(right[1])
                    new += set(right[1]) - set(left[1])
                left, right = (next(each, None) for each in groups)
            elif left and (right is None or left[0] < right[0]):
                gone += left[1]
                left = next(groups[0], None)
            elif right:
                new += right[1]
                right = next(groups[1], None)
    return gone, new


def _groups(lines: Iterable[bytes], key: Callable[[bytes], bytes]) -> Iterator[tuple[bytes, list[bytes]]]:
    return ((name, list(each)) for name, each in groupby(lines, key))


def _first(line: bytes) -> bytes:
    """Return the first value of a line, an id: it has no quotation mark within."""
    return line.split(b'"', 4)[3]


def _second(line: bytes) -> bytes:
    return line.split(b'"', 8)[7]


def _read(lines: Iterable[bytes]) -> Iterator[Any]:
    return map(json.loads, sorted(lines))
