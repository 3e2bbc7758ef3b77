"""Pushing to servers: real ones on loopback, and stand-ins that are busy, refuse or send elsewhere."""

import contextlib
import http.server
import json
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from paperkg.commands import main
from paperkg.errors import ExportError, UsageError
from paperkg.export import nt_shards
from paperkg.export.contents import Contents
from paperkg.export.push import Server, bolt, push, sparql
from paperkg.graph.namespaces import prefixes
from paperkg.store import open_store

GRAPH = "https://example.org/graph"
ASKED = (
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
    "SELECT ?s ?l { ?s skos:prefLabel ?l } ORDER BY ?s",
    "SELECT ?p ?t { ?p kg:proposes ?t } ORDER BY ?p ?t",
    "SELECT ?t (COUNT(DISTINCT ?p) AS ?n) { ?p kg:about ?t } GROUP BY ?t ORDER BY ?t",
    "SELECT ?p ?sentence { ?e rdf:predicate kg:usesModel ; rdf:subject ?p ; kg:sentence ?sentence } ORDER BY ?p ?sentence",
    "SELECT ?n ?w { ?n skos:broader ?w } ORDER BY ?n ?w",
)


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(url, query, graph=None):
    declared = "".join(f"PREFIX {prefix}: <{iri}> " for prefix, iri in prefixes().items())
    if graph:
        query = query.replace("{", f"FROM <{graph}> WHERE {{", 1)
    asked = urllib.parse.urlencode({"query": declared + query})
    request = urllib.request.Request(f"{url}?{asked}", headers={"Accept": "application/sparql-results+json"})
    with urllib.request.urlopen(request, timeout=30) as reply:
        result = json.load(reply)
    names = result["head"]["vars"]
    return [tuple(row[name]["value"] for name in names) for row in result["results"]["bindings"]]


def our_answers(contents, query):
    return [tuple(item.value for item in row) for row in open_store(contents.folder.path).query(query)]


@contextlib.contextmanager
def running(command, url, **options):
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options) as process:
        try:
            for _ in range(240):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(url, timeout=2).close()
                    break
                assert process.poll() is None, f"{command[0]} ended with {process.returncode}"
                time.sleep(0.25)
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


@pytest.fixture(scope="module")
def oxigraph(need, tmp_path_factory):
    binary = Path(sys.executable).with_name("oxigraph")
    if not binary.exists():
        need("oxigraph", "uv sync --inexact --group targets")
        binary = shutil.which("oxigraph")
    place = f"127.0.0.1:{free_port()}"
    location = tmp_path_factory.mktemp("oxigraph")
    command = [str(binary), "serve", "--bind", place, "--location", str(location)]
    with running(command, f"http://{place}/query?query=ASK%7B%7D"):
        yield f"http://{place}"


CONFIGURATION = """[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
[TempDatabase]
DatabaseFile = {folder}/temporary.db
TransactionFile = {folder}/temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DirsAllowed = {folder}
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = {folder}
MaxClientConnections = 5
ServerThreads = 5
[SPARQL]
ResultSetMaxRows = 1000000
"""


@pytest.fixture(scope="module")
def virtuoso(need, tmp_path_factory):
    """Return the address, the port of isql and the folder that may be loaded from."""
    need("virtuoso-t", "apt-get install virtuoso-opensource")
    folder = tmp_path_factory.mktemp("virtuoso")
    ports = {"sql": free_port(), "http": free_port()}
    (folder / "virtuoso.ini").write_text(CONFIGURATION.format(folder=folder, **ports))
    url = f"http://127.0.0.1:{ports['http']}"
    command = ["virtuoso-t", "-f", "+configfile", str(folder / "virtuoso.ini")]
    with running(command, f"{url}/sparql?query=ASK%7B%7D", cwd=folder):
        yield url, ports["sql"], folder


def test_oxigraph_holds_what_was_pushed_and_pushing_again_changes_nothing(oxigraph, contents):
    for _ in range(2):
        assert push(contents, Server(url=f"{oxigraph}/store", graph=GRAPH)) == {
            "triples": len(list(contents.triples()))
        }
        for query in ASKED:
            assert answers(f"{oxigraph}/query", query, GRAPH) == our_answers(contents, query) != []


def test_replacing_empties_the_graph_first(oxigraph, contents, empty):
    server = Server(url=f"{oxigraph}/store", graph=GRAPH + "-2")
    push(contents, server)
    push(empty, Server(url=server.url, graph=server.graph, replace=True))
    assert answers(f"{oxigraph}/query", ASKED[0], server.graph) == [(str(len(list(empty.triples()))),)]


def test_oxigraph_s_bulk_load_of_shards_gives_the_graph(oxigraph, contents, tmp_path):
    binary = Path(sys.executable).with_name("oxigraph")
    (tmp_path / "shards").mkdir()
    nt_shards.write(contents, tmp_path / "shards", part=100)
    shards = sorted((tmp_path / "shards").iterdir())
    assert len(shards) > 1
    command = [binary, "load", "--location", tmp_path / "store", "--file", *shards]
    subprocess.run(command, check=True, capture_output=True)
    dumped = subprocess.run(
        [binary, "dump", "--location", tmp_path / "store", "--format", "nt", "--graph", "default"],
        check=True,
        capture_output=True,
    ).stdout
    assert sorted(dumped.splitlines()) == (contents.folder.path / "graph.nt").read_bytes().splitlines()


def test_virtuoso_holds_what_was_pushed_with_digest_authentication(virtuoso, contents):
    url, _, _ = virtuoso
    server = Server(url=f"{url}/sparql-graph-crud-auth", graph=GRAPH, user="dba", password="dba", replace=True)
    for _ in range(2):
        push(contents, server)
        for query in ASKED:
            assert answers(f"{url}/sparql", query, GRAPH) == our_answers(contents, query) != []


HOSTILE = (
    "La \"quoted\" 'thing' \\ \\u0027",
    "line\nend\r\nand\ttab",
    "emoji 😀 שלום \u202eesrever\u202c",
    '" . } ; DROP ALL ; INSERT DATA { <a:a> <b:b> "',
    "=cmd()",
    "x" * 10_000,
)


def hostile(collection):
    """Return the collection with a hostile label for each of its first terms."""
    entities = tuple(replace(entity, label=label) for entity, label in zip(collection.entities, HOSTILE, strict=False))
    return replace(collection, entities=entities + collection.entities[len(entities) :])


@pytest.mark.parametrize("server", ["oxigraph", "virtuoso"])
def test_hostile_labels_reach_a_store_unchanged(server, request, build_of, collection):
    contents = Contents(build_of(hostile(collection)))
    place = request.getfixturevalue(server)
    graph = f"{GRAPH}-hostile"
    if server == "oxigraph":
        asked, to = f"{place}/query", Server(url=f"{place}/store", graph=graph, replace=True)
    else:
        asked = f"{place[0]}/sparql"
        url = f"{place[0]}/sparql-graph-crud-auth"
        to = Server(url=url, graph=graph, user="dba", password="dba", replace=True)
    push(contents, to)
    found = {label for _, label in answers(asked, ASKED[1], graph)}
    assert set(HOSTILE) <= found
    assert answers(asked, ASKED[0], graph) == our_answers(contents, ASKED[0])


def test_virtuoso_refuses_a_wrong_password(virtuoso, contents):
    url, _, _ = virtuoso
    server = Server(url=f"{url}/sparql-graph-crud-auth", graph=GRAPH, user="dba", password="wrong")
    with pytest.raises(ExportError, match="refused a POST after 0 triples: 401"):
        push(contents, server)


@pytest.mark.parametrize("files", ["bulk.ttl", "part-%.nt"])
def test_virtuoso_s_bulk_load_gives_the_same_answers(virtuoso, contents, files):
    url, port, folder = virtuoso
    shutil.copy(contents.folder.path / "graph.ttl", folder / "bulk.ttl")
    nt_shards.write(contents, folder, part=100)
    graph = f"{GRAPH}-{files[:4]}"
    load = f"ld_dir('{folder}', '{files}', '{graph}'); rdf_loader_run(); checkpoint;"
    subprocess.run(["isql-vt", f"127.0.0.1:{port}", "dba", "dba", f"exec={load}"], check=True, capture_output=True)
    for query in ASKED:
        assert answers(f"{url}/sparql", query, graph) == our_answers(contents, query) != []


class Stand(http.server.BaseHTTPRequestHandler):
    """A server that answers what the test says, and notes what it was sent."""

    def answer(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.command, self.path, body))
        code, headers = self.server.replies.pop(0) if self.server.replies else (204, {})
        self.send_response(code)
        for name, said in headers.items():
            self.send_header(name, said)
        self.send_header("Content-Length", "0")
        self.end_headers()

    # The names are http.server's.
    do_PUT = do_POST = answer  # noqa: N815

    def log_message(self, *_):
        pass


@pytest.fixture
def stand():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stand)
    server.seen, server.replies = [], []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def endpoint(stand, **options):
    return sparql.Endpoint(url=f"http://127.0.0.1:{stand.server_address[1]}/store", **options)


def test_the_first_batch_replaces_and_the_others_add(stand, contents):
    count = sparql.push(contents, endpoint(stand), replace=True, batch=50)["triples"]
    methods = [method for method, _, _ in stand.seen]
    assert methods == ["PUT"] + ["POST"] * (len(methods) - 1)
    assert len(methods) == -(-count // 50)
    assert {path for _, path, _ in stand.seen} == {"/store?default"}
    sent = b"".join(body for _, _, body in stand.seen)
    assert sent == (contents.folder.path / "graph.nt").read_bytes()


def test_a_busy_server_is_asked_again_after_longer_and_longer_pauses(stand, contents):
    stand.replies = [(503, {}), (500, {}), (429, {})]
    pauses = []
    sparql.push(contents, endpoint(stand), batch=10**6, wait=pauses.append)
    assert pauses == [0.5, 1.0, 2.0]
    assert len({body for _, _, body in stand.seen}) == 1


def test_a_server_that_stays_busy_is_given_up(stand, contents):
    stand.replies = [(503, {})] * 9
    with pytest.raises(ExportError, match="after 0 triples: 503"):
        sparql.push(contents, endpoint(stand), wait=lambda _: None)
    assert len(stand.seen) == 5


def test_a_refusal_is_not_repeated(stand, contents):
    stand.replies = [(204, {}), (400, {})]
    with pytest.raises(ExportError, match="after 50 triples: 400"):
        sparql.push(contents, endpoint(stand), batch=50)
    assert len(stand.seen) == 2


def test_nothing_is_sent_where_a_server_points(stand, contents):
    stand.replies = [(307, {"Location": "http://127.0.0.1:9/elsewhere"})]
    with pytest.raises(ExportError, match="307"):
        sparql.push(contents, endpoint(stand))
    assert len(stand.seen) == 1


def test_a_server_that_is_not_there_is_told(contents):
    gone = sparql.Endpoint(url=f"http://127.0.0.1:{free_port()}/store")
    with pytest.raises(ExportError, match="refused"):
        sparql.push(contents, gone, wait=lambda _: None)


def test_an_address_that_nobody_knows_is_refused(contents):
    with pytest.raises(UsageError, match="no address to push to"):
        push(contents, Server(url="ftp://example.org"))
    with pytest.raises(UsageError, match="no named graphs"):
        push(contents, Server(url="bolt://127.0.0.1", graph=GRAPH))


def test_the_command_pushes(stand, contents):
    url = f"http://127.0.0.1:{stand.server_address[1]}/store"
    result = CliRunner().invoke(main, ["push", "--to", url, "-g", str(contents.folder.path), "--named-graph", GRAPH])
    assert result.exit_code == 0, result.stderr
    assert stand.seen[0][1] == "/store?graph=https%3A%2F%2Fexample.org%2Fgraph"


class Recorder:
    """A driver that notes what it was asked."""

    def __init__(self):
        self.asked = []

    def execute_query(self, query, /, parameters_=None, database_=None):
        self.asked.append((query, parameters_))


def test_bolt_gets_texts_as_parameters_alone(contents, collection, need):
    need("neo4j", "uv sync --inexact --extra bolt")
    driver = Recorder()
    counts = bolt.push(contents, driver, batch=3)
    merges = [(query, said["rows"]) for query, said in driver.asked if said]
    assert sum(len(rows) for _, rows in merges) == counts["nodes"] + counts["edges"]
    assert all(query.startswith("UNWIND $rows AS row M") and "Fernfold" not in query for query, _ in merges)
    assert max(len(rows) for _, rows in merges) == 3
    first_edge = next(number for number, (query, _) in enumerate(merges) if "]->(" in query)
    assert all("]->(" in query for query, _ in merges[first_edge:])


def test_a_bolt_server_that_is_not_there_is_told(contents, need):
    need("neo4j", "uv sync --inexact --extra bolt")
    with pytest.raises(ExportError, match=r"bolt://127\.0\.0\.1"):
        push(contents, Server(url=f"bolt://127.0.0.1:{free_port()}"))


class Falkor:
    """FalkorDB behind the driver's method."""

    def __init__(self, graph):
        self.graph = graph

    def execute_query(self, query, /, parameters_=None, database_=None):
        if not query.startswith("CREATE CONSTRAINT"):
            self.graph.query(query, parameters_)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="FalkorDBLite needs Python 3.12")
def test_merging_twice_in_falkordb_gives_every_node_and_edge_once(contents, store_answers, tmp_path, need):
    need("redislite", "pip install falkordblite")
    from redislite.falkordb_client import FalkorDB

    graph = FalkorDB(str(tmp_path / "falkor.db")).select_graph("papers")
    for _ in range(2):
        counts = bolt.push(contents, Falkor(graph), batch=5)
        assert graph.query("MATCH (n) RETURN count(n)").result_set == [[counts["nodes"]]]
        assert graph.query("MATCH ()-[e]->() RETURN count(e)").result_set == [[counts["edges"]]]
    rows = graph.query("MATCH (p:Paper)-[:PROPOSES]->(t) RETURN p.label, t.label").result_set
    assert sorted(map(tuple, rows)) == store_answers


@pytest.fixture
def store_answers(contents):
    query = "SELECT ?p ?t { ?paper kg:proposes ?term ; rdfs:label ?p . ?term skos:prefLabel ?t }"
    return sorted(our_answers(contents, query))
