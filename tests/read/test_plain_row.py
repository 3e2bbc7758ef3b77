"""The short road of a table's rows gives the papers of the long one."""

from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.read import plain_row, row
from paperkg.records import Paper, Source

HEADINGS = ["id", "title", "abstract", "authors", "year", "venue", "doi", "url", "keywords"]
NOTHINGS = st.sampled_from(["", "", "-", "n/a", "None", "nan", " ", "N", "[no abstract available]"])
CELLS = st.tuples(
    st.one_of(NOTHINGS, st.text(max_size=5), st.sampled_from(["paper7", "2101.00001", "cs/0101001", "arXiv:2101.00001"])),
    st.one_of(NOTHINGS, st.text(max_size=40), st.sampled_from(["Nets", "On leaves and trees", " On leaves  of\u2028trees and of all else "])),
    st.one_of(NOTHINGS, st.text(alphabet="the and of a\n é漢\x7f", max_size=900), st.sampled_from(["We count the leaves that fall and say how. " * 12])),
    st.one_of(NOTHINGS, st.text(max_size=30), st.sampled_from(["Ida Fern; Oskar Lind", "Ida Fern; Ida Fern", "Fern, I.; Lind, O.", "Ida Fern; ", "others"])),
    st.one_of(NOTHINGS, st.text(max_size=5), st.sampled_from(["2020", "1499", "2100", "2101", "2020-05-01", "٢٠٢٠", "1577836800"])),
    st.one_of(NOTHINGS, st.text(max_size=12), st.sampled_from(["Quiet Methods", "ICML 2021", "Nature "])),
    st.one_of(NOTHINGS, st.text(max_size=12), st.sampled_from(["10.1000/A.b", "10.48550/arXiv.2101.00001", "https://doi.org/10.1000/x%2Fy", "doi:10.1000/7"])),
    st.one_of(NOTHINGS, st.text(max_size=12), st.sampled_from(["https://a.org/b", "https://arxiv.org/abs/2101.00002v3", "https://openreview.net/forum?id=abcdefghij", "https://doi.org/10.1000/z", "https://a.org/;", "http://a.org", "www.a.org"])),
    st.one_of(NOTHINGS, st.text(max_size=12), st.sampled_from(["leaves; counting", "leaves; Leaves", "none", "a, b", "leaves", "leaves; "])),
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(CELLS)
def test_a_row_gives_the_same_paper_on_the_short_road_and_on_the_long_one(cells):
    plan, source = row.plan_of(HEADINGS), Source("a", 1)
    columns = plain_row.columns_of(plan, len(HEADINGS))
    cells = [cell.replace("\0", "") for cell in cells]
    found = plain_row.read(cells, columns, source)
    assert found is None or found == row.read(cells, plan, source, "csv")


def test_a_usual_row_is_read_on_the_short_road():
    cells = [
        "p1",
        "On leaves",
        "",
        "Ida Fern; Oskar Lind",
        "2020",
        "Quiet Methods",
        "10.1000/A",
        "https://a.org/b",
        "leaves; trees",
    ]
    columns = plain_row.columns_of(row.plan_of(HEADINGS), len(HEADINGS))
    found = plain_row.read(cells, columns, Source("a", 1))
    assert isinstance(found, Paper)
    assert (found.authors, found.year, found.doi, found.keywords) == (
        ("Ida Fern", "Oskar Lind"),
        2020,
        "10.1000/a",
        ("leaves", "trees"),
    )


def test_a_table_with_two_columns_for_a_field_or_with_a_rare_one_goes_the_long_road():
    for headings in (
        ["title", "abstract", "summary"],
        ["title", "abstract", "pmid"],
        ["title", "abstract", "arxiv id"],
    ):
        assert plain_row.columns_of(row.plan_of(headings), len(headings)) is None
