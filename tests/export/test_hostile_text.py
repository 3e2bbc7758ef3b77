"""Texts that break formats: each target gives them back as they were, or as its stated rule cleans them; none runs."""

import csv
import json
import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperkg.export import EXPORTERS, cypher
from paperkg.export.contents import Contents
from paperkg.export.delimited import one_line
from paperkg.export.spreadsheet import FORMULA, as_text, from_text
from paperkg.export.tables import FORBIDDEN, clean

pytestmark = [
    pytest.mark.usefixtures("needed_packages"),
    # rdflib's own parser of TriG and JSON-LD uses what rdflib means to drop.
    pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib"),
]
csv.field_size_limit(10**9)

HOSTILE = (
    "La \"quoted\" 'thing'",
    "line\nend\r\nand\rmore",
    "a,b;c|d\te",
    "\x00\x01\x07\x0b\x1b[31m\x1f\x7f\ufffe\uffff",
    "emoji 😀 👩‍👩‍👧",
    "שלום \u202eesrever\u202c مرحبا",
    "=cmd()",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    " =1+1",
    "\t=1+1",
    "'=already",
    "x" * 10_000,
    "'}) DETACH DELETE n //",
    "`]->() DETACH DELETE n //",
    "\\u0027}) MATCH (n) DETACH DELETE n //",
    '" . } ; DROP ALL ; INSERT DATA { <a:a> <b:b> "',
    "</data></node><node id='evil'/>",
    "&lt;&#0;&quot;]]>",
    "\\",
    "ends in \\",
    '\\"',
    "\\;x\\n\\t",
    "$(touch evil) `touch evil`",
    "{\\LaTeX} 100% of $x_1^2$ ~ & #",
    "}",
    "{",
    "@article{evil, title = {x}}",
    " leading and trailing ",
    "\ufeffmark",
    "next\x85line\u2028separator\u2029",
    "null",
    "NaN",
    "[1, 2]",
)
BASE = "https://w3id.org/paperkg/term/"


def hostile_build(collection, labels):
    """Return the collection with a concept for each label, which the last paper is about, and the label in its texts."""
    concept = next(entity for entity in collection.entities if entity.id == "in-context-learning")
    link = next(link for link in collection.links if link.object == concept.id)
    more, edges = [], []
    for number, label in enumerate(labels):
        said = replace(link.evidence[0], text=label, sentence=label)
        more.append(replace(concept, id=f"hostile-{number:02}", label=label, aliases=(label, "x")))
        edges.append(replace(link, object=f"hostile-{number:02}", evidence=(said,)))
    last = collection.papers[2]
    paper = replace(last.paper, title=labels[-1] or None, text=" ".join(labels), authors=labels, venue=labels[0])
    papers = (*collection.papers[:2], replace(last, paper=paper), collection.papers[3])
    return replace(
        collection,
        papers=papers,
        entities=tuple(sorted((*collection.entities, *more), key=lambda each: each.id)),
        links=(*collection.links, *edges),
    )


def rdf_labels(syntax):
    def read(path):
        import rdflib

        graph = rdflib.Dataset() if syntax == "trig" else rdflib.Graph()
        graph.parse(path, format=syntax)
        return {str(term)[len(BASE) :]: str(label) for term, label in graph.subject_objects(rdflib.SKOS.prefLabel)}

    return read


def rdf12_labels(path):
    from pyoxigraph import RdfFormat, parse

    quads = parse(path=path, format=RdfFormat.TURTLE)
    return {q.subject.value[len(BASE) :]: q.object.value for q in quads if q.predicate.value.endswith("#prefLabel")}


def graph_labels(read):
    def labels(path):
        graph = read(path)
        for _, _, edge in graph.edges(data=True):
            if edge["relation"] == "ABOUT":
                assert json.loads(edge["evidence"])[0]["text"] == edge["exact"] != ""
        return {node.removeprefix("term:"): said["label"] for node, said in graph.nodes(data=True)}

    return labels


def read_gexf(path):
    import networkx

    return networkx.read_gexf(path)


def read_graphml(path):
    import networkx

    return networkx.read_graphml(path)


def read_cyjs(path):
    import networkx

    return networkx.cytoscape_graph(json.loads(path.read_text(encoding="utf-8")))


def read_node_link(path):
    import networkx

    return networkx.node_link_graph(json.loads(path.read_text(encoding="utf-8")), edges="edges")


def parquet_labels(path):
    import pyarrow.parquet

    rows = pyarrow.parquet.read_table(path / "Concept.parquet").to_pylist()
    assert all(row["aliases"] == [row["label"], "x"] for row in rows if "hostile" in row["id"])
    return {row["id"].removeprefix("term:"): row["label"] for row in rows}


def ladybug_labels(path):
    import ladybug

    with ladybug.Database(str(path / "graph.lbug"), read_only=True) as data, ladybug.Connection(data) as connection:
        rows = list(connection.execute("MATCH (n:Concept) RETURN n.id, n.label, n.aliases"))
    assert all(aliases == [label, "x"] for name, label, aliases in rows if "hostile" in name)
    return {name.removeprefix("term:"): label for name, label, _ in rows}


def field_labels(name, identifier, label, encoding="utf-8", decode=str, delimiter=",", **options):
    def read(path):
        with (path / name).open(encoding=encoding, newline="") as file:
            rows = list(csv.DictReader(file, delimiter=delimiter, strict=True, **options))
        return {row[identifier].removeprefix("term:"): decode(row[label]) for row in rows}

    return read


def neo4j_shard_labels(path):
    whole = path / "whole.csv"
    whole.write_bytes(b"".join((path / f"Concept-{part}.csv").read_bytes() for part in ("header", "00001")))
    return field_labels(whole.name, "id:ID", "label:string")(path)


def cypher_labels(path):
    """Return labels as a program reads them that puts every unicode escape in place before it looks for strings."""
    text = re.sub(r"\\u+([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), path.read_text(encoding="utf-8"))
    string = r"'(?:[^'\\]|\\.)*'(?: \+ '(?:[^'\\]|\\.)*')*"
    found = re.findall(rf"\{{`id`: 'term:([^']+)', `said`: \{{(?:`iri`: '[^']*', )`label`: ({string})", text)
    assert re.sub(string, "", text).count("DETACH") == 0
    return {name: evaluated(expression) for name, expression in found}


def evaluated(expression):
    parts = re.findall(r"'((?:[^'\\]|\\.)*)'", expression)
    escapes = {"n": "\n", "r": "\r", "t": "\t"}
    return "".join(re.sub(r"\\(.)", lambda found: escapes.get(found[1], found[1]), part) for part in parts)


def bibtex_labels(path):
    import bibtexparser
    from pylatexenc.latex2text import LatexNodes2Text

    library = bibtexparser.parse_file(str(path), encoding="utf-8")
    assert library.failed_blocks == []
    assert len(library.entries) == 4
    keywords = library.entries_dict["text-00000000000000a3"]["keywords"].split(", ")
    # The two terms that stand before the hostile ones are the fixture's own.
    return {
        f"hostile-{number:02}": LatexNodes2Text(keep_comments=True).latex_to_text(each).replace("ˆ", "^")
        for number, each in enumerate(keywords[2:])
    }


def unchanged(text):
    return text


def tigergraph_rule(text):
    return one_line(clean(text)).replace("\t", " ")


def keyword_rule(text):
    return " ".join(re.sub("[,;]", " ", clean(text)).split())


TARGETS = {
    "turtle": (rdf_labels("turtle"), unchanged),
    "nt": (rdf_labels("nt"), unchanged),
    "nt-shards": (lambda folder: rdf_labels("nt")(folder / "part-00001.nt"), unchanged),
    "jsonld": (rdf_labels("json-ld"), unchanged),
    "trig": (rdf_labels("trig"), unchanged),
    "rdf12": (rdf12_labels, unchanged),
    "rdfxml": (rdf_labels("xml"), clean),
    "ladybug": (ladybug_labels, clean),
    "gexf": (graph_labels(read_gexf), clean),
    "graphml": (graph_labels(read_graphml), clean),
    "cyjs": (graph_labels(read_cyjs), clean),
    "node-link": (graph_labels(read_node_link), clean),
    "parquet": (parquet_labels, clean),
    "csv": (field_labels("Concept.csv", "id", "label", "utf-8-sig", from_text), clean),
    "bibtex": (bibtex_labels, keyword_rule),
    "neo4j": (field_labels("Concept.csv", "id:ID", "label:string"), clean),
    "neo4j-shards": (neo4j_shard_labels, clean),
    "cypher": (cypher_labels, clean),
    "neptune": (field_labels("Concept.csv", "~id", "label:String(single)"), clean),
    "neptune-cypher": (field_labels("Concept.csv", ":ID", "label:String"), clean),
    "memgraph": (field_labels("Concept.csv", "id", "label"), lambda text: one_line(clean(text))),
    "tigergraph": (
        field_labels("Concept.tsv", "id", "label", delimiter="\t", quoting=csv.QUOTE_NONE),
        tigergraph_rule,
    ),
    "gephi": (field_labels("nodes.csv", "Id", "Label"), clean),
}
SLOW = {"ladybug": 2, "parquet": 2}


def test_every_target_is_tried():
    assert TARGETS.keys() == EXPORTERS.keys()


def arrives(name, labels, build_of, collection, path):
    read, rule = TARGETS[name]
    EXPORTERS[name](Contents(build_of(hostile_build(collection, labels))), path)
    found = read(path)
    hostile = {term: label for term, label in found.items() if term.startswith("hostile-")}
    expected = {f"hostile-{number:02}": rule(label) for number, label in enumerate(labels)}
    assert hostile == expected


@pytest.mark.parametrize("name", TARGETS)
def test_hostile_labels_arrive(name, build_of, collection, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arrives(name, HOSTILE, build_of, collection, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


LABELS = st.lists(
    st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=30).filter(str.strip)
    | st.sampled_from(HOSTILE),
    min_size=2,
    max_size=6,
).map(tuple)


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "bibtex"])
def test_any_label_arrives(name, build_of, collection, tmp_path_factory):
    @settings(
        max_examples=SLOW.get(name, 6),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(labels=LABELS)
    def check(labels):
        arrives(name, labels, build_of, collection, tmp_path_factory.mktemp("out") / "out")

    check()


@given(st.text())
def test_a_cell_that_is_a_formula_is_marked_and_its_text_comes_back(text):
    cell = as_text(text)
    assert from_text(cell) == text
    assert cell.startswith("'") or not FORMULA.match(cell)


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_a_cypher_string_is_one_string_to_every_reader(text):
    written = cypher.string(clean(text))
    assert evaluated(written) == clean(text)
    assert not re.search(r"\\[uU]", written)


@given(st.text())
def test_cleaning_leaves_what_xml_allows_and_nothing_else(text):
    assert not FORBIDDEN.search(clean(text))
    assert len(clean(text)) == len(text)
