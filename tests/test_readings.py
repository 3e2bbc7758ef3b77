"""Readings that are kept: used as long as nothing that decides them has changed, and never needed."""

import json
from dataclasses import replace
from importlib import import_module

import pytest

from paperkg import folder
from paperkg import readings as readings_module
from paperkg.build import build
from paperkg.settings import BuildSettings, EntitySettings, GraphSettings, MentionSettings
from paperkg.update import update

pytestmark = pytest.mark.weights

SETTINGS = BuildSettings(
    mentions=MentionSettings(keyphrases="statistical", embedder="hash"),
    graph=GraphSettings(shapes_up_to=0),
    page=False,
)
TEXTS = {
    "fern": "We propose FernNet, a model for leaf counting. It beats MossNet on LeafBench.",
    "moss": "We propose MossNet, a model for leaf counting. It is evaluated on LeafBench.",
    "tulip": "A rare garden encoder is probed. TulipNet is a model of gardens.",
    "rose": "We evaluate RoseNet on PetalBench.",
}


def paper(place, name, text=None):
    path = place / f"{name}.jsonl"
    path.write_text(json.dumps({"id": name, "title": f"On {name}", "text": text or TEXTS[name]}) + "\n")
    return path


def contents(output):
    return {
        path.name: path.read_bytes()
        for path in sorted(output.iterdir())
        if path.is_file() and path.name not in (folder.TIMINGS, folder.MANIFEST)
    }


@pytest.fixture
def place(tmp_path):
    for name in TEXTS:
        paper(tmp_path, name)
    return tmp_path


@pytest.fixture
def counted(monkeypatch):
    """For each build, how many papers were read anew, and of how many was told anew what they tell."""
    counted = []

    class Counting(readings_module.KeptReadings):
        def __exit__(self, *error):
            counted.append((self.read, self.remade))
            super().__exit__(*error)

    monkeypatch.setattr(import_module("paperkg.build"), "KeptReadings", Counting)
    return counted


def inputs(place):
    return [place / f"{name}.jsonl" for name in TEXTS]


def test_a_build_of_the_same_papers_reads_none_again(place, counted):
    for _ in range(2):
        build(inputs(place), place / "output", SETTINGS, jobs=1)
    assert counted == [(len(TEXTS), len(TEXTS)), (0, 0)]


def test_an_update_reads_the_new_paper_and_tells_again_of_those_whose_terms_became_others(place, counted):
    build(inputs(place), place / "output", SETTINGS, jobs=1)
    # Two papers name the rare garden encoder now, which makes it a node for Tulip too.
    new = paper(place, "new", "A rare garden encoder is all that counts.")
    update([new], place / "output", jobs=1)
    assert counted[-1] == (1, 2)
    build([*inputs(place), new], place / "fresh", SETTINGS, jobs=1)
    assert contents(place / "output") == contents(place / "fresh")


def test_an_acronym_that_is_bound_by_a_new_paper_settles_the_others_again(place, counted):
    asking = paper(place, "asking", "We use GFN and GFN alone.")
    one = paper(place, "one", "Garden Folding Network (GFN) is a model.")
    build([*inputs(place), asking, one], place / "output", SETTINGS, jobs=1)
    two = paper(place, "two", "A Garden Folding Network (GFN) is trained.")
    update([two], place / "output", jobs=1)
    assert counted[-1][0] == 1
    build([*inputs(place), asking, one, two], place / "fresh", SETTINGS, jobs=1)
    assert contents(place / "output") == contents(place / "fresh")


def test_other_code_reads_everything_again(place, counted, monkeypatch):
    build(inputs(place), place / "output", SETTINGS, jobs=1)
    monkeypatch.setattr(readings_module, "code_hash", lambda *_: "other")
    build(inputs(place), place / "output", SETTINGS, jobs=1)
    assert counted[-1] == (len(TEXTS), len(TEXTS))


def test_other_terms_read_everything_again(place, counted):
    build(inputs(place), place / "output", SETTINGS, jobs=1)
    terms = place / "terms.csv"
    terms.write_text("id,label,kind\ngarden-encoder,rare garden encoder,Method\n")
    with_terms = replace(SETTINGS, vocabulary=replace(SETTINGS.vocabulary, files=(str(terms),)))
    build(inputs(place), place / "output", with_terms, jobs=1)
    assert counted[-1][0] == len(TEXTS)


def test_a_decision_tells_again_of_the_papers_it_is_about(place, counted):
    build(inputs(place), place / "output", SETTINGS, jobs=1)
    decisions = place / "paperkg.decisions.csv"
    decisions.write_text("action,name,other,papers\nban,FernNet,,\n")
    decided = EntitySettings(decisions=str(decisions))
    update([place / "rose.jsonl"], place / "output", entities=decided, jobs=1)
    assert counted[-1] == (0, 1)
    build(inputs(place), place / "fresh", replace(SETTINGS, entities=decided), jobs=1)
    assert contents(place / "output") == contents(place / "fresh")


def test_readings_that_are_damaged_or_gone_are_made_anew(place, counted):
    build(inputs(place), place / "output", SETTINGS, jobs=1)
    before = contents(place / "output")
    (place / "output" / folder.CACHE / folder.READINGS).write_bytes(b"no database")
    build(inputs(place), place / "output", SETTINGS, jobs=1)
    assert counted[-1][0] == len(TEXTS)
    assert contents(place / "output") == before
