"""The summary of a collection as a page."""

import re
from dataclasses import replace

from paperkg.records import Broader, Collection, Entity, Rejected, Skipped, Source
from paperkg.view import report
from paperkg.view.layout import layout_of
from paperkg.view.network import alone, network_of
from paperkg.view.report import Gap, charts_of, matrix_of


def test_the_most_shared_term_has_the_longest_bar():
    entities = [
        Entity(id=name, kinds=("Concept",), label=name, papers=papers)
        for name, papers in (("a", 2), ("b", 8), ("c", 1))
    ]
    [chart] = charts_of(entities)
    assert (chart.total, chart.shared) == (3, 2)
    assert [(bar.label, bar.papers, bar.width) for bar in chart.bars] == [("b", 8, 240), ("a", 2, 60)]


def test_the_matrix_counts_papers_that_have_a_model_and_a_benchmark(small):
    matrix = matrix_of(small)
    assert matrix.columns == ("GPQA-Diamond",)
    assert matrix.rows == (("Qwen3-8B", (2,)), ("XYZ", (1,)))


def test_what_was_left_out_is_told(small):
    collection = replace(
        small,
        rejected=(Rejected(Source("bad.bib", 7), "bibtex", "damaged", "The entry has no end."),),
        skipped=(Skipped(Source("x.bin", 1), "no reader knows it"),),
        dropped=(("named in one paper only", 12),),
    )
    html = report(collection)
    assert "bad.bib, record 7: The entry has no end." in html
    assert "1 skipped: no reader knows it" in html
    assert "12: named in one paper only" in html


def test_papers_that_share_nothing_are_listed(small):
    section = report(small).split("Papers that share nothing with the rest")[1].split("</section>")[0]
    assert re.findall("<li>(.*?)</li>", section) == ["Lonely Lemma"]


def test_gaps_are_listed(small):
    assert "<td>ferns</td><td>moss</td><td>4</td>" in report(small, gaps=(Gap("ferns", "moss", 4),))


def test_texts_are_escaped(small):
    papers = tuple(replace(record, label="<img src=x onerror=alert(1)>") for record in small.papers)
    assert "<img" not in report(replace(small, papers=papers))


def test_it_runs_no_script_and_fetches_nothing(small):
    html = report(small)
    assert "<script" not in html
    assert re.findall(r'(?:src|href)="([^"]*)"', html) == ["graph.html"]
    assert "default-src &#39;none&#39;" in html or "default-src 'none'" in html


def test_an_empty_collection_has_a_report():
    html = report(Collection(papers=(), entities=(), links=(), results=()))
    assert "0 papers, 0 shared terms" in html
    assert "Nothing." in html


def test_the_report_and_the_map_name_the_same_papers_that_share_nothing(small):
    wider = (Broader("shelf", "taxonomy"),)
    entities = (
        *(
            replace(each, broader=wider, kinds=("Concept",)) if each.id in ("abc", "solo") else each
            for each in small.entities
        ),
        Entity(id="shelf", kinds=("Concept",), label="Shelf", papers=0),
    )
    collection = replace(small, entities=entities, links=small.links[-1:])
    network = network_of(collection)
    assert alone(network) == layout_of(network).alone
    assert len(alone(network)) == 3


def test_a_bar_grows_with_its_card(small):
    assert 'preserveAspectRatio="none"' in report(small)


def test_the_matrix_is_shaded_by_its_counts(small):
    shaded = dict(matrix_of(small).shaded())
    assert (shaded["Qwen3-8B"], shaded["XYZ"]) == ([(2, 4)], [(1, 2)])
