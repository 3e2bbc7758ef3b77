import json

import pytest
from click.testing import CliRunner

from paperkg.commands import main


def record(key, text, *names, kind="Method"):
    entities = [
        {"start": text.index(name), "end": text.index(name) + len(name), "text": name, "type": kind} for name in names
    ]
    return {"id": key, "text": text, "entities": entities}


def resolved(*records, options=()):
    lines = "".join(json.dumps(each) + "\n" for each in records)
    result = CliRunner().invoke(main, ["resolve", "-", *options], input=lines)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def links(*records, **options):
    return [entity["link"] for each in resolved(*records, **options) for entity in each["entities"]]


def test_records_come_back_in_their_order_with_their_own_ids_and_keys():
    given = [{**record("z", "Fern folds.", "Fern"), "note": 1}, record("a", "Moss grows.", "Moss")]
    found = resolved(*given)
    assert [each["id"] for each in found] == ["z", "a"]
    assert found[0]["note"] == 1
    assert found[0]["entities"][0] == {**given[0]["entities"][0], "link": "fern"}


def test_spellings_of_one_name_have_one_link():
    found = links(
        record("a", "Leaf-Folding nets", "Leaf-Folding nets"), record("b", "leaf folding net", "leaf folding net")
    )
    assert len(set(found)) == 1


def test_an_acronym_means_what_its_paper_defines():
    text = "We study leaf gate folding (LGF). Here LGF helps."
    assert len(set(links(record("a", text, "leaf gate folding", "LGF")))) == 1


def test_a_short_form_of_several_words_is_found_in_any_case():
    text = "We fold real-valued leaf moss (real LM). Real LM is fast."
    assert len(set(links(record("a", text, "real-valued leaf moss", "real LM", "Real LM")))) == 1


def test_a_shorter_name_means_the_longer_one_of_its_record_alone():
    one = record("a", "We study leaf counting. The counting is fast.", "leaf counting", "counting", kind="Task")
    other = record("b", "We study counting.", "counting", kind="Task")
    assert links(one, other) == ["leaf-counting", "leaf-counting", "counting"]


def test_two_entries_of_the_vocabulary_stay_two_in_one_record():
    text = "A multimodal large language model is no large language model."
    names = ("multimodal large language model", "large language model")
    given = record("a", text, names[0])
    start = text.index(names[1], 30)
    given["entities"].append({"start": start, "end": start + len(names[1]), "text": names[1], "type": "Method"})
    assert len(set(links(given))) == 2


def test_a_thing_of_the_vocabulary_has_its_id():
    assert links(record("a", "We use BERT.", "BERT")) == ["bert"]


def test_terms_of_ones_own_join_what_they_list(tmp_path):
    table = tmp_path / "plants.csv"
    table.write_text("id,label,aliases\npeat-moss,peat moss,Sphagnum\n", encoding="utf-8")
    given = record("a", "Sphagnum is peat moss; BERT counts it.", "Sphagnum", "peat moss", "BERT", kind="Concept")
    assert links(given, options=["--terms", str(table)]) == ["peat-moss", "peat-moss", "bert"]
    assert len(set(links(given))) == 3


def test_terms_of_ones_own_may_be_the_only_ones(tmp_path):
    table = tmp_path / "tests.csv"
    table.write_text("id,label,aliases\nfern-test,fern test,MMLU\n", encoding="utf-8")
    given = record("a", "We report MMLU and Massive Multitask Language Understanding.", "MMLU")
    assert links(given, options=["--terms", str(table), "--no-builtin-terms"]) == ["fern-test"]
    whole = record("a", "MS COCO is COCO.", "MS COCO", "COCO", kind="Dataset")
    assert len(set(links(whole))) == 1
    assert len(set(links(whole, options=["--terms", str(table), "--no-builtin-terms"]))) == 2


def test_a_missing_file_of_terms_is_refused(tmp_path):
    result = CliRunner().invoke(main, ["resolve", "-", "--terms", str(tmp_path / "none.ttl")], input="")
    assert result.exit_code == 2
    assert "none.ttl" in result.output


def test_two_things_have_two_links():
    assert (
        len(set(links(record("a", "HumanEval and HumanEval+ differ", "HumanEval", "HumanEval+", kind="Dataset")))) == 2
    )


def test_a_record_without_entities_comes_back_as_it_is():
    assert resolved({"id": "a", "text": "x"}) == [{"id": "a", "text": "x"}]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"text": "x"}', '{"id": "a", "text": "", "entities": [{"type": "Task"}]}']
)
def test_what_is_no_record_is_refused(line):
    result = CliRunner().invoke(main, ["resolve", "-"], input=line + "\n")
    assert result.exit_code == 2


def test_a_missing_file_is_refused(tmp_path):
    result = CliRunner().invoke(main, ["resolve", str(tmp_path / "none.jsonl")])
    assert result.exit_code == 2
    assert "none.jsonl" in result.output
