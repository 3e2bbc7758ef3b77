"""Runs of one character or of one short piece: what is read grows with the file, and not with its square."""

import dataclasses
import json
import time

import pytest

from paperkg.read import READERS, read_papers
from paperkg.settings import ReadSettings

LENGTH = 12_000
SECONDS = 4.0
PIECES = [
    " ",
    "\t",
    "\x0b",
    "\n",
    "\n ",
    "(",
    "[",
    "{",
    "<",
    "*",
    "_",
    "-",
    "|",
    "`",
    ",",
    ". ",
    "1",
    "A ",
    "[a](",
    "](",
    "&",
    "@",
    "%",
    "10.",
    "/",
]
BEGINNINGS = {
    "bibtex": "@misc{k, title = {a", "markdown": "- [Paper](http://arxiv.org/abs/2101.00001) A", "csv": "title,abstract\na,", "ris": "TY  - JOUR\nTI  - a",
    "csl-json": '{"id": "k", "type": "article", "title": "T", "author": [{"family": "a"}], "note": "DOI: ',
    "crossref": '{"DOI": "10.1000/a", "title": ["T"], "abstract": "<jats:p>',
    "front-matter": "---\ntitle: a\nvenue: b\nabstract: ",
    "jsonl": '{"id": "k", "text": "We count',
    "abstracts": "We count leaves with small networks. ",
    "arxiv-list": "\\\\\narXiv:2101.00001\nTitle: a",
}  # fmt: skip


@pytest.mark.parametrize("name", BEGINNINGS)
def test_a_run_takes_time_in_proportion(name, tmp_path):
    path = tmp_path / "a"
    assert name in READERS
    for piece in PIECES:
        path.write_text(BEGINNINGS[name] + piece * (LENGTH // len(piece)) + "\n")
        started = time.process_time()
        for forced in (None, name):
            list(read_papers([path], ReadSettings(format=forced)))
        assert time.process_time() - started < SECONDS, piece


def test_half_of_a_surrogate_pair_is_no_part_of_a_word_about_a_loss(tmp_path):
    path = tmp_path / "a"
    path.write_text(
        '{"id": "a", "text": "One."}\n{"id": "b", "\\ud800": "\\ud800"}\n{"id": "c", "text": "\\ud800", "title": 1}\n'
    )
    outcomes = list(read_papers([path], ReadSettings()))
    assert [outcome.source.position for outcome in outcomes] == [1, 2, 3]
    for outcome in outcomes:
        json.dumps(dataclasses.asdict(outcome), ensure_ascii=False).encode("utf-8")


def test_lines_of_blanks_before_a_list_of_statements_are_passed_over(tmp_path):
    path = tmp_path / "a"
    path.write_text(" \n" * 40_000 + "a; b\n" + " ;" * 40_000)
    started = time.process_time()
    list(read_papers([path], ReadSettings()))
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize(
    "piece",
    [
        "<!DOCTYPE a [<!ENTITY x 'y'>]>",
        "<!DOCTYPE a [",
        "]",
        "]>",
        "<!-- a --",
        "<?a ?",
        "<a b='",
        "<a b='c' ",
        "<!ENTITY x>",
        "'\"",
    ],
)
def test_a_prologue_of_many_pieces_is_passed_in_proportion(piece, tmp_path):
    path = tmp_path / "a"
    beginning = '<?xml version="1.0"?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//D '
    path.write_text(beginning + piece * 2000 + "\n<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>\n")
    started = time.process_time()
    for forced in (None, "pubmed-xml"):
        list(read_papers([path], ReadSettings(format=forced)))
    assert time.process_time() - started < SECONDS


def test_a_hundred_thousand_spaces_in_a_list_of_names_or_in_jats_are_as_good_as_one(tmp_path):
    spaces = " " * 100_000
    records = [
        {"title": "On Leaves", "year": 2020, "authors": f"Ida Fern{spaces}and Oskar Lind"},
        {"DOI": "10.5555/a", "title": ["On Leaves"], "abstract": f"<jats:p>We count{spaces}leaves.</jats:p>"},
    ]
    path = tmp_path / "a"
    path.write_text("\n".join(map(json.dumps, records)))
    started = time.process_time()
    first, second = read_papers([path], ReadSettings())
    assert time.process_time() - started < SECONDS
    assert (first.authors, second.text) == (("Ida Fern", "Oskar Lind"), "We count leaves.")


def test_an_invitation_of_many_parts_is_told_in_proportion(tmp_path):
    note = {
        "id": "a",
        "forum": "a",
        "invitation": "ICLR.cc/2021" + "/-/Withdrawnce" * 10_000,
        "content": {"title": "On Leaves"},
    }
    reply = {**note, "invitation": "ICLR.cc/2021/Conference/Paper1/-/Official_Review"}
    path = tmp_path / "a"
    path.write_text(json.dumps({"notes": [note, reply]}))
    started = time.process_time()
    found = list(read_papers([path], ReadSettings(format="openreview")))
    assert time.process_time() - started < SECONDS
    assert [type(outcome).__name__ for outcome in found] == ["Paper", "Skipped"]


def seconds_for(path, content, forced):
    path.write_text(content)
    started = time.process_time()
    found = list(read_papers([path], ReadSettings(format=forced)))
    assert found
    return time.process_time() - started


def test_blank_lines_between_commented_entries_take_time_in_proportion(tmp_path):
    entries = [f"@misc{{{key},\n  % a remark\n  title = {{Leaf {key}}}}}\n" for key in "ab"]
    assert seconds_for(tmp_path / "a.bib", ("\n" * 100_000).join(entries), "bibtex") < SECONDS


@pytest.mark.parametrize("tag", ["alternatives", "tex-math", "title", "alternatives><jats:tex-math"])
def test_tags_of_an_abstract_that_nothing_closes_take_time_in_proportion(tag, tmp_path):
    work = {"DOI": "10.1000/a", "title": ["T"], "abstract": "<jats:p>" + f"<jats:{tag}>x</jats:tex-math>" * 4_000}
    assert seconds_for(tmp_path / "a.json", json.dumps(work), "crossref") < SECONDS
