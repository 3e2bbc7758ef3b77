"""The extractor on sentences of our own: polarity, whole names, what is proposed and what is only named."""

import pytest

from paperkg.mentions import Extractor
from paperkg.records import Paper, Source
from paperkg.settings import MentionSettings
from paperkg.text import passage
from paperkg.vocabulary import builtin_vocabulary

pytestmark = pytest.mark.weights


@pytest.fixture(scope="module")
def extractor():
    return Extractor(MentionSettings(embedder="hash"), builtin_vocabulary())


def extract(extractor, text, **fields):
    return extractor.extract(passage(Paper(source=Source("x.txt", 1), text=text, **fields)))


def edges(extraction):
    return {(mention.predicate, mention.name) for mention in extraction.mentions}


def relations(extraction):
    return {(relation.predicate, relation.object) for relation in extraction.relations}


def test_on_par_is_a_comparison_and_no_win(extractor):
    found = extract(extractor, "We propose FernFold. FernFold is on par with DPO and SimPO on GSM8K.")
    assert {("comparesWith", "DPO"), ("comparesWith", "SimPO")} <= edges(found)
    assert relations(found) == set()


def test_a_win_names_what_was_beaten(extractor):
    found = extract(extractor, "We propose FernFold. FernFold outperforms TransUNet and SwinUNETR on GSM8K.")
    assert {("outperforms", "TransUNet"), ("outperforms", "Swin UNETR")} <= relations(found)


def test_a_speedup_over_seven_benchmarks_beats_nothing(extractor):
    found = extract(extractor, "We propose FernFold. It achieves a 24% speedup over seven benchmarks.")
    assert relations(found) == set()
    assert not any(mention.kind in ("Benchmark", "Dataset") for mention in found.mentions)


def test_a_phrase_that_only_says_what_a_name_is_is_no_concept(extractor):
    found = extract(
        extractor, "We propose FernFold. Experiments on the CIFAR-10 dataset and with the ResNet-50 backbone show it."
    )
    assert {mention.text for mention in found.mentions if mention.field == "text"} >= {"CIFAR-10", "ResNet-50"}
    assert not any("dataset" in mention.text or "backbone" in mention.text for mention in found.mentions)


def test_a_task_that_only_modifies_is_not_addressed(extractor):
    found = extract(extractor, "We fold summarization-based scores of leaves into image classification.")
    assert ("addresses", "summarization") not in edges(found)
    assert ("addresses", "image classification") in edges(found)


def test_a_name_with_its_score_is_no_metric_of_that_name(extractor):
    found = extract(extractor, "We propose FernFold. FernFold reaches higher DINO scores than before.")
    assert not any(mention.kind == "Metric" for mention in found.mentions)


def test_a_strategy_without_a_name_is_not_beaten(extractor):
    found = extract(extractor, "We propose FernFold. FernFold is better than the standard pooling strategy.")
    assert relations(found) == set()


def test_an_extension_named_beside_a_thing_is_no_part_of_it(extractor):
    said = "We introduce Fern Folding, a method that includes leaves, along with Quick Folding, an extension for trees."
    assert ("partOf", "Quick Folding") not in relations(extract(extractor, said))


def test_unlike_is_no_use(extractor):
    found = extract(extractor, "We propose FernFold, a decoder. Unlike GPT-4, FernFold folds.")
    assert ("usesModel", "GPT-4") not in edges(found)


def test_a_part_of_a_name_is_no_name(extractor):
    found = extract(extractor, "We propose MossCLIP, an encoder. MossCLIP sees moss.")
    assert "CLIP" not in {mention.name for mention in found.mentions}


def test_two_benchmarks_in_one_word(extractor):
    found = extract(extractor, "We propose FernFold and evaluate it on AIME-24/25.")
    assert {("evaluatesOn", "AIME 2024"), ("evaluatesOn", "AIME 2025")} <= edges(found)


def test_a_training_set_is_trained_on(extractor):
    found = extract(extractor, "We propose FernFold, a model. FernFold is trained on ImageNet-1K.")
    assert any(predicate == "trainedOn" for predicate, _ in edges(found))


def test_a_paper_in_another_language_keeps_its_keywords_alone(extractor):
    found = extract(extractor, "Wir falten Moos mit FernFold und GPT-4.", language="de", keywords=("Moos", "Falten"))
    assert edges(found) == {("about", "Moos"), ("about", "Falten")}
    assert found.keyphrases == ("Moos", "Falten")


def test_code_with_an_address_and_code_that_is_promised(extractor):
    with_address = extract(extractor, "We fold. Our code is available at https://github.com/moss/fold.")
    assert (with_address.code_url, with_address.code_announced) == ("https://github.com/moss/fold", False)
    promised = extract(extractor, "We fold. We will open-source the code on GitHub.")
    assert (promised.code_url, promised.code_announced) == (None, True)


def test_a_paper_without_a_title_is_labelled_by_its_system(extractor):
    found = extract(extractor, "We propose Coherent Moss Folding (CMF), a framework.")
    assert found.label == "CMF: Coherent Moss Folding"
    assert found.passage.paper.title is None
    assert found.contribution == "framework"


def test_every_mention_is_the_text_at_its_place(extractor):
    text = "We propose FernFold (Folding Every Root Now) for large language models (LLMs). LLM-based agents decode tokens in parallel on GPQA-Diamond."
    found = extract(extractor, text, title="FernFold: Folding LLMs", keywords=("folding", "LLMs"))
    assert found.mentions
    for mention in found.mentions:
        assert found.passage.section(mention.field).text[mention.start : mention.end] == mention.text


def test_an_empty_abstract_is_no_error(extractor):
    found = extract(extractor, "", title="Moss")
    assert found.label == "Moss"


@pytest.mark.parametrize(
    "sentence",
    [
        "FernFold outperforms strong baselines under strict reliability constraints.",
        "FernFold outperforms baselines, avoiding policy degeneration.",
        "FernFold is 3x faster than training-free methods.",
        "Reasoning models outperform GPT-4.",
        "FernFold matches GPT-4.",
        "FernFold improves attack success by 20% on benchmarks against GPT-4.",
        "FernFold surpasses the prior SOTA model.",
        "FernFold shows that larger models lose 5% accuracy compared to GPT-4.",
        "FernFold is more flexible than AdamW's hard maximum rule.",
    ],
)
def test_only_a_named_system_is_beaten_and_only_by_the_paper_s_own(extractor, sentence):
    found = extract(extractor, f"We propose FernFold, a decoder. {sentence}")
    assert {each for each in relations(found) if each[0] == "outperforms"} == set()


def test_the_performance_of_a_system_may_be_beaten(extractor):
    found = extract(extractor, "We propose FernFold, a decoder. FernFold exceeds TransUNet's accuracy.")
    assert ("outperforms", "TransUNet") in relations(found)


def test_the_scores_of_a_system_are_compared_with_and_not_used(extractor):
    found = extract(extractor, "We propose FernFold, a decoder. FernFold beats the scores of GPT-4.")
    assert ("comparesWith", "GPT-4") in edges(found)
    assert ("usesModel", "GPT-4") not in edges(found)


def test_a_matching_module_compares_nothing(extractor):
    found = extract(extractor, "We propose FernFold, a decoder. We train a leaf matching adapter and BERT.")
    assert not any(predicate == "comparesWith" for predicate, _ in edges(found))


def test_being_based_on_a_model_is_a_use_and_building_upon_a_method_an_extension(extractor):
    found = extract(extractor, "We propose FernFold, a decoder. It learns representations based on CLIP.")
    assert not any(predicate == "extends" for predicate, _ in relations(found))
    found = extract(extractor, "We propose FernFold, a learner built upon GRPO.")
    assert ("extends", "GRPO") in relations(found)


@pytest.mark.parametrize(
    "sentence",
    [
        "We introduce a subset derived from COCO.",
        "FernFold exports labels in COCO-format files.",
        "All resources are available through the MTEB package.",
        "It abstracts 3D shapes in strokes.",
    ],
)
def test_data_that_something_else_is_made_of_is_not_evaluated_on(extractor, sentence):
    found = extract(extractor, f"We propose FernFold, a decoder. {sentence}")
    assert not any(predicate == "evaluatesOn" for predicate, _ in edges(found))


def test_a_paper_that_proposes_a_benchmark_alone_is_not_evaluated_on_it(extractor):
    text = "We introduce FernBench, a benchmark for folding. We evaluate ten decoders on FernBench."
    assert ("evaluatesOn", "FernBench") not in edges(extract(extractor, text))
    both = text.replace("We evaluate", "We propose MossFold, a decoder. We evaluate")
    assert ("evaluatesOn", "FernBench") in edges(extract(extractor, both))


def test_a_system_is_trained_on_the_training_dataset_proposed_with_it(extractor):
    text = "We propose FernFold, a decoder. Alongside, we contribute FernSet, a training dataset of 15K leaves."
    assert ("trainedOn", "FernSet") in relations(extract(extractor, text))
    assert ("trainedOn", "FernSet") not in relations(extract(extractor, text.replace("training", "large")))


def test_a_class_of_models_is_a_concept(extractor):
    found = extract(extractor, "We propose FernFold, a decoder. We query a reasoning model for labels.")
    assert not any(mention.kind == "Model" for mention in found.mentions if mention.text == "reasoning model")


def test_what_is_released_is_not_what_is_contributed(extractor):
    found = extract(
        extractor,
        "Our empirical study includes a range of merging methods. We find that merging has little effect. "
        "We release the model checkpoints.",
    )
    assert found.contribution == "empirical study"
