import json

import pytest

from paperkg.errors import UsageError
from paperkg.evaluate import evaluate, overlapping, read_records
from paperkg.tallies import stemmed

TEXT = "Fern beats Moss on PuzzleBench."


def entity(start, end, kind, **more):
    return {"start": start, "end": end, "text": TEXT[start:end], "type": kind, **more}


GOLD = {
    "a": {
        "id": "a",
        "text": TEXT,
        "entities": [entity(0, 4, "Model"), entity(11, 15, "Model"), entity(19, 30, "Dataset")],
    }
}


def scores(entities, gold=None, **options):
    return evaluate({"a": {"id": "a", "entities": entities}}, gold or GOLD, **options)


def test_what_equals_gold_is_right_in_every_count():
    found = scores(GOLD["a"]["entities"])
    assert {score["micro"]["f1"] for score in found["entities"].values()} == {1.0}


def test_a_shifted_span_overlaps_and_is_not_exact():
    found = scores([entity(0, 10, "Model")])["entities"]
    assert (found["exact"]["micro"]["tp"], found["overlap"]["micro"]["tp"]) == (0, 1)


def test_a_wrong_type_is_right_only_without_types():
    found = scores([entity(0, 4, "Dataset")])["entities"]
    assert found["exact"]["micro"]["tp"] == 0
    assert found["exact untyped"]["micro"]["tp"] == 1


def test_an_entity_without_a_place_counts_in_text_and_is_wrong_elsewhere():
    found = scores([{"text": "fern", "type": "Model"}])["entities"]
    assert found["text"]["micro"]["tp"] == 1
    assert (found["overlap"]["micro"]["tp"], found["overlap"]["micro"]["pred"]) == (0, 1)


def test_one_gold_span_is_matched_once_by_the_largest_overlap():
    assert overlapping([(0, 3, "x"), (2, 10, "x")], [(1, 9, "x")]) == {1: 0}


def test_a_record_that_was_not_predicted_counts_as_empty():
    found = evaluate({}, GOLD)
    assert found["predicted"] == 0
    assert found["entities"]["exact"]["micro"] == {"p": 0.0, "r": 0.0, "f1": 0.0, "tp": 0, "pred": 0, "gold": 3}


def test_types_are_renamed_dropped_and_chosen_before_counting():
    found = scores(
        [entity(19, 30, "Benchmark")], renamed={"Benchmark": "Dataset", "Model": "-"}, only=frozenset({"Dataset"})
    )
    assert found["entities"]["exact"]["micro"]["f1"] == 1.0


def test_only_named_mentions_count_where_asked():
    gold = {"a": {"id": "a", "entities": [entity(0, 4, "Model"), entity(5, 10, "Model")]}}
    assert scores([], gold, named=True)["entities"]["exact"]["micro"]["gold"] == 1


def test_relations_are_compared_by_the_places_of_their_ends():
    gold = {"a": {**GOLD["a"], "relations": [{"head": 0, "tail": 1, "type": "beats"}]}}
    turned = {"a": {**GOLD["a"], "relations": [{"head": 1, "tail": 0, "type": "beats"}, {"subject": "x"}]}}
    found = evaluate(turned, gold)["relations"]
    assert (found["strict"]["micro"]["f1"], found["pair"]["micro"]["f1"]) == (0.0, 1.0)


def test_keyphrases_are_stemmed_and_cut():
    gold = {"a": {"id": "a", "keyphrases": ["neural networks", "folding"]}}
    said = {"a": {"id": "a", "keyphrases": ["Neural network", "neural networks", "leaf"]}}
    found = evaluate(said, gold)["keyphrases"]
    assert (found["@5"]["p"], found["@5"]["r"], found["@5"]["docs"]) == (0.5, 0.5, 1)


def test_words_of_two_letters_have_no_stem():
    assert stemmed("Uses of it as Models") == "us of it as model"


def test_an_acronym_is_compared_as_written_and_its_long_form_by_its_letters():
    gold = {"a": {"id": "a", "acronyms": [{"short": "LF", "long": "leaf-folding"}]}}
    assert (
        evaluate({"a": {"id": "a", "acronyms": [{"short": "LF", "long": "Leaf Folding"}]}}, gold)["acronyms"]["tp"] == 1
    )
    assert (
        evaluate({"a": {"id": "a", "acronyms": [{"short": "lf", "long": "Leaf Folding"}]}}, gold)["acronyms"]["tp"] == 0
    )


def test_labels_of_a_record_are_its_entities_where_it_gives_none():
    gold = {"a": {"id": "a", "labels": [{"type": "Model", "text": "FERN"}]}}
    assert scores([entity(0, 4, "Model")], gold)["labels"]["micro"]["f1"] == 1.0


def test_links_are_clusters_and_a_mention_without_one_stands_alone():
    gold = {"a": {"id": "a", "entities": [entity(0, 4, "Model", link="M"), entity(11, 15, "Model", link="M")]}}
    together = scores([entity(0, 4, "Model", link="x"), entity(11, 15, "Model", link="x")], gold)["links"]
    apart = scores([entity(0, 4, "Model", link="x")], gold)["links"]
    assert (together["f1"], apart["p"], apart["r"], apart["linked"]) == (1.0, 1.0, 0.5, 1)


def test_each_rule_has_its_precision_and_each_tenth_of_the_scores_its_own():
    found = scores([entity(0, 4, "Model", rule="look", score=0.95), entity(5, 10, "Model", rule="guess", score=0.31)])
    assert found["rules"] == {"guess": {"p": 0.0, "tp": 0, "pred": 1}, "look": {"p": 1.0, "tp": 1, "pred": 1}}
    assert [(row["from"], row["p"], row["pred"]) for row in found["reliability"]] == [(0.3, 0.0, 1), (0.9, 1.0, 1)]


@pytest.mark.parametrize("line", ["{", "[1]", '{"text": "x"}', '{"id": "a"}\n{"id": "a"}'])
def test_a_file_that_is_not_records_with_ids_is_refused_with_the_line(line, tmp_path):
    path = tmp_path / "pred.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line"):
        read_records(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UsageError, match="nothing"):
        read_records(tmp_path / "nothing.jsonl")


def test_the_records_of_a_file_are_read_by_id(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(GOLD["a"]) + "\n\n", encoding="utf-8")
    assert read_records(path) == GOLD
