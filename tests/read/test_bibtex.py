"""BibTeX beyond the golden pairs: encodings, counts, and what streams past."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paperkg.read import bibtex, bibtex_fields, read_papers
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

DATA = Path(__file__).parents[1] / "data" / "bibtex"
COUNTED = re.compile(r"^\s*@(?!comment|string|preamble)\w+[ \t]*[{(]", re.IGNORECASE | re.MULTILINE)


def read(path, content, forced=None):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_papers([path], ReadSettings(format=forced)))


@pytest.mark.parametrize("path", sorted(DATA.glob("*.bib")), ids=lambda path: path.stem)
def test_every_entry_is_read_rejected_or_skipped(path):
    outcomes = list(read_papers([path], ReadSettings()))
    records = [outcome for outcome in outcomes if isinstance(outcome, (Paper, Rejected, Skipped))]
    counted = len(COUNTED.findall(path.read_text()))
    assert len(records) == (counted + 1 if path.stem == "oneline" else counted)


NAMES = "@misc{a, title = {Über naïve Žižek–Fälle}, year = 2001}\n"


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
        ("% Encoding: Cp1252\n", "cp1252"),
        ("This file was created with JabRef 2.3.1.\nEncoding: Cp1252\n\n", "cp1252"),
        ("% -*- coding: utf-8 -*-\n", "utf-8"),
    ],
)
def test_a_marked_or_declared_encoding_is_read_without_a_word(tmp_path, header, encoding):
    (paper,) = read(tmp_path / "a", (header + NAMES).encode(encoding))
    assert paper.title == "Über naïve Žižek–Fälle"


@pytest.mark.parametrize("encoding", ["GBK", "Big5", "Shift_JIS", "EUC_KR"])
def test_a_declared_encoding_of_east_asia_is_obeyed(tmp_path, encoding):
    text = {"Shift_JIS": "葉の数え方", "EUC_KR": "잎의 수"}.get(encoding, "數葉之法")
    (paper,) = read(tmp_path / "a", f"% Encoding: {encoding}\n@misc{{a, title = {{{text}}}}}\n".encode(encoding))
    assert paper.title == text


def test_a_declaration_that_is_wrong_is_told(tmp_path):
    found = read(tmp_path / "a", ("% Encoding: Cp1252\n" + NAMES).encode())
    assert [type(outcome) for outcome in found] == [Warned, Paper]
    assert "declares cp1252 but is UTF-8" in found[0].message


def test_undeclared_windows_1252_is_a_guess_that_is_named(tmp_path):
    found = read(tmp_path / "a", NAMES.encode("cp1252"))
    assert [outcome.title for outcome in found if isinstance(outcome, Paper)] == ["Über naïve Žižek–Fälle"]
    assert "Windows-1252" in next(outcome.message for outcome in found if isinstance(outcome, Warned))


def test_a_read_me_with_an_entry_at_its_end_is_no_bibliography(tmp_path):
    found = read(tmp_path / "a", "# Leaves\n\nCite as:\n\n```\n@misc{a,\n title = {Leaves},\n}\n```\n")
    assert [outcome for outcome in found if isinstance(outcome, Paper) and outcome.key] == []


def test_many_entries_come_in_order_with_abbreviations_from_the_first_batch(tmp_path):
    entry = "@misc{k%d, title = {Paper %d}, journal = jqm, abstract = {" + "Many words of one paper. " * 20 + "}}\n"
    content = "@string{jqm = {Quiet}}\n" + "".join(entry % (number, number) for number in range(3000))
    papers = read(tmp_path / "a", content)
    assert [(paper.source.position, paper.key, paper.venue) for paper in papers] == [
        (number + 1, f"k{number}", "Quiet") for number in range(3000)
    ]


def test_an_entry_without_end_costs_its_neighbours_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(bibtex, "LONGEST_ENTRY", 1 << 20)
    middle = "@misc{b, title = {Endless\n" + "words without end\n" * 100_000
    found = read(tmp_path / "a", "@misc{a, title = {One}}\n" + middle + "@misc{c, title = {Three}}\n")
    assert [getattr(outcome, "title", None) or outcome.reason for outcome in found] == [
        "One",
        "record-too-long",
        "Three",
    ]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("{a {B} c}", "a {B} c"),
        ('"a {"} b"', 'a {"} b'),
        ("{a\n   b}", "a b"),
        ("2020", "2020"),
        ("{a} # {b}", "ab"),
        (r"{5\% of \{x\}}", r"5\% of \{x\}"),
        ("known", "what it stands for"),
        ("KNOWN # { too}", "what it stands for too"),
        ("unknown", "unknown"),
        ("", ""),
        ("{", "{"),
    ],
)
def test_a_value_is_what_its_expression_stands_for(raw, value):
    known = bibtex_fields.Abbreviations()
    assert known.define("Known", "what it stands for")
    assert bibtex_fields.value_of(raw, known) == (value, "")


def test_abbreviations_of_abbreviations_do_not_grow_without_end(tmp_path):
    path = tmp_path / "a.bib"
    names = [f"@string{{a{number + 1} = {' # '.join([f'a{number}'] * 9)}}}" for number in range(30)]
    fields = " # ".join(["a4"] * 4000)
    path.write_text("@string{a0 = {leaves}}\n" + "\n".join(names) + f"\n@misc{{k, title = {fields}, year = 2020}}\n")
    found = list(read_papers([path], ReadSettings()))
    (paper,) = [outcome for outcome in found if isinstance(outcome, Paper)]
    assert len(paper.title) < 5_000_000
    assert {type(outcome) for outcome in found} == {Paper, Warned}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ida Fern and Oskar Lind", ["Ida Fern", "Oskar Lind"]),
        ("Fern, Ida\n  AND Lind, Oskar", ["Ida Fern", "Oskar Lind"]),
        ("{Fern and Sons} and others", ["{Fern and Sons}"]),
        ("de la Cruz, Ana and Ana de la Cruz", ["Ana de la Cruz", "Ana de la Cruz"]),
        ("Lind, Jr., Oskar", ["Oskar Lind Jr."]),
        ("Anders Sand", ["Anders Sand"]),
        ("", []),
        (" and ", []),
    ],
)
def test_a_name_list_is_cut_at_and(text, names):
    assert [bibtex_fields.name_in_order(name) for name in bibtex_fields.names_of(text)] == names


PIECES = st.sampled_from(
    ["@article{", "@misc(", "@string{", "@comment{", "key", ",", "title", "=", "{", "}", '"', "#", "\n", "\\", "%", " ",
     "abstract", ")", "crossref", "and", "é", "\x00", "\u2028", "1999", "@", "xdata"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(pieces=st.lists(PIECES, max_size=60))
@example(pieces=["\0", " ", "\0", "@article{", "\0"])
@example(pieces=["\0", " ", "\0", "@article{", "é", "\0"])
@example(pieces=[*["\0", " "] * 25, "@article{"])
@example(pieces=["@comment{", "}"])
def test_whatever_the_text_every_line_that_begins_an_entry_is_accounted_for(pieces, tmp_path_factory):
    text = "".join(pieces)
    found = read(tmp_path_factory.mktemp("fuzz") / "a", text, forced="bibtex")
    records = {outcome.source.position for outcome in found if not isinstance(outcome, Warned)}
    assert records == set(range(1, len(records) + 1)) or records == {0}
    if records != {0}:
        assert len(records) >= len(COUNTED.findall(text.replace("\0", "")))
