import subprocess
import sys

import pytest
from pyoxigraph import Literal, NamedNode

from paperkg.errors import GraphError, QueryError
from paperkg.export.ntriples import ntriples
from paperkg.graph import statements
from paperkg.settings import GraphSettings
from paperkg.store import load, open_store, store_of


@pytest.fixture
def store(collection, run):
    return store_of(statements(collection, GraphSettings(), run))


@pytest.fixture
def folder(tmp_path, collection, run):
    (tmp_path / "graph.nt").write_bytes(ntriples(statements(collection, GraphSettings(), run)))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    return tmp_path


def test_a_query_may_use_our_prefixes_undeclared(store):
    assert len(list(store.query("SELECT ?p { ?p a kg:Paper }"))) == 4


def test_a_value_is_bound_and_never_read_as_sparql(store):
    attack = Literal('x" } ; DROP ALL #')
    assert list(store.query("SELECT ?p ?label { ?p rdfs:label ?label }", {"label": attack})) == []
    title = Literal("Growing Moss")
    assert len(list(store.query("SELECT ?p ?label { ?p rdfs:label ?label }", {"label": title}))) == 1


def test_another_server_is_not_asked(store):
    with pytest.raises(QueryError, match="SERVICE"):
        store.query("SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }")


def test_an_update_is_no_query(store):
    with pytest.raises(QueryError, match="An update is refused"):
        store.query("DELETE WHERE { ?s ?p ?o }")


def test_wrong_sparql_shows_the_place(store):
    with pytest.raises(QueryError, match=r"\n  SELECT \* WHERE \{ \?p kg:about \}\n +\^"):
        store.query("SELECT * WHERE { ?p kg:about }")


def test_a_variable_that_is_not_selected_cannot_get_a_value(store):
    with pytest.raises(QueryError, match="\\?label"):
        store.query("SELECT ?p { ?p rdfs:label ?label }", {"label": Literal("x")})


def test_a_folder_opens_as_the_graph_in_it(folder, store):
    assert ntriples(open_store(folder).triples()) == ntriples(store.triples())


def test_a_folder_without_a_graph_names_the_command_that_makes_one(tmp_path):
    with pytest.raises(GraphError, match="paperkg build"):
        open_store(tmp_path)


def test_a_damaged_graph_is_told(folder):
    (folder / "graph.nt").write_bytes(b"<a:b> <a:b> nonsense")
    with pytest.raises(GraphError, match="Build the folder again"):
        open_store(folder)


def test_rdflib_sees_the_same_graph(folder, store):
    graph = load(folder)
    assert len(graph) == len(list(store.triples()))
    rows = list(graph.query("SELECT ?p { ?p kg:usesModel term:tulip }"))
    assert [str(row.p) for row in rows] == ["https://w3id.org/paperkg/paper/doi-10.1234-plants.2"]


def test_the_base_is_read_from_the_graph(store):
    assert store.base == "https://w3id.org/paperkg/"
    assert store.prefixes["term"] == NamedNode("https://w3id.org/paperkg/term/").value


def test_opening_a_store_loads_no_rdflib():
    code = "import sys, paperkg.store, paperkg.query; print(sorted({'rdflib', 'spacy', 'keybert'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
