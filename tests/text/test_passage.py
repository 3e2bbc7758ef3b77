import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.records import Paper, Source, Span
from paperkg.text import passage

SOURCE = Source("x.txt", 1)


def test_a_paper_leaves_without_markup_in_any_field():
    paper = Paper(
        source=SOURCE,
        title=r"{BERT} \& {F}riends",
        text=r"We \emph{do} it.",
        authors=(r"M{\"u}ller, Ada", " "),
        venue=r"Proc.\ of \textbf{ICML}",
        keywords=(r"deep \emph{nets}", "graphs"),
    )
    cleaned = passage(paper).paper
    assert cleaned.title == "BERT & Friends"
    assert cleaned.text == "We do it."
    assert cleaned.authors == ("Müller, Ada",)
    assert cleaned.venue == "Proc. of ICML"
    assert cleaned.keywords == ("deep nets", "graphs")


def test_sections_come_as_title_text_keywords_and_absent_ones_are_left_out():
    found = passage(Paper(source=SOURCE, title="A title", text="One. Two.", keywords=("deep nets", "graphs")))
    assert [section.field for section in found.sections] == ["title", "text", "keywords"]
    assert found.section("keywords").text == "deep nets; graphs"
    assert found.section("keywords").sentences == (Span(0, 9), Span(11, 17))
    assert passage(Paper(source=SOURCE)).sections == ()


def test_the_offsets_of_the_abstract_lead_to_the_abstract_as_read():
    raw = r"We use $\texttt{Foo}$."
    found = passage(Paper(source=SOURCE, text=raw))
    assert raw[found.raw_offsets[found.paper.text.index("Foo")] :].startswith("Foo}")


@given(st.text(max_size=120))
def test_no_string_breaks_it(text):
    found = passage(Paper(source=SOURCE, title=text, text=text, keywords=(text,), authors=(text,), venue=text))
    assert len(found.raw_offsets) == len(found.paper.text)


@pytest.mark.parametrize(
    "unit", ["(", "{", "$", "``", "**a ", "e.g. x", "\\begin{align}", "(AB) ", "<i>", "[a](", "a_", "a-", "A", "'"]
)
def test_a_long_odd_text_takes_no_long_time(unit):
    began = time.perf_counter()
    passage(Paper(source=SOURCE, text=unit * (40_000 // len(unit))))
    assert time.perf_counter() - began < 20
