"""SPARQL results as bytes, cut after a number of rows: JSON, XML, CSV, TSV, and RDF for graphs.

The formats are those of the W3C's SPARQL 1.1 Query Results (JSON, XML, CSV and TSV), written row by row so that a
limit can end them; graphs are written by Oxigraph.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from xml.sax.saxutils import escape, quoteattr

from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples, RdfFormat, serialize

from paperkg.errors import QueryError
from paperkg.query.answers import Cell, Table, Truth
from paperkg.query.formats import as_json
from paperkg.store import Answer

XML_RESULTS = "http://www.w3.org/2005/sparql-results#"
JSON_TYPE, XML_TYPE = "application/sparql-results+json", "application/sparql-results+xml"
CSV_TYPE, TSV_TYPE = "text/csv", "text/tab-separated-values"
GRAPH_TYPES = {
    "text/turtle": RdfFormat.TURTLE,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/rdf+xml": RdfFormat.RDF_XML,
    "application/ld+json": RdfFormat.JSON_LD,
}


class NotAcceptableError(QueryError):
    """The client accepts none of the formats that the answer has."""


def written(answer: Answer, accept: str, limit: int, prefixes: dict[str, str]) -> tuple[str, bytes, bool]:
    """Return the media type, the bytes, and whether rows beyond ``limit`` were left out.

    Raises:
        NotAcceptableError: the header ``accept`` names no format that the answer has.
    """
    if isinstance(answer, QueryTriples):
        media_type = chosen(accept, GRAPH_TYPES)
        triples = list(islice(answer, limit + 1))
        text = serialize(triples[:limit], format=GRAPH_TYPES[media_type], prefixes=prefixes)
        return media_type, text or b"", len(triples) > limit
    if isinstance(answer, QueryBoolean):
        media_type = chosen(accept, TRUTH_TYPES)
        return media_type, TRUTH_TYPES[media_type](bool(answer)).encode(), False
    media_type = chosen(accept, TABLE_TYPES)
    table, cut = _table(answer, limit)
    return media_type, TABLE_TYPES[media_type](table).encode(), cut


def chosen(accept: str, offered: Iterable[str]) -> str:
    """Return the offered media type that an Accept header wants most (RFC 9110, section 12.5.1); the first for none.

    Raises:
        NotAcceptableError: it wants none of them.
    """
    types = list(offered)
    if not accept.strip():
        return types[0]
    best, best_quality = "", 0.0
    for media_type in types:
        quality = max((_quality(part, media_type) for part in accept.split(",")), default=0.0)
        if quality > best_quality:
            best, best_quality = media_type, quality
    if not best:
        raise NotAcceptableError(f"None of these is accepted: {', '.join(types)}.")
    return best


def _quality(part: str, media_type: str) -> float:
    wanted, *parameters = (piece.strip().lower() for piece in part.split(";"))
    main = media_type.partition("/")[0]
    aliases = {"application/json": JSON_TYPE, "application/xml": XML_TYPE, "text/plain": "application/n-triples"}
    if wanted not in (media_type, f"{main}/*", "*/*") and aliases.get(wanted) != media_type:
        return 0.0
    stated = [parameter[2:] for parameter in parameters if parameter.startswith("q=")]
    quality = float(stated[0]) if stated and stated[0].replace(".", "", 1).isdigit() else 1.0
    return quality * (1.0 if wanted == media_type else 0.9999)


def _table(answer: QuerySolutions, limit: int) -> tuple[Table, bool]:
    columns = tuple(variable.value for variable in answer.variables)
    rows = tuple(tuple(row) for row in islice(answer, limit + 1))
    return Table(columns, rows[:limit]), len(rows) > limit


def _json(table: Table) -> str:
    return as_json(table, "")


def _csv(table: Table) -> str:
    def cell(value: Cell) -> str:
        text = "" if value is None else str(getattr(value, "value", value))
        return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text

    return _lines(",", "\r\n", table.columns, ([cell(value) for value in row] for row in table.rows))


def _tsv(table: Table) -> str:
    rows = (["" if value is None else str(value).replace("\t", "\\t") for value in row] for row in table.rows)
    return _lines("\t", "\n", [f"?{name}" for name in table.columns], rows)


def _lines(separator: str, end: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "".join(separator.join(line) + end for line in (header, *rows))


def _xml(table: Table) -> str:
    head = "".join(f"<variable name={quoteattr(name)}/>" for name in table.columns)
    content = json.loads(as_json(table, ""))["results"]["bindings"]
    body = "".join("<result>" + "".join(map(_xml_binding, row.items())) + "</result>\n" for row in content)
    return _xml_document(f"<head>{head}</head>\n<results>\n{body}</results>")


def _xml_binding(item: tuple[str, dict[str, str]]) -> str:
    name, cell = item
    attributes = "".join(
        f" {attribute}={quoteattr(cell[attribute])}" for attribute in ("xml:lang", "datatype") if attribute in cell
    )
    text = escape("".join(character for character in cell["value"] if character >= " " or character in "\t\n\r"))
    return f"<binding name={quoteattr(name)}><{cell['type']}{attributes}>{text}</{cell['type']}></binding>"


def _xml_document(content: str) -> str:
    return f'<?xml version="1.0"?>\n<sparql xmlns="{XML_RESULTS}">\n{content}\n</sparql>\n'


TABLE_TYPES: dict[str, Callable[[Table], str]] = {JSON_TYPE: _json, XML_TYPE: _xml, CSV_TYPE: _csv, TSV_TYPE: _tsv}
TRUTH_TYPES: dict[str, Callable[[bool], str]] = {
    JSON_TYPE: lambda value: as_json(Truth(value), ""),
    XML_TYPE: lambda value: _xml_document(f"<head/>\n<boolean>{str(value).lower()}</boolean>"),
}
