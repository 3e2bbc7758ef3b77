"""The decisions file: what a line may say, and what is told of one that cannot be read."""

import json

import pytest
from click.testing import CliRunner

from paperkg.commands import main
from paperkg.decisions import Decision, read_decisions
from paperkg.errors import UsageError
from paperkg.records import Source

HEADER = "action,name,other,papers,note\n"


def read(tmp_path, text):
    path = tmp_path / "paperkg.decisions.csv"
    path.write_text(text, encoding="utf-8")
    return read_decisions(path)


def test_a_line_is_a_decision_with_its_place(tmp_path):
    found = read(tmp_path, HEADER + "\n# a note,,,,\nsplit,SAM,segment anything,p1|p2,seen in both\nban,thing,,,\n")
    assert found == (
        Decision(Source("paperkg.decisions.csv", 4), "split", "SAM", "segment anything", ("p1", "p2")),
        Decision(Source("paperkg.decisions.csv", 5), "ban", "thing"),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("what,name\n", "no column action"),
        (HEADER + "merge,A,B,,\n", "line 2: there is no action 'merge'"),
        (HEADER + "accept,A,,,\n", "line 2: accept needs a name and an other"),
        (HEADER + "split,A,B,,\n", "line 2: split needs papers"),
        (HEADER + "ban,,,,\n", "line 2: ban needs a name"),
    ],
)
def test_a_line_that_says_nothing_is_told_with_its_place(tmp_path, text, told):
    with pytest.raises(UsageError, match=told):
        read(tmp_path, text)


def test_a_missing_file_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        read_decisions(tmp_path / "none.csv")


@pytest.mark.weights
def test_a_build_obeys_the_file_in_the_working_folder_and_tells_what_is_stale(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers.jsonl").write_text(
        '{"id": "a", "text": "We fine-tune BERT on SQuAD."}\n{"id": "b", "text": "We fine-tune BERT on MNLI."}\n',
        encoding="utf-8",
    )
    (tmp_path / "paperkg.decisions.csv").write_text(HEADER + "rename,BERT,BERT (2018),,\nban,Nobody,,,\n", "utf-8")
    arguments = ["build", "papers.jsonl", "-o", "out", "--keyphrases", "statistical", "--no-page", "--jobs", "1"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    assert "line 3, ban 'Nobody', changes nothing" in result.stderr
    lines = (tmp_path / "out" / "entities.jsonl").read_text(encoding="utf-8").splitlines()
    assert [line["label"] for line in map(json.loads, lines) if line["id"] == "bert"] == ["BERT (2018)"]
    told = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert "decisions:paperkg.decisions.csv" in told["models"]
