"""Revising the files of a graph: the outcome is that of writing them anew."""

import random

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from paperkg.export.ntriples import ntriples
from paperkg.export.revised import write_revised
from paperkg.export.turtle import turtle
from paperkg.settings import DEFAULT_BASE

NODES = [NamedNode(f"{DEFAULT_BASE}{name}") for name in ("term/a", "term/ab", "term/a-b", "paper/a", "x:y", "run/0")]
NODES.append(NamedNode("https://example.org/a?b=c"))
SAID = (Literal("two\n\nlines\nterm:a a"), Literal("plain"), NamedNode("https://example.org/o"))
KIND = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")


@pytest.mark.parametrize("seed", range(40))
def test_a_revised_graph_has_the_bytes_of_one_written_anew(tmp_path, seed):
    choice = random.Random(seed)

    def graph():
        return {node: some_triples(node, choice) for node in choice.sample(NODES, choice.randint(1, len(NODES)))}

    before, other = graph(), graph()
    nodes = choice.sample(NODES, choice.randint(0, len(NODES)))
    after = {node: other.get(node, []) if node in nodes else before.get(node, []) for node in NODES}
    canonical = ntriples(all_of(before))
    places = [tmp_path / name for name in ("old.nt", "old.ttl", "new.nt", "new.ttl")]
    places[0].write_bytes(canonical)
    places[1].write_bytes(turtle(canonical))
    told = (triple for node in nodes for triple in after[node])
    write_revised((places[0], places[1]), (places[2], places[3]), nodes, told, DEFAULT_BASE)
    assert places[2].read_bytes() == ntriples(all_of(after))
    assert places[3].read_bytes() == turtle(ntriples(all_of(after)))


def some_triples(node, choice):
    said = [Triple(node, choice.choice(NODES), choice.choice(SAID)) for _ in range(choice.randint(1, 4))]
    return [*said, Triple(node, KIND, choice.choice(NODES))][choice.randint(0, 1) :]


def all_of(graph):
    return [triple for each in graph.values() for triple in each]
