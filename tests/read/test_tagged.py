"""What formats with a tag at the start of a line have in common."""

import re
import tracemalloc

import pytest

from paperkg.read import read_papers, tagged, values
from paperkg.records import Paper, Rejected
from paperkg.settings import ReadSettings

TAG = re.compile(r"([A-Z]{2}) {0,2}-(?: (.*)|)$")
RECORDS = {
    "ris": ("TY  - JOUR\nTI  - Paper %d\nAB  - %s\nER  - \n", "\n"),
    "refer": ("%%0 Book\n%%T Paper %d\n%%X %s\n\n", "\n"),
    "wos": ("PT J\nTI Paper %d\nAB %s\nER\n\n", "\n   "),
    "nbib": ("PMID- 1\nTI  - Paper %d\nAB  - %s\n\n", "\n      "),
}


def read(path, content, forced=None):
    path.write_text(content, encoding="utf-8")
    return list(read_papers([path], ReadSettings(format=forced)))


def test_a_tag_without_a_value_is_an_empty_one():
    assert tagged.tagged_fields(["AB -", "more", "TI - a", "  b"], TAG) == {"AB": ["more"], "TI": ["a b"]}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_without_end_is_one_loss_and_memory_stays_bounded(name, tmp_path, monkeypatch):
    monkeypatch.setattr(tagged, "LONGEST_RECORD", 1 << 20)
    pattern, gap = RECORDS[name]
    path = tmp_path / "a"
    with path.open("w") as target:
        target.write(pattern % (1, "short"))
        target.write(pattern[: pattern.index("%s")] % 2)
        for _ in range(300):
            target.write(("words without end " * 40 + gap) * 100)
        target.write("\n" + pattern[pattern.index("%s") + 2 :] + pattern % (3, "short"))
    tracemalloc.start()
    found = list(read_papers([path], ReadSettings()))
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()
    assert [outcome.title if isinstance(outcome, Paper) else outcome.reason for outcome in found] == [
        "Paper 1",
        "record-too-long",
        "Paper 3",
    ]


@pytest.mark.parametrize("name", RECORDS)
def test_a_line_of_more_than_a_record_is_one_loss(name, tmp_path, monkeypatch):
    monkeypatch.setattr("paperkg.read.decoding.LONGEST_LINE", 1 << 20)
    pattern, _ = RECORDS[name]
    found = read(tmp_path / "a", pattern % (1, "short") + pattern % (2, "a" * (3 << 20)) + pattern % (3, "short"))
    assert [outcome.title for outcome in found if isinstance(outcome, Paper)] in (
        ["Paper 1", "Paper 2", "Paper 3"],
        ["Paper 1", "Paper 3"],
    )
    assert [outcome.reason for outcome in found if isinstance(outcome, Rejected)] == ["line-too-long"]


@pytest.mark.parametrize("name", RECORDS)
def test_no_abstract_ends_at_a_percent_sign(name, tmp_path):
    pattern, gap = RECORDS[name]
    text = f"Half, 0.5%{gap}% of it, and 50 % more."
    (paper,) = read(tmp_path / "a", pattern % (1, text))
    assert paper.text == "Half, 0.5% % of it, and 50 % more."


def test_a_cell_that_is_no_list_costs_nothing():
    assert values.written_list("[1, {]") is None
