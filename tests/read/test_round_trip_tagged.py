"""Papers written as BibTeX, RIS, refer and Web of Science's table by the test, and read again, are the same papers."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paperkg.read import read_papers
from paperkg.records import Paper, Source
from paperkg.settings import ReadSettings

CHARACTERS = st.characters(categories=("L", "N", "P", "S"), exclude_characters="{}\\;")
WORDS = st.text(CHARACTERS, min_size=1, max_size=12)
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
NAME_PARTS = st.text(st.characters(categories=("Lu", "Ll")), min_size=2, max_size=10).filter(
    lambda word: word.casefold() not in ("and", "others", "jr", "sr", "ii", "iii", "iv", "phd", "md")
)
NAMES = st.tuples(NAME_PARTS, NAME_PARTS).map(" ".join)
SUFFIXES = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=8)
PAPERS = st.builds(
    Paper,
    source=st.just(Source("a", 1)),
    title=TEXTS,
    text=st.one_of(st.just(""), TEXTS),
    authors=st.lists(NAMES, max_size=4, unique=True).map(tuple),
    year=st.one_of(st.none(), st.integers(1500, 2099)),
    venue=st.one_of(st.none(), TEXTS),
    doi=st.one_of(st.none(), SUFFIXES.map("10.5555/{}".format)),
    url=st.one_of(st.none(), SUFFIXES.map("https://example.org/{}".format)),
    keywords=st.lists(st.text(st.characters(categories=("Lu", "Ll", "Nd")), min_size=1, max_size=9), max_size=4, unique=True).map(tuple),
)  # fmt: skip


def bibtex(paper):
    given = {
        "title": paper.title,
        "abstract": paper.text,
        "author": " and ".join(paper.authors),
        "year": paper.year,
        "journal": paper.venue,
        "doi": paper.doi,
        "url": paper.url,
        "keywords": "; ".join(paper.keywords),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in given.items() if value]
    return "@article{key,\n" + "\n".join(lines) + "\n}\n"


def tagged(pattern, tags, end, paper):
    values = {
        "title": [paper.title],
        "text": [paper.text],
        "authors": [" ".join(name.split()[1:]) + ", " + name.split()[0] for name in paper.authors],
        "year": [paper.year],
        "venue": [paper.venue],
        "doi": [paper.doi],
        "url": [paper.url],
        "keywords": paper.keywords,
    }
    return "".join(pattern % (tag, value) for name, tag in tags for value in values[name] if value) + end


def ris(paper):
    tags = zip(values_order, ("TI", "AU", "AB", "PY", "T2", "DO", "UR", "KW"), strict=True)
    return "TY  - JOUR\n" + tagged("%s  - %s\n", tags, "ER  - \n", paper)


def refer(paper):
    tags = zip(values_order, ("T", "A", "X", "D", "J", "R", "U", "K"), strict=True)
    return "%0 Journal Article\n" + tagged("%%%s %s\n", tags, "\n", paper)


def wos_tab(paper):
    given = {
        "PT": "J",
        "TI": paper.title,
        "AU": "; ".join(paper.authors),
        "AB": paper.text,
        "PY": paper.year or "",
        "SO": paper.venue or "",
        "DI": paper.doi or "",
        "DE": "; ".join(paper.keywords),
        "UT": "",
    }
    return "\t".join(given) + "\n" + "\t".join(map(str, given.values())) + "\n"


values_order = ("title", "authors", "text", "year", "venue", "doi", "url", "keywords")
WRITERS = {"bibtex": bibtex, "ris": ris, "refer": refer, "wos-tab": wos_tab}


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(papers=st.lists(PAPERS, min_size=1, max_size=3))
@example(papers=[Paper(source=Source("a", 1), title='"#@%,= "', text="@misc( 5% = \"x\", 'y' # z")])
def test_what_was_written_is_read(name, papers, tmp_path):
    path = tmp_path / "a"
    texts = list(map(WRITERS[name], papers))
    if name == "wos-tab":
        texts[1:] = [text.split("\n", 1)[1] for text in texts[1:]]
    path.write_text("".join(texts), encoding="utf-8")
    found = list(read_papers([path], ReadSettings(format=name)))
    for position, (written, read) in enumerate(zip(papers, found, strict=True), 1):
        assert read.source.position == position
        for field in values_order if name != "wos-tab" else set(values_order) - {"url"}:
            assert getattr(read, field) == getattr(written, field), field
