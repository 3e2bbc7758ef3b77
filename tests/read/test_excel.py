"""Spreadsheets are read sheet after sheet; what is no spreadsheet, and what is a bomb, is told."""

import datetime
import re
import sys
import zipfile

import openpyxl
import pytest

from paperkg.read import excel, read_papers
from paperkg.records import Paper, Rejected, Skipped
from paperkg.settings import ReadSettings


def workbook(path, *sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"s{number}")
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def outcomes(path):
    return list(read_papers([path], ReadSettings()))


HEAD = ["Title", "Abstract", "Authors", "Year", "DOI"]


def test_rows_become_papers(tmp_path):
    path = workbook(tmp_path / "a.xlsx", [HEAD, ["Rooms", "On rooms.", "Fern, Ida; Lind, Oskar", 2020, "10.5555/X.1"]])
    (paper,) = outcomes(path)
    assert (paper.title, paper.text, paper.authors, paper.year, paper.doi) == (
        "Rooms", "On rooms.", ("Ida Fern", "Oskar Lind"), 2020, "10.5555/x.1",
    )  # fmt: skip


def test_it_is_told_by_content(tmp_path):
    path = workbook(tmp_path / "nameless", [HEAD, ["Rooms"]])
    assert [type(outcome) for outcome in outcomes(path)] == [Paper]


def test_headings_may_come_late_and_years_may_be_dates_or_decimals(tmp_path):
    rows = [
        ["My library"],
        [],
        HEAD,
        ["One", None, None, datetime.date(2019, 5, 1)],
        [None] * 5,
        ["Two", "", "", 2018.0],
    ]
    found = outcomes(workbook(tmp_path / "a.xlsx", rows))
    assert [(paper.title, paper.year, paper.source.position) for paper in found] == [("One", 2019, 1), ("Two", 2018, 2)]


def test_every_sheet_with_papers_is_read_and_positions_go_on(tmp_path):
    path = workbook(tmp_path / "a.xlsx", [HEAD, ["One"]], [["name", "age"], ["x", 3]], [HEAD, ["Two"]])
    assert [(paper.title, paper.source.position) for paper in outcomes(path)] == [("One", 1), ("Two", 2)]


def test_a_workbook_without_papers_is_skipped(tmp_path):
    assert [type(outcome) for outcome in outcomes(workbook(tmp_path / "a.xlsx", [["a", "b"]]))] == [Skipped]


def test_without_openpyxl_the_command_to_type_is_told(tmp_path, monkeypatch):
    path = workbook(tmp_path / "a.xlsx", [HEAD, ["One"]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    (loss,) = outcomes(path)
    assert isinstance(loss, Rejected)
    assert "pip install 'paperkg[excel]'" in loss.message


def test_a_workbook_that_grows_beyond_reason_is_not_opened(tmp_path, monkeypatch):
    path = workbook(tmp_path / "a.xlsx", [HEAD, ["One"]])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/zeros", b"0" * 8_000_000)
    monkeypatch.setattr(excel, "FREE_BYTES", 1_000_000)
    (loss,) = outcomes(path)
    assert loss.reason == "archive-bomb"


def test_a_damaged_workbook_is_one_loss(tmp_path):
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook")
    (loss,) = outcomes(path)
    assert loss.reason == "damaged-archive"


@pytest.mark.parametrize("flags", [1, 1 << 5, 1 << 6, 0])
def test_a_workbook_that_is_packed_or_locked_in_another_way_is_one_loss(tmp_path, flags):
    path = workbook(tmp_path / "a.xlsx", [HEAD, ["One"]])
    content = path.read_bytes()
    # The flags and the method of each member, in its own header and in the directory at the end.
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        method = zipfile.ZIP_DEFLATED if flags else 97
        head = re.escape(signature) + b".{%d}" % (place - 4)
        fields = flags.to_bytes(2, "little") + method.to_bytes(2, "little")
        content = re.sub(b"(?s)(" + head + b").{4}", lambda found, fields=fields: found[1] + fields, content)
    path.write_bytes(content)
    (loss,) = outcomes(path)
    assert (loss.reason, len(loss.message) < 300) == ("damaged-archive", True)


def test_a_damaged_number_of_a_million_characters_is_told_in_a_few_words(tmp_path):
    source = workbook(tmp_path / "good.xlsx", [HEAD, ["One"], ["Two", None, None, 2020]])
    target = tmp_path / "a.xlsx"
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w") as copy:
        for name in archive.namelist():
            copy.writestr(name, archive.read(name).replace(b"<v>2020</v>", b"<v>" + b"x" * 1_000_000 + b"</v>"))
    paper, loss = outcomes(target)
    assert paper.title == "One"
    assert (loss.reason, loss.source.position, len(loss.message) < 300) == ("damaged-archive", 2, True)


def test_a_cell_of_a_million_characters_is_read_whole(tmp_path):
    path = workbook(tmp_path / "good.xlsx", [HEAD, ["One", "Text."]])
    target = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(target, "w") as copy:
        for name in archive.namelist():
            copy.writestr(name, archive.read(name).replace(b"Text.", b"x" * 1_000_000))
    (paper,) = outcomes(target)
    assert len(paper.text) == 1_000_000


def test_entities_in_a_workbook_are_not_followed(tmp_path):
    source = workbook(tmp_path / "good.xlsx", [HEAD, ["One", "Fine."]])
    target = tmp_path / "a.xlsx"
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "' + "&a;" * 50 + '"><!ENTITY c "' + "&b;" * 50 + '">'
    bomb += '<!ENTITY d "' + "&c;" * 50 + '"><!ENTITY e SYSTEM "file:///etc/hostname">]>'
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w") as copy:
        for name in archive.namelist():
            content = archive.read(name).decode()
            if name.startswith("xl/worksheets/"):
                declaration, _, rest = content.rpartition("?>")
                content = f"{declaration}?>{bomb}{rest}" if declaration else bomb + content
                content = content.replace(
                    "<sheetData>", '<sheetData><row><c t="inlineStr"><is><t>&d;&e;</t></is></c></row>'
                )
            copy.writestr(name, content)
    found = outcomes(target)
    assert all(len(str(outcome)) < 100_000 for outcome in found)


def test_damage_anywhere_in_a_spreadsheet_is_a_word_and_no_crash(tmp_path):
    whole = workbook(
        tmp_path / "a.xlsx", [HEAD, *([f"Title {n}", "Text.", "Ida Fern", 2020, "10.1000/a"] for n in range(50))]
    )
    content = whole.read_bytes()
    for place in range(30, len(content), 61):
        path = tmp_path / "b.xlsx"
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :])
        assert all(isinstance(found, (Paper, Rejected, Skipped)) and len(str(found)) < 2000 for found in outcomes(path))
