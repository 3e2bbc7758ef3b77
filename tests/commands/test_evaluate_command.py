import json

from click.testing import CliRunner

from paperkg.commands import main

RECORD = {
    "id": "a",
    "entities": [{"start": 0, "end": 4, "text": "Fern", "type": "Method", "link": "f", "rule": "look", "score": 0.9}],
    "keyphrases": ["leaf folding"],
    "acronyms": [{"short": "LF", "long": "leaf folding"}],
    "labels": [{"type": "Method", "text": "Fern"}],
}


def run(tmp_path, *options):
    path = tmp_path / "both.jsonl"
    path.write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    return CliRunner().invoke(main, ["evaluate", str(path), str(path), *options])


def test_every_count_of_a_file_against_itself_is_one(tmp_path):
    result = run(tmp_path)
    assert result.exit_code == 0
    assert "P 1.000  R 1.000  F1 1.000  tp 1 pred 1 gold 1" in result.output
    assert "precision by rule" in result.output


def test_json_holds_the_same_scores(tmp_path):
    found = json.loads(run(tmp_path, "--json", "--map", "Method=Model", "--only", "Model").stdout)
    assert found["entities"]["exact"]["types"]["Model"]["tp"] == 1
    assert found["links"]["f1"] == 1.0


def test_a_map_that_renames_nothing_is_refused(tmp_path):
    result = run(tmp_path, "--map", "Method")
    assert result.exit_code == 2
    assert "OLD=NEW" in result.output
