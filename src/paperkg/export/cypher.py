r"""A Cypher script that needs no other file: a statement a line, each merging a batch of nodes or edges.

Running it twice changes nothing. A text is a string in single quotes in which backslash, quote, tab and line ends are
escaped. A backslash before a ``u`` ends its string, ``'\\' + 'u'``, since Neo4j reads ``\u0027`` as a quote wherever it
stands. The first lines declare that ids are unique, in Neo4j's words; for other programs leave them out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from paperkg.errors import ExportError
from paperkg.export.contents import Contents
from paperkg.export.graph_document import EDGES, NODES, Attributes, attributes
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import NODE_COLUMNS, EdgeTable, Row, Value

BATCH = 200
ENDS = ("id", "source", "target")
TERM = "Term"
ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
UNICODE_ESCAPE = re.compile(r"(\\\\)(?=[uU])")
# A statement's text is cut into strings, names in backquotes, braces, and everything between them.
TOKEN = re.compile(r"'(?:[^'\\\n]|\\[\\'nrt])*'|`[^`\n]*`|[{}\[\]]|[^'`{}\[\]\n]+")
UNWIND = "UNWIND ["

Group = tuple[str, ...] | EdgeTable
"""What the rows of one statement share: the labels of nodes, or the table of edges."""


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the script to the file ``path``."""
    counts = {NODES: 0, EDGES: 0}
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for statement in constraints():
            file.write(f"{statement};\n")
        for group, rows in batches(PropertyGraph(contents), BATCH):
            counts[EDGES if isinstance(group, EdgeTable) else NODES] += len(rows)
            file.write(f"{statement_for(group, listed(rows))};\n")
    return counts


def read_back(path: Path) -> dict[str, int]:
    """Return how many nodes and edges the script makes.

    Raises:
        ExportError: a line is no statement of a known form.
    """
    counts = {NODES: 0, EDGES: 0}
    with path.open(encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, 1):
            if line.startswith(UNWIND):
                counts[EDGES if " MATCH " in _outside_strings(line, number) else NODES] += _rows(line)
    return counts


def constraints() -> Iterator[str]:
    """Yield a statement for each label that makes its ids unique, and finding them quick."""
    for label in NODE_COLUMNS:
        yield f"CREATE CONSTRAINT {label.lower()}_id IF NOT EXISTS FOR (n:`{label}`) REQUIRE n.`id` IS UNIQUE"


def batches(graph: PropertyGraph, size: int) -> Iterator[tuple[Group, list[Attributes]]]:
    """Yield the rows of the graph in lists of at most ``size``, all nodes before any edge."""
    for rows in (graph.nodes(), graph.edges()):
        waiting: dict[Group, list[Attributes]] = {}
        for row in rows:
            group = group_of(row)
            batch = waiting.setdefault(group, [])
            batch.append(_without_ends_kind(row))
            if len(batch) == size:
                yield group, batch
                waiting[group] = []
        yield from ((group, batch) for group, batch in waiting.items() if batch)


def group_of(row: Row) -> Group:
    """Return the labels of a node, its table's name first, or the table of an edge."""
    if isinstance(row.table, EdgeTable):
        return row.table
    if row.table in ("Paper", "Result"):
        return (row.table,)
    kinds = attributes(row)["kinds"]
    assert isinstance(kinds, tuple)
    return (*kinds, TERM)


def statement_for(group: Group, rows: str) -> str:
    """Return the statement that merges ``rows``, a list or a parameter, into the database."""
    if isinstance(group, EdgeTable):
        return (
            f"UNWIND {rows} AS row MATCH (a:`{group.source}` {{`id`: row.`source`}}), "
            f"(b:`{group.target}` {{`id`: row.`target`}}) "
            f"MERGE (a)-[r:`{group.relation}` {{`id`: row.`id`}}]->(b) SET r += row.`said`"
        )
    labels = "".join(f":`{label}`" for label in group[1:])
    also = f" SET n{labels}" if labels else ""
    return f"UNWIND {rows} AS row MERGE (n:`{group[0]}` {{`id`: row.`id`}}) SET n += row.`said`{also}"


def nested(row: Attributes) -> dict[str, Value | Attributes]:
    """Return a row as the statements want it: the ids on top, everything else below ``said``."""
    nested: dict[str, Value | Attributes] = {name: row[name] for name in ENDS if name in row}
    return nested | {"said": {name: value for name, value in row.items() if name not in ENDS}}


def listed(rows: Iterable[Attributes]) -> str:
    """Return rows as a Cypher list of maps."""
    return "[" + ", ".join(_map(nested(row)) for row in rows) + "]"


def string(text: str) -> str:
    r"""Return ``text`` as a Cypher expression that every program reads as that text.

    >>> print(string("it's"), string("\\u0027"))
    'it\'s' '\\' + 'u0027'
    """
    return "'" + UNICODE_ESCAPE.sub(r"\1' + '", text.translate(ESCAPES)) + "'"


def _without_ends_kind(row: Row) -> Attributes:
    said = attributes(row)
    said.pop("kind", None)
    said.pop("relation", None)
    return said


def _map(values: dict[str, Value | Attributes]) -> str:
    return "{" + ", ".join(f"`{name}`: {_literal(value)}" for name, value in values.items()) + "}"


def _literal(value: Value | Attributes) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return string(value)
        case int() | float():
            return repr(value)
        case tuple():
            return "[" + ", ".join(map(string, value)) + "]"
        case _:
            return _map({**value})


def _tokens(line: str) -> Iterator[str]:
    place = 0
    while place < len(line) and (token := TOKEN.match(line, place)):
        yield token[0]
        place = token.end()
    if line[place:] != "\n":
        raise ExportError(f"A statement cannot be read from character {place} on: {line[place : place + 40]!r}.")


def _outside_strings(line: str, number: int) -> str:
    """Return what stands outside of lists and maps, where no data may stand."""
    depth, rest = 0, ""
    for token in _tokens(line):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token, 0)
        rest += token if depth == 0 else ""
        if depth == 0 and token[0] == "'":
            raise ExportError(f"Line {number}: a text stands outside the list of rows.")
    return rest


def _rows(line: str) -> int:
    """Return how many maps stand directly in the statement's list."""
    depth = count = 0
    closed: Callable[[str], bool] = "]}".__contains__
    for token in _tokens(line):
        if token in ("[", "{"):
            depth += 1
            count += depth == 2 and token.startswith("{")
        elif closed(token):
            depth -= 1
            if depth == 0:
                return count
    return count
