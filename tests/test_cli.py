"""The command line as a user meets it: exit codes, what goes where, and what it says."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from paperkg.commands import COMMANDS, main

SEEDS = Path(__file__).parents[1] / "seeds"
QUICK = ["--keyphrases", "statistical", "--embedder", "hash", "--jobs", "1"]


@pytest.fixture
def run():
    def call(*arguments, **more):
        return CliRunner().invoke(main, [str(argument) for argument in arguments], **more)

    return call


@pytest.mark.parametrize("command", list(COMMANDS))
def test_each_command_has_help_with_an_example(run, command):
    shown = run(command, "--help")
    assert shown.exit_code == 0
    assert "Example: paperkg " + command in shown.output


def test_a_wrong_path_is_exit_code_2_and_one_line_without_a_traceback(run):
    result = run("build", "nowhere", "-o", "unused")
    assert result.exit_code == 2
    assert result.stderr.startswith("paperkg: There is no file or folder nowhere.")
    assert "Traceback" not in result.stderr


def test_an_unknown_command_is_exit_code_2(run):
    assert run("bild").exit_code == 2


def test_the_summary_says_what_was_made_and_where(run, tmp_path):
    result = run("build", SEEDS, "-o", tmp_path, *QUICK)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.startswith("38 papers\n")
    for word in ("concepts", "models", "benchmarks", "shared by papers", "left out", "graph.html", "graph.ttl"):
        assert word in result.stderr


def test_an_empty_folder_is_exit_code_0_and_a_plain_word(run, tmp_path):
    (tmp_path / "empty").mkdir()
    result = run("build", tmp_path / "empty", "-o", tmp_path / "out", *QUICK)
    assert result.exit_code == 0
    assert "No papers were found" in result.stderr


def test_a_rejected_record_is_exit_code_1_and_named_by_file_and_number(run, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "x", "text": "We fold moss."}\n{"id": \n', encoding="utf-8")
    result = run("read", tmp_path / "a.jsonl", "--rejected", tmp_path / "rejected.jsonl")
    assert result.exit_code == 1
    assert "rejected: a.jsonl record 2" in result.stderr
    assert [json.loads(line)["key"] for line in result.stdout.splitlines()] == ["x"]
    assert json.loads((tmp_path / "rejected.jsonl").read_text(encoding="utf-8"))["source"]["position"] == 2


def test_read_takes_standard_input(run):
    result = run("read", "-", input='{"id": "x", "text": "We fold **moss**."}\n')
    assert result.exit_code == 0
    assert json.loads(result.stdout)["text"] == "We fold moss."


def test_extract_prints_one_line_a_paper_with_the_records_own_id(run, tmp_path):
    papers = [
        {
            "id": "a",
            "title": "MossNet: Moss at Scale",
            "text": "We propose MossNet, a network. It beats GPT-4 on GSM8K.",
        },
        {"id": "b", "abstract": "Large language models (LLMs) fold moss."},
    ]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(paper) + "\n" for paper in papers), encoding="utf-8")
    result = run("extract", tmp_path / "p.jsonl", *QUICK)
    found = {line["id"]: line for line in map(json.loads, result.stdout.splitlines())}
    assert list(found) == ["a", "b"]
    assert found["a"]["system"] == {"name": "MossNet", "expansion": None}
    assert {"subject", "predicate", "object", "sentence", "score", "rule"} <= set(found["a"]["relations"][0])
    for relation in found["a"]["relations"]:
        assert found["a"]["entities"][relation["tail"]]
    assert ("outperforms", "GPT-4") in {(each["predicate"], each["object"]) for each in found["a"]["relations"]}
    assert [each["short"] for each in found["b"]["acronyms"]] == ["LLMs"]
    for line in found.values():
        for entity in line["entities"]:
            assert line["text"][entity["start"] : entity["end"]] == entity["text"]
            assert set(entity) == {"start", "end", "text", "type", "link", "score", "rule"}


def test_two_records_of_one_paper_are_two_lines_of_extract(run, tmp_path):
    (tmp_path / "p.jsonl").write_text(
        '{"id": "a", "text": "We fold."}\n{"id": "b", "text": "We fold."}\n', encoding="utf-8"
    )
    result = run("extract", tmp_path / "p.jsonl", *QUICK)
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["a", "b"]


@pytest.mark.parametrize("base", ["http://x/a", 'http://x/a"b/', "http://x/a b/", "nothing"])
def test_a_base_that_no_name_can_follow_is_refused_before_any_work(run, tmp_path, base):
    result = run("build", SEEDS, "-o", tmp_path / "out", "--base", base, *QUICK)
    assert result.exit_code == 2
    assert "no address that ends in / or #" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_build_beside_its_input_is_no_input(run, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "x", "text": "We fold moss."}\n', encoding="utf-8")
    for _ in range(2):
        assert run("build", tmp_path, tmp_path, "-o", tmp_path / "out", "--no-page", *QUICK).exit_code == 0
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert [each["path"] for each in manifest["inputs"]] == ["a.jsonl"]
    assert json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["papers"] == 1


def test_a_file_name_that_is_no_text_is_read_and_listed(run, tmp_path):
    name = os.fsdecode(b"bad\xff.jsonl")
    try:
        (tmp_path / name).write_text('{"id": "x", "text": "We fold moss."}\n', encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes no such name")
    result = run("build", tmp_path, "-o", tmp_path / "out", "--no-page", *QUICK)
    assert result.exit_code == 0
    assert "bad\ufffd.jsonl" in (tmp_path / "out" / "manifest.json").read_text(encoding="utf-8")
