import json
from dataclasses import replace

import pytest

from paperkg.errors import GraphError
from paperkg.export.contents import Contents
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, RELATIONS, EdgeTable, is_table_file
from paperkg.records import Evidence, Predicate


@pytest.fixture
def edges(contents):
    return {row.values[0]: named(row) for row in PropertyGraph(contents).edges()}


def named(row):
    return dict(zip([column.name for column in EDGE_COLUMNS], row.values, strict=True)) | {"table": row.table}


def test_an_edge_says_why_it_is_there(edges):
    edge = edges["paper:arxiv-2601.00001 usesModel term:tulip-7b"]
    assert edge["table"] == EdgeTable("USES_MODEL", "Paper", "Model")
    assert (edge["source_label"], edge["target_label"]) == ("Fernfold: Folding for Speed", "Tulip-7B")
    assert (edge["score"], edge["rule"], edge["exact"], edge["field"]) == (0.97, "vocabulary", "Tulip-7B", "text")
    assert json.loads(edge["evidence"])[0]["sentence"] == edge["sentence"]


def test_an_edge_between_terms_names_the_paper_that_says_it(edges):
    edge = edges["term:fernfold-fern-folding outperforms term:mossgrow paper:arxiv-2601.00001"]
    assert edge["paper"] == "paper:arxiv-2601.00001"


def test_the_best_evidence_stands_first_and_all_of_it_behind(build_of, collection):
    link = collection.links[0]
    better = Evidence(link.paper, "title", "Folding", 10, 17, "Folding for Speed", "title", 0.99)
    changed = replace(link, score=0.99, evidence=(*link.evidence, better))
    contents = Contents(build_of(replace(collection, links=(changed, *collection.links[1:]))))
    edge = named(next(iter(PropertyGraph(contents).edges())))
    assert (edge["rule"], edge["field"], edge["evidence_count"]) == ("title", "title", 2)
    assert [each["rule"] for each in json.loads(edge["evidence"])] == ["vocabulary", "title"]


def test_a_wider_term_has_its_rule_and_a_result_its_parts(edges):
    assert edges["term:tulip-7b broader term:tulip"]["rule"] == "size"
    result = "result:00000000000000f1"
    parts = {edge["table"].relation for edge in edges.values() if result in (edge["source"], edge["target"])}
    assert parts == {"REPORTS", "RESULT_SYSTEM", "RESULT_BENCHMARK", "RESULT_METRIC", "RESULT_BASELINE"}
    assert edges[f"{result} benchmark term:puzzlebench"]["exact"] == "3.5 points"


def test_every_predicate_is_a_relation():
    assert set(Predicate.__args__) < set(RELATIONS)


def test_no_two_tables_share_a_name_whatever_the_case():
    names = [*NODE_COLUMNS, *RELATIONS.values()]
    assert len({name.lower() for name in names}) == len(names)


def test_table_files_are_known_by_name():
    assert is_table_file("Paper.csv")
    assert is_table_file("USES_MODEL_Paper_Model.parquet")
    assert not is_table_file("notes.csv")
    assert not is_table_file("USES_Paper_Model.csv")


def test_an_edge_to_nothing_is_told(build_of, collection):
    contents = Contents(build_of(collection))
    lines = (contents.folder.path / "entities.jsonl").read_text().splitlines(keepends=True)
    (contents.folder.path / "entities.jsonl").write_text("".join(lines[:-1]))
    with pytest.raises(GraphError, match="term:tulip-7b, which is no paper, term or result"):
        list(PropertyGraph(contents).edges())
