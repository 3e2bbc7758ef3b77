"""Tables in any layout: delimiter, quoting and headings are told from what is there."""

import csv

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.read import columns, read_papers
from paperkg.records import Paper, Rejected, Skipped
from paperkg.settings import ReadSettings


def outcomes(folder, content, forced=None):
    path = folder / "a"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_papers([path], ReadSettings(format=forced)))


@pytest.mark.parametrize("name", ["Author Full Names", "author_full_names", "authorFullNames", "AUTHOR FULL NAMES "])
def test_a_heading_is_known_by_its_letters_alone(name):
    assert columns.recognised([name]) == {"authors": (name,)}


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("Résumé", "text"), ("Título", "title"), ("Año", "year"), ("Schlagwörter", "keywords"), ("题名", "title"),
        ("キーワード", "keywords"), ("ジャーナル", "venue"), ("Mots-clés", "keywords"), ("Titolo", "title"), ("著者", "authors"),
        ("Abstract (English)", "text"), ("摘要（中文）", "text"), ("Língua", "language"), ("初録", "text"),
    ],
)  # fmt: skip
def test_headings_are_known_in_the_common_languages(name, field):
    assert columns.recognised([name]) == {field: (name,)}


def test_the_authors_own_keywords_are_taken_and_an_indexers_are_not():
    names = ["Index Keywords", "IEEE Terms", "MeSH Terms", "Keywords Plus", "Author Keywords"]
    assert columns.recognised(names) == {"keywords": ("Author Keywords",)}


def test_the_two_letter_headings_of_the_web_of_science_are_known_together_alone():
    assert columns.recognised(["PT", "AU", "TI", "SO", "ID", "DE"])["keywords"] == ("DE",)
    assert "keywords" not in columns.recognised(["DE", "AU"])


def test_a_name_is_a_title_only_beside_what_a_paper_has():
    assert columns.recognised(["name", "age"]) == {}
    assert columns.recognised(["name", "authors"])["title"] == ("name",)


def test_the_preferred_column_that_is_not_empty_is_taken(tmp_path):
    found = outcomes(tmp_path, "Authors,Author full names,Title\nI. Fern,Ida Fern,One\nO. Lind,,Two\n")
    assert [paper.authors for paper in found] == [("Ida Fern",), ("O. Lind",)]


def test_a_table_of_other_things_is_no_table_of_papers(tmp_path):
    found = outcomes(tmp_path, "name,age,town\nIda,33,Hall\n", forced="csv")
    assert [type(outcome) for outcome in found] == [Skipped]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@settings(max_examples=30, deadline=None)
@given(
    rows=st.lists(
        st.lists(
            st.text(alphabet="ab,;|\t\" \n'\\", min_size=1, max_size=12).map(lambda text: f"x{text}x"),
            min_size=3,
            max_size=3,
        ),
        min_size=1,
        max_size=5,
    )
)
def test_a_table_that_csv_wrote_is_read_whole(delimiter, rows, tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "a"
    with path.open("w", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerows([["Title", "Abstract", "Venue"], *rows])
    found = list(read_papers([path], ReadSettings(format="csv")))
    assert [type(outcome) for outcome in found] == [Paper] * len(rows)
    assert [paper.text for paper in found] == [text for _, text, _ in rows]


def test_a_quotation_mark_never_closed_costs_its_row_alone_in_a_long_table(tmp_path):
    rows = [f'{number},"Title {number}","An abstract, with a comma."' for number in range(9000)]
    rows[4000] = '4000,"Never closed,"An abstract, with a comma.'
    found = outcomes(tmp_path, "ID,Title,Abstract\n" + "\n".join(rows) + "\n")
    assert len([outcome for outcome in found if isinstance(outcome, Paper)]) >= 8999
    assert len(found) == 9000


def test_a_cell_of_two_hundred_thousand_characters_is_read(tmp_path):
    found = outcomes(
        tmp_path, 'Title,Abstract,Authors\nOne,Fine.,"' + "Ida Fern; " * 20_000 + '"\nTwo,Fine.,Oskar Lind\n'
    )
    assert [paper.title for paper in found] == ["One", "Two"]


def test_a_row_without_title_and_abstract_is_a_loss_that_names_the_record(tmp_path):
    found = outcomes(tmp_path, "Title,Abstract,Year\nOne,Fine.,2020\n,,2021\n")
    assert [(type(outcome), outcome.source.position) for outcome in found] == [(Paper, 1), (Rejected, 2)]


def test_utf_16_with_tabs_as_spreadsheets_write_it_is_read(tmp_path):
    (paper,) = outcomes(tmp_path, "Title\tAbstract\r\nÜber Räume\tText.\r\n".encode("utf-16"))
    assert (paper.title, paper.text) == ("Über Räume", "Text.")
