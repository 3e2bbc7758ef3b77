"""What stands for a year, a DOI, an arXiv identifier or an address and is none is told, and never a million times."""

import json

import pytest

from paperkg.read import read_papers
from paperkg.read.lost import MOST_TOLD
from paperkg.records import Paper, Warned
from paperkg.settings import ReadSettings

FORMATS = {
    "jsonl": '{"id": "k", "title": "On Leaves", "text": "One.", "year": "%(year)s", "doi": "%(doi)s"}\n',
    "json": '{"title": "On Leaves", "abstract": "One.", "year": "%(year)s", "DOI": "%(doi)s"}\n',
    "bibtex": "@misc{k,\n title = {On Leaves},\n year = {%(year)s},\n doi = {%(doi)s}\n}\n",
    "ris": "TY  - JOUR\nTI  - On Leaves\nPY  - %(year)s\nDO  - %(doi)s\nER  - \n",
    "csv": "title,abstract,year,doi\nOn Leaves,One.,%(year)s,%(doi)s\n",
    "nbib": "PMID- 1\nTI  - On Leaves\nDP  - %(year)s\nLID - %(doi)s [doi]\n",
    "wos": "PT J\nTI On Leaves\nPY %(year)s\nDI %(doi)s\nER\n",
    "front-matter": "---\ntitle: On Leaves\nabstract: One.\nyear: %(year)s\ndoi: %(doi)s\n---\n",
    "acl-xml": "<collection id='a'><volume id='1'><paper id='1'><title>On Leaves</title><year>%(year)s</year><doi>%(doi)s</doi></paper></volume></collection>",
    "csl-json": '[{"id": "k", "type": "article", "title": "On Leaves", "issued": "%(year)s", "DOI": "%(doi)s"}]',
    "semantic-scholar": '{"paperId": "a", "title": "On Leaves", "year": "%(year)s", "externalIds": {"DOI": "%(doi)s"}}',
}  # fmt: skip


def outcomes(path, content, forced=None):
    path.write_text(content)
    return list(read_papers([path], ReadSettings(format=forced)))


def words(found):
    return [outcome for outcome in found if isinstance(outcome, Warned)]


@pytest.mark.parametrize("name", FORMATS)
def test_a_year_and_a_doi_that_are_none_are_told_by_record_field_and_value(name, tmp_path):
    found = outcomes(tmp_path / "a", FORMATS[name] % {"year": "in press", "doi": "unknown"}, name)
    (paper,) = [outcome for outcome in found if isinstance(outcome, Paper)]
    assert type(paper) is Paper
    assert (paper.title, paper.year, paper.doi) == ("On Leaves", None, None)
    told = {warned.message.split()[2]: warned for warned in words(found)}
    assert sorted(told) == ["doi", "year"]
    assert "“in press”" in told["year"].message
    assert "“unknown" in told["doi"].message
    assert {warned.source for warned in told.values()} == {paper.source}


@pytest.mark.parametrize("name", FORMATS)
def test_a_year_and_a_doi_that_are_some_or_missing_are_no_matter_for_a_word(name, tmp_path):
    for year, doi in (("2020", "10.1000/a"), ("", "")):
        content = (FORMATS[name] % {"year": year, "doi": doi}).replace("LID -  [doi]\n", "")
        assert words(outcomes(tmp_path / "a", content, name)) == []


@pytest.mark.parametrize("name", ["jsonl", "csv", "bibtex"])
def test_many_losses_are_told_by_the_first_and_by_a_number(name, tmp_path):
    head, one = FORMATS[name].split("\n", 1) if name == "csv" else ("", FORMATS[name])
    records = (one % {"year": "soon" + "er" * (number % 7), "doi": "10.1000/a"} for number in range(2000))
    found = outcomes(tmp_path / "a", f"{head}\n" + "".join(records), name)
    assert sum(isinstance(outcome, Paper) for outcome in found) == 2000
    told = words(found)
    assert [warned.source.position for warned in told] == [*range(1, MOST_TOLD + 1), 0]
    assert told[-1].message == "1,990 more texts in the field year are not a year, and were left out."


def test_a_number_out_of_range_an_arxiv_field_and_addresses_are_told_too(tmp_path):
    record = {"id": "k", "title": "On Leaves", "year": 99999, "arxiv": "none yet", "code_url": "on request"}
    found = outcomes(tmp_path / "a", json.dumps(record) + "\n")
    assert [warned.message.split()[2] for warned in words(found)] == ["year", "arxiv", "code_url"]
    found = outcomes(tmp_path / "b", "title,year,url,code\nOn Leaves,2020,see the site,on request\n")
    assert [warned.message.split()[2] for warned in words(found)] == ["url", "code_url"]


@pytest.mark.parametrize(
    ("year", "doi"), [("n.d.", "arXiv:2101.00001"), ("[n.d.]", "https://arxiv.org/abs/2101.00001")]
)
def test_no_date_and_an_identifier_of_another_kind_are_no_losses(year, doi, tmp_path):
    for name in ("jsonl", "bibtex", "csv"):
        assert words(outcomes(tmp_path / "a", FORMATS[name] % {"year": year, "doi": doi}, name)) == []


def test_a_loss_is_shown_in_a_few_words(tmp_path):
    found = outcomes(tmp_path / "a", FORMATS["csv"] % {"year": "soon " * 10_000, "doi": ""})
    (told,) = words(found)
    assert len(told.message) < 200


@pytest.mark.parametrize(
    "entry", ["@misc{%s, title = {a}, title = {b}}", "@misc{k, %s = {a}, %s = {b}, title = {a}}", "@%s{k, title = {a}}"]
)
def test_a_long_name_in_an_entry_is_shown_in_a_few_words(entry, tmp_path):
    found = outcomes(tmp_path / "a", entry.replace("%s", "D" + "*" * 50_000) + "\n", "bibtex")
    assert all(len(warned.message) < 300 for warned in words(found))
