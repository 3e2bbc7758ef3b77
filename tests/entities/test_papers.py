import random

from paperkg.entities.papers import unify
from paperkg.records import Paper, Passage, Section, Source, Span

ABSTRACT = "Moss grows on the north side of every stone that we have looked at in the garden."


def passage(path="a.txt", position=1, **fields):
    paper = Paper(source=Source(path, position), **fields)
    sections = [
        Section(field, text, (Span(0, len(text)),))
        for field, text in (("title", paper.title or ""), ("text", paper.text))
        if text
    ]
    return Passage(paper, tuple(sections))


def ids(passages):
    return [each.paper.id for each in passages]


def test_a_doi_joins_two_records_and_both_sources_are_kept():
    one = passage("a.bib", 1, doi="10.1/x", title="Moss on Stones and Their Shade", text=ABSTRACT)
    two = passage("b.ris", 7, doi="10.1/x", year=2024)
    merged, duplicates = unify([one, two])
    assert duplicates == 1
    assert merged[0].paper.year == 2024
    assert merged[0].paper.text == ABSTRACT
    assert merged[0].paper.sources == (Source("a.bib", 1), Source("b.ris", 7))
    assert merged[0].paper.id == "doi-10.1-x"


def test_the_version_of_an_arxiv_id_is_no_difference_to_a_doi_of_arxiv():
    merged, duplicates = unify(
        [passage(arxiv="2401.00001", text="One."), passage(position=2, doi="10.48550/arxiv.2401.00001")]
    )
    assert (len(merged), duplicates) == (1, 1)


def test_the_same_title_and_first_author_join():
    title = "A Long Enough Title About Moss"
    one = passage(title=title, authors=("Fern, Anna", "Bo"))
    two = passage(position=2, title=title.upper() + ".", authors=("Anna Fern",), text=ABSTRACT)
    assert unify([one, two])[1] == 1


def test_the_same_title_by_others_stays_two():
    title = "A Long Enough Title About Moss"
    assert (
        unify([passage(title=title, authors=("Anna Fern",)), passage(position=2, title=title, authors=("Bo Reed",))])[1]
        == 0
    )


def test_a_short_title_joins_nothing():
    assert unify([passage(title="Editorial"), passage(position=2, title="Editorial")])[1] == 0


def test_two_publishers_dois_are_two_papers_whatever_else_agrees():
    title = "A Long Enough Title About Moss"
    assert unify([passage(doi="10.1/a", title=title), passage(position=2, doi="10.1/b", title=title)])[1] == 0


def test_a_paper_read_twice_as_bare_text_is_one_paper_named_by_its_text():
    merged, duplicates = unify([passage(text=ABSTRACT), passage("b.txt", 4, text=ABSTRACT.replace(" ", "\n "))])
    assert duplicates == 1
    assert merged[0].paper.id.startswith("text-")
    assert len(merged[0].paper.id) == len("text-") + 16


def test_the_order_of_the_input_changes_nothing():
    passages = [
        passage("a.bib", 1, doi="10.1/x", title="Moss on Stones and Their Shade", text=ABSTRACT),
        passage("b.ris", 7, doi="10.1/x", year=2024, authors=("A. Fern",)),
        passage("c.txt", 1, text=ABSTRACT),
        passage("c.txt", 2, text="Ferns fold."),
        passage("d.csv", 3, arxiv="2401.00001", text="Reeds bend."),
        passage("e.csv", 3, arxiv="2401.00001", year=2023),
    ]
    expected = unify(passages)
    for seed in range(20):
        shuffled = passages[:]
        random.Random(seed).shuffle(shuffled)
        assert unify(shuffled) == expected
    assert ids(expected[0]) == sorted(ids(expected[0]))


def test_a_few_words_in_place_of_an_abstract_join_no_two_titles():
    one = passage(title="Moss on Stones", text="No abstract available.")
    two = passage(position=2, title="Ferns in the Shade", text="No abstract available.")
    merged, duplicates = unify([one, two])
    assert duplicates == 0
    assert len(set(ids(merged))) == 2
