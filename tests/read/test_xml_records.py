"""XML as it streams past: hostile files, damage, encodings."""

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.read import read_papers, xml_records
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

RECORD = "<record><rec-number>%d</rec-number><titles><title>Paper %d</title></titles></record>"
XML_FORMATS = ("endnote-xml", "pubmed-xml", "zotero-rdf", "arxiv-atom", "dblp-xml", "acl-xml")


def read(path, content, forced=None):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_papers([path], ReadSettings(format=forced)))


def summary(outcomes):
    return [getattr(outcome, "title", None) or getattr(outcome, "reason", None) for outcome in outcomes]


def test_an_entity_bomb_is_refused_with_one_line(tmp_path):
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE xml [<!ENTITY a0 "lol">{levels}]><xml><records><record><titles><title>&a9;</title></titles></record></records></xml>'
    assert summary(read(tmp_path / "a", bomb)) == ["entities"]


def test_an_external_entity_is_refused_and_nothing_is_read(tmp_path):
    (tmp_path / "secret").write_text("a secret")
    text = (
        f'<!DOCTYPE xml [<!ENTITY s SYSTEM "file://{tmp_path}/secret">]><xml><records>{RECORD % (1, 1)}</records></xml>'
    )
    found = read(tmp_path / "a", text.replace("Paper 1", "&s;"))
    assert summary(found) == ["entities"]
    assert "a secret" not in str(found)


def test_a_document_type_from_elsewhere_is_not_fetched(tmp_path, monkeypatch):
    monkeypatch.setattr("socket.socket", None)
    text = f'<!DOCTYPE xml SYSTEM "http://localhost:9/x.dtd"><xml><records>{RECORD % (1, 1)}</records></xml>'
    assert summary(read(tmp_path / "a", text)) == ["Paper 1"]


def test_elements_a_million_deep_are_one_loss(tmp_path):
    text = "<xml><records><record>" + "<b>" * 1_000_000 + f"</record>{RECORD % (2, 2)}</records></xml>"
    assert summary(read(tmp_path / "a", text)) == ["damaged-xml", "Paper 2"]


def test_a_record_without_end_is_one_loss_and_memory_stays_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(xml_records, "LONGEST_RECORD", 1 << 20)
    path = tmp_path / "a"
    with path.open("w") as target:
        target.write(f"<xml><records>{RECORD % (1, 1)}<record><titles><title>")
        for _ in range(400):
            target.write("words without end " * 4096)
        target.write(f"</title></titles></record>{RECORD % (3, 3)}</records></xml>")
    tracemalloc.start()
    found = read_papers([path], ReadSettings())
    assert summary(found) == ["Paper 1", "record-too-long", "Paper 3"]
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()


def test_ten_thousand_records_in_any_pieces_are_the_same(tmp_path, monkeypatch):
    text = "<xml><records>" + "".join(RECORD % (n, n) for n in range(500)) + "</records></xml>"
    whole = read(tmp_path / "a", text)
    for size in (1, 7, 1000):
        monkeypatch.setattr("paperkg.read.decoding.CHUNK", size)
        assert read(tmp_path / "a", text) == whole


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1252", "iso-8859-1", "gbk"])
def test_a_declared_encoding_is_obeyed(tmp_path, encoding):
    title = "數葉之法" if encoding == "gbk" else "Über naïve Fälle"
    text = f'<?xml version="1.0" encoding="{encoding}"?><xml><records>{RECORD % (1, 1)}</records></xml>'
    assert summary(read(tmp_path / "a", text.replace("Paper 1", title).encode(encoding))) == [title]


def test_an_encoding_that_is_not_declared_is_a_guess_that_is_named(tmp_path):
    text = f"<xml><records>{RECORD % (1, 1)}</records></xml>".replace("Paper 1", "Fälle")
    found = read(tmp_path / "a", text.encode("cp1252"))
    assert [type(outcome) for outcome in found] == [Warned, Paper]
    assert found[1].title == "Fälle"


def test_control_characters_and_lone_signs_cost_nothing(tmp_path):
    text = f"<xml><records>{RECORD % (1, 1)}</records></xml>".replace("Paper 1", "A\x0bB & C < D &nbsp;E")
    assert summary(read(tmp_path / "a", text)) == ["A B & C < D E"]


def test_xml_of_another_kind_is_skipped(tmp_path):
    found = read(
        tmp_path / "a", "<?xml version='1.0'?><html5><p>We study many small things with great care.</p></html5>"
    )
    assert [type(outcome) for outcome in found] == [Skipped]


PIECES = st.sampled_from(
    ["<record>", "</record>", "<titles><title>", "</title></titles>", "<title", ">", "<", "&", "&amp;", "&eacute;", "é", "/>",
     "<record/>", "<!--", "-->", "<![CDATA[", "]]>", "<?x", "?>", '"', "'", "\x0b", "\ufffe", "\n", "word", "<entry>",
     "<paper>", "<meta>", "</paper>", "<!DOCTYPE a [", "<!ENTITY", "<bib:Memo>", "<bib:Article>", "<article key='a'>",
     "<PubmedArticle>", "<MedlineCitation>", "\ud800".encode("utf-8", "replace").decode()]
)  # fmt: skip
ROOTS = {
    "endnote-xml": "<xml><records>",
    "pubmed-xml": "<PubmedArticleSet>",
    "zotero-rdf": '<rdf:RDF xmlns:rdf="r" xmlns:bib="b" xmlns:z="http://www.zotero.org/namespaces/export#">',
    "arxiv-atom": '<feed xmlns="http://www.w3.org/2005/Atom">',
    "dblp-xml": "<dblp>",
    "acl-xml": "<collection>",
}


@settings(max_examples=150, deadline=None)
@given(pieces=st.lists(PIECES, max_size=40), name=st.sampled_from(XML_FORMATS))
def test_whatever_the_text_a_reader_of_xml_answers_with_records(pieces, name, tmp_path_factory):
    found = read(tmp_path_factory.mktemp("fuzz") / "a", ROOTS[name] + "".join(pieces), forced=name)
    assert all(isinstance(outcome, (Paper, Rejected, Skipped, Warned)) for outcome in found)
    positions = [outcome.source.position for outcome in found if outcome.source.position]
    assert sorted(positions) == list(range(1, len(positions) + 1))
