"""What ``neo4j-admin database import`` accepts.

Written from the Neo4j Operations Manual, "Import" (CSV header format; ID, LABEL, START_ID, END_ID and TYPE fields;
property types; array delimiter).
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from paperkg.export.validators.records import Begin, Check, Row, fits, quoted_records, unread

HEADER_FIELD = re.compile(
    r"(?P<name>[^:]*):(?P<type>ID|LABEL|START_ID|END_ID|TYPE|IGNORE|"
    r"(?:int|long|float|double|boolean|byte|short|char|string|point|date|localtime|time|localdatetime|datetime|duration)(?:\[\])?)"
    r"(?:\([^)]*\))?(?:\{[^}]*\})?"
)
TYPES = {"int": "integer", "long": "integer", "float": "decimal", "double": "decimal", "boolean": "boolean"}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
OPTION = re.compile(r"--(nodes|relationships)=(\S+)")
ARRAY = "\x1f"


def validate(folder: Path) -> dict[str, int]:
    """Return the rows of each table that ``import.sh`` names.

    Raises:
        ExportError: a header, a value, an id or the script breaks a rule.
    """
    check = Check(folder)
    script = (folder / "import.sh").read_text(encoding="utf-8")
    check.require("--array-delimiter=U+001F" in script, "import.sh", "the array delimiter is not declared")
    check.require("--multiline-fields=true" in script, "import.sh", "fields with line ends are not allowed")
    named = [(of, names.split(",")) for of, names in OPTION.findall(script)]
    files = sorted(path.name for path in folder.glob("*.csv"))
    whole = sorted(name for _, names in named for name in names)
    check.require(whole == files, "import.sh", f"names {named}, the folder holds {files}")
    for of in ("nodes", "relationships"):
        for kind, names in named:
            if kind == of and set(names) <= set(files):
                begin = _nodes(check) if of == "nodes" else _relationships(check)
                # The first file holds the header of all of them.
                records = chain.from_iterable(quoted_records(folder / name) for name in names)
                check.table(folder / names[0].replace("-header.csv", ".csv"), records, begin)
    return check.result()


def _nodes(check: Check) -> Begin:
    def begin(place: str, header: list[str]) -> Row:
        types = _types(check, place, header)
        at = check.columns(place, types, ("ID", "LABEL"))
        if at is None:
            return unread

        def row(place: str, fields: list[str]) -> None:
            identifier, labels = (fields[index] for index in at)
            check.node(identifier, place)
            check.require(all(map(NAME.fullmatch, labels.split(ARRAY))), place, f"{labels!r} are no labels")
            _values(check, place, types, fields)

        return row

    return begin


def _relationships(check: Check) -> Begin:
    def begin(place: str, header: list[str]) -> Row:
        types = _types(check, place, header)
        at = check.columns(place, types, ("START_ID", "END_ID", "TYPE"))
        if at is None:
            return unread
        seen: set[str] = set()

        def row(place: str, fields: list[str]) -> None:
            source, target, of = (fields[index] for index in at)
            check.edge(fields[0], (source, target), seen, place)
            check.require(NAME.fullmatch(of), place, "the type is no name")
            _values(check, place, types, fields)

        return row

    return begin


def _types(check: Check, place: str, header: list[str]) -> list[str]:
    found = [HEADER_FIELD.fullmatch(each) for each in header]
    check.require(all(found), place, f"{header} is no header")
    return [each["type"] if each else "string" for each in found]


def _values(check: Check, place: str, types: list[str], fields: list[str]) -> None:
    for of, value in zip(types, fields, strict=True):
        check.require(fits(value, TYPES.get(of, "")), place, f"{value!r} is no {of}")
        if not of.endswith("[]") and of != "LABEL":
            check.require(ARRAY not in value, place, "the array delimiter stands in a single value")
