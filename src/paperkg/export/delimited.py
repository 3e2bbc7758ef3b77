"""Tables as delimited text: one writer, and a dialect record that says how a target wants it.

Files are UTF-8. A field that holds the delimiter, the quote or a line end stands in double quotes, a quote within it is
doubled (RFC 4180, section 2); an absent value is an empty field.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import NODE_COLUMNS, Column, ColumnType, EdgeTable, Row, Table, Value

# A field as long as an abstract of 100,000 characters is read back whole.
csv.field_size_limit(2**31 - 1)

LINE_ENDS = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
NEEDS_QUOTES = re.compile(r'[",\r\n]|\A\s|\s\Z')
UNIT_SEPARATOR = "\x1f"
"""What separates the elements of a list where a target splits text: no cleaned text holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a target wants its tables.

    ``lists`` is ``json`` or the separator between the elements of a list; ``list_escape`` stands before a separator
    that is part of an element. ``text`` is applied to every text last of all.
    """

    header: Callable[[Table], Iterable[str]]
    row: Callable[[Row], Iterable[Value]] = lambda row: row.values
    lists: str = "json"
    list_escape: str = ""
    text: Callable[[str], str] = str
    suffix: str = ".csv"
    encoding: str = "utf-8"
    delimiter: str = ","
    quoted: bool = True
    edges_in_one_file: bool = False


def typed_header(types: Mapping[ColumnType, str], columns: Iterable[Column], separator: str = ":") -> Iterator[str]:
    """Yield each column's name with the target's name of its type behind it."""
    return (f"{column.name}{separator}{types[column.type]}" for column in columns)


def plain_header(table: Table) -> Iterator[str]:
    """Yield the names of the columns."""
    return (column.name for column in table.columns)


def write_tables(graph: PropertyGraph, folder: Path, dialect: Dialect, part: int | None = None) -> dict[str, int]:
    """Write every table of ``graph`` into ``folder`` and return the number of rows by table.

    Every node table has a file; an edge table has one where it has an edge. With ``part`` a header has a file of its
    own, ``header_file``, and so have every ``part`` rows, ``part_file``.
    """
    with ExitStack() as files:
        tables = _Tables(folder, dialect, part, files)
        for kind in NODE_COLUMNS:
            tables.begin(kind)
        for rows in (graph.nodes(), graph.edges()):
            for row in rows:
                tables.add(row)
    return tables.counts


class _Tables:
    """The files that tables are written to, each closed when it is full or ``files`` is left."""

    def __init__(self, folder: Path, dialect: Dialect, part: int | None, files: ExitStack) -> None:
        self._folder, self._dialect, self._part, self._files = folder, dialect, part, files
        self._open: dict[str, TextIO] = {}
        self.counts: dict[str, int] = {}

    def begin(self, key: str | EdgeTable) -> None:
        """Write the header of a table."""
        table = Table(key)
        self.counts[table.name] = 0
        self._turn_to(table.name, header_file(table.name) if self._part else f"{table.name}{self._dialect.suffix}")
        self._write(table.name, self._dialect.header(table))

    def add(self, row: Row) -> None:
        """Write a row into its table, after the header where it is the first of an edge table."""
        name = Table(row.table).name
        if name not in self.counts:
            self.begin(row.table)
        if self._part and self.counts[name] % self._part == 0:
            self._turn_to(name, part_file(name, self.counts[name] // self._part + 1))
        self._write(name, cells(row, self._dialect))
        self.counts[name] += 1

    def _turn_to(self, table: str, file: str) -> None:
        if table in self._open:
            self._open[table].close()
        opened = (self._folder / file).open("w", encoding=self._dialect.encoding, newline="")
        self._open[table] = self._files.enter_context(opened)

    def _write(self, table: str, fields: Iterable[str]) -> None:
        written = map(quoted, fields) if self._dialect.quoted else fields
        self._open[table].write(self._dialect.delimiter.join(written) + "\n")


def header_file(table: str) -> str:
    """Return the file of a table's header, where a table is written in parts."""
    return f"{table}-header.csv"


def part_file(table: str, number: int) -> str:
    """Return the file of a part of a table, counted from 1."""
    return f"{table}-{number:05d}.csv"


def cells(row: Row, dialect: Dialect) -> list[str]:
    """Return the fields of a row as the dialect writes them, before quoting."""
    return [_cell(value, dialect) for value in dialect.row(row)]


def _cell(value: Value, dialect: Dialect) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return dialect.text(value)
        case _ if dialect.lists == "json":
            return dialect.text(json.dumps(value, ensure_ascii=False)) if value else ""
        case _:
            escaped = dialect.list_escape + dialect.lists
            elements = (each.replace(dialect.lists, escaped) if dialect.list_escape else each for each in value)
            return dialect.text(dialect.lists.join(elements))


def quoted(field: str) -> str:
    """Return a field as a comma-separated file has it.

    The module csv would leave a lone carriage return bare, which ends the record for its own reader.
    """
    return '"' + field.replace('"', '""') + '"' if NEEDS_QUOTES.search(field) else field


def read_rows(path: Path, dialect: Dialect) -> Iterator[list[str]]:
    """Yield the header of a table's file and then its rows, unquoted.

    Raises:
        csv.Error: a quote stands where none may.
    """
    with path.open(encoding=dialect.encoding, newline="") as file:
        if dialect.quoted:
            yield from csv.reader(file, delimiter=dialect.delimiter, strict=True)
        else:
            for line in file:
                yield line.removesuffix("\n").split(dialect.delimiter)


def count_rows(folder: Path, dialect: Dialect) -> dict[str, int]:
    """Return the number of rows of each table in ``folder``."""
    paths = sorted(folder.glob(f"*{dialect.suffix}"))
    return {path.name.removesuffix(dialect.suffix): sum(1 for _ in read_rows(path, dialect)) - 1 for path in paths}


def one_line(text: str) -> str:
    """Return ``text`` with a space for each line end, for targets that read a row a line."""
    return LINE_ENDS.sub(" ", text)
