import hashlib
import json

import pytest
from pyoxigraph import NamedNode, Triple

from paperkg import store_files as module
from paperkg.export.ntriples import ntriples
from paperkg.folder import BuildFolder
from paperkg.graph import statements
from paperkg.graph.namespaces import KG, RDF
from paperkg.settings import GraphSettings
from paperkg.store import open_store
from paperkg.store_files import prepare, succeed

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
    real = module.load

    def load(dataset, graph):
        monkeypatch.setattr(module, "load", real)
        prepare(build)
        return real(dataset, graph)

    monkeypatch.setattr(module, "load", load)
    assert prepare(build).is_dir()
    assert len(stores(folder)) == 1


def lines(folder):
    return sorted(str(triple) for triple in open_store(folder).triples())


@pytest.fixture
def stage(folder):
    (folder / "other").mkdir()
    return folder / "other"


def swap(folder, stage):
    for name in ("graph.nt", "manifest.json"):
        (stage / name).replace(folder / name)
    stage.rmdir()


def test_a_store_is_made_from_the_one_before_where_little_has_changed(folder, stage, triples, monkeypatch):
    count(folder)
    write(stage, [*triples[3:], *(Triple(NamedNode(f"http://a.example/{n}"), RDF.type, KG.Paper) for n in range(3))])
    succeed(folder, stage)
    swap(folder, stage)
    monkeypatch.setattr(module, "load", None)
    found = lines(folder)
    monkeypatch.undo()
    monkeypatch.setattr(module, "IN_MEMORY_UP_TO", 10**9)
    assert found == lines(folder)


def test_the_store_before_stays_as_it_was_for_those_who_read_it(folder, stage, triples):
    reader = open_store(folder)
    write(stage, triples[3:])
    succeed(folder, stage)
    assert sum(1 for _ in reader.triples()) == len(set(triples))
    assert len(stores(folder)) == 2


def test_a_graph_that_is_mostly_new_is_loaded(folder, stage, triples):
    count(folder)
    write(stage, triples[: len(triples) // 2])
    succeed(folder, stage)
    assert len(stores(folder)) == 1


def test_a_store_of_a_graph_that_never_came_is_let_go(folder, stage, triples):
    count(folder)
    for size in (3, 4):
        write(stage, triples[size:])
        succeed(folder, stage)
    assert len(stores(folder)) == 2
    assert count(folder) == len(set(triples))
