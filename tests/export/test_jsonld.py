import json
from pathlib import Path

from paperkg.export import jsonld
from paperkg.graph.namespaces import KG, NAMESPACES, PAPER_TO_TERM, TERM_TO_TERM, prefixes
from paperkg.vocabulary import ontology_folder

CLASSES = {"Paper", "Concept", "Task", "Method", "Model", "Dataset", "Benchmark", "Metric", "Evidence", "Derivation"}
NO_PROPERTIES = CLASSES | {"Result", "Merge", "Run", "terms"}


def context():
    return json.loads((ontology_folder() / "context.jsonld").read_text(encoding="utf-8"))["@context"]


def iri(term):
    return term["@id"] if isinstance(term, dict) else term


def test_the_context_has_every_prefix_and_every_property_of_ours():
    names = context()
    assert {prefix: names[prefix] for prefix in prefixes()} == prefixes()
    named = {iri(term) for term in names.values()}
    ours = {f"kg:{node.value.rpartition('#')[2]}" for node in KG}
    assert ours - named == {f"kg:{name}" for name in NO_PROPERTIES}


def test_every_name_in_the_context_is_declared():
    for name, term in context().items():
        prefix, _, local = iri(term).partition(":")
        if name not in prefixes():
            assert getattr(NAMESPACES[prefix], local)


def test_what_points_to_a_node_says_so():
    names = context()
    for predicate in (*PAPER_TO_TERM, *TERM_TO_TERM):
        assert names[predicate.value.rpartition("#")[2]]["@type"] == "@id"


def test_a_paper_reads_as_plain_json(contents, tmp_path: Path):
    jsonld.write(contents, tmp_path / "out")
    nodes = {node["@id"]: node for node in json.loads((tmp_path / "out").read_text(encoding="utf-8"))["@graph"]}
    paper = nodes["paper:arxiv-2601.00001"]
    assert paper["title"] == "Fernfold: Folding for Speed"
    assert paper["usesModel"] == "term:tulip-7b"
    assert paper["issued"] == "2026"
    assert paper["creator"] == ["A. Fern", "B. Moss"]
    assert paper["sourcePosition"] == 1
