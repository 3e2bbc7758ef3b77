import pytest

from paperkg.mentions.contributions import order_by_weight
from paperkg.mentions.own_work import own_sentences
from paperkg.mentions.proposals import find_proposals
from paperkg.mentions.results import find_results
from paperkg.records import Mention, Paper, Source
from paperkg.text import passage

OPENING = "We propose Fernfold, a method for folding leaves. "
NAMES = {
    "Mossgrow": "Method",
    "Tulip-7B": "Model",
    "PuzzleBench": "Benchmark",
    "RiddleSet": "Dataset",
    "KnotBench": "Benchmark",
}


def results(text, opening=OPENING):
    given = passage(Paper(source=Source("list.txt", 1), text=opening + text))
    section = given.section("text")
    mentions = []
    for name, kind in NAMES.items():
        start = section.text.find(name)
        while start >= 0:
            mentions.append(
                Mention(
                    field="text",
                    start=start,
                    end=start + len(name),
                    text=name,
                    kind=kind,
                    rule="vocabulary",
                    score=1.0,
                    name=name,
                )
            )
            start = section.text.find(name, start + 1)
    proposals = find_proposals(given)
    ordered = order_by_weight(proposals, given)
    own = own_sentences(section, proposals)
    found = find_results(given, sorted(mentions, key=lambda each: each.start), ordered, own)
    for result in found:
        assert section.text[result.start : result.end].split()[-1] == result.value.split()[-1]
    return found


def said(text, *fields, opening=OPENING):
    return [tuple(getattr(result, field) for field in fields) for result in results(text, opening)]


@pytest.mark.parametrize(
    ("sentence", "metric", "value", "direction"),
    [
        ("Fernfold reaches an accuracy of 67.5%.", "accuracy", "67.5%", "higher"),
        ("Fernfold achieves 83.4% Dice.", "Dice", "83.4%", "higher"),
        ("Fernfold obtains an FID of 2.1.", "FID", "2.1", "lower"),
        ("Fernfold improves BLEU by 1.2.", "BLEU", "1.2", "higher"),
        ("Fernfold reduces latency by 3x.", "latency", "3x", "lower"),
        ("Fernfold delivers over 20% reduction in memory usage.", "memory usage", "over 20%", "lower"),
        ("Fernfold yields at least 50% TPOT reduction.", "TPOT", "at least 50%", "lower"),
        ("Fernfold gives up to a 4.2x speedup.", "speedup", "up to 4.2x", "higher"),
        ("Fernfold needs 8 times fewer parameters.", "parameters", "8 times", "lower"),
        ("Fernfold is 3 times faster.", "speed", "3 times", "higher"),
        ("Fernfold beats all baselines by over 95% in visual quality.", "visual quality", "over 95%", "higher"),
        ("Our method retains 92% of the inference speed.", "inference speed", "92%", "higher"),
    ],
)
def test_a_value_measures_the_metric_that_stands_beside_it(sentence, metric, value, direction):
    assert said(sentence, "metric", "value", "direction") == [(metric, value, direction)]


def test_a_result_belongs_to_the_paper_s_system_and_keeps_its_sentence():
    (result,) = results("Fernfold reaches an accuracy of 67.5%. More follows.")
    assert result.system == "Fernfold"
    assert result.sentence == "Fernfold reaches an accuracy of 67.5%."
    assert result.number == 67.5


def test_a_rise_has_the_value_reached_and_the_one_it_started_from():
    assert said("Fernfold raises recall from 85.4% to 91.9%.", "metric", "value", "baseline_value") == [
        ("recall", "91.9%", "85.4%")
    ]


def test_a_metric_may_move_as_the_subject_of_its_clause():
    text = "On PuzzleBench, pass@8 rises from 5.4% to 9.9%, and accuracy improves from 9.1% to 12.6%."
    assert said(text, "metric", "value", "benchmark") == [
        ("pass@8", "9.9%", "PuzzleBench"),
        ("accuracy", "12.6%", "PuzzleBench"),
    ]


def test_values_in_brackets_measure_what_the_value_before_them_does():
    text = "Fernfold gets 83.4% Dice on PuzzleBench (+8.6% over Tulip-7B and +9.1% over the best baseline Mossgrow at 74.2%)."
    assert said(text, "value", "metric", "benchmark", "baseline", "baseline_value") == [
        ("83.4%", "Dice", "PuzzleBench", None, None),
        ("+8.6%", "Dice", "PuzzleBench", "Tulip-7B", None),
        ("+9.1%", "Dice", "PuzzleBench", "Mossgrow", "74.2%"),
    ]


def test_values_and_benchmarks_of_one_length_are_paired():
    text = "Fernfold reaches an accuracy of 61.0% and 72.0% on PuzzleBench and RiddleSet, respectively."
    assert said(text, "value", "benchmark") == [("61.0%", "PuzzleBench"), ("72.0%", "RiddleSet")]


def test_one_value_on_several_benchmarks_is_said_of_none_of_them():
    assert said("Fernfold reaches 61% accuracy on PuzzleBench and RiddleSet.", "benchmark") == [(None,)]


def test_a_benchmark_of_the_next_clause_is_not_where_a_value_was_measured():
    assert said("Fernfold cuts latency by 20%, while it matches Mossgrow on PuzzleBench.", "benchmark") == [(None,)]


def test_one_value_may_be_that_of_several_metrics():
    assert said("Fernfold shows 99% precision and recall.", "metric") == [("precision",), ("recall",)]


def test_the_possessor_of_a_metric_is_the_baseline():
    assert said("Fernfold lifts Tulip-7B's accuracy from 65.6% to 69.3%.", "metric", "baseline", "value") == [
        ("accuracy", "Tulip-7B", "69.3%")
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "In contrast, the cached Mossgrow achieves a lower accuracy of 67.9%.",
        "Even the leading models score only 38.1% accuracy.",
        "Existing methods reach 40% accuracy.",
        "Humans achieve 95% accuracy.",
        "Fernfold beats Mossgrow, which has an accuracy of 67.9%, while GPT-9 reaches 70.1% accuracy.",
    ],
)
def test_the_number_of_another_system_is_not_the_paper_s(sentence):
    assert results(sentence) == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "We collect 15.1K pairs, 329 scenarios and 1.5M samples.",
        "Fernfold has 2.5B parameters.",
        "Fernfold wins (p < 0.001).",
        "We use a learning rate of 0.01 and a dropout of 0.5.",
        "Fernfold runs in $O(n^{2.37})$ time.",
        "Fernfold was tested in 2025 with Opus 4.5 on 20 benchmarks.",
        "Fernfold needs 10% of the labels.",
        "Fernfold renders images at 320×640.",
        "Fernfold keeps its quality at 84.1% average sparsity.",
        "Fernfold gains 5% over Mossgrow.",
    ],
)
def test_sizes_settings_and_numbers_of_nothing_named_are_no_results(sentence):
    assert results(sentence) == ()


def test_numbers_before_the_paper_speaks_of_its_own_work_are_background():
    assert results("", opening="Mossgrow reaches an accuracy of 67.5%. We propose Fernfold, a method for leaves.") == ()


def test_the_numbers_of_systems_on_a_proposed_benchmark_are_not_its_own():
    opening = "We introduce LeafBench, a benchmark for folding. "
    assert results("It shows that Tulip-7B has an accuracy of 40.1%.", opening=opening) == ()
    assert said("Our model reaches 61% accuracy.", "system", "value", opening=opening) == [(None, "61%")]


def test_a_range_has_no_number_and_two_units_make_no_range():
    assert said("Fernfold cuts latency by 46-71%.", "value", "number") == [("46-71%", None)]
    text = "Fernfold improves throughput to over 300 FPS – 3x faster than Mossgrow."
    assert said(text, "metric", "value") == [("throughput", "over 300 FPS"), ("speed", "3x")]


def test_a_benchmark_that_nobody_knows_does_not_get_its_neighbour_s_name():
    text = "Fernfold reaches scores of 43.2 on PuzzleBench and 27.2 on Unheard-Of."
    assert said(text, "value", "benchmark") == [("43.2", "PuzzleBench"), ("27.2", None)]
