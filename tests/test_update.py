"""Updates and removals: the folder they leave is that of a fresh build of the same papers."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest
from pyoxigraph import Store

from paperkg import folder, store_files, succession
from paperkg.build import build
from paperkg.errors import GraphError, UsageError
from paperkg.kept import KEPT
from paperkg.settings import BuildSettings, GraphSettings, MentionSettings
from paperkg.store import open_store
from paperkg.update import remove, update

pytestmark = pytest.mark.weights

QUICK = BuildSettings(
    mentions=MentionSettings(keyphrases="statistical", embedder="hash"),
    graph=GraphSettings(shapes_up_to=0),
    page=False,
)
SEQUENCES = 50 if os.environ.get("PAPERKG_ALL") == "1" else 12
KILLS = int(os.environ.get("PAPERKG_KILLS", "6"))
"""``PAPERKG_KILLS=200`` kills as often; each takes a second or two."""

FERN = (
    "We propose Fern Folding Network (FFN), a framework for leaf counting. It beats Mossgrow on LeafBench by 3 points."
)
MOSS = "Mossgrow is a model for leaf counting. We evaluate it on LeafBench with a visual garden encoder."
VERSIONS = {
    "fern.jsonl": (
        {"id": "fern", "title": "Folding Ferns for Speed and Profit", "doi": "10.1234/fern", "text": FERN},
        {"id": "fern", "title": "Folding Ferns for Speed and Profit", "doi": "10.1234/fern", "text": FERN + " Code soon."},
    ),
    "fern-again.jsonl": (
        {"id": "f2", "title": "Folding ferns", "doi": "10.1234/fern", "text": "FFN folds.", "keywords": ["folding"]},
        {"id": "f2", "title": "Folding ferns", "text": "FFN folds ferns of another kind in a visual garden encoder."},
    ),
    "moss.jsonl": (
        {"id": "moss", "title": "Growing Moss", "text": MOSS, "authors": ["Ida Fern"], "year": 2024},
        {"id": "moss", "title": "Growing Moss", "text": "FFN is compared with Mossgrow.", "authors": ["Ida Fern"]},
    ),
    "tulip.jsonl": (
        {"id": "tulip", "title": "Tulip", "text": "Tulip-7B is probed on LeafBench. FFN is its decoder."},
        {"id": "tulip", "title": "Tulip", "text": "A visual garden encoder is all we need for leaf counting."},
    ),
    "wien.jsonl": (
        {"id": "wien", "title": "Moos", "text": "Wir zählen Moos im Garten und zeigen, dass es gut wächst.", "language": "de"},
        {"id": "wien", "title": "Moos", "text": "", "keywords": ["leaf counting"]},
    ),
    "broken.jsonl": ({"id": "broken", "title": None, "text": ""}, {"id": "whole", "title": "Whole Again", "text": MOSS}),
}  # fmt: skip


def write(place, name, version):
    (place / name).write_text(json.dumps(VERSIONS[name][version], ensure_ascii=False) + "\n", encoding="utf-8")


def contents(output):
    """Return the bytes of a build's files, but for the clock and the list of inputs."""
    files = {path.name: path.read_bytes() for path in output.iterdir() if path.is_file()}
    del files[folder.TIMINGS]
    manifest = json.loads(files[folder.MANIFEST])
    del manifest["inputs"]
    return {**files, folder.MANIFEST: manifest}


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory):
    """The cache of a build of every paper in every version, so that the tests need not find anything twice."""
    place = tmp_path_factory.mktemp("versions")
    for version in range(2):
        (place / str(version)).mkdir()
        for name in VERSIONS:
            write(place / str(version), name, version)
            build([place / str(version) / name], place / "output", QUICK, jobs=1)
    return place / "output" / folder.CACHE


class Garden:
    """A folder of papers, its build that is updated, and what a fresh build of it would be."""

    def __init__(self, place, warm_cache, settings=QUICK):
        self.inputs, self.output, self.settings, self.cache = place / "inputs", place / "output", settings, warm_cache
        self.inputs.mkdir(parents=True)
        self.output.mkdir()
        shutil.copytree(warm_cache, self.output / folder.CACHE)
        build([self.inputs], self.output, settings, jobs=1)

    def put(self, *names, version=0):
        for name in names:
            write(self.inputs, name, version)
        return update([self.inputs / name for name in names], self.output, jobs=1)

    def papers(self):
        lines = (self.output / folder.PAPERS).read_text(encoding="utf-8").splitlines()
        return {paper["id"]: {each["path"] for each in paper["sources"]} for paper in map(json.loads, lines)}

    def take(self, *papers):
        for paper in papers:
            for name in self.papers()[paper]:
                (self.inputs / name).unlink()
        return remove(papers, self.output, jobs=1)

    def fresh(self):
        place = self.output.with_name("fresh")
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        shutil.copytree(self.cache, place / folder.CACHE)
        build([self.inputs], place, self.settings, jobs=1)
        return contents(place)


@pytest.fixture
def garden(tmp_path, warm_cache):
    return Garden(tmp_path, warm_cache)


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_whatever_was_updated_and_removed_the_folder_is_that_of_a_fresh_build(tmp_path, warm_cache, seed, monkeypatch):
    monkeypatch.setattr(store_files, "IN_MEMORY_UP_TO", 0)
    monkeypatch.setattr(succession, "LARGEST_CHANGE", 1000)
    choice = random.Random(seed)
    garden = Garden(tmp_path, warm_cache)
    for _ in range(choice.randint(1, 5)):
        known = sorted(garden.papers())
        if known and choice.random() < 0.35:
            garden.take(*choice.sample(known, min(len(known), choice.randint(1, 2))))
        else:
            garden.put(*choice.sample(sorted(VERSIONS), choice.randint(1, 3)), version=choice.randint(0, 1))
    assert contents(garden.output) == garden.fresh()
    loaded = store_files.load(Store(), garden.output / folder.NTRIPLES)
    assert set(open_store(garden.output).dataset) == set(loaded)


def test_an_update_says_what_is_new_changed_and_gone(garden):
    assert garden.put("moss.jsonl", "tulip.jsonl").new == tuple(sorted(garden.papers()))
    again = garden.put("moss.jsonl")
    assert (again.new, again.changed, again.gone) == ((), (), ())
    other = garden.put("moss.jsonl", version=1)
    assert len(other.new) == len(other.gone) == 1
    assert len(garden.put("fern.jsonl").new) == 1
    assert len(garden.put("fern.jsonl", version=1).changed) == 1


def test_only_what_changed_is_looked_into_again(garden, monkeypatch):
    from paperkg.mentions import Extractor

    garden.put("moss.jsonl", "tulip.jsonl")
    seen = []
    extract = Extractor.extract
    monkeypatch.setattr(Extractor, "extract", lambda self, passage: seen.append(passage) or extract(self, passage))
    (garden.inputs / "new.jsonl").write_text(json.dumps({"title": "New", "text": "NewNet is a new model."}) + "\n")
    update([garden.inputs], garden.output, jobs=1)
    assert [passage.paper.title for passage in seen] == ["New"]


def test_the_same_paper_from_an_old_and_a_new_file_is_one_paper_with_both_sources(garden):
    garden.put("fern.jsonl")
    garden.put("fern-again.jsonl")
    assert list(garden.papers().values()) == [{"fern.jsonl", "fern-again.jsonl"}]
    assert garden.take(*garden.papers()).report.papers == 0
    assert contents(garden.output) == garden.fresh()


def test_an_update_needs_no_old_input_and_no_cache(garden):
    garden.put("fern.jsonl", "moss.jsonl")
    expected = garden.fresh()
    shutil.rmtree(garden.output / folder.CACHE)
    shutil.copytree(garden.inputs, garden.inputs.with_name("elsewhere"))
    shutil.rmtree(garden.inputs)
    update([garden.inputs.with_name("elsewhere") / "moss.jsonl"], garden.output, jobs=1)
    assert contents(garden.output) == expected


def test_a_folder_that_does_not_know_what_was_read_says_what_to_do(garden):
    garden.put("moss.jsonl")
    (garden.output / KEPT).write_bytes(b"no database at all")
    before = contents(garden.output)
    with pytest.raises(GraphError, match="Build the folder anew"):
        garden.put("tulip.jsonl")
    (garden.output / KEPT).unlink()
    with pytest.raises(GraphError, match="Build the folder anew"):
        garden.put("tulip.jsonl")
    assert contents(garden.output) == before


def test_what_cannot_be_done_leaves_the_graph_as_it_was(garden, tmp_path):
    garden.put("moss.jsonl")
    before = contents(garden.output)
    with pytest.raises(UsageError, match="nowhere"):
        update([tmp_path / "nowhere.bib"], garden.output)
    with pytest.raises(UsageError, match="nowhere"):
        remove(["nowhere"], garden.output)
    with pytest.raises(GraphError, match="holds no graph"):
        update([garden.inputs], tmp_path / "empty")
    assert contents(garden.output) == before
    assert not (tmp_path / "empty").exists()


def test_a_warning_goes_with_the_file_it_is_about(garden):
    (garden.inputs / "latin.txt").write_bytes("Wir zeigen, daß Müller Moos schön findet und zählt.\n".encode("latin-1"))
    updated = update([garden.inputs], garden.output, jobs=1)
    assert updated.report.warnings
    assert not garden.take(*garden.papers()).report.warnings
    assert contents(garden.output) == garden.fresh()


@pytest.fixture
def told(monkeypatch):
    """What each update told otherwise than before, None where it wrote the whole graph anew."""
    told = []
    write = succession.Succession.write

    def heard(self, collection, before, stage):
        told.append(write(self, collection, before, stage))
        return told[-1]

    monkeypatch.setattr(succession, "LARGEST_CHANGE", 1000)
    monkeypatch.setattr(succession.Succession, "write", heard)
    return told


def test_the_graph_is_revised_where_the_records_changed_and_nowhere_else(garden, told):
    apart = garden.put("wien.jsonl").new
    garden.put("fern.jsonl", "moss.jsonl")
    new = garden.put("tulip.jsonl").new
    assert set(new) <= told[-1].papers
    assert not set(apart) & told[-1].papers
    assert contents(garden.output) == garden.fresh()


def test_a_graph_of_other_code_or_one_that_was_changed_by_hand_is_written_anew(garden, told, monkeypatch):
    garden.put("fern.jsonl", "moss.jsonl")
    garden.put("moss.jsonl", version=1)
    assert told[-1] is not None
    with (garden.output / folder.NTRIPLES).open("ab") as file:
        file.write(b"<https://example.org/a> <https://example.org/b> <https://example.org/c> .\n")
    garden.put("moss.jsonl")
    assert told[-1] is None
    monkeypatch.setattr(succession, "code_hash", lambda *_: "other code")
    garden.put("moss.jsonl", version=1)
    assert told[-1] is None
    garden.put("moss.jsonl")
    assert told[-1] is not None
    assert contents(garden.output) == garden.fresh()


def test_a_graph_that_is_updated_is_checked_against_its_shapes(tmp_path, warm_cache):
    from dataclasses import replace

    garden = Garden(tmp_path, warm_cache, replace(QUICK, graph=GraphSettings()))
    garden.put("fern.jsonl", "moss.jsonl")
    assert contents(garden.output) == garden.fresh()


def test_killed_at_any_moment_the_old_or_the_new_graph_is_whole(garden, tmp_path):
    garden.put("moss.jsonl", "tulip.jsonl")
    states = [contents(garden.output)]
    shutil.copytree(garden.output, tmp_path / "other")
    update([garden.inputs / "moss.jsonl"], tmp_path / "other", jobs=1)
    for version in (1, 0):
        write(garden.inputs, "moss.jsonl", version)
        update([garden.inputs / "moss.jsonl"], tmp_path / "other", jobs=1)
        states.append(contents(tmp_path / "other"))
    command = [sys.executable, "-m", "paperkg", "update", str(garden.inputs / "moss.jsonl"), "-o", str(garden.output)]
    choice = random.Random(7)
    longest = 2.0
    for number in range(KILLS):
        write(garden.inputs, "moss.jsonl", number % 2)
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(choice.uniform(0.2, 1) * longest)
            longest = time.monotonic() - began
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        folder.BuildFolder(garden.output)
        assert contents(garden.output) in states
        assert not (garden.output / folder.STAGE).exists()
