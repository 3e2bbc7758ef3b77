import random

import pytest
from pyoxigraph import NamedNode, Triple

from paperkg.graph import changes as module
from paperkg.graph.changes import changes, differences
from paperkg.graph.namespaces import KG, RDF


def told(tmp_path, old, new):
    for name, lines in (("old", old), ("new", new)):
        (tmp_path / name).write_bytes(b"".join(line + b"\n" for line in sorted(lines)))
    return list(differences(tmp_path / "old", tmp_path / "new"))


def test_lines_that_are_gone_and_new_are_told_in_their_order(tmp_path):
    found = told(tmp_path, {b"a", b"b", b"d"}, {b"b", b"c", b"d", b"e"})
    assert found == [(b"a\n", True), (b"c\n", False), (b"e\n", False)]


def test_an_empty_file_differs_in_every_line(tmp_path):
    assert told(tmp_path, set(), {b"a"}) == [(b"a\n", False)]
    assert told(tmp_path, {b"a"}, set()) == [(b"a\n", True)]
    assert told(tmp_path, set(), set()) == []


@pytest.mark.parametrize("seed", range(30))
def test_whatever_differs_is_found_however_much_is_compared_at_once(tmp_path, monkeypatch, seed):
    choice = random.Random(seed)
    monkeypatch.setattr(module, "FIRST_LOOK", choice.randint(1, 9))
    lines = [b"%x" % choice.getrandbits(choice.choice([8, 64])) for _ in range(200)]
    old, new = (set(choice.sample(lines, choice.choice([20, 190]))) for _ in range(2))
    found = told(tmp_path, old, new)
    assert {line[:-1] for line, gone in found if gone} == old - new
    assert {line[:-1] for line, gone in found if not gone} == new - old
    assert len(found) == len(old ^ new)


NODES = [f"http://a.example/{name}" for name in ("term/a", "term/a-b", "term/b", "paper/c", "evidence/d")]


def written(path, triples):
    path.write_bytes(b"".join(sorted(f"{triple} .\n".encode() for triple in set(triples))))
    return path


@pytest.mark.parametrize("seed", range(30))
def test_a_check_sees_all_of_what_changed_and_the_classes_of_what_that_links_to(tmp_path, seed):
    choice = random.Random(seed)
    nodes = [NamedNode(iri) for iri in NODES]
    linked = nodes[:4]
    links = [Triple(one, KG.about, other) for one in nodes for other in linked]
    classes = [Triple(node, RDF.type, kind) for node in nodes for kind in (KG.Paper, KG.Concept)]
    old, new = (set(choice.sample([*links, *classes], 12)) for _ in range(2))
    found = changes(written(tmp_path / "old", old), written(tmp_path / "new", new))
    gone = {triple.subject for triple in old - new if triple.predicate == RDF.type}
    changed = {t.subject for t in old ^ new} | {t.subject for t in new if t.object in gone}
    assert found.nodes == {node.value for node in changed}
    about = {t for t in new if t.subject in changed}
    objects = {t.object for t in about}
    assert set(found.triples) == about | {t for t in new if t.predicate == RDF.type and t.subject in objects}
