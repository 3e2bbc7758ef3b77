"""What Memgraph's ``LOAD CSV`` reads, and a script for it.

Written from the Memgraph documentation, "LOAD CSV clause": ``LOAD CSV FROM <location> WITH HEADER [NULLIF <text>] AS
<name>``, the Excel dialect of CSV, every field a string. A row is kept on one line.
"""

from __future__ import annotations

import re
from pathlib import Path

from paperkg.export.validators.records import Begin, Check, Row, quoted_records, unread

SCRIPT = "load.cypher"
CLAUSE = re.compile(r"LOAD CSV FROM '(?P<path>[^']+)' WITH HEADER NULLIF '' AS row (?P<rest>.+);")
FIELD = re.compile(r"row\.`([^`]+)`")
INDEX = re.compile(r"CREATE (?:INDEX|CONSTRAINT) ON .+;")


def validate(folder: Path) -> dict[str, int]:
    """Return the rows of each table that the script loads.

    Raises:
        ExportError: a clause, a field or an id breaks a rule.
    """
    check = Check(folder)
    loaded: dict[str, str] = {}
    for number, line in enumerate((folder / SCRIPT).read_text(encoding="utf-8").splitlines(), 1):
        clause = CLAUSE.fullmatch(line)
        if clause:
            loaded[Path(clause["path"]).name] = clause["rest"]
        else:
            check.require(INDEX.fullmatch(line) or line.startswith("//"), f"{SCRIPT} line {number}", "is no clause")
    files = sorted(path.name for path in folder.glob("*.csv"))
    check.require(sorted(loaded) == files, SCRIPT, f"loads {sorted(loaded)}, the folder holds {files}")
    for edges in (False, True):
        for name, rest in loaded.items():
            if ("MATCH" in rest) == edges and name in files:
                check.table(folder / name, quoted_records(folder / name), _rows(check, rest, edges=edges))
    return check.result()


def _rows(check: Check, rest: str, *, edges: bool) -> Begin:
    read = FIELD.findall(rest)

    def begin(place: str, header: list[str]) -> Row:
        check.columns(place, header, sorted(set(read)))
        at = check.columns(place, header, ("id", "source", "target") if edges else ("id",))
        if at is None:
            return unread
        seen: set[str] = set()

        def row(place: str, fields: list[str]) -> None:
            one_line = not any("\n" in field or "\r" in field for field in fields)
            check.require(one_line, place, "a row is not one line")
            identifier, *ends = (fields[index] for index in at)
            if edges:
                check.edge(identifier, ends, seen, place)
            else:
                check.node(identifier, place)

        return row

    return begin
