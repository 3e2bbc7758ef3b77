"""A hundred thousand characters of one piece in a Markdown item or in a list of names are read in proportion."""

import time

import pytest

from paperkg.read import markdown_item, people, read_papers
from paperkg.settings import ReadSettings

LENGTH = 100_000
SECONDS = 6.0
"""Ten times what the slowest takes; the square of the length would be minutes."""
PIECES = [
    "<a ", "<a href=", "<a href='http://a'>", "<img ", "**a ", "*a ", "*", "_a", " ", "\t", "A", ", ", ",", "A, ", "A b, ",
    "<br>", "\n", "[a](", "![](", "http://a", "<summary>", "(", "A '20",
]  # fmt: skip
CONTEXTS = [("A title of leaves ", " b c"), ("[", "](http://a.b)"), ("Abstract: ", ")")]


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("function", [markdown_item.title_cell, markdown_item.beside, people.split_names])
def test_a_text_of_one_piece_takes_time_in_proportion(function, piece):
    before, behind = CONTEXTS[(PIECES.index(piece)) % len(CONTEXTS)]
    text = before + piece * (LENGTH // len(piece)) + behind
    started = time.process_time()
    function(text)
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("piece", ["<a ", "**a ", "*", " ", "A, ", "<br>"])
def test_an_item_of_one_piece_takes_time_in_proportion(piece, context, tmp_path):
    text = context[0] + piece * (LENGTH // len(piece)) + context[1]
    path = tmp_path / "a"
    path.write_text(f"# {text}\n- [On counting leaves](https://arxiv.org/abs/2101.00001) {text}\n")
    started = time.process_time()
    list(read_papers([path], ReadSettings(format="markdown")))
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("space", [" ", "\t", "\n"])
def test_a_run_of_spaces_in_one_name_is_as_good_as_one(space):
    started = time.process_time()
    assert people.given_family(f"Lind, Oskar{space * LENGTH}Jan (chair)") == "Oskar Jan Lind"
    assert time.process_time() - started < SECONDS


def test_a_link_in_html_ends_with_its_own_tag():
    text = '<a href="https://a.org/x"><b>On leaves</b></a> and <a class="c" href="https://b.org/y">code</a>'
    assert markdown_item.links(text) == [("<b>On leaves</b>", "https://a.org/x"), ("code", "https://b.org/y")]


def test_an_item_of_fifty_thousand_lines_takes_time_in_proportion(tmp_path):
    path = tmp_path / "a"
    path.write_text("- [On counting leaves](https://arxiv.org/abs/2101.00001)\n" + "%\n" * 50_000)
    started = time.process_time()
    (paper,) = read_papers([path], ReadSettings(format="markdown"))
    assert time.process_time() - started < 2.0
    assert paper.title == "On counting leaves"
