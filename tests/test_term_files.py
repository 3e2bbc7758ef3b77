"""A user's own terms: which files are read, what their entries become, and who wins."""

import gzip
import json

import pytest

from paperkg.build import build, vocabulary_of
from paperkg.errors import UsageError, VocabularyError
from paperkg.settings import BuildSettings, MentionSettings, VocabularySettings
from paperkg.term_files import with_term_files
from paperkg.vocabulary import Term, Vocabulary

PLANT = Term(id="plant", table="concepts", label="plant", kind="Concept", aliases=("vegetation",))
MOSS = Term(
    id="moss-growth", table="tasks", label="moss growth", kind="Task", aliases=("MG", "growth of moss"),
    broader=("plant",), context_surfaces=frozenset({"MG"}),
)  # fmt: skip
FID = Term(id="fid-metric", table="metrics", label="FID", kind="Metric", case_sensitive=True)
BUILTIN = Vocabulary({term.id: term for term in (FID, MOSS, PLANT)})
TURTLE = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix x: <https://example.org/garden/> .
x:scheme a skos:ConceptScheme ; skos:prefLabel "Garden"@en .
x:1 a skos:Concept ; skos:prefLabel "Mooswachstum"@de, "Growth of moss"@en ; skos:altLabel "croissance"@fr, "mossing" ;
    skos:hiddenLabel "moss grwth" ; skos:broader x:2 ; skos:exactMatch <https://example.com/same> .
x:2 a skos:Concept ; xl:prefLabel [ xl:literalForm "garden process"@en ] ; skos:narrower x:3 .
x:3 a skos:Concept ; skos:prefLabel "weeding" .
x:4 a skos:Concept ; skos:prefLabel "old process"@en ; owl:deprecated true .
x:5 a skos:Concept ; skos:prefLabel "nur deutsch"@de .
"""
SYNTAXES = {
    "terms.ttl": TURTLE,
    "terms.nt": '<https://example.org/garden/3> <http://www.w3.org/2004/02/skos/core#prefLabel> "weeding"@en .\n',
    "terms.rdf": """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:skos="http://www.w3.org/2004/02/skos/core#">
        <skos:Concept rdf:about="https://example.org/garden/3"><skos:prefLabel>weeding</skos:prefLabel></skos:Concept>
        </rdf:RDF>""",
    "terms.jsonld": json.dumps(
        {
            "@id": "https://example.org/garden/3",
            "http://www.w3.org/2004/02/skos/core#prefLabel": {"@value": "weeding", "@language": "en"},
        }
    ),
}


def merged(tmp_path, name, text, vocabulary=BUILTIN):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return with_term_files(vocabulary, [path])


@pytest.mark.parametrize("name", SYNTAXES)
def test_skos_is_read_in_every_syntax(tmp_path, name):
    found = merged(tmp_path, name, SYNTAXES[name], Vocabulary({})).get("weeding")
    assert (found.label, found.kind, found.same_as) == ("weeding", "Concept", ("https://example.org/garden/3",))


def test_a_compressed_file_is_read(tmp_path):
    path = tmp_path / "terms.ttl.gz"
    path.write_bytes(gzip.compress(TURTLE.encode()))
    assert with_term_files(Vocabulary({}), [path]).get("weeding")


def test_labels_count_in_english_and_without_a_language(tmp_path):
    found = merged(tmp_path, "terms.ttl", TURTLE, Vocabulary({}))
    assert found.get("growth-of-moss").surfaces == ("Growth of moss", "moss grwth", "mossing")
    assert sorted(term.id for term in found) == ["garden-process", "growth-of-moss", "weeding"]


def test_broader_is_read_from_both_ends(tmp_path):
    found = merged(tmp_path, "terms.ttl", TURTLE, Vocabulary({}))
    assert found.get("growth-of-moss").broader == found.get("weeding").broader == ("garden-process",)


def test_a_concept_that_spells_an_entry_is_that_entry_and_keeps_its_iris(tmp_path):
    found = merged(tmp_path, "terms.ttl", TURTLE).get("moss-growth")
    assert found.label == "Growth of moss"
    assert found.kind == "Task"
    assert found.same_as == ("https://example.org/garden/1", "https://example.com/same")
    assert set(found.broader) == {"garden-process", "plant"}
    assert "MG" in found.context_surfaces


def test_a_table_says_by_its_name_what_its_entries_are(tmp_path):
    text = "id,label,aliases,broader\nfernnet,FernNet,Fern-Net|FERN,\nfernnet-8b,FernNet-8B,,fernnet\n"
    assert merged(tmp_path, "models.csv", text).get("fernnet-8b").kind == "Model"
    assert merged(tmp_path, "mine.csv", text).get("fernnet-8b").kind == "Concept"


def test_a_table_with_semicolons_and_an_id_that_is_no_local_name_is_read(tmp_path):
    found = merged(tmp_path, "mine.csv", "\ufeffid;label\nFern Net;FernNet\n")
    assert found.get("fern-net").label == "FernNet"


def test_the_users_word_wins_over_label_kind_and_spellings(tmp_path):
    found = merged(tmp_path, "methods.csv", "id,label,aliases\nmoss-growth,Mossing,vegetation\n")
    assert (found.get("moss-growth").label, found.get("moss-growth").kind) == ("Mossing", "Method")
    assert found.get("plant").surfaces == ("plant",)


def test_an_entry_without_a_spelling_left_goes_and_what_stood_under_it_moves_up(tmp_path):
    thing = Term(id="thing", table="concepts", label="thing", kind="Concept")
    plant = Term(id="plant", table="concepts", label="plant", kind="Concept", broader=("thing",))
    moss = Term(id="moss", table="concepts", label="moss", kind="Concept", broader=("plant",))
    known = Vocabulary({term.id: term for term in (moss, plant, thing)})
    found = merged(tmp_path, "mine.csv", "id,label,aliases\nthing,thing,plant\n", known)
    assert found.get("plant") is None
    assert found.get("moss").broader == ("thing",)


def test_a_spelling_in_another_case_is_another_thing_where_case_counts(tmp_path):
    found = merged(tmp_path, "mine.csv", "id,label\nfusion,FiD\n")
    assert {found.get("fusion").label, found.get("fid-metric").label} == {"FiD", "FID"}


def test_a_concept_whose_slug_another_thing_has_gets_an_id_of_its_own(tmp_path):
    spring = Term(id="spring", table="benchmarks", label="SPRING", kind="Benchmark", case_sensitive=True)
    text = '<urn:x> <http://www.w3.org/2004/02/skos/core#prefLabel> "spring"@en .'
    found = merged(tmp_path, "mine.ttl", text, Vocabulary({"spring": spring}))
    assert [(term.id, term.label) for term in found] == [("spring", "SPRING"), ("spring-concept-own", "spring")]


def test_a_later_file_wins_over_an_earlier_one(tmp_path):
    for name, label in (("one.csv", "One moss"), ("two.csv", "Two moss")):
        (tmp_path / name).write_text(f"id,label\nmoss,{label}\n", encoding="utf-8")
    found = with_term_files(BUILTIN, [tmp_path / "one.csv", tmp_path / "two.csv"])
    assert found.get("moss").label == "Two moss"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("mine.csv", "id,name\na,b\n", "no column label"),
        ("mine.csv", "id,label\na,b\na,c\n", "has the id 'a' twice"),
        ("mine.csv", "id,label\n,b\n", "no id or no label in entry 1"),
        ("mine.csv", "id,label,broader\na,b,nowhere\n", "broader id 'nowhere'"),
        ("mine.ttl", "<a> <b> ", "cannot be read as RDF"),
        ("mine.ttl", "<urn:a> <urn:b> <urn:c> .", "no concept with a label in English"),
        ("mine.jsonld", "{", "cannot be read as RDF"),
    ],
)
def test_a_bad_file_is_told_with_what_is_wrong(tmp_path, name, text, told):
    with pytest.raises(VocabularyError, match=told):
        merged(tmp_path, name, text)


def test_a_file_that_is_no_text_is_told(tmp_path):
    (tmp_path / "mine.csv").write_bytes(b"id,label\na,caf\xe9\n")
    with pytest.raises(VocabularyError, match="no table"):
        with_term_files(BUILTIN, [tmp_path / "mine.csv"])


def test_a_missing_file_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="There is no file"):
        vocabulary_of(VocabularySettings(files=(str(tmp_path / "none.csv"),)))


@pytest.mark.weights
def test_a_build_links_to_the_files_iris_and_tells_its_hash_but_not_where_it_lies(tmp_path):
    (tmp_path / "garden.ttl").write_text(TURTLE, encoding="utf-8")
    (tmp_path / "papers.jsonl").write_text(
        '{"id": "a", "text": "We study mossing in wet gardens."}\n', encoding="utf-8"
    )
    settings = BuildSettings(
        mentions=MentionSettings(keyphrases="statistical", embedder="hash"),
        vocabulary=VocabularySettings(files=(str(tmp_path / "garden.ttl"),), builtin=False),
        page=False,
    )
    build([tmp_path / "papers.jsonl"], tmp_path / "out", settings, jobs=1)
    turtle = (tmp_path / "out" / "graph.ttl").read_text(encoding="utf-8")
    assert "skos:exactMatch <https://example.com/same> , <https://example.org/garden/1>" in turtle
    told = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert "terms:1:garden.ttl" in told["models"]
    assert str(tmp_path) not in json.dumps(told)
