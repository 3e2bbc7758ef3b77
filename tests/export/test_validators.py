"""Each rule of a target that cannot run here: an export that breaks it is refused."""

import pytest

from paperkg.errors import ExportError
from paperkg.export import EXPORTERS
from paperkg.export.validators.records import quoted_records

BREAKS = [
    # Header grammar and types.
    ("neo4j", "Concept.csv", "label:string", "label:text", "is no header"),
    ("neo4j", "Concept.csv", "papers:long", "papers:double,papers:long", "fields under"),
    ("neo4j", "Concept.csv", "id:ID", "id:string", "do not stand there once: ID"),
    ("neo4j", "ABOUT_Paper_Concept.csv", ":END_ID", ":IGNORE", "do not stand there once: END_ID"),
    ("neo4j", "Paper.csv", ",2026,", ",twenty,", "'twenty' is no long"),
    ("neo4j", "Paper.csv", ",false,", ",no,", "'no' is no boolean"),
    ("neptune", "Concept.csv", "~id", "id", "do not stand there once: ~id"),
    ("neptune", "Concept.csv", "label:String(single)", "label:Text(single)", "is no property column"),
    ("neptune", "ABOUT_Paper_Concept.csv", "rule:String", "rule:String[]", "may not be a list"),
    ("neptune", "ABOUT_Paper_Concept.csv", "0.97", "high", "'high' is no Double"),
    ("neptune-cypher", "Concept.csv", ":LABEL", "LABEL", "do not stand there once: :LABEL"),
    ("neptune-cypher", "Concept.csv", "aliases:String", "aliases:String[]", "may not be a list"),
    ("neptune-cypher", "ABOUT_Paper_Concept.csv", ":TYPE", ":KIND", "do not stand there once: :TYPE"),
    ("memgraph", "Concept.csv", "aliases", "names", "do not stand there once: aliases"),
    ("memgraph", "load.cypher", "WITH HEADER", "WITH HEADERS", "is no clause"),
    ("tigergraph", "schema.gsql", "papers INT", "end INT", "end is reserved"),
    ("tigergraph", "schema.gsql", "papers INT", "papers LONG", "LONG is no type"),
    ("tigergraph", "load.gsql", '$"source" Paper', '$"source" Model', "has other ends"),
    ("tigergraph", "Paper.tsv", "\t2026\t", "\ttwenty\t", "'twenty' is no INT"),
    ("gephi", "edges.csv", "Weight", "Heavy", "do not stand there once: Weight"),
    ("gephi", "edges.csv", ",Directed,", ",Arrow,", "is no type of an edge"),
    # Quoting.
    ("neo4j", "Paper.csv", '"Nothing ""shared""', '"Nothing "shared""', "rules of quoting"),
    ("neptune", "Paper.csv", '"Nothing ""shared""', 'Nothing "shared""', "rules of quoting"),
    # Unique ids, and both ends of every edge.
    ("neo4j", "Model.csv", "term:tulip-7b,", "term:tulip,", "the id term:tulip is taken"),
    ("neptune", "Model.csv", "term:tulip-7b,", "term:puzzlebench,", "the id term:puzzlebench is taken"),
    ("neptune-cypher", "Model.csv", "\nterm:tulip,", "\nterm:other,", "no node has the id term:tulip"),
    ("memgraph", "USES_MODEL_Paper_Model.csv", ",term:tulip,", ",term:none,", "no node has the id term:none"),
    ("tigergraph", "Model.tsv", "term:tulip-7b\t", "term:tulip\t", "the id term:tulip is taken"),
    ("gephi", "nodes.csv", "term:tulip-7b,", "term:tulip,", "the id term:tulip is taken"),
    # Array delimiters and rows of one line.
    ("neo4j", "import.sh", "U+001F", "U+003B", "array delimiter is not declared"),
    ("neo4j", "Model.csv", "Tulip-7B,", "Tulip\x1f7B,", "array delimiter stands in a single value"),
    ("neo4j-shards", "Paper-00001.csv", ",2026,", ",twenty,", "'twenty' is no long"),
    ("neo4j-shards", "import.sh", ",Concept-00001.csv", "", "the folder holds"),
    ("neo4j", "import.sh", "--nodes=Task.csv", "--nodes=Tasks.csv", "the folder holds"),
    ("memgraph", "Model.csv", "Tulip-7B,", '"Tulip\n7B",', "a row is not one line"),
    ("memgraph", "load.cypher", "/import/Task.csv", "/import/Tasks.csv", "the folder holds"),
]


@pytest.mark.parametrize(("name", "file", "old", "new", "message"), BREAKS)
def test_what_breaks_a_rule_is_refused(name, file, old, new, message, contents, tmp_path):
    EXPORTERS[name](contents, tmp_path / "out")
    path = tmp_path / "out" / file
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())
    with pytest.raises(ExportError, match=message.replace("+", r"\+")):
        EXPORTERS[name].target.read_back(tmp_path / "out")


def test_neptune_reads_every_file_under_its_prefix(contents, tmp_path):
    EXPORTERS["neptune"](contents, tmp_path / "out")
    (tmp_path / "out" / "notes.txt").write_text("~id,~label\n")
    with pytest.raises(ExportError, match="would read it as a table"):
        EXPORTERS["neptune"].target.read_back(tmp_path / "out")


def test_neptune_s_semicolons_are_escaped_in_lists_alone(build_of, collection, tmp_path):
    from dataclasses import replace

    from paperkg.export.contents import Contents

    entities = tuple(
        replace(each, label="a;b", aliases=("c;d", "e\\")) if each.id == "tulip" else each
        for each in collection.entities
    )
    EXPORTERS["neptune"](Contents(build_of(replace(collection, entities=entities))), tmp_path / "out")
    text = (tmp_path / "out" / "Model.csv").read_text(encoding="utf-8")
    assert ',a;b,Model,"c\\;d;e\\ ",' in text


def test_a_script_with_a_text_outside_its_list_is_refused(contents, tmp_path):
    EXPORTERS["cypher"](contents, tmp_path / "out")
    text = (tmp_path / "out").read_text(encoding="utf-8")
    (tmp_path / "out").write_text(
        text.replace("] AS row MERGE", "] AS row SET n.x = 'evil' MERGE", 1), encoding="utf-8"
    )
    with pytest.raises(ExportError, match="outside the list"):
        EXPORTERS["cypher"].target.read_back(tmp_path / "out")


@pytest.mark.parametrize("text", ['a,"b"c\n', '"a\n', 'a"b,c\n', "a,b"])
def test_what_rfc_4180_forbids_is_refused(text, tmp_path):
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(ExportError, match=r"rules of quoting|ends within a record"):
        list(quoted_records(tmp_path / "x.csv"))


def test_what_rfc_4180_allows_is_read(tmp_path):
    (tmp_path / "x.csv").write_bytes('a,"b ""c""\r\nd",\r\n"",é,x\n'.encode())
    assert list(quoted_records(tmp_path / "x.csv")) == [["a", 'b "c"\r\nd', ""], ["", "é", "x"]]
