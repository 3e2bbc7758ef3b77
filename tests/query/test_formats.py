import csv
import io
import json

import pytest
from pyoxigraph import Literal, NamedNode, Triple
from rdflib import Graph

from paperkg.errors import UsageError
from paperkg.query.answers import Statements, Table, Truth
from paperkg.query.formats import FORMATS

BASE = "https://w3id.org/paperkg/"
TULIP = NamedNode(f"{BASE}term/tulip")
TABLE = Table(
    ("term", "termLabel", "papers"),
    ((TULIP, Literal("=Tulip\x1b[31m"), Literal(3)), (TULIP, None, Literal(-1))),
)


def test_a_table_shows_a_label_in_place_of_its_node():
    text = FORMATS["table"](TABLE, BASE)
    assert text.splitlines()[0].split() == ["term", "papers"]
    assert "term:tulip" not in text


def test_a_table_obeys_no_control_character():
    assert "\x1b" not in FORMATS["table"](TABLE, BASE)


def test_a_table_without_rows_says_so():
    assert FORMATS["table"](Table(("a",), ()), BASE) == "(no rows)\n"


def test_csv_has_every_column_and_no_formula():
    rows = list(csv.reader(io.StringIO(FORMATS["csv"](TABLE, BASE))))
    assert rows == [
        ["term", "termLabel", "papers"],
        ["term:tulip", "'=Tulip\x1b[31m", "3"],
        ["term:tulip", "", "-1"],
    ]


def test_json_is_the_format_of_sparql_results():
    content = json.loads(FORMATS["json"](TABLE, BASE))
    assert content["head"]["vars"] == ["term", "termLabel", "papers"]
    assert content["results"]["bindings"][1] == {
        "term": {"type": "uri", "value": TULIP.value},
        "papers": {"type": "literal", "value": "-1", "datatype": "http://www.w3.org/2001/XMLSchema#integer"},
    }


def test_yes_and_no_have_every_format_but_turtle():
    assert FORMATS["table"](Truth(True), BASE) == "yes\n"
    assert FORMATS["csv"](Truth(False), BASE) == "answer\r\nfalse\r\n"
    assert json.loads(FORMATS["json"](Truth(True), BASE)) == {"head": {}, "boolean": True}
    with pytest.raises(UsageError, match="CONSTRUCT and DESCRIBE"):
        FORMATS["ttl"](Truth(True), BASE)


def test_statements_are_turtle_that_parses():
    triple = Triple(TULIP, NamedNode(f"{BASE}ontology#paperCount"), Literal(3))
    text = FORMATS["ttl"](Statements((triple,)), BASE)
    assert "term:tulip kg:paperCount 3 ." in text
    assert len(Graph().parse(data=text, format="turtle")) == 1
    assert "term:tulip" in FORMATS["table"](Statements((triple,)), BASE)
