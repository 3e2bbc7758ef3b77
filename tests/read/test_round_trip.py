"""Papers written as JSON of several kinds and as tables, and read again, are the same papers."""

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.read import read_papers
from paperkg.records import Paper
from paperkg.settings import ReadSettings

WORD = st.text(alphabet="abcdefghijklmnopqrstuvwxyzäéñøπ", min_size=2, max_size=9).filter(
    lambda word: word not in {"na", "nan", "none", "null"}
)
NAME = st.builds(lambda given, family: f"{given.title()} {family.title()}", WORD, WORD)
MARKS = st.sampled_from(
    [" ", ", ", "; ", ": ", ' "quoted" ', " 30% of ", " $x_1$ ", " & ", " (so) ", " — ", " | ", "\\emph{it} "]
)
SENTENCE = st.lists(st.tuples(WORD, MARKS), min_size=3, max_size=12).map(
    lambda parts: "".join(word + mark for word, mark in parts).strip() + " end"
)
PAPER = st.fixed_dictionaries(
    {
        "key": st.from_regex(r"[a-z]{3}-[0-9]{4}", fullmatch=True),
        "title": SENTENCE,
        "text": st.one_of(st.just(""), SENTENCE, st.tuples(SENTENCE, SENTENCE).map("\n".join)),
        "authors": st.lists(NAME, max_size=4, unique_by=str.casefold),
        "year": st.one_of(st.none(), st.integers(1600, 2099)),
        "venue": st.one_of(st.none(), st.just("Meeting on Rooms"), st.just("J. of Halls")),
        "doi": st.one_of(st.none(), st.from_regex(r"10\.[0-9]{4}/[a-z0-9.]{1,8}[a-z0-9]", fullmatch=True)),
        "arxiv": st.none(),
        "url": st.one_of(st.none(), st.just("https://example.org/a?b=1&c=2")),
        "keywords": st.lists(WORD, max_size=4, unique_by=str.casefold),
    }
)
PAPERS = st.lists(PAPER, min_size=1, max_size=5)


def as_json_lines(papers):
    return "".join(json.dumps({"id": paper["key"], **paper}, ensure_ascii=False) + "\n" for paper in papers)


def as_json_list(papers):
    return json.dumps([{"id": paper["key"], **paper} for paper in papers], indent=1)


def as_csl(papers):
    return json.dumps([csl_item(paper) for paper in papers], ensure_ascii=False)


def csl_item(paper):
    item = {
        "id": paper["key"],
        "type": "article-journal",
        "title": paper["title"],
        "abstract": paper["text"],
        "author": [dict(zip(("given", "family"), name.split(" "), strict=True)) for name in paper["authors"]],
        "container-title": paper["venue"] or "",
        "keyword": ", ".join(paper["keywords"]),
    }
    if paper["year"]:
        item["issued"] = {"date-parts": [[paper["year"]]]}
    return item | {field: paper[key] for field, key in (("DOI", "doi"), ("URL", "url")) if paper[key]}


def as_table(delimiter):
    def write(papers):
        target = io.StringIO()
        rows = csv.writer(target, delimiter=delimiter)
        rows.writerow(["ID", "Title", "Abstract", "Authors", "Year", "Journal", "DOI", "URL", "Keywords"])
        for paper in papers:
            lists = {field: "; ".join(paper[field]) for field in ("authors", "keywords")}
            fields = ("key", "title", "text", "authors", "year", "venue", "doi", "url", "keywords")
            rows.writerow(["" if value is None else value for value in ((paper | lists)[field] for field in fields)])
        return target.getvalue()

    return write


def as_zotero(papers):
    return json.dumps([{"key": paper["key"], "data": zotero_item(paper)} for paper in papers])


def zotero_item(paper):
    names = [dict(zip(("firstName", "lastName"), name.split(" "), strict=True)) for name in paper["authors"]]
    return {
        "itemType": "journalArticle",
        "key": paper["key"],
        "title": paper["title"],
        "abstractNote": paper["text"],
        "creators": [{"creatorType": "author", **name} for name in names],
        "date": str(paper["year"] or ""),
        "publicationTitle": paper["venue"] or "",
        "DOI": paper["doi"] or "",
        "url": paper["url"] or "",
        "tags": [{"tag": word} for word in paper["keywords"]],
    }


WRITERS = {
    "jsonl": as_json_lines,
    "json": as_json_list,
    "csl-json": as_csl,
    "zotero-json": as_zotero,
    "csv": as_table(","),
    "semicolons": as_table(";"),
    "tabs": as_table("\t"),
}


def plain(paper):
    fields = ("key", "title", "text", "authors", "year", "venue", "doi", "arxiv", "url", "keywords")
    return {field: list(value) if isinstance(value := getattr(paper, field), tuple) else value for field in fields} | {
        "text": " ".join(paper.text.split())
    }


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=25, deadline=None)
@given(papers=PAPERS)
def test_papers_written_and_read_again_are_the_same(name, papers, tmp_path_factory):
    folder = tmp_path_factory.mktemp("round")
    path = folder / "papers"
    path.write_bytes(WRITERS[name](papers).encode())
    found = list(read_papers([path], ReadSettings()))
    assert [type(outcome) for outcome in found] == [Paper] * len(papers)
    assert [paper.source.position for paper in found] == list(range(1, len(papers) + 1))
    expected = [paper | {"text": " ".join(paper["text"].split())} for paper in papers]
    assert [plain(paper) for paper in found] == expected
