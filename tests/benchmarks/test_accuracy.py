"""The figures of docs/accuracy.md come from benchmarks/accuracy.py alone, and that script measures what the commands print."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from paperkg.commands import main

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "benchmarks" / "accuracy.py"
TEXT = "We tune Oak Leaf Network (OLN) on the MossBench dataset. OLN counts moss on wet stones with care."
PAIR = {"short": "OLN", "long": "Oak Leaf Network"}
DATA = {"start": 38, "end": 47, "text": "MossBench", "type": "Dataset", "link": "moss"}
RECORDS = {
    "ab3p_dev": {"acronyms": [PAIR]},
    "inspec_dev": {"keyphrases": ["wet stones"]},
    "tdmsci_train": {"entities": [DATA]},
    "scirex_abs_dev": {"entities": [{**DATA, "type": "Material"}]},
}
SCORER = """
import json


def read(path):
    return {r["id"]: r for r in map(json.loads, open(path, encoding="utf-8"))}


def share(right, said, wanted):
    p, r = right / max(said, 1), right / max(wanted, 1)
    return {"p": p, "r": r, "f1": 2 * p * r / (p + r) if p + r else 0.0}


def score(pred, gold, mapping=None, only=None, names_only=False):
    ((key, wanted),) = gold.items()
    found = pred[key]
    if "acronyms" in wanted:
        return {"acronyms": share(found["acronyms"] == wanted["acronyms"], len(found["acronyms"]), 1)}
    if "keyphrases" in wanted:
        right = set(found["keyphrases"]) & set(wanted["keyphrases"])
        return {"keyphrases": {"@10": share(len(right), len(found["keyphrases"]), 1)}}
    kept = [e for e in found["entities"] if mapping.get(e["type"], e["type"]) in only]
    right = any(e["text"] == "MossBench" for e in kept)
    linked = all(e["link"] for e in found["entities"] if "link" in e)
    return {"entities": {"overlap": {"micro": share(right, len(kept), 1)}}, "links": share(linked, 1, 1)}
"""


@pytest.fixture
def gold(tmp_path):
    folder = tmp_path / "gold"
    folder.mkdir()
    (folder / "score.py").write_text(SCORER, encoding="utf-8")
    for name, answers in RECORDS.items():
        record = {"id": f"{name}-1", "title": "", "text": TEXT, **answers}
        (folder / f"{name}.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def benchmarks(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


def run(*arguments):
    return subprocess.run([sys.executable, str(SCRIPT), *map(str, arguments)], capture_output=True, text=True)


def rows(page):
    """The cells of every row of figures, the set's name repeated where the page leaves it out."""
    name = None
    for line in page.splitlines():
        cells = [cell.strip(" *") for cell in line.strip("|").split("|")]
        if len(cells) == 10 and cells[3] not in ("way", "---"):
            name = cells[0] or name
            yield (name, *cells[3:])


@pytest.mark.weights
def test_the_script_writes_the_page_of_a_gold_folder(gold, tmp_path):
    done = run("--gold", gold, "--out", tmp_path / "page.md", "--date", "2031-05-06")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "2031-05-06" in page
    found = {(name, way): (f1, reached) for name, way, _, _, f1, _, _, reached in rows(page)}
    assert found["ab3p_dev", "paperkg"] == ("1.000", "aim")
    assert found["ab3p_dev", "plain Schwartz-Hearst"] == ("1.000", "")
    assert found["tdmsci_train", "paperkg"] == ("1.000", "aim")
    assert ("inspec_dev", "KeyBERT, 1-3-grams") in found
    assert {"paperkg, without terms", "YAKE", "pytextrank"} <= {way for _, way in found}
    assert "scier_dev" not in page


@pytest.mark.weights
def test_what_is_measured_is_what_extract_prints(gold, benchmarks):
    from own_figures import acronyms, extracted

    path = gold / "tdmsci_train.jsonl"
    printed = CliRunner().invoke(main, ["extract", str(path), "--keyphrases", "statistical", "--jobs", "1"]).stdout
    measured = extracted(path, terms=True, ranking="statistical")
    lines = [json.loads(line) for line in printed.splitlines()]
    assert lines == list(measured.values())
    bare = extracted(path, terms=False, ranking="statistical").values()
    for field in ("acronyms", "keyphrases"):
        assert [line[field] for line in lines] == [line[field] for line in bare]
    assert [line["acronyms"] for line in lines] == [found["acronyms"] for found in acronyms(path).values()] == [[PAIR]]


def test_a_folder_without_a_scorer_is_refused(tmp_path):
    done = run("--gold", tmp_path)
    assert done.returncode == 1
    assert "score.py" in done.stderr


def test_the_page_that_is_published_has_the_format_of_the_script(benchmarks):
    from accuracy_page import FORMAT

    page = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    assert page.startswith(FORMAT)


def test_the_page_that_is_published_measures_every_set_with_a_goal_in_full(benchmarks):
    from accuracy_plan import TABLES

    page = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    assert "Only the first" not in page
    shown = {(name, way) for name, way, *_ in rows(page)}
    wanted = {row.file for table in TABLES for row in table.rows if row.goal}
    for way in ("paperkg", "paperkg, without terms"):
        assert {(file, way) for file in wanted} <= shown


def test_a_set_that_weights_were_fitted_on_counts_by_its_cross_validation(benchmarks):
    from accuracy_page import Figures, Measured, summary
    from accuracy_plan import TABLES, Goal, Row

    row = Row("moss_train", Goal(0.6, 0.8), fitted="names")
    seen, unseen = Measured(row, "paperkg", Figures(0.9, 0.9, 0.9), ""), Figures(0.5, 0.5, 0.5)
    lines = list(summary([(TABLES[2], [seen, Measured(row, "paperkg, 5-fold", unseen, "")])]))
    assert lines[0].startswith("- 0 of 1 floors and 0 of 1 aims")
    assert "moss_train: 0.500 0.500 0.500" in lines[1]


@pytest.mark.parametrize(("f1", "expected"), [(0.5994, "no"), (0.6, "floor"), (0.7999, "aim"), (0.9, "aim")])
def test_a_goal_is_reached_by_the_figure_as_printed(benchmarks, f1, expected):
    from accuracy_page import Figures, reached
    from accuracy_plan import Goal

    assert reached(Goal(0.6, 0.8), Figures(0.0, 0.0, f1)) == expected


def test_the_recall_that_the_vocabulary_gives_is_said(benchmarks):
    from accuracy_page import Figures, Measured, summary
    from accuracy_plan import TABLES, Row

    row = Row("moss_dev")
    measured = [
        Measured(row, "paperkg", Figures(0.9, 0.8, 0.85), ""),
        Measured(row, "paperkg, without terms", Figures(0.9, 0.55, 0.68), ""),
    ]
    assert "lose at most 0.250 recall" in list(summary([(TABLES[2], measured)]))[-1]
