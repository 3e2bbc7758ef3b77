"""What Gephi's Data Laboratory imports as a node table and an edge table.

Written from the Gephi documentation, "Spreadsheet" among the supported formats: columns ``Id`` and ``Label``; ``Source``,
``Target``, ``Type`` (Directed, Undirected or Mixed), ``Weight``.
"""

from __future__ import annotations

from pathlib import Path

from paperkg.export.validators.records import Check, fits, quoted_records

NODES, EDGES = "nodes.csv", "edges.csv"


def validate(folder: Path) -> dict[str, int]:
    """Return the rows of both tables.

    Raises:
        ExportError: a column is missing, or a value or an id breaks a rule.
    """
    check = Check(folder)
    seen: set[str] = set()

    def node(place: str, header: list[str], fields: list[str]) -> None:
        named = _named(check, place, header, fields, ("Id", "Label"))
        check.node(named["Id"], place)

    def edge(place: str, header: list[str], fields: list[str]) -> None:
        named = _named(check, place, header, fields, ("Source", "Target", "Type", "Id", "Label", "Weight"))
        check.edge(named["Id"], (named["Source"], named["Target"]), seen, place)
        check.require(named["Type"] == "Directed", place, f"{named['Type']!r} is no type of an edge")
        check.require(named["Weight"] and fits(named["Weight"], "decimal"), place, f"{named['Weight']!r} is no weight")

    check.table(folder / NODES, quoted_records(folder / NODES), node)
    check.table(folder / EDGES, quoted_records(folder / EDGES), edge)
    return check.result()


def _named(check: Check, place: str, header: list[str], fields: list[str], needed: tuple[str, ...]) -> dict[str, str]:
    for column in needed:
        check.require(column in header, place, f"the column {column} is missing")
    return dict.fromkeys(needed, "") | dict(zip(header, fields, strict=True))
