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


def write_tables(graph: PropertyGraph, folder: Path, dialect: Dialect) -> dict[str, int]:
    """Write every table of ``graph`` into ``folder`` and return the number of rows by table.

    Every node table has a file; an edge table has one where it has an edge.
    """
    counts: dict[str, int] = {}
    writers: dict[str | EdgeTable, Callable[[Iterable[str]], None]] = {}
    with ExitStack() as files:

        def open_table(key: str | EdgeTable) -> None:
            table = Table(key)
            path = folder / f"{table.name}{dialect.suffix}"
            file = files.enter_context(path.open("w", encoding=dialect.encoding, newline=""))
            writers[key] = _line_writer(file, dialect)
            writers[key](dialect.header(table))
            counts[table.name] = 0

        for kind in NODE_COLUMNS:
            open_table(kind)
        for rows in (graph.nodes(), graph.edges()):
            for row in rows:
                if row.table not in writers:
                    open_table(row.table)
                writers[row.table](cells(row, dialect))
                counts[Table(row.table).name] += 1
    return counts


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


def _line_writer(file: TextIO, dialect: Dialect) -> Callable[[Iterable[str]], None]:
    def write(fields: Iterable[str]) -> None:
        written = map(quoted, fields) if dialect.quoted else fields
        file.write(dialect.delimiter.join(written) + "\n")

    return write


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
