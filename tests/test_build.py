"""The build as a whole: what it writes, that it is always the same, and that a folder is never half a graph."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from paperkg import folder
from paperkg.build import build
from paperkg.errors import GraphError, UsageError
from paperkg.settings import BuildSettings, MentionSettings

SEEDS = Path(__file__).parents[1] / "seeds"
QUICK = BuildSettings(mentions=MentionSettings(keyphrases="statistical", embedder="hash"), page=False)
CONTRACT = {
    "graph.ttl", "graph.nt", "graph.html", "report.html", "papers.jsonl", "entities.jsonl", "links.jsonl",
    "results.jsonl", "rejected.jsonl", "report.json", "timings.json", "manifest.json",
}  # fmt: skip

pytestmark = pytest.mark.weights


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def contents(path, without=("timings.json",)):
    return {
        each.name: each.read_bytes() for each in sorted(path.iterdir()) if each.is_file() and each.name not in without
    }


def test_a_build_writes_the_files_of_the_contract(seeds_build):
    assert {path.name for path in seeds_build.iterdir() if path.is_file()} == CONTRACT


def test_all_38_seed_abstracts_are_in_the_graph(seeds_build):
    papers = lines(seeds_build / "papers.jsonl")
    assert len(papers) == 38
    assert {(paper["venue"], paper["year"]) for paper in papers} == {("ICML", 2026)}
    assert sorted((paper["source"]["path"][:3], paper["source"]["position"]) for paper in papers) == [
        (name, position) for name in ("000", "004") for position in range(1, 20)
    ]


def test_turtle_and_n_triples_are_one_graph_to_two_parsers(seeds_build):
    turtle, triples = rdflib.Graph(), rdflib.Graph()
    turtle.parse(seeds_build / "graph.ttl")
    triples.parse(seeds_build / "graph.nt", format="nt")
    assert isomorphic(turtle, triples)
    parsed = [
        set(pyoxigraph.parse(path=seeds_build / name, format=syntax))
        for name, syntax in (
            ("graph.ttl", pyoxigraph.RdfFormat.TURTLE),
            ("graph.nt", pyoxigraph.RdfFormat.N_TRIPLES),
        )
    ]
    assert parsed[0] == parsed[1]
    assert len(parsed[0]) == len(triples)


def test_no_local_name_in_the_turtle_is_escaped(seeds_build):
    for line in (seeds_build / "graph.ttl").read_text(encoding="utf-8").splitlines():
        assert "\\" not in line.split('"')[0]


def test_n_triples_are_sorted(seeds_build):
    triples = (seeds_build / "graph.nt").read_bytes().splitlines()
    assert triples == sorted(set(triples))


def test_every_edge_can_say_why(seeds_build):
    papers = {paper["id"]: paper for paper in lines(seeds_build / "papers.jsonl")}
    links = lines(seeds_build / "links.jsonl")
    assert links
    for link in links:
        paper = papers[link["paper"]]
        assert link["evidence"]
        assert link["score"] == max(evidence["score"] for evidence in link["evidence"])
        for evidence in link["evidence"]:
            whole = {"text": paper["text"], "title": paper["title"], "keywords": "; ".join(paper["keywords"])}
            field = whole[evidence["field"]]
            assert field[evidence["start"] : evidence["end"]] == evidence["text"]
            assert evidence["sentence"] in field
            assert evidence["rule"]


def test_a_paper_without_a_title_keeps_none_and_has_a_label(seeds_build):
    for paper in lines(seeds_build / "papers.jsonl"):
        assert paper["title"] is None
        assert paper["label"]


def test_the_manifest_names_inputs_and_outputs_by_hash_and_neither_clock_nor_place(seeds_build):
    manifest = json.loads((seeds_build / "manifest.json").read_text(encoding="utf-8"))
    assert [each["path"] for each in manifest["inputs"]] == sorted(path.name for path in SEEDS.iterdir())
    assert set(manifest["outputs"]) == CONTRACT - {"timings.json", "manifest.json"}
    text = json.dumps(manifest)
    assert str(seeds_build) not in text
    assert "jobs" not in text


def test_order_of_input_jobs_and_hash_seed_change_no_byte(tmp_path):
    files = sorted(SEEDS.iterdir())
    commands = {
        "one": ([*files], "1", "1"),
        "two": ([*reversed(files)], "2", "4711"),
    }
    for name, (inputs, jobs, seed) in commands.items():
        arguments = [
            sys.executable,
            "-m",
            "paperkg",
            "build",
            *map(str, inputs),
            "-o",
            str(tmp_path / name),
            "--jobs",
            jobs,
        ]
        subprocess.run(
            arguments,
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": "1"},
        )
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_second_build_of_the_same_folder_is_the_same_and_leaves_other_files_alone(tmp_path):
    build([SEEDS / "000_a46f80a4a20815bd.txt"], tmp_path, QUICK, jobs=1)
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    before = contents(tmp_path)
    build([SEEDS / "000_a46f80a4a20815bd.txt"], tmp_path, QUICK, jobs=1)
    assert contents(tmp_path) == before


def test_the_cache_may_be_deleted(tmp_path):
    (tmp_path / "few.txt").write_text("We propose MossNet, a moss network.\n\nFerns fold at night.\n", encoding="utf-8")
    settings = BuildSettings(page=False)
    build([tmp_path / "few.txt"], tmp_path / "out", settings, jobs=1)
    before = contents(tmp_path / "out")
    shutil.rmtree(tmp_path / "out" / folder.CACHE)
    build([tmp_path / "few.txt"], tmp_path / "out", settings, jobs=1)
    assert contents(tmp_path / "out") == before


def test_a_commit_that_was_interrupted_is_finished_by_whoever_opens_the_folder(tmp_path):
    build([SEEDS / "000_a46f80a4a20815bd.txt"], tmp_path, QUICK, jobs=1)
    old = contents(tmp_path)
    stage = tmp_path / folder.STAGE
    stage.mkdir()
    (stage / folder.LOCK).touch()
    (stage / folder.REPORT).write_text("{}", encoding="utf-8")
    (stage / folder.COMMIT).write_text(json.dumps([folder.REPORT, folder.PAPERS]), encoding="utf-8")
    folder.BuildFolder(tmp_path)
    assert contents(tmp_path) == {**old, folder.REPORT: b"{}"}
    assert not stage.exists()


def test_a_stage_without_its_record_is_discarded(tmp_path):
    build([SEEDS / "000_a46f80a4a20815bd.txt"], tmp_path, QUICK, jobs=1)
    old = contents(tmp_path)
    stage = tmp_path / folder.STAGE
    stage.mkdir()
    (stage / folder.LOCK).touch()
    (stage / folder.REPORT).write_text("{}", encoding="utf-8")
    folder.BuildFolder(tmp_path)
    assert contents(tmp_path) == old
    assert not stage.exists()


def test_a_living_build_is_left_alone_and_bars_a_second_one(tmp_path):
    with folder.staged(tmp_path) as stage:
        folder.finish_commit(tmp_path)
        assert stage.is_dir()
        with pytest.raises(GraphError, match="Another build"), folder.staged(tmp_path):
            pass


def test_a_build_that_fails_leaves_the_old_graph(tmp_path):
    build([SEEDS / "000_a46f80a4a20815bd.txt"], tmp_path, QUICK, jobs=1)
    old = contents(tmp_path)
    with pytest.raises(RuntimeError), folder.staged(tmp_path) as stage:
        (stage / folder.REPORT).write_text("{}", encoding="utf-8")
        raise RuntimeError
    assert contents(tmp_path) == old


def test_a_path_that_does_not_exist_is_a_usage_error_and_makes_no_folder(tmp_path):
    with pytest.raises(UsageError, match=r"nowhere\.bib"):
        build([tmp_path / "nowhere.bib"], tmp_path / "out", QUICK)
    assert not (tmp_path / "out").exists()


def test_nothing_to_read_is_a_success_with_an_empty_graph(tmp_path):
    (tmp_path / "empty").mkdir()
    counted = build([tmp_path / "empty"], tmp_path / "out", BuildSettings(), jobs=1)
    assert counted.papers == 0
    assert (tmp_path / "out" / "papers.jsonl").read_bytes() == b""
    rdflib.Graph().parse(tmp_path / "out" / "graph.ttl")


def test_bad_input_costs_its_neighbours_nothing(tmp_path):
    library = tmp_path / "library"
    library.mkdir()
    (library / "binary.bin").write_bytes(bytes(range(256)) * 64)
    (library / "empty.txt").touch()
    (library / "latin.txt").write_bytes(
        "Wir zeigen, daß Müller und Gärtner Moos im Garten schön finden.\n".encode("latin-1")
    )
    (library / "long.jsonl").write_text(
        json.dumps({"id": "long", "text": "We propose MossNet, a network. " + "Moss grows on stones. " * 48_000}) + "\n"
    )
    (library / "mixed.jsonl").write_text(
        '{"id": "good", "title": "Moss", "text": "We fold moss."}\n{"id": "broken", "text": \n'
        '{"id": "bare", "title": "A Title Without an Abstract"}\n'
    )
    counted = build([library], tmp_path / "out", QUICK, jobs=1)
    papers = {paper["key"] or paper["text"][:3]: paper for paper in lines(tmp_path / "out" / "papers.jsonl")}
    assert {"long", "good", "bare", "Wir"} <= set(papers)
    assert "daß Müller" in papers["Wir"]["text"]
    assert papers["bare"]["text"] == ""
    assert counted.without_abstract == 1
    rejected = lines(tmp_path / "out" / "rejected.jsonl")
    assert [(each["source"]["path"], each["source"]["position"]) for each in rejected] == [("mixed.jsonl", 2)]
    assert counted.skipped


def test_without_text_the_graph_holds_no_abstract(tmp_path):
    from dataclasses import replace

    from paperkg.settings import GraphSettings

    settings = replace(QUICK, graph=GraphSettings(with_text=False))
    build([SEEDS / "000_a46f80a4a20815bd.txt"], tmp_path, settings, jobs=1)
    graph = (tmp_path / "graph.nt").read_text(encoding="utf-8")
    assert "purl.org/dc/terms/abstract" not in graph
