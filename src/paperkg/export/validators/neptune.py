"""What Amazon Neptune's bulk loader accepts, in both of its CSV formats.

Written from the Neptune User Guide, "Gremlin load data format" and "Load format for openCypher data" (system columns,
``name:type`` property columns, cardinality, arrays separated by semicolons, RFC 4180 quoting, UTF-8).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from paperkg.export.validators.records import Begin, Check, Row, fits, quoted_records, unread

TYPES = {
    **dict.fromkeys(("byte", "short", "int", "long"), "integer"),
    **dict.fromkeys(("float", "double"), "decimal"),
    **dict.fromkeys(("bool", "boolean"), "boolean"),
    **dict.fromkeys(("string", "date", "datetime"), ""),
}
PROPERTY = re.compile(r"[^\s,:]+:(?P<type>[A-Za-z]+)(?P<array>\[\])?(?P<cardinality>\((?:single|set)\))?")
BARE_SEPARATOR = re.compile(r"(?<!\\);")


@dataclass(frozen=True, slots=True)
class SystemColumns:
    """What one of the formats calls its system columns, and whether a property may be a list."""

    node: tuple[str, str]
    edge: tuple[str, str, str, str]
    lists: bool


GREMLIN = SystemColumns(("~id", "~label"), ("~id", "~from", "~to", "~label"), lists=True)
OPENCYPHER = SystemColumns((":ID", ":LABEL"), (":ID", ":START_ID", ":END_ID", ":TYPE"), lists=False)


def validate(folder: Path, columns: SystemColumns) -> dict[str, int]:
    """Return the rows of each file of the folder, every one of which the loader reads.

    Raises:
        ExportError: a header, a value or an id breaks a rule, or a file is no table.
    """
    check = Check(folder)
    paths = sorted(folder.iterdir())
    headers = {path: next(quoted_records(path), []) for path in paths}
    for path in paths:
        check.require(path.suffix == ".csv", path.name, "the loader would read it as a table")
    for path in paths:
        if columns.edge[1] not in headers[path]:
            check.table(path, quoted_records(path), _nodes(check, columns))
    for path in paths:
        if columns.edge[1] in headers[path]:
            check.table(path, quoted_records(path), _edges(check, columns))
    return check.result()


def _nodes(check: Check, columns: SystemColumns) -> Begin:
    def begin(place: str, header: list[str]) -> Row:
        at = check.columns(place, header, columns.node)
        properties = _properties(check, place, header, columns.node, lists=columns.lists)
        if at is None:
            return unread

        def row(place: str, fields: list[str]) -> None:
            identifier, labels = (fields[index] for index in at)
            check.node(identifier, place)
            check.require(labels, place, "a node has no label")
            _values(check, place, properties, fields)

        return row

    return begin


def _edges(check: Check, columns: SystemColumns) -> Begin:
    def begin(place: str, header: list[str]) -> Row:
        at = check.columns(place, header, columns.edge)
        properties = _properties(check, place, header, columns.edge, lists=False)
        if at is None:
            return unread
        seen: set[str] = set()

        def row(place: str, fields: list[str]) -> None:
            identifier, source, target, label = (fields[index] for index in at)
            check.edge(identifier, (source, target), seen, place)
            check.require(label and ";" not in label, place, "an edge has one label")
            _values(check, place, properties, fields)

        return row

    return begin


Properties = list[tuple[int, str, bool]]
"""Where each property stands, its type, and whether it is a list."""


def _properties(check: Check, place: str, header: list[str], system: tuple[str, ...], *, lists: bool) -> Properties:
    properties: Properties = []
    for index, column in enumerate(header):
        if column in system:
            continue
        found = PROPERTY.fullmatch(column)
        if found is None or found["type"].lower() not in TYPES:
            check.wrong(place, f"{column} is no property column")
            continue
        check.require(lists or not found["array"], place, f"{column} may not be a list")
        properties.append((index, found["type"], found["array"] is not None))
    return properties


def _values(check: Check, place: str, properties: Properties, fields: list[str]) -> None:
    for index, of, several in properties:
        values = BARE_SEPARATOR.split(fields[index]) if several else [fields[index]]
        fitting = all(fits(value, TYPES[of.lower()]) for value in values)
        check.require(fitting, place, f"{fields[index]!r} is no {of}")
