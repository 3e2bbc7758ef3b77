"""What Gephi's Data Laboratory imports as a node table and an edge table.

Written from the Gephi documentation, "Spreadsheet" among the supported formats: columns ``Id`` and ``Label``; ``Source``,
``Target``, ``Type`` (Directed, Undirected or Mixed), ``Weight``.
"""

from __future__ import annotations

from pathlib import Path

from paperkg.export.validators.records import Begin, Check, Row, fits, quoted_records, unread

NODES, EDGES = "nodes.csv", "edges.csv"


def validate(folder: Path) -> dict[str, int]:
    """Return the rows of both tables.

    Raises:
        ExportError: a column is missing, or a value or an id breaks a rule.
    """
    check = Check(folder)
    check.table(folder / NODES, quoted_records(folder / NODES), _nodes(check))
    check.table(folder / EDGES, quoted_records(folder / EDGES), _edges(check))
    return check.result()


def _nodes(check: Check) -> Begin:
    def begin(place: str, header: list[str]) -> Row:
        at = check.columns(place, header, ("Id", "Label"))
        return unread if at is None else lambda place, fields: check.node(fields[at[0]], place)

    return begin


def _edges(check: Check) -> Begin:
    def begin(place: str, header: list[str]) -> Row:
        at = check.columns(place, header, ("Id", "Source", "Target", "Type", "Label", "Weight"))
        if at is None:
            return unread
        seen: set[str] = set()

        def row(place: str, fields: list[str]) -> None:
            identifier, source, target, of, _, weight = (fields[index] for index in at)
            check.edge(identifier, (source, target), seen, place)
            check.require(of in ("Directed", "Undirected", "Mixed"), place, f"{of!r} is no type of an edge")
            check.require(weight and fits(weight, "decimal"), place, f"{weight!r} is no weight")

        return row

    return begin
