import hashlib
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from paperkg.analysis.check import check
from paperkg.commands import main
from paperkg.export.ntriples import ntriples
from paperkg.folder import BuildFolder, write_collection
from paperkg.graph import statements
from paperkg.settings import GraphSettings
from paperkg.store import open_store


def write(folder, collection, run):
    write_collection(collection, folder)
    (folder / "graph.nt").write_bytes(ntriples(statements(collection, GraphSettings(), run)))
    names = [path.name for path in sorted(folder.iterdir()) if path.name != "manifest.json"]
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    (folder / "manifest.json").write_text(json.dumps({"outputs": hashes}), encoding="utf-8")


@pytest.fixture
def folder(tmp_path, collection, run):
    write(tmp_path, collection, run)
    return tmp_path


def faults(folder):
    return [(fault.check, fault.place) for fault in check(open_store(folder), BuildFolder(folder))]


def test_a_build_of_ours_is_sound(folder):
    assert faults(folder) == []
    assert CliRunner().invoke(main, ["check", "-g", str(folder)]).exit_code == 0


def test_a_file_that_was_changed_or_lost_is_found(folder):
    (folder / "results.jsonl").write_text("", encoding="utf-8")
    (folder / "rejected.jsonl").unlink()
    assert faults(folder) == [("hash", "rejected.jsonl"), ("hash", "results.jsonl"), ("count", "results")]
    assert CliRunner().invoke(main, ["check", "-g", str(folder)]).exit_code == 1


def test_a_quotation_that_is_not_in_the_text_is_found(tmp_path, collection, run):
    link = collection.links[0]
    moved = replace(link, evidence=(replace(link.evidence[0], start=0, end=5),))
    write(tmp_path, replace(collection, links=(moved, *collection.links[1:])), run)
    assert faults(tmp_path) == [("quotation", "arxiv-2601.00001 text 0-5")]


def test_a_graph_that_breaks_its_shapes_is_found(tmp_path, collection, run):
    silent = replace(collection.results[0], sentence="")
    write(tmp_path, replace(collection, results=(silent,)), run)
    assert [check for check, _ in faults(tmp_path)] == ["shape"]
