"""Answers as text: a table for people, CSV and JSON for programs, Turtle for graphs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from paperkg.errors import UsageError
from paperkg.graph.iris import compact
from paperkg.graph.namespaces import XSD
from paperkg.query.answers import Answer, Cell, Statements, Table, Truth
from paperkg.query.tables import draw

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
LABEL = "Label"


def as_table(answer: Answer, base: str) -> str:
    """Return the answer for a person: names behind their prefixes, a node and its label in one column."""
    if isinstance(answer, Truth):
        return "yes\n" if answer.value else "no\n"
    table = _tabled(answer)
    shown = [index for index, name in enumerate(table.columns) if name + LABEL not in table.columns]
    header = [table.columns[index].removesuffix(LABEL) for index in shown]
    return draw(header, [[plain(row[index], base) for index in shown] for row in table.rows])


def as_csv(answer: Answer, base: str) -> str:
    """Return the answer as CSV (RFC 4180): a header, then rows; no cell can be taken for a formula."""
    if isinstance(answer, Truth):
        return f"answer\r\n{json.dumps(answer.value)}\r\n"
    table = _tabled(answer)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(table.columns)
    writer.writerows([_no_formula(cell, plain(cell, base)) for cell in row] for row in table.rows)
    return text.getvalue()


def as_json(answer: Answer, _base: str) -> str:
    """Return the answer in the SPARQL 1.1 Query Results JSON Format; statements as rows of three."""
    if isinstance(answer, Truth):
        return json.dumps({"head": {}, "boolean": answer.value}) + "\n"
    table = _tabled(answer)
    bindings = [
        {name: _binding(cell) for name, cell in zip(table.columns, row, strict=True) if cell is not None}
        for row in table.rows
    ]
    content = {"head": {"vars": list(table.columns)}, "results": {"bindings": bindings}}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def as_turtle(answer: Answer, base: str) -> str:
    """Return statements as Turtle.

    Raises:
        UsageError: the answer is a table or a yes or no.
    """
    from paperkg.graph.namespaces import prefixes

    if not isinstance(answer, Statements):
        raise UsageError("Only CONSTRUCT and DESCRIBE give Turtle.", remedy="Choose --format table, csv or json.")
    known = prefixes(base)
    text = serialize(sorted(answer.triples, key=str), format=RdfFormat.TURTLE, prefixes=known) or b""
    lines = text.decode().splitlines(keepends=True)
    declared = sorted(line for line in lines if line.startswith("@prefix "))
    return "".join(declared + [line for line in lines if not line.startswith("@prefix ")])


FORMATS: dict[str, Callable[[Answer, str], str]] = {
    "table": as_table,
    "csv": as_csv,
    "json": as_json,
    "ttl": as_turtle,
}
"""Every format by the name that ``--format`` takes; the second argument is the base of the graph."""


def plain(cell: Cell, base: str) -> str:
    """Return a cell without quotes and brackets: the text of a literal, an IRI behind its prefix."""
    if isinstance(cell, NamedNode):
        return compact(cell.value, base)
    if isinstance(cell, Literal):
        return cell.value
    return "" if cell is None else str(cell)


def _no_formula(cell: Cell, text: str) -> str:
    """Return ``text`` with an apostrophe before what a spreadsheet would run; numbers stay."""
    number = isinstance(cell, Literal) and cell.datatype in (XSD.integer, XSD.decimal)
    return "'" + text if text.startswith(FORMULA_STARTS) and not number else text


def _tabled(answer: Table | Statements) -> Table:
    if isinstance(answer, Table):
        return answer
    rows: Sequence[tuple[Cell, ...]] = [(each.subject, each.predicate, each.object) for each in answer.triples]
    return Table(("subject", "predicate", "object"), tuple(sorted(rows, key=str)))


def _binding(cell: Cell) -> dict[str, object]:
    if isinstance(cell, NamedNode):
        return {"type": "uri", "value": cell.value}
    if isinstance(cell, BlankNode):
        return {"type": "bnode", "value": cell.value}
    if isinstance(cell, Triple):
        parts = {"subject": cell.subject, "predicate": cell.predicate, "object": cell.object}
        return {"type": "triple", "value": {name: _binding(part) for name, part in parts.items()}}
    assert cell is not None, "an empty cell has no binding"
    content: dict[str, object] = {"type": "literal", "value": cell.value}
    if cell.language:
        content["xml:lang"] = cell.language
    elif cell.datatype != XSD.string:
        content["datatype"] = cell.datatype.value
    return content
