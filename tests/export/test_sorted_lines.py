import io
import random

import pytest

from paperkg.export import ntriples
from paperkg.export.sorted_lines import write_sorted
from paperkg.export.turtle import turtle, write_from
from paperkg.graph import statements
from paperkg.settings import DEFAULT_BASE, GraphSettings


def written(runs, folder):
    output = io.BytesIO()
    write_sorted(runs, output, folder)
    return output.getvalue()


def test_lines_of_all_runs_come_once_in_the_order_of_their_bytes(tmp_path):
    runs = [[b"b\n", b"a\n", b"b\n"], [b"c\n", b"a\n"], ["ü\n".encode(), b"Z\n"]]
    assert written(runs, tmp_path) == b"Z\na\nb\nc\n\xc3\xbc\n"


@pytest.mark.parametrize("runs", [[], [[]], [[b"a\n"]]])
def test_few_lines_are_sorted_too(tmp_path, runs):
    assert written(runs, tmp_path) == b"".join(line for run in runs for line in run)


@pytest.mark.parametrize("seed", range(5))
def test_runs_are_sorted_as_one_would_be(tmp_path, seed):
    numbers = random.Random(seed)
    lines = [b"%d\n" % numbers.randrange(200) for _ in range(500)]
    cuts = sorted(numbers.sample(range(500), 7))
    runs = [lines[start:end] for start, end in zip([0, *cuts], [*cuts, 500], strict=True)]
    assert written(iter(runs), tmp_path) == b"".join(sorted(set(lines)))


def test_sorting_leaves_nothing_behind(tmp_path):
    written([[b"a\n"], [b"b\n"]], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_graph_written_in_runs_has_the_bytes_of_one_made_in_memory(tmp_path, collection, run, monkeypatch):
    monkeypatch.setattr(ntriples, "RUN", 7)
    triples = list(statements(collection, GraphSettings(), run))
    canonical = ntriples.ntriples(triples)
    ntriples.write_canonical(reversed(triples), tmp_path / "graph.nt")
    write_from(tmp_path / "graph.nt", tmp_path / "graph.ttl", DEFAULT_BASE)
    assert (tmp_path / "graph.nt").read_bytes() == canonical
    assert (tmp_path / "graph.ttl").read_bytes() == turtle(canonical)
