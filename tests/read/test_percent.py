"""No abstract ends at a percent sign that has text after it, in whatever format it comes."""

import json

import pytest

from paperkg.read import read_papers
from paperkg.records import Paper
from paperkg.settings import ReadSettings

ABSTRACTS = (
    "We gain 5% of the leaves and lose 3 % of the rain.",
    "We gain 40 %, which is 100% more; %a is no word, and 7%",
    "A gain of 12.5%. The rest is % of % and 100%% of it.",
)
FORMATS = {
    "bibtex": "@article{{k,\n  title = {{On Leaves}},\n  abstract = {{{text}}},\n  year = 2020\n}}\n",
    "bibtex-quoted": '@article{{k, title = "On Leaves",\n  abstract = "{text}", year = 2020}}\n',
    "ris": "TY  - JOUR\nTI  - On Leaves\nAB  - {text}\nPY  - 2020\nER  - \n",
    "refer": "%0 Journal Article\n%T On Leaves\n%X {text}\n%D 2020\n",
    "nbib": "PMID- 12345678\nTI  - On Leaves\nAB  - {text}\nDP  - 2020\n",
    "wos": "FN Clarivate\nVR 1.0\nPT J\nTI On Leaves\nAB {text}\nPY 2020\nER\nEF\n",
    "csv": 'Title,Abstract,Year\nOn Leaves,"{text}",2020\n',
    "tsv": "Title\tAbstract\tYear\nOn Leaves\t{text}\t2020\n",
    "front-matter": "---\ntitle: On Leaves\nabstract: '{text}'\nyear: 2020\nvenue: Quiet\n---\n",
    "endnote-xml": "<xml><records><record><ref-type>17</ref-type><titles><title>On Leaves</title></titles>"
    "<abstract>{text}</abstract></record></records></xml>",
}


@pytest.mark.parametrize("text", ABSTRACTS)
@pytest.mark.parametrize("name", [*FORMATS, "jsonl", "csl-json"])
def test_a_percent_sign_ends_no_abstract(name, text, tmp_path):
    path = tmp_path / "a"
    if name in FORMATS:
        path.write_text(FORMATS[name].format(text=text))
    else:
        path.write_text(json.dumps({"id": "k", "title": "On Leaves", "abstract": text, "type": "article"}))
    papers = [found for found in read_papers([path], ReadSettings()) if isinstance(found, Paper)]
    assert [(paper.title, paper.text) for paper in papers] == [("On Leaves", text)]


def test_a_percent_sign_at_the_end_of_a_line_does_not_end_an_abstract(tmp_path):
    path = tmp_path / "a.bib"
    path.write_text(
        "@misc{k, title = {On Leaves}, abstract = {We gain 5%\n  of the leaves, 3\\%\n  % more\n  than rain.}}\n"
    )
    (paper,) = read_papers([path], ReadSettings())
    assert paper.text == "We gain 5% of the leaves, 3\\% % more than rain."
