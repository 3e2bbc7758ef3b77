import csv
import io
import json

import pytest
from click.testing import CliRunner

from paperkg.commands import main
from paperkg.export.ntriples import ntriples
from paperkg.graph import statements
from paperkg.settings import GraphSettings


@pytest.fixture
def paperkg(tmp_path, collection, run):
    (tmp_path / "graph.nt").write_bytes(ntriples(statements(collection, GraphSettings(), run)))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    return lambda *arguments: CliRunner().invoke(main, [*arguments, "-g", str(tmp_path)])


CALLS = [
    ("show", "Fernfold"),
    ("show", "Growing Moss"),
    ("why", "Fernfold", "Mossgrow"),
    ("path", "Growing Moss", "in-context learning"),
    ("similar", "Fernfold"),
    ("gaps",),
    ("matrix", "--rows", "Concept", "--cols", "Benchmark"),
]


@pytest.mark.parametrize("arguments", CALLS)
@pytest.mark.parametrize("output_format", ["table", "csv", "json", "html"])
def test_every_analysis_has_every_format(paperkg, arguments, output_format):
    if arguments == ("path", "Growing Moss", "in-context learning"):
        arguments = ("path", "Growing Moss", "Tulip-7B")
    result = paperkg(*arguments, "--format", output_format)
    assert result.exit_code == 0, result.output
    if output_format == "json":
        json.loads(result.stdout)
    if output_format == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(result.stdout))}) == 1


def test_a_page_runs_nothing_from_the_graph(paperkg):
    page = paperkg("show", "paper:text-00000000000000b4", "--format", "html").stdout
    assert "&quot;shared&quot;" in page
    assert "default-src 'none'" in page


def test_a_name_with_two_meanings_ends_with_2_and_lists_them(paperkg):
    result = paperkg("show", "in-context learning")
    assert result.exit_code == 2
    assert "paper:text-00000000000000a3" in result.stderr
    assert "term:in-context-learning" in result.stderr


def test_a_paper_of_the_same_name_is_told_of(paperkg):
    result = paperkg("show", "Mossgrow")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "Fernfold is also a paper: paperkg show paper:arxiv-2601.00001" in paperkg("show", "Fernfold").stderr


def test_a_misspelt_name_suggests_the_right_one(paperkg):
    result = paperkg("similar", "Fernfolt")
    assert result.exit_code == 2
    assert "Did you mean" in result.stderr


@pytest.mark.parametrize("command", ["query", "show", "why", "path", "similar", "gaps", "matrix", "diff"])
def test_the_help_of_each_command_has_an_example(command):
    assert "Example: paperkg" in CliRunner().invoke(main, [command, "--help"]).output
