"""New papers in the store before the files of an update stand."""

import json
import shutil

import pytest

from paperkg import folder, store_files
from paperkg.ahead import MOST_RECORDS, go_ahead
from paperkg.build import build, vocabulary_of
from paperkg.folder import BuildFolder
from paperkg.read import read_papers
from paperkg.records import Run
from paperkg.settings import BuildSettings, GraphSettings, MentionSettings
from paperkg.store import open_store
from paperkg.update import update

pytestmark = pytest.mark.weights

SETTINGS = BuildSettings(
    mentions=MentionSettings(keyphrases="statistical", embedder="hash"), graph=GraphSettings(shapes_up_to=0), page=False
)
MOSS = {"title": "Growing Moss", "doi": "10.1234/moss", "text": "Mossgrow is a model. We evaluate it on ImageNet."}
GROWN = {**MOSS, "text": MOSS["text"] + " Mossgrow is compared with GPT-4."}
TULIP = {
    "title": "Tulip Folding",
    "text": "We propose TulipNet, a new model for flowers. It outperforms CLIP on ImageNet. Zebra stripes are hard.",
}
TITLES = "SELECT ?title { ?paper dcterms:title ?title }"
LABELS = "SELECT ?label { ?term skos:prefLabel ?label }"
EVALUATED = "SELECT ?title { ?paper kg:evaluatesOn/skos:prefLabel 'ImageNet' ; dcterms:title ?title }"
BEATEN = "SELECT ?label { [] kg:outperforms/skos:prefLabel ?label }"
SENTENCES = "SELECT ?sentence { [] rdf:predicate kg:evaluatesOn ; kg:paper/dcterms:title 'Tulip Folding' ; kg:sentence ?sentence }"
COUNTS = "SELECT ?count { [] skos:prefLabel 'ImageNet' ; kg:paperCount ?count }"
COMPARED = "SELECT ?label { [] kg:comparesWith/skos:prefLabel ?label }"


def asked(graph, question):
    """Return the first column of an answer, sorted."""
    return sorted(row[0].value for row in open_store(graph).query(question))


def write(graph, *papers):
    path = graph.with_name("new.jsonl")
    path.write_text("".join(json.dumps(paper) + "\n" for paper in papers))
    return path


@pytest.fixture(scope="module", autouse=True)
def _every_graph_is_large():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_files, "IN_MEMORY_UP_TO", 1000)
        yield


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    place = tmp_path_factory.mktemp("built")
    (place / "old.jsonl").write_text(json.dumps(MOSS) + "\n")
    build([place / "old.jsonl"], place / "output", SETTINGS, jobs=1)
    return place / "output"


@pytest.fixture
def graph(built, tmp_path):
    return shutil.copytree(built, tmp_path / "output")


@pytest.fixture(scope="module")
def answers(built, tmp_path_factory):
    """What questions are answered with while an update finds mentions, and when it has ended."""
    graph = shutil.copytree(built, tmp_path_factory.mktemp("updated") / "output")
    during = {}

    def told(stage, *_numbers):
        if stage == "finding mentions" and not during:
            during.update(
                (each, asked(graph, each)) for each in (TITLES, LABELS, EVALUATED, BEATEN, SENTENCES, COUNTS, COMPARED)
            )

    update([write(graph, GROWN, TULIP)], graph, jobs=1, progress=told)
    return {question: (found, asked(graph, question)) for question, found in during.items()}


def test_a_new_paper_is_answered_with_before_the_files_stand(answers):
    assert answers[TITLES] == (["Growing Moss", "Tulip Folding"],) * 2


def test_what_it_names_are_the_terms_that_the_graph_has(answers):
    assert answers[EVALUATED] == (["Growing Moss", "Tulip Folding"],) * 2
    assert answers[BEATEN] == (["CLIP"],) * 2


def test_what_nothing_else_names_is_a_term_only_where_it_would_be_one_by_itself(answers):
    ahead, after = answers[LABELS]
    assert "TulipNet" in ahead
    assert not any("zebra" in label for label in ahead)
    assert len(ahead) == len(set(ahead))
    assert set(ahead) <= set(after)


def test_every_edge_of_a_new_paper_has_its_sentence_at_once(answers):
    assert answers[SENTENCES] == (["It outperforms CLIP on ImageNet."],) * 2


def test_how_many_papers_name_a_term_is_said_once(answers):
    assert answers[COUNTS] == (["1"], ["2"])


def test_a_changed_paper_waits_for_the_files(answers):
    assert answers[COMPARED] == (["CLIP"], ["CLIP", "GPT-4"])


def put_ahead(graph, stage, *papers):
    outcomes = read_papers([write(graph, *papers)], SETTINGS.read)
    vocabulary = vocabulary_of(SETTINGS.vocabulary)
    return go_ahead(outcomes, BuildFolder(graph), stage, SETTINGS, vocabulary, Run(version="0"))


def test_a_killed_update_leaves_the_graph_that_was(graph):
    with pytest.raises(KeyboardInterrupt), folder.staged(graph) as stage:
        assert put_ahead(graph, stage, TULIP) == 1
        assert asked(graph, TITLES) == ["Growing Moss", "Tulip Folding"]
        shutil.copytree(graph, graph.with_name("killed"))
        raise KeyboardInterrupt
    assert asked(graph, TITLES) == ["Growing Moss"]
    killed = graph.with_name("killed")
    assert (killed / folder.STAGE / folder.AHEAD).is_file()
    assert asked(killed, TITLES) == ["Growing Moss"]
    with folder.staged(killed):
        assert asked(killed, TITLES) == ["Growing Moss"]


def test_of_a_large_update_nothing_goes_ahead(graph):
    with folder.staged(graph) as stage:
        assert put_ahead(graph, stage, *({"title": f"Tulip {number}"} for number in range(MOST_RECORDS + 1))) == 0
        assert not (stage / folder.AHEAD).exists()


def test_a_graph_that_has_no_store_on_disk_has_nothing_ahead(graph):
    shutil.rmtree(graph / folder.CACHE)
    with folder.staged(graph) as stage:
        assert put_ahead(graph, stage, TULIP) == 0
        assert not (stage / folder.AHEAD).exists()


def test_nothing_of_it_is_left_in_the_folder_but_the_last_store(graph):
    for number in range(2):
        update([write(graph, {**TULIP, "title": f"Tulip {number}", "text": f"{number} tulips."})], graph, jobs=1)
    stated = json.loads((graph / folder.MANIFEST).read_text())["outputs"]
    assert not {path.name for path in graph.iterdir()} & folder.NO_OUTPUT
    assert not stated.keys() & folder.NO_OUTPUT
    assert len(list((graph / folder.CACHE).glob("ahead-*"))) == 1
