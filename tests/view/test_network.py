"""A collection becomes nodes and edges, communities and places."""

import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import networkx
import numpy as np
import pytest

import paperkg.view.groups
import paperkg.view.layout
from paperkg.cache import Cache
from paperkg.records import Collection, Entity, Paper, PaperRecord, Source
from paperkg.view import forces
from paperkg.view.communities import communities_of, partition
from paperkg.view.kept import digest
from paperkg.view.layout import layout_of
from paperkg.view.links import links_of
from paperkg.view.network import alone, neighbourhood, network_of, part


def number(network, identifier):
    return next(node.number for node in network.nodes if node.id == identifier)


def edge(network, source, target):
    ends = number(network, source), number(network, target)
    return next(edge for edge in network.edges if (edge.source, edge.target) == ends)


def paper(identifier):
    return PaperRecord(paper=Paper(id=identifier, source=Source("made", 1)), label=identifier)


def test_every_paper_and_every_linked_term_is_a_node(small):
    names = [node.id for node in network_of(small).nodes]
    assert names == ["text-1", "text-2", "text-3", "abc", "gpqa-diamond", "qwen3", "qwen3-8b", "solo", "xyz"]


def test_all_that_is_said_of_a_pair_is_one_edge(small):
    network = network_of(small)
    assert [link.predicate for link in edge(network, "text-1", "abc").links] == ["proposes"]
    assert edge(network, "abc", "xyz").links[0].predicate == "outperforms"
    assert edge(network, "qwen3-8b", "qwen3").broader == "version"


def test_the_score_of_an_edge_is_that_of_its_best_link(small):
    assert edge(network_of(small), "text-1", "gpqa-diamond").score == 0.7


def test_a_paper_that_shares_nothing_is_alone(small):
    network = network_of(small)
    assert [network.nodes[each].id for each in alone(network)] == ["text-3"]


def test_a_collection_without_papers_is_an_empty_network():
    network = network_of(Collection(papers=(), entities=(), links=(), results=()))
    assert (network.nodes, network.edges) == ((), ())
    assert layout_of(network).positions == ()


def test_a_term_in_most_papers_of_a_large_collection_is_background(made_collection):
    collection = made_collection(120)
    common = max(collection.entities, key=lambda entity: entity.papers)
    grown = Entity(id=common.id, kinds=common.kinds, label=common.label, papers=19)
    entities = tuple(grown if entity.id == common.id else entity for entity in collection.entities)
    network = network_of(Collection(papers=collection.papers, entities=entities, links=collection.links, results=()))
    background = [node for node in network.nodes if node.background]
    assert [node.id for node in background] == [common.id]
    assert network.links().degree(background[0].number) == 0


def test_no_term_of_a_small_collection_is_background(small):
    assert not any(node.background for node in network_of(small).nodes)


def test_a_neighbourhood_reaches_as_deep_as_told(small):
    network = network_of(small)
    center = number(network, "text-2")
    names = [{network.nodes[each].id for each in neighbourhood(network, center, depth)} for depth in (0, 1, 2)]
    assert names[0] == {"text-2"}
    assert names[1] == {"text-2", "gpqa-diamond", "qwen3-8b"}
    assert names[2] == {"text-1", "text-2", "gpqa-diamond", "qwen3", "qwen3-8b"}


def test_a_part_is_numbered_anew_and_keeps_its_edges(small):
    network = network_of(small)
    cut = part(network, {number(network, "text-2"), number(network, "qwen3-8b"), number(network, "qwen3")})
    assert [(node.number, node.id) for node in cut.nodes] == [(0, "text-2"), (1, "qwen3"), (2, "qwen3-8b")]
    assert [(each.source, each.target) for each in cut.edges] == [(0, 2), (2, 1)]


def test_communities_are_named_by_what_their_papers_share(small):
    network = network_of(small)
    assert [community.name for community in communities_of(network, network.links())] == ["GPQA-Diamond · Qwen3-8B"]


def test_every_node_is_in_one_group_of_a_partition(made_collection):
    links = network_of(made_collection(60)).links()
    groups = partition(links)
    assert sorted(each for group in groups for each in group) == list(range(len(links)))


@pytest.mark.parametrize("count", [60, 250])
def test_a_partition_is_as_good_as_that_of_networkx(made_collection, count):
    links = network_of(made_collection(count)).links()
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(links)))
    ends = zip(links.rows().tolist(), links.ends.tolist(), links.weights.tolist(), strict=True)
    graph.add_weighted_edges_from(ends)
    theirs = networkx.community.louvain_communities(graph, seed=7)
    ours, best = (
        networkx.community.modularity(graph, [set(group) for group in groups]) for groups in (partition(links), theirs)
    )
    assert ours > 0.97 * best


def test_links_between_some_nodes_are_numbered_anew():
    rows, ends = np.array([0, 1, 1, 2, 2, 3]), np.array([1, 0, 2, 1, 3, 2])
    links = links_of(4, rows, ends, np.array([1.0, 1.0, 2.0, 2.0, 3.0, 3.0]))
    part = links.among([1, 2])
    assert (len(part), part.at(0), part.at(1)) == (2, ([1], [2.0]), ([0], [2.0]))
    assert links.among([0, 1, 3]).components() == [[0, 1], [2]]


@pytest.mark.parametrize("at_once", [1, 100, 1 << 20])
def test_pairs_of_a_grid_are_those_of_all_pairs(at_once, monkeypatch):
    chance = np.random.default_rng(3)
    points, radii = chance.uniform(0, 400, (300, 2)), chance.choice([2.0, 5.0, 40.0], 300, p=[0.6, 0.38, 0.02])
    expected = forces._near_pairs(points, radii)
    monkeypatch.setattr(forces, "MOST_AT_ONCE", 10)
    monkeypatch.setattr(forces, "PAIRS_AT_ONCE", at_once)
    found = forces._near_pairs(points, radii)
    assert len(expected) > 300
    assert sorted(map(sorted, found.tolist())) == sorted(map(sorted, expected.tolist()))


def test_terms_of_one_paper_are_minor_unless_they_are_named_things(small):
    network = network_of(small)
    assert [node.id for node in network.nodes if node.minor] == ["qwen3"]


def test_minor_terms_stand_around_the_node_that_they_hang_on(small):
    network = network_of(small)
    layout = layout_of(network)
    (x, y), (near_x, near_y) = (layout.positions[number(network, name)] for name in ("qwen3", "qwen3-8b"))
    assert 0 < (x - near_x) ** 2 + (y - near_y) ** 2 < 80**2
    assert layout.community[number(network, "qwen3")] == layout.community[number(network, "qwen3-8b")]


def test_papers_that_share_nothing_stand_below_all_others(small):
    network = network_of(small)
    layout = layout_of(network)
    lonely = layout.positions[number(network, "text-3")][1]
    others = [layout.positions[number(network, name)][1] for name in ("text-1", "text-2", "gpqa-diamond", "abc")]
    assert lonely > max(others)
    assert layout.alone == (number(network, "text-3"),)


@pytest.mark.parametrize("count", [38, 250])
def test_no_two_nodes_lie_on_each_other(made_collection, count):
    layout = layout_of(network_of(made_collection(count)))
    places = list(zip(layout.positions, layout.sizes, strict=True))
    for index, ((x, y), size) in enumerate(places):
        for (other_x, other_y), other_size in places[index + 1 :]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > (0.9 * (size + other_size)) ** 2


def test_discs_of_communities_do_not_overlap(made_collection):
    layout = layout_of(network_of(made_collection(250)))
    for index, disc in enumerate(layout.discs):
        for other in layout.discs[index + 1 :]:
            assert (disc.x - other.x) ** 2 + (disc.y - other.y) ** 2 > (disc.radius + other.radius) ** 2


def test_members_stand_in_their_communitys_disc(made_collection):
    layout = layout_of(network_of(made_collection(250)))
    for community, disc in zip(layout.communities, layout.discs, strict=True):
        for each in community.members:
            x, y = layout.positions[each]
            assert (x - disc.x) ** 2 + (y - disc.y) ** 2 < (disc.radius + 2) ** 2


def test_positions_do_not_depend_on_the_hash_seed_or_on_the_order_of_links(small, made_collection):
    collection = made_collection(60)
    turned = Collection(
        papers=tuple(reversed(collection.papers)),
        entities=tuple(reversed(collection.entities)),
        links=tuple(reversed(collection.links)),
        results=(),
    )
    assert layout_of(network_of(turned)) == layout_of(network_of(collection))


def test_papers_without_any_link_are_all_placed_apart():
    papers = tuple(paper(f"text-{index:03}") for index in range(30))
    layout = layout_of(network_of(Collection(papers=papers, entities=(), links=(), results=())))
    assert len(set(layout.positions)) == 30
    assert len(layout.alone) == 30


def test_drawing_libraries_are_loaded_only_when_a_page_is_made():
    code = "import sys, paperkg.view; print([m for m in ('networkx', 'pyvis', 'numpy', 'jinja2') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_positions_are_kept_and_never_change_a_result(made_collection, tmp_path, monkeypatch):
    network = network_of(made_collection(120))
    fresh = layout_of(network)
    with closing(Cache(tmp_path / "positions.sqlite")) as cache:
        assert layout_of(network, 1500, cache) == fresh
        monkeypatch.setattr(paperkg.view.layout, "place_groups", None)
        assert layout_of(network, 1500, cache) == fresh


def test_after_an_update_only_the_parts_that_changed_are_laid_out(made_collection, tmp_path, monkeypatch):
    collection = made_collection(120)
    counted = []
    attract = paperkg.view.groups.attract
    monkeypatch.setattr(paperkg.view.groups, "attract", lambda links: counted.append(len(links)) or attract(links))
    added = Collection(
        papers=(*collection.papers, paper("text-99999")),
        entities=collection.entities,
        links=collection.links,
        results=(),
    )
    with closing(Cache(tmp_path / "positions.sqlite")) as cache:
        layout_of(network_of(collection), 1500, cache)
        first = len(counted)
        kept = layout_of(network_of(added), 1500, cache)
    assert first > 3
    assert len(counted) == first
    assert kept == layout_of(network_of(added))


def test_another_weight_label_or_number_of_nodes_is_another_map(small):
    digests = {
        digest(network_of(each))
        for each in (
            small,
            replace(small, links=(replace(small.links[0], score=0.1), *small.links[1:])),
            replace(small, papers=(replace(small.papers[0], label="Another"), *small.papers[1:])),
            replace(small, papers=(*small.papers, paper("text-9"))),
        )
    }
    assert len(digests) == 4
