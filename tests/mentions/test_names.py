import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.mentions import name_cues
from paperkg.mentions.name_candidates import names_a_class, shapes, words_of
from paperkg.mentions.names import find_names
from paperkg.mentions.terms import TermFinder
from paperkg.records import Acronym, Mention, Paper, Passage, Section, Source, Span
from paperkg.vocabulary import Vocabulary, builtin_vocabulary


@pytest.fixture(scope="module")
def finder() -> TermFinder:
    return TermFinder(builtin_vocabulary())


def passage(text: str, *acronyms: Acronym, title: str = "") -> Passage:
    sections = [Section("title", title, (Span(0, len(title)),))] if title else []
    sections.append(Section("text", text, sentences(text)))
    return Passage(Paper(source=Source("x", 1), text=text), tuple(sections), acronyms)


def sentences(text: str) -> tuple[Span, ...]:
    ends = [i + 1 for i in range(len(text)) if text[i] == "." and text[i + 1 : i + 2] in (" ", "")]
    starts = [0, *(end + 1 for end in ends[:-1])]
    return tuple(Span(start, end) for start, end in zip(starts, ends, strict=True)) or (Span(0, len(text)),)


def acronym(short: str, long: str) -> Acronym:
    return Acronym(short, long, "text", Span(0, 0), Span(0, 0))


def found(text: str, *acronyms: Acronym, finder: TermFinder | None = None) -> dict[str, str]:
    """Return the kinds of the names found, without the vocabulary where no finder is given."""
    whole = passage(text, *acronyms)
    look = finder or TermFinder(Vocabulary({}))
    mentions = find_names(whole, look.find_all(whole), look.kinds)
    assert all(text[m.start : m.end] == m.text for m in mentions)
    return {m.name: m.kind for m in mentions}


def test_shapes_are_inner_capitals_digits_and_capitals_inside_a_sentence():
    section = Section("text", "Here we try FooNet, word2vec and the Brick Corpus on 8 GPUs in 2D.", (Span(0, 66),))
    assert [shape.text for shape in shapes(section, words_of(section))] == ["FooNet", "word2vec", "Brick Corpus"]


@pytest.mark.parametrize(
    "text",
    [
        "We test on seven benchmarks and 20+ baselines with 4 GPUs.",
        "Our framework is state-of-the-art. Extensive Experiments show it.",
        "Recently, University College London and the ICML reviewers in Singapore agreed.",
        "It costs O(HWC) operations in RGB and SQL at 30 FPS.",
        "The code is at https://github.com/some/FooNet and foo@BarNet.org now.",
    ],
)
def test_what_has_no_name_of_its_own_is_no_name(text):
    assert found(text) == {}


def test_a_head_noun_behind_a_name_gives_its_kind():
    names = found("We use the Grelm dataset, the FooTrek benchmark, the Qibble-2 model and the ZapOpt optimizer.")
    assert names == {"Grelm": "Dataset", "FooTrek": "Benchmark", "Qibble-2": "Model", "ZapOpt": "Method"}


def test_one_kind_holds_for_a_name_in_the_whole_paper():
    names = found("We collect Grelmia, a dataset of maps. Our net works better on Grelmia. Grelmia helps.")
    assert names == {"Grelmia": "Dataset"}


def test_the_members_of_a_list_share_a_kind():
    names = found("Tests on the AvoQ, BixP, and CelW datasets confirm it.")
    assert names == {"AvoQ": "Dataset", "BixP": "Dataset", "CelW": "Dataset"}


def test_a_known_member_of_a_list_tells_of_the_others(finder):
    assert found("Better scores on ImageNet, AvoQ and COCO.", finder=finder) == {"AvoQ": "Dataset"}


def test_examples_in_brackets_have_the_kind_of_the_noun_before_them():
    names = found("It beats strong baselines (e.g., FooNet-L and BarWave) on datasets such as QuxSet.")
    assert names["QuxSet"] == "Dataset"
    assert {names["FooNet-L"], names["BarWave"]} <= {"Model", "Method"}


def test_an_apposition_gives_the_kind_of_what_is_introduced():
    names = found("We introduce Grabnix, a large-scale benchmark of riddles, and Zobrix, a training-free method.")
    assert names == {"Grabnix": "Benchmark", "Zobrix": "Method"}


def test_the_long_form_of_an_acronym_gives_its_kind():
    text = "We train on GRD and report it."
    assert found(text, acronym("GRD", "Global Riddle Dataset")) == {"GRD": "Dataset"}
    assert found(text, acronym("GRD", "global riddle detection")) == {}


def test_a_size_that_the_vocabulary_lacks_is_a_model(finder):
    assert found("We fine-tune Qwen3-5B here.", finder=finder) == {"Qwen3-5B": "Model"}


def test_a_place_that_the_vocabulary_owns_is_no_candidate(finder):
    assert found("We fine-tune Qwen3-8B on ImageNet here.", finder=finder) == {}


def test_the_name_of_a_class_is_no_models_name(finder):
    assert names_a_class("Video Large Language Models")
    assert not names_a_class("Deep Interest Network")
    assert found("Recent Video LLMs and Language Models answer well.", finder=finder) == {}


def test_a_language_or_a_task_names_data_only_with_a_head_noun():
    assert found("We translate from German into English and solve QA.") == {}
    assert found("We train on the Reuters corpus.") == {"Reuters corpus": "Dataset"}
    assert found("We train on the QA dataset.") == {"QA dataset": "Dataset"}


@pytest.mark.parametrize("data", ["German corpus", "English-Chinese test sets", "QA datasets", "MRI data"])
def test_data_of_a_language_or_several_of_a_task_have_no_name(data):
    assert found(f"We train on the {data}.") == {}


def test_a_capital_at_a_hyphen_makes_no_name_of_a_compound(finder):
    assert found("It adds LLM-Guided and Fully-Connected layers.", finder=finder) == {}


def test_what_stands_for_a_phrase_that_the_paper_only_speaks_of_is_no_name():
    section = "Wide aperture radar (WAR) images are noisy. WAR needs care."
    spoken_of = Acronym("WAR", "Wide aperture radar", "text", Span(21, 24), Span(0, 19))
    assert found(section, spoken_of) == {}
    proposed = "We propose wide aperture routing (WAR). WAR needs less memory than FooNet."
    assert "WAR" in found(proposed, Acronym("WAR", "wide aperture routing", "text", Span(34, 37), Span(11, 32)))


def test_praise_before_a_name_is_no_part_of_it():
    assert list(found("It beats SOTA FooNet-7B by far.")) == ["FooNet-7B"]


def test_a_word_for_data_inside_a_name_makes_it_data():
    text = "We parse all that is in the Grelm Corpus of Wobria and look words up in the Zobrix Pronouncing Dictionary."
    assert found(text) == {
        "Grelm Corpus of Wobria": "Dataset",
        "Zobrix Pronouncing Dictionary": "Dataset",
    }


def test_a_lower_case_compound_leaves_the_name():
    assert list(found("A FooNet-based ranker is used.")) == ["FooNet"]


def test_an_acronyms_mention_carries_what_it_stands_for():
    whole = passage("We propose the GRN model.", acronym("GRN", "Global Riddle Network"))
    (mention,) = find_names(whole, ())
    assert (mention.name, mention.expansion) == ("GRN", "Global Riddle Network")


def test_titles_written_in_capitals_name_nothing_by_capitals_alone():
    whole = passage("It works.", title="Learning To Walk Through Snow")
    assert find_names(whole, ()) == ()


def test_mentions_carry_the_rule_of_their_place():
    whole = passage("We use the Grelm dataset.")
    (mention,) = find_names(whole, ())
    assert isinstance(mention, Mention)
    assert mention.rule == "name-dataset-behind"


@given(st.data())
def test_no_cue_before_a_name_begins_farther_off_than_is_looked(data):
    cue = data.draw(st.sampled_from([cue for cue in name_cues._AHEAD if cue.reach < name_cues._FARTHEST]))
    said = data.draw(st.from_regex(re.compile(cue.pattern.pattern.removesuffix("$")), fullmatch=True))

    assert len(said) <= cue.reach
