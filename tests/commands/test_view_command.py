"""``paperkg view`` writes the page of a build's folder."""

import json

import pytest
from click.testing import CliRunner

from paperkg import folder
from paperkg.commands import main
from paperkg.export.ntriples import ntriples
from paperkg.graph import statements
from paperkg.settings import GraphSettings


@pytest.fixture
def built(collection, run, tmp_path):
    folder.write_collection(collection, tmp_path)
    triples = statements(collection, GraphSettings(base="https://example.org/"), run)
    (tmp_path / folder.NTRIPLES).write_bytes(ntriples(triples))
    (tmp_path / folder.REPORT).write_text(json.dumps({"duplicates": 0, "dropped": {}}))
    (tmp_path / folder.MANIFEST).write_text(
        json.dumps({"settings": {"graph": {"base": "https://example.org/", "with_text": True}}})
    )
    return tmp_path


def view(*arguments):
    return CliRunner().invoke(main, ["view", *map(str, arguments)])


def test_the_whole_graph_is_drawn(built, tmp_path):
    assert view("-g", built, "-o", tmp_path / "map.html").exit_code == 0
    html = (tmp_path / "map.html").read_text("utf-8")
    assert "Nothing here is shared with anyone." in html
    assert 'href="report.html"' in html


def test_a_focus_leaves_out_what_is_far_away(built, tmp_path):
    assert view("-g", built, "--focus", "puzzle-bench", "--depth", 1, "-o", tmp_path / "bench.html").exit_code == 0
    html = (tmp_path / "bench.html").read_text("utf-8")
    assert "Fernfold: Folding for Speed" in html
    assert "Nothing here is shared with anyone." not in html


def test_a_node_is_found_by_its_address_in_the_graph(built, tmp_path):
    address = "https://example.org/term/puzzlebench"
    assert view("-g", built, "--focus", address, "-o", tmp_path / "bench.html").exit_code == 0


def test_a_page_elsewhere_links_to_no_report(built):
    done = view("-g", built, "-o", "-")
    assert done.exit_code == 0
    assert "report.html" not in done.output


def test_an_unknown_node_is_a_wrong_use(built, tmp_path):
    done = view("-g", built, "--focus", "nobody", "-o", tmp_path / "x.html")
    assert done.exit_code == 2
    assert "nobody" in done.output


def test_a_misspelt_node_is_asked_back(built, tmp_path):
    done = view("-g", built, "--focus", "PuzzleBnech", "-o", tmp_path / "x.html")
    assert done.exit_code == 2
    assert "Did you mean PuzzleBench?" in done.output


def test_a_folder_without_a_graph_is_told(tmp_path):
    done = view("-g", tmp_path, "-o", tmp_path / "x.html")
    assert done.exit_code == 2
    assert "holds no graph" in done.output
