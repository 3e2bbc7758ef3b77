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
