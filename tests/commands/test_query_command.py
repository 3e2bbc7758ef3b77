import csv
import io
import json
import sys

import pytest
from click.testing import CliRunner

from paperkg.commands import main
from paperkg.export.ntriples import ntriples
from paperkg.graph import statements
from paperkg.query import questions
from paperkg.settings import GraphSettings


@pytest.fixture
def folder(tmp_path, collection, run):
    (tmp_path / "graph.nt").write_bytes(ntriples(statements(collection, GraphSettings(), run)))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    return tmp_path


@pytest.fixture
def query(folder):
    def run_it(*arguments, stdin=None):
        return CliRunner().invoke(main, ["query", "-g", str(folder), *arguments], input=stdin)

    return run_it


def test_a_named_question_is_answered_as_a_table(query):
    result = query("--name", "shared-models", "--set", "paper=Growing Moss")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()[2:]] == ["Tulip", "Tulip"]


def test_sparql_comes_from_the_command_line_or_from_stdin(query):
    sparql = "SELECT ?label { ?p kg:usesModel term:tulip ; rdfs:label ?label }"
    assert query(sparql, "--format", "csv").stdout == "label\nGrowing Moss\n"
    assert query("-", "--format", "csv", stdin=sparql).stdout == "label\nGrowing Moss\n"


def test_json_is_for_programs(query):
    content = json.loads(query("--name", "papers-on", "--set", "term=Tulip", "--format", "json").stdout)
    assert len(content["results"]["bindings"]) == 3


def test_statements_can_be_turtle(query):
    assert "term:tulip a " in query("DESCRIBE term:tulip", "--format", "ttl").stdout


def test_the_list_names_every_question(query):
    assert "papers-on" in query("--list").stdout


def test_a_limit_cuts_rows(query):
    rows = list(csv.reader(io.StringIO(query("SELECT * { ?s ?p ?o }", "--limit", "2", "--format", "csv").stdout)))
    assert len(rows) == 3


def test_an_answer_that_may_be_cut_says_so(query, monkeypatch):
    assert query("--name", "code").stderr == ""
    monkeypatch.setattr("paperkg.query.named.MOST_ROWS", 2)
    questions.cache_clear()
    try:
        assert "There may be more: --limit N" in query("--name", "code").stderr
        assert query("--name", "code", "--limit", "2").stderr == ""
    finally:
        questions.cache_clear()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Give either SPARQL or --name"),
        (["SELECT", "--name", "code"], "Give either SPARQL or --name"),
        (["SELECT * { ?s }"], "^"),
        (["--name", "cod"], "Did you mean code"),
        (["--name", "code", "--set", "x"], "KEY=VALUE"),
        (["--name", "papers-on"], "needs a term"),
        (["--name", "papers-on", "--set", "term=PuzleBench"], "Did you mean PuzzleBench"),
        (["SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }"], "SERVICE is refused"),
    ],
)
def test_a_wrong_call_ends_with_2_and_says_what_to_do(query, arguments, message):
    result = query(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_without_a_graph_names_the_command_that_makes_one(tmp_path):
    result = CliRunner().invoke(main, ["query", "-g", str(tmp_path), "ASK { ?s ?p ?o }"])
    assert result.exit_code == 2
    assert "paperkg build" in result.stderr


def test_a_question_loads_no_language_pipeline(folder):
    import subprocess

    code = (
        "import sys; from paperkg.commands import main\n"
        f"main(['query', '-g', {str(folder)!r}, 'ASK {{ ?s ?p ?o }}'], standalone_mode=False)\n"
        "print(sorted({'rdflib', 'spacy', 'keybert', 'networkx', 'numpy', 'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "yes\n[]\n"
