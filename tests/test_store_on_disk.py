import hashlib
import json

import pytest

from paperkg import store as module
from paperkg.export.ntriples import ntriples
from paperkg.folder import BuildFolder
from paperkg.graph import statements
from paperkg.settings import GraphSettings
from paperkg.store import open_store, prepare

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


def write(folder, triples):
    data = ntriples(triples)
    (folder / "graph.nt").write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    (folder / "manifest.json").write_text(json.dumps({"outputs": {"graph.nt": digest}}), encoding="utf-8")
    return data.count(b"\n")


@pytest.fixture
def triples(collection, run):
    return list(statements(collection, GraphSettings(), run))


@pytest.fixture
def folder(tmp_path, triples, monkeypatch):
    monkeypatch.setattr(module, "IN_MEMORY_UP_TO", 1000)
    write(tmp_path, triples)
    return tmp_path


def count(folder):
    return int(next(iter(open_store(folder).query(COUNT)))["n"].value)


def stores(folder):
    return sorted(path.name for path in (folder / "cache").iterdir())


def test_a_large_graph_is_kept_on_disk_and_answers_the_same(folder, triples):
    assert count(folder) == len(set(triples))
    first = stores(folder)
    assert len(first) == 1
    assert count(folder) == len(set(triples))
    assert stores(folder) == first


def test_a_small_graph_leaves_no_store(tmp_path, triples):
    write(tmp_path, triples)
    assert count(tmp_path) == len(set(triples))
    assert not (tmp_path / "cache").exists()


def test_another_graph_gets_another_store_and_all_but_the_last_go(folder, triples):
    for size in (40, 41, 42):
        expected = write(folder, triples[:size])
        assert count(folder) == expected
    assert len(stores(folder)) == 2


def test_a_store_that_was_left_half_made_is_not_taken_for_one(folder, triples):
    (folder / "cache" / "making-left").mkdir(parents=True)
    (folder / "cache" / "making-left" / "store").mkdir()
    assert count(folder) == len(set(triples))


def test_a_cache_that_was_deleted_is_made_again(folder, triples):
    import shutil

    count(folder)
    shutil.rmtree(folder / "cache")
    assert count(folder) == len(set(triples))


def test_two_that_make_the_store_at_once_end_with_one(folder, monkeypatch):
    build = BuildFolder(folder)
    real = module._loaded

    def loaded(dataset, graph):
        monkeypatch.setattr(module, "_loaded", real)
        prepare(build)
        return real(dataset, graph)

    monkeypatch.setattr(module, "_loaded", loaded)
    assert prepare(build).is_dir()
    assert len(stores(folder)) == 1
