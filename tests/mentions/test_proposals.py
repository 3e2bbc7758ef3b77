import pytest

from paperkg.mentions.proposals import find_proposals
from paperkg.records import Paper, Source
from paperkg.text import passage


def proposals(text, title=None):
    return find_proposals(passage(Paper(source=Source("x.txt", 1), text=text, title=title)))


def told(text, title=None):
    return [(each.name, each.kind) for each in proposals(text, title)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose MossNet, a network for stones.", [("MossNet", "Model")]),
        ("To this end, we present Fern, a simple framework that folds.", [("Fern", "Method")]),
        ("This paper introduces a new benchmark called StoneBench.", [("StoneBench", "Benchmark")]),
        ("We release a large dataset, GardenQA, for gardeners.", [("GardenQA", "Dataset")]),
        ("We introduce a multimodal forecasting benchmark ReedX.", [("ReedX", "Benchmark")]),
        ("We propose Coherent Moss Folding (CMF), which folds moss.", [("CMF", "Method")]),
        ("We propose **FOLD** (**F**olding **O**f **L**eaves **D**own), a method.", [("FOLD", "Method")]),
        ("We introduce _Collapsed Leaf Operators_, which collapse.", [("Collapsed Leaf Operators", "Method")]),
        (
            "We contribute LeafSet, a training dataset of 1.5M leaves, and LeafTest, a benchmark of 300 leaves.",
            [("LeafSet", "Dataset"), ("LeafTest", "Benchmark")],
        ),
        (
            "We introduce two techniques: (i) ***Inner Folding (IF)***, a trick, and (ii) ***Outer Folding***, another.",
            [("IF", "Method"), ("Outer Folding", "Method")],
        ),
        ("We propose a lossless framework, Coupled Folding (CF), by extending Plain Folding (PF).", [("CF", "Method")]),
        ("We design the π-Fold algorithm.", [("π-Fold", "Method")]),
        (
            "We introduce two folding strategies, Inward Folding and Quick Outward Folding, which fold.",
            [("Inward Folding", "Method"), ("Quick Outward Folding", "Method")],
        ),
    ],
)
def test_what_a_paper_proposes_by_name(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Recently, MossNet has been proposed for stones.",
        "Prior works introduce MossNet and FernNet.",
        "We extend the recently proposed MossNet.",
        "We propose a framework based on Group Relative Policy Optimization.",
        "We propose a BERT-based method for stones.",
        "We develop a novel method that beats GPT-4.",
        "We propose Bayesian methods for stones.",
        "We analyze two single-call methods, the inner gradient (IG) and the outer gradient (OG) methods.",
        "We introduce a doubly folded MDP framework.",
        "Extensive experiments are presented on CIFAR-10.",
    ],
)
def test_what_others_propose_and_what_has_no_name_is_no_proposal(text):
    assert told(text) == []


def test_the_name_before_the_colon_of_a_title_is_proposed():
    assert told("It folds moss.", title="FernFold: Folding Moss at Scale") == [("FernFold", "Method")]


def test_a_question_or_a_plain_word_before_the_colon_is_no_name():
    assert told("Attention is studied.", title="Attention: A Long Story About Moss") == []
    assert told("It is studied.", title="Why does it fold: a story") == []


def test_the_expansion_comes_from_the_papers_own_definition():
    found = proposals("We propose Fern (Folding Every Root Now). Fern folds.")
    assert [(each.name, each.expansion) for each in found] == [("Fern", "Folding Every Root Now")]


def test_offsets_are_those_of_the_name():
    text = "Here we propose **MossNet**, a network."
    clean = passage(Paper(source=Source("x.txt", 1), text=text)).section("text").text
    found = proposals(text)[0]
    assert clean[found.start : found.end] == "MossNet"


def test_a_known_thing_that_is_formulated_as_another_is_not_proposed():
    assert told("We formulate inverse folding (IF) as a bounded search and solve it.") == []
    assert told("We formalize this as a Leaf Grounding Graph (LGG).") == [("LGG", "Method")]


def test_a_name_that_only_narrows_the_next_noun_is_not_proposed():
    assert told("We propose a Crown-Root bound (CRB) guided framework for trees.") == []
    assert told("We propose Fern-based pruning.") == []


def test_the_kind_of_a_name_without_a_head_noun_is_read_from_its_ending():
    assert told("We construct MapleBench from large-scale data.") == [("MapleBench", "Benchmark")]
    assert told("We propose Moss Reward Benchmark (MRB), covering ten gardens.") == [("MRB", "Benchmark")]


def test_a_hyphenated_word_does_not_end_an_appositive():
    text = "We construct LEAF-CoT, a well-grounded chain-of-thought dataset that mirrors gardeners."
    assert told(text) == [("LEAF-CoT", "Dataset")]
    assert told("We propose LeafGuard, the first MLLM-based guardrail for gardens.") == [("LeafGuard", "Method")]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("MossBench: A Diagnostic Benchmark for Stones", [("MossBench", "Benchmark")]),
        ("Fern-World Technical Report: Folding Worlds", [("Fern-World", "Method")]),
        ("CALM Before the STORM: On Weather", []),
        ("AI for Garden Finance: A View", []),
        ("Can LLMs Fold: A Question", []),
    ],
)
def test_a_title_names_a_system_where_it_is_a_name(title, expected):
    assert told("Leaves fold.", title) == expected


def test_what_is_named_on_the_way_is_no_proposal():
    assert told("We reach new heights on the largest set of leaves, namely LeafSet.") == []
    assert told("We propose a network for leaves, namely LeafNet.") == [("LeafNet", "Model")]


def test_a_title_that_says_something_of_a_thing_names_nothing():
    assert told("We look at moss.", title="MOSS Matters: A Study of Stones") == []
