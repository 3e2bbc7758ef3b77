import random

import pytest

from paperkg.graph import changes as module
from paperkg.graph.changes import differences


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
