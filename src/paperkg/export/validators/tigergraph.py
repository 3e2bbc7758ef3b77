"""What a GSQL schema and loading job must be for TigerGraph.

Written from the TigerGraph GSQL Language Reference, "Creating a Loading Job" (one character as separator, a row a line,
blanks kept, ``HEADER``, ``VALUES`` by column name) and "Defining a Graph Schema" (attribute types, reserved words, several
pairs of ends and ``DISCRIMINATOR`` for an edge type).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from paperkg.export.validators.records import Begin, Check, Row, fits, unread

SCHEMA, LOAD = "schema.gsql", "load.gsql"
TYPES = {"INT": "integer", "DOUBLE": "decimal", "BOOL": "boolean", "STRING": ""}
RESERVED = frozenset(
    "ACCUM ADD ALL ALTER AND ANY AS ASC AVG BAG BATCH BETWEEN BOOL BREAK BY CASE CATCH COALESCE COMPRESS CONTINUE COUNT "
    "CREATE DATETIME DEFINE DELETE DESC DIRECTED DISTINCT DO DOUBLE DROP EDGE ELSE END EXCEPTION FALSE FILE FILTER FLOAT "
    "FOR FOREACH FROM GRAPH GROUP HAVING IF IN INSERT INT INTERSECT INTERVAL INTO IS JOB JOIN JSONARRAY JSONOBJECT KEY "
    "LEADING LIKE LIMIT LIST LOAD LOG MAP MATCH MAX MIN MINUS NOT NOW NULL OFFSET ON OR ORDER PRIMARY_ID PINNED POST_ACCUM "
    "PRINT PROXY QUERY RAISE RANGE REPLACE RETURN RETURNS RUN SAMPLE SELECT SELECTVERTEX SET SRC STATIC STRING SUM TARGET "
    "TEMP_TABLE THEN TO TOKENBANK TRAILING TRIM TRUE TRY TUPLE TYPE TYPEDEF UINT UNDIRECTED UNION UPDATE UPSERT USING "
    "VALUES VERTEX WHEN WHERE WHILE WITH".split()
)
VERTEX = re.compile(r"CREATE VERTEX (\w+) \((.+)\) WITH PRIMARY_ID_AS_ATTRIBUTE=\"true\"")
EDGE = re.compile(r"CREATE DIRECTED EDGE (\w+) \((FROM .+?), DISCRIMINATOR\((.+?)\), (.+)\)")
ENDS = re.compile(r"FROM (\w+), TO (\w+)")
LINE = re.compile(
    r'LOAD "(?P<file>[^"]+)" TO (?P<kind>VERTEX|EDGE) (?P<name>\w+) VALUES \((?P<values>.+)\) '
    r'USING SEPARATOR="\\t", HEADER="true", EOL="\\n";'
)
COLUMN = re.compile(r'\$"(\w+)"(?: (\w+))?')


def validate(folder: Path) -> dict[str, int]:
    """Return the rows of each table that the loading job reads.

    Raises:
        ExportError: the schema, the job, a field or an id breaks a rule.
    """
    check = Check(folder)
    vertices, edges = _schema(check, (folder / SCHEMA).read_text(encoding="utf-8"))
    jobs = list(LINE.finditer((folder / LOAD).read_text(encoding="utf-8")))
    files = sorted(path.name for path in folder.glob("*.tsv"))
    check.require(sorted(job["file"] for job in jobs) == files, LOAD, f"the folder holds {files}")
    for job in sorted(jobs, key=lambda each: each["kind"] == "EDGE"):
        columns = COLUMN.findall(job["values"])
        if job["kind"] == "VERTEX":
            attributes = vertices.get(job["name"], {})
        else:
            pairs, attributes = edges.get(job["name"], (set(), {}))
            check.require(tuple(of for _, of in columns[:2]) in pairs, job["file"], "the edge has other ends")
        read = [name for name, of in columns if not of]
        check.require(read == list(attributes), LOAD, f"{job['name']} has {list(attributes)}, given {read}")
        if job["file"] in files:
            path = folder / job["file"]
            check.table(path, _lines(path), _rows(check, attributes, edges=job["kind"] == "EDGE"))
    return check.result()


Attributes = dict[str, str]
Pairs = set[tuple[str, ...]]


def _schema(check: Check, text: str) -> tuple[dict[str, Attributes], dict[str, tuple[Pairs, Attributes]]]:
    vertices = {name: _attributes(check, said.removeprefix("PRIMARY_ID ")) for name, said in VERTEX.findall(text)}
    edges: dict[str, tuple[Pairs, Attributes]] = {}
    for name, ends, discriminator, said in EDGE.findall(text):
        pairs: Pairs = set(ENDS.findall(ends))
        edges[name] = (pairs, _attributes(check, f"{discriminator}, {said}"))
        for end in {end for pair in pairs for end in pair}:
            check.require(end in vertices, SCHEMA, f"{end} is no vertex type")
    for name in (*vertices, *edges):
        check.require(name.upper() not in RESERVED, SCHEMA, f"{name} is reserved")
    return vertices, edges


def _attributes(check: Check, said: str) -> Attributes:
    attributes = dict(each.split(" ") for each in said.split(", "))
    for name, of in attributes.items():
        check.require(name.upper() not in RESERVED, SCHEMA, f"{name} is reserved")
        check.require(of in TYPES, SCHEMA, f"{of} is no type of an attribute")
    return attributes


def _lines(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.removesuffix("\n").split("\t")


def _rows(check: Check, attributes: Attributes, *, edges: bool) -> Begin:
    def begin(place: str, header: list[str]) -> Row:
        wanted = check.columns(place, header, list(attributes))
        at = check.columns(place, header, ("id", "source", "target") if edges else ("id",))
        if at is None or wanted is None:
            return unread
        typed = list(zip(wanted, attributes.values(), strict=True))
        seen: set[str] = set()

        def row(place: str, fields: list[str]) -> None:
            for index, of in typed:
                check.require(fits(fields[index], TYPES.get(of, "")), place, f"{fields[index]!r} is no {of}")
                check.require("\r" not in fields[index], place, "a row is not one line")
            identifier, *ends = (fields[index] for index in at)
            if edges:
                check.edge(identifier, ends, seen, place)
            else:
                check.node(identifier, place)

        return row

    return begin
