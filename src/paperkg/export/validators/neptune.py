"""What Amazon Neptune's bulk loader accepts, in both of its CSV formats.

Written from the Neptune User Guide, "Gremlin load data format" and "Load format for openCypher data" (system columns,
``name:type`` property columns, cardinality, arrays separated by semicolons, RFC 4180 quoting, UTF-8).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from paperkg.export.validators.records import Check, fits, quoted_records

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
            check.table(path, quoted_records(path), _node(check, columns))
    for path in paths:
        if columns.edge[1] in headers[path]:
            check.table(path, quoted_records(path), _edge(check, columns))
    return check.result()


Row = Callable[[str, list[str], list[str]], None]


def _node(check: Check, columns: SystemColumns) -> Row:
    def row(place: str, header: list[str], fields: list[str]) -> None:
        named = _named(check, place, header, fields, columns.node)
        check.node(named.get(columns.node[0], ""), place)
        check.require(named.get(columns.node[1]), place, "a node has no label")
        _properties(check, place, named, columns.node, lists=columns.lists)

    return row


def _edge(check: Check, columns: SystemColumns) -> Row:
    seen: set[str] = set()

    def row(place: str, header: list[str], fields: list[str]) -> None:
        named = _named(check, place, header, fields, columns.edge)
        identifier, source, target, label = (named.get(column, "") for column in columns.edge)
        check.edge(identifier, (source, target), seen, place)
        check.require(label and ";" not in label, place, "an edge has one label")
        _properties(check, place, named, columns.edge, lists=False)

    return row


def _named(
    check: Check, place: str, header: list[str], fields: list[str], system: tuple[str, ...]
) -> Mapping[str, str]:
    for column in system:
        check.require(column in header, place, f"the column {column} is missing")
    return dict(zip(header, fields, strict=True))


def _properties(check: Check, place: str, named: Mapping[str, str], system: tuple[str, ...], *, lists: bool) -> None:
    for column, value in named.items():
        if column in system:
            continue
        found = PROPERTY.fullmatch(column)
        if found is None or found["type"].lower() not in TYPES:
            check.wrong(place, f"{column} is no property column")
            continue
        check.require(lists or not found["array"], place, f"{column} may not be a list")
        values = BARE_SEPARATOR.split(value) if found["array"] else [value]
        of = TYPES[found["type"].lower()]
        check.require(all(fits(each, of) for each in values), place, f"{value!r} is no {found['type']}")
