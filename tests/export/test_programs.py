"""Exports loaded into the programs they are for: the counts are ours, and questions have SPARQL's answers."""

import json
import math

import pytest

from paperkg.export import EXPORTERS
from paperkg.export.ladybug import DATABASE, SCRIPT
from paperkg.store import open_store

QUESTIONS = {
    "what papers propose": (
        "SELECT ?p ?t { ?paper kg:proposes ?term ; rdfs:label ?p . ?term skos:prefLabel ?t }",
        "MATCH (p:Paper)-[:PROPOSES]->(t) RETURN p.label, t.label",
    ),
    "concepts that two papers share": (
        """SELECT ?t (COUNT(DISTINCT ?paper) AS ?n) { ?paper kg:about ?term . ?term a kg:Concept ; skos:prefLabel ?t }
        GROUP BY ?term ?t HAVING (COUNT(DISTINCT ?paper) > 1)""",
        """MATCH (p:Paper)-[:ABOUT]->(t:Concept) WITH t.id AS id, t.label AS label, COUNT(DISTINCT p.id) AS n
        WHERE n > 1 RETURN label, n""",
    ),
    "why papers use models": (
        """SELECT ?p ?m ?sentence ?score { ?e rdf:subject ?paper ; rdf:predicate kg:usesModel ; rdf:object ?term ;
        kg:sentence ?sentence ; kg:confidence ?score . ?paper rdfs:label ?p . ?term skos:prefLabel ?m
        FILTER NOT EXISTS { ?other rdf:subject ?paper ; rdf:predicate kg:usesModel ; rdf:object ?term FILTER(?other != ?e) } }""",
        """MATCH (p:Paper)-[e:USES_MODEL]->(m) WHERE e.evidence_count = 1
        RETURN p.label, m.label, e.sentence, e.score""",
    ),
    "wider terms and the rules that made them": (
        """SELECT ?n ?w ?rule { ?d a kg:Derivation ; rdf:subject ?narrow ; rdf:predicate skos:broader ; rdf:object ?wide ;
        kg:rule ?rule . ?narrow skos:prefLabel ?n . ?wide skos:prefLabel ?w }""",
        "MATCH (n)-[e:BROADER]->(w) RETURN n.label, w.label, e.rule",
    ),
    "papers two steps from a paper": (
        """SELECT DISTINCT ?a ?b { ?pa (kg:about|kg:evaluatesOn) ?term . ?pb (kg:about|kg:evaluatesOn) ?term .
        ?pa rdfs:label ?a . ?pb rdfs:label ?b FILTER(?pa != ?pb) }""",
        """MATCH (a:Paper)-[:ABOUT|:EVALUATES_ON]->(t)<-[:ABOUT|:EVALUATES_ON]-(b:Paper) WHERE a.id <> b.id
        RETURN DISTINCT a.label, b.label""",
    ),
}


def value(item):
    """Return a literal as the value that any program gives it."""
    number = ("integer", "decimal", "double")
    return float(item.value) if item.datatype.value.rpartition("#")[2] in number else item.value


def sparql_answers(store, query):
    return sorted(tuple(map(value, row)) for row in store.query(query))


@pytest.fixture
def store(contents):
    return open_store(contents.folder.path)


def test_ladybug_loaded_by_the_script_gives_sparql_s_answers(contents, store, tmp_path, monkeypatch, need):
    need("ladybug", "uv sync --inexact --extra ladybug")
    import ladybug

    counts = EXPORTERS["ladybug"](contents, tmp_path / "out")
    monkeypatch.chdir(tmp_path / "out")
    (tmp_path / "out" / DATABASE).unlink()
    with ladybug.Database(DATABASE) as database, ladybug.Connection(database) as connection:
        for statement in (tmp_path / "out" / SCRIPT).read_text(encoding="utf-8").splitlines():
            connection.execute(statement)
        nodes = connection.execute("MATCH (n) RETURN count(*)").get_next()[0]
        edges = connection.execute("MATCH ()-[e]->() RETURN count(*)").get_next()[0]
        assert nodes == sum(count for name, count in counts.items() if "_" not in name)
        assert nodes + edges == sum(counts.values())
        for sparql, question in QUESTIONS.values():
            rows = [tuple(float(v) if isinstance(v, int) else v for v in row) for row in connection.execute(question)]
            assert sorted(rows) == sparql_answers(store, sparql) != []


@pytest.mark.parametrize("name", ["gexf", "graphml", "cyjs", "node-link"])
def test_networkx_reads_every_node_and_edge_with_its_attributes(name, contents, collection, tmp_path):
    import networkx

    def from_json(read):
        return lambda path: read(json.loads(path.read_text(encoding="utf-8")))

    readers = {
        "gexf": networkx.read_gexf,
        "graphml": networkx.read_graphml,
        "cyjs": from_json(networkx.cytoscape_graph),
        "node-link": from_json(lambda data: networkx.node_link_graph(data, edges="edges")),
    }
    counts = EXPORTERS[name](contents, tmp_path / "out")
    graph = readers[name](tmp_path / "out")
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (counts["nodes"], counts["edges"])
    assert graph.is_directed()
    edges = {said["id"]: said for _, _, said in graph.edges(data=True)}
    for link in collection.links:
        subject = f"paper:{link.subject}" if link.subject == link.paper else f"term:{link.subject}"
        said_by = "" if link.subject == link.paper else f" paper:{link.paper}"
        said = edges[f"{subject} {link.predicate} term:{link.object}{said_by}"]
        best = link.evidence[0]
        assert (said["score"], said["rule"], said["sentence"]) == (link.score, best.rule, best.sentence)
        assert (said["exact"], said["start_offset"], said["end_offset"]) == (best.text, best.start, best.end)
        assert said["paper"] == f"paper:{link.paper}"
        assert json.loads(said["evidence"])[0]["score"] == best.score
    fern = graph.nodes["paper:arxiv-2601.00001"]
    assert (fern["kind"], fern["issued"], fern["code_announced"]) == ("Paper", 2026, False)
    assert graph.nodes["term:puzzlebench"]["label"] == "PuzzleBench"


def test_pandas_reads_typed_parquet(contents, tmp_path, need):
    need("pandas", "uv sync --inexact --group targets")
    need("pyarrow", "uv sync --inexact --extra parquet")
    import pandas

    counts = EXPORTERS["parquet"](contents, tmp_path / "out")
    frames = {path.stem: pandas.read_parquet(path) for path in (tmp_path / "out").glob("*.parquet")}
    assert {name: len(frame) for name, frame in frames.items()} == counts
    papers = frames["Paper"].set_index("id")
    assert list(papers.loc["paper:arxiv-2601.00001", "authors"]) == ["A. Fern", "B. Moss"]
    assert papers["issued"].sum() == 2026 + 2025
    assert frames["USES_MODEL_Paper_Model"]["score"].tolist() == [0.97, 0.97, 0.97]


def test_pandas_reads_csv_with_its_mark(contents, tmp_path, need):
    need("pandas", "uv sync --inexact --group targets")
    import pandas

    counts = EXPORTERS["csv"](contents, tmp_path / "out")
    frames = {path.stem: pandas.read_csv(path) for path in (tmp_path / "out").glob("*.csv")}
    assert {name: len(frame) for name, frame in frames.items()} == counts
    assert frames["Paper"].columns[0] == "id"
    result = frames["Result"].iloc[0]
    assert (result["numeric_value"], result["score"], math.isnan(result["baseline_value"])) == (3.5, 0.8, True)


def test_two_parsers_read_the_bibtex_alike(contents, tmp_path, need):
    need("pybtex", "uv sync --inexact --group targets")
    import bibtexparser
    from pybtex.database import parse_file

    counts = EXPORTERS["bibtex"](contents, tmp_path / "out.bib")
    ours = bibtexparser.parse_file(str(tmp_path / "out.bib"), encoding="utf-8")
    theirs = parse_file(str(tmp_path / "out.bib"), encoding="utf-8")
    assert len(ours.entries) == len(theirs.entries) == counts["entries"] == 4
    assert ours.failed_blocks == []
    for entry in ours.entries:
        fields = {name.lower(): text for name, text in theirs.entries[entry.key].fields.items()}
        mine = {field.key: field.value for field in entry.fields if field.key != "author"}
        assert {name: " ".join(text.split()) for name, text in fields.items()} == mine
    fern = ours.entries_dict["arxiv-2601.00001"]
    assert fern["keywords"].split(", ") == [
        "diffusion language model",
        "Mossgrow",
        "PuzzleBench",
        "accuracy",
        "Fernfold",
        "Tulip-7B",
    ]
    assert [str(person) for person in theirs.entries["arxiv-2601.00001"].persons["author"]] == ["Fern, A.", "Moss, B."]


# rdflib's own parser of JSON-LD uses what rdflib means to drop.
@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize("name", ["turtle", "nt", "jsonld", "rdfxml", "trig"])
def test_rdflib_reads_every_syntax_as_the_same_graph(name, contents, store, tmp_path):
    import rdflib
    from rdflib.compare import isomorphic

    EXPORTERS[name](contents, tmp_path / "out")
    syntax = {"jsonld": "json-ld", "rdfxml": "xml", "trig": "turtle"}.get(name, name)
    graph = rdflib.Graph().parse(tmp_path / "out", format=syntax)
    canonical = rdflib.Graph().parse(contents.folder.path / "graph.nt", format="nt")
    assert isomorphic(graph, canonical)


def test_rdf_1_2_reifies_every_statement_that_has_evidence(contents, store, tmp_path):
    from pyoxigraph import RdfFormat, Store

    EXPORTERS["rdf12"](contents, tmp_path / "out")
    triples = Store()
    triples.load(path=str(tmp_path / "out"), format=RdfFormat.TURTLE)
    query = """PREFIX kg: <https://w3id.org/paperkg/ontology#> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
    SELECT ?s ?p ?o ?rule { ?e kg:rule ?rule ; rdf:reifies <<( ?s ?p ?o )>> }"""
    old = "SELECT ?s ?p ?o ?rule { ?e kg:rule ?rule ; rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o }"
    assert sorted(map(str, triples.query(query))) == sorted(map(str, store.query(old))) != []
