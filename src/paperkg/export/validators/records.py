"""Records of delimited text, read as strictly as RFC 4180 (section 2) words them, and what a graph in tables must keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path

from paperkg.errors import ExportError

SHOWN = 5
# A quoted field with its inner quotes doubled, or a plain one; then what ends it.
FIELD = re.compile(rb'(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n)')
INTEGER, DECIMAL = re.compile(r"-?\d+"), re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


Row = Callable[[str, list[str]], None]
"""Judges a record, given its place and its fields."""
Begin = Callable[[str, list[str]], Row]
"""Judges a header, given its place and its fields, and returns what judges the records below it."""


def unread(_place: str, _fields: list[str]) -> None:
    """Judge nothing: the header was wrong already."""


@dataclass(slots=True)
class Check:
    """What is found in a folder: the rows of each table, the ids of nodes, and what breaks a rule."""

    folder: Path
    counts: dict[str, int] = field(default_factory=dict)
    nodes: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def wrong(self, place: str, what: str) -> None:
        """Note that something at a place breaks a rule."""
        if len(self.problems) <= SHOWN:
            self.problems.append(f"{place}: {what}")

    def require(self, holds: object, place: str, what: str) -> None:
        """Note a broken rule unless it holds."""
        if not holds:
            self.wrong(place, what)

    def table(self, path: Path, records: Iterator[list[str]], begin: Begin) -> None:
        """Let ``begin`` judge the header and what it returns every record; note records of another width."""
        header = next(records, [])
        self.require(len(set(header)) == len(header), path.name, f"a column stands twice in {header}")
        row = begin(path.name, header)
        count = 0
        for count, fields in enumerate(records, 1):
            place = f"{path.name} record {count}"
            if len(fields) == len(header):
                row(place, fields)
            else:
                self.wrong(place, f"{len(fields)} fields under {len(header)} columns")
        self.counts[path.name.partition(".")[0]] = count

    def columns(self, place: str, header: Sequence[str], needed: Iterable[str]) -> list[int] | None:
        """Return where the needed columns stand, None where one does not stand exactly once."""
        missing = [column for column in needed if header.count(column) != 1]
        self.require(not missing, place, f"these columns do not stand there once: {', '.join(missing)}")
        return None if missing else [header.index(column) for column in needed]

    def node(self, identifier: str, place: str) -> None:
        """Note an id, which no other node may have."""
        self.require(identifier, place, "a node has no id")
        self.require(identifier not in self.nodes, place, f"the id {identifier} is taken")
        self.nodes.add(identifier)

    def edge(self, identifier: str, ends: Sequence[str], seen: set[str], place: str) -> None:
        """Note an edge, whose id is new in ``seen`` and whose ends are nodes."""
        self.require(identifier not in seen, place, f"the id {identifier} is taken")
        seen.add(identifier)
        for end in ends:
            self.require(end in self.nodes, place, f"no node has the id {end}")

    def result(self) -> dict[str, int]:
        """Return the rows of each table.

        Raises:
            ExportError: a rule was broken.
        """
        if self.problems:
            more = "; ..." if len(self.problems) > SHOWN else ""
            raise ExportError(f"{self.folder} breaks rules of its target: {'; '.join(self.problems[:SHOWN])}{more}.")
        return self.counts


def quoted_records(path: Path) -> Iterator[list[str]]:
    """Yield the records of a comma-separated file, quotes taken off.

    Raises:
        ExportError: a quote stands where none may, or the last record does not end.
    """
    if not path.stat().st_size:
        return
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        fields: list[str] = []
        place = 0
        while place < len(content):
            found = FIELD.match(content, place)
            if found is None:
                raise ExportError(f"{path} breaks the rules of quoting at byte {place}.")
            quoted, plain, end = found.groups()
            fields.append((plain if quoted is None else quoted.replace(b'""', b'"')).decode("utf-8"))
            place = found.end()
            if end != b",":
                yield fields
                fields = []
        if fields:
            raise ExportError(f"{path} ends within a record.")


def fits(value: str, of: str) -> bool:
    """Return whether a field could be a value of that type: ``integer``, ``decimal``, ``boolean``; empty ones fit all."""
    if not value:
        return True
    match of:
        case "integer":
            return INTEGER.fullmatch(value) is not None and -(2**63) <= int(value) < 2**63
        case "decimal":
            return DECIMAL.fullmatch(value) is not None
        case "boolean":
            return value in ("true", "false")
        case _:
            return True
