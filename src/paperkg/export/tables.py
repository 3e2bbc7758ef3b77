"""The property graph of a build: a table of nodes for each kind, a table of edges for each relation and pair of ends.

Nodes are papers, terms and results; a term stands in the table of its first kind, and ``kinds`` names all of them. An
edge is a line of ``links.jsonl``, a wider term, or a part of a result. Every edge carries the labels of its ends, the
score, rule, words and sentence of its best evidence, and all of its evidence as JSON. Ids are prefixed names, as in
Turtle: ``paper:arxiv-2512.02044``, ``term:llada``.

Texts are cleaned by one rule: a character that XML 1.0 does not allow (section 2.2: control characters other than tab
and line ends, halves of surrogate pairs, U+FFFE, U+FFFF) becomes U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

ColumnType = Literal["string", "integer", "decimal", "boolean", "strings"]
Value = str | int | float | bool | tuple[str, ...] | None

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
REPLACEMENT = "\ufffd"


class Column(NamedTuple):
    """A column: its name, which is a plain word that no query language reserves, and the type of its values."""

    name: str
    type: ColumnType


def _columns(described: str) -> tuple[Column, ...]:
    columns: list[Column] = []
    for word in described.split():
        name, _, of = word.partition(":")
        types: dict[str, ColumnType] = {"": "string", "i": "integer", "d": "decimal", "b": "boolean", "s": "strings"}
        columns.append(Column(name, types[of]))
    return tuple(columns)


TERM_COLUMNS = _columns("id iri label kinds:s aliases:s alias_rules:s same_as:s papers:i")
NODE_COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "Paper": _columns(
        "id iri label title abstract authors:s issued:i venue doi arxiv url code_url code_announced:b language "
        "keywords:s keyphrases:s contribution record_key identifiers:s source_file source_position:i other_sources:s"
    ),
    "Concept": TERM_COLUMNS,
    "Task": TERM_COLUMNS,
    "Method": TERM_COLUMNS,
    "Model": TERM_COLUMNS,
    "Dataset": TERM_COLUMNS,
    "Benchmark": TERM_COLUMNS,
    "Metric": TERM_COLUMNS,
    "Result": _columns(
        "id iri label paper system benchmark metric reported numeric_value:d direction baseline baseline_value "
        "sentence start_offset:i end_offset:i rule score:d"
    ),
}
"""The columns of each node table by its kind, the id first."""
EDGE_COLUMNS = _columns(
    "id source target source_label target_label paper score:d rule exact sentence field start_offset:i end_offset:i "
    "evidence_count:i evidence"
)
"""The columns of every edge table: the id, both ends, their labels, then why the edge is there."""

RELATIONS = {
    "mentions": "MENTIONS",
    "proposes": "PROPOSES",
    "about": "ABOUT",
    "addresses": "ADDRESSES",
    "usesMethod": "USES_METHOD",
    "usesModel": "USES_MODEL",
    "evaluatesOn": "EVALUATES_ON",
    "trainedOn": "TRAINED_ON",
    "comparesWith": "COMPARES_WITH",
    "measures": "MEASURES",
    "outperforms": "OUTPERFORMS",
    "extends": "EXTENDS",
    "partOf": "PART_OF",
    "broader": "BROADER",
    "reports": "REPORTS",
    "system": "RESULT_SYSTEM",
    "benchmark": "RESULT_BENCHMARK",
    "metric": "RESULT_METRIC",
    "baseline": "RESULT_BASELINE",
}
"""The type of an edge by what it says; a name in capitals is never the name of a node table, whatever the case."""


@dataclass(frozen=True, slots=True, order=True)
class EdgeTable:
    """The edges of one relation between two kinds of nodes."""

    relation: str
    source: str
    target: str

    @property
    def name(self) -> str:
        """Return the table's name, which is the stem of its file."""
        return f"{self.relation}_{self.source}_{self.target}"


class Row(NamedTuple):
    """A node or an edge: its table, and a value for each of the table's columns."""

    table: str | EdgeTable
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A node table or an edge table with its columns: what a dialect needs to write a header."""

    key: str | EdgeTable

    @property
    def name(self) -> str:
        """Return the name, which is the stem of the table's file."""
        return self.key if isinstance(self.key, str) else self.key.name

    @property
    def columns(self) -> tuple[Column, ...]:
        """Return the columns."""
        return NODE_COLUMNS[self.key] if isinstance(self.key, str) else EDGE_COLUMNS


def clean(text: str) -> str:
    """Return ``text`` with U+FFFD for each character that XML 1.0 does not allow."""
    return FORBIDDEN.sub(REPLACEMENT, text)


_KINDS = "|".join(NODE_COLUMNS)
_TABLE_FILE = re.compile(
    rf"(?:{_KINDS}|(?:{'|'.join(RELATIONS.values())})_(?:{_KINDS})_(?:{_KINDS}))\.(?:csv|tsv|parquet)|part-\d{{5}}\.nt"
)


def is_table_file(name: str) -> bool:
    """Return whether a file of that name would be a table, or a part of the triples, of an export."""
    return _TABLE_FILE.fullmatch(name) is not None
