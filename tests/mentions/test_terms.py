import pytest

from paperkg.mentions.folding import fold, fold_phrase, squash
from paperkg.mentions.terms import TermFinder
from paperkg.records import Acronym, Mention, Paper, Passage, Section, Source, Span
from paperkg.vocabulary import Term, Vocabulary, builtin_vocabulary


@pytest.fixture(scope="module")
def finder() -> TermFinder:
    return TermFinder(builtin_vocabulary())


def section(text: str, field="text") -> Section:
    return Section(field, text, (Span(0, len(text)),))


def acronym(short: str, long: str) -> Acronym:
    return Acronym(short, long, "text", Span(0, 0), Span(0, 0))


def found(finder: TermFinder, text: str, *acronyms: Acronym) -> list[Mention]:
    mentions = finder.find(section(text), acronyms)
    assert all(text[m.start : m.end] == m.text for m in mentions)
    return list(mentions)


def terms(finder: TermFinder, text: str, *acronyms: Acronym) -> list[str]:
    return [m.term or "" for m in found(finder, text, *acronyms)]


@pytest.mark.parametrize(
    "first, second",
    [
        ("vision–language model", "Vision-Language Model"),
        ("vision\u2011language model", "vision language model"),
        ("Poincaré ball", "poincare ball"),
        ("ＢＥＲＴ", "bert"),
        ("Moore’s law", "Moore's law"),
    ],
)
def test_spellings_that_differ_in_dash_case_width_or_accent_fold_alike(first, second):
    assert fold_phrase(first) == fold_phrase(second)


def test_a_spaced_or_doubled_dash_parts_words_and_a_hyphen_joins_them():
    assert fold("a model - large").words == ("a", "model", "-", "large")
    assert fold("model—large").words == ("model", "—", "large")
    assert fold("model-large").words == ("model", "large")


def test_a_folded_token_knows_its_place_in_the_text():
    text = "Große Ŝprachmodelle—z.B. ﬁne‑tuned"
    folded = fold(text)
    assert [text[s:e] for s, e in zip(folded.starts, folded.ends, strict=True)][-2:] == ["ﬁne", "tuned"]
    assert folded.words[-2] == "fine"


def test_squashed_forms_of_british_and_american_spelling_agree():
    assert squash("Direct preference optimisations") == squash("direct-preference optimization")


@pytest.mark.parametrize(
    "text",
    [
        "We compare PixCLIP with others.",
        "The C2-CLIP encoder is new.",
        "The code is at https://github.com/someone/CLIP today.",
        "CLIP-Adapter-X is a new module.",
    ],
)
def test_a_name_inside_a_longer_name_or_an_address_is_not_found(finder, text):
    assert "clip" not in terms(finder, text)


def test_an_architecture_inside_a_longer_architecture_is_not_found(finder):
    assert terms(finder, "We compare with TransUNet here.") == ["transunet"]


@pytest.mark.parametrize(
    "text", ["CLIP's text encoder is frozen.", "CLIP’s text encoder is frozen.", "A CLIP-based ranker."]
)
def test_a_possessive_or_a_lower_case_compound_names_the_thing(finder, text):
    assert "clip" in terms(finder, text)


def test_a_size_is_its_own_entry_and_no_mention_of_its_family(finder):
    assert terms(finder, "Results on Qwen3-8B are good.") == ["qwen3-8b"]
    assert "llama-3.1" not in terms(finder, "Results on Llama 3.1 9B are good.")
    assert "gpt-5" not in terms(finder, "We query GPT-5.1 twice.")


def test_a_release_suffix_belongs_to_the_size(finder):
    (mention,) = found(finder, "We run Qwen3-30B-A3B-Instruct.")
    assert (mention.text, mention.term) == ("Qwen3-30B-A3B-Instruct", "qwen3-30b-a3b")
    assert terms(finder, "LoRA modules for Llama 3.1 8B-Instruct")[-1] == "llama-3.1-8b"


def test_two_years_behind_a_slash_are_two_benchmarks(finder):
    mentions = found(finder, "We report AIME-24/25 and MATH-500.")
    assert [(m.text, m.name) for m in mentions] == [
        ("AIME-24/25", "AIME 2024"),
        ("AIME-24/25", "AIME 2025"),
        ("MATH-500", "MATH-500"),
    ]


def test_a_shared_head_is_read_with_both_numbers(finder):
    assert terms(finder, "Experiments on CIFAR-10 and 100 confirm it.") == ["cifar-10", "cifar-100"]


def test_the_longest_of_several_terms_is_taken(finder):
    assert [m.text for m in found(finder, "multimodal large language models")] == ["multimodal large language models"]


def test_a_name_that_is_a_word_needs_its_capital_and_support(finder):
    assert "dream" not in terms(finder, "Researchers dream of better models.")
    assert "dream" not in terms(finder, "Dream journals were collected.")
    assert "dream" in terms(finder, "It decodes faster on Dream and LLaDA.")
    assert "quest" in terms(finder, "Faster than the strongest baseline (i.e. Quest).")


def test_two_peers_in_a_list_support_each_other(finder):
    assert {"dpo", "simpo"} <= set(terms(finder, "It beats offline methods, DPO and SimPO among them."))


def test_a_definition_binds_letters_of_two_owners(finder):
    model = acronym("SAM", "Segment Anything Model")
    optimizer = acronym("SAM", "sharpness-aware minimisation")
    text = "SAM is applied to every image."
    assert terms(finder, text, model)[0] == "segment-anything-model"
    assert terms(finder, text, optimizer)[0] == "sam"


def test_a_definition_of_something_else_overrides_the_vocabulary(finder):
    stranger = acronym("SAM", "Slow Annual Migration")
    assert not {"sam", "segment-anything-model"} & set(terms(finder, "The SAM algorithm and the SAM model.", stranger))


def test_letters_of_two_owners_stay_unbound_without_support(finder):
    assert not {"sam", "segment-anything-model"} & set(terms(finder, "There SAM was seen."))


def test_a_relative_of_a_term_supports_a_short_acronym(finder):
    assert "tda" in terms(finder, "In test-time adaptation, TDA is the cache-based choice.")
    assert "tda" not in terms(finder, "In algebraic topology, TDA is popular.")


def test_an_acronym_lends_its_long_form_to_the_vocabulary(finder):
    mentions = found(finder, "A GNT is trained.", acronym("GNT", "graph neural network"))
    assert [(m.text, m.term, m.rule) for m in mentions] == [
        ("GNT", "graph-neural-network", "vocabulary-defined"),
    ]


def test_a_lower_case_word_is_no_model_or_benchmark(finder):
    assert terms(finder, "multiple stars, spiders and twins") == []


def test_what_one_section_names_in_full_supports_the_other(finder):
    paper = Paper(source=Source("x", 1))
    title = section("Segment Anything Model for maps", "title")
    body = section("There SAM was seen.")
    mentions = finder.find_all(Passage(paper, (title, body)))
    assert [(m.field, m.term) for m in mentions if m.kind == "Model"] == [
        ("title", "segment-anything-model"),
        ("text", "segment-anything-model"),
    ]


def test_every_mention_carries_the_rule_and_its_score(finder):
    mentions = found(finder, "It decodes faster on Dream and LLaDA.")
    assert [(m.text, m.rule) for m in mentions if m.kind == "Model"] == [
        ("Dream", "vocabulary-peer"),
        ("LLaDA", "vocabulary"),
    ]
    assert all(0.5 < m.score <= 1 for m in mentions)


def test_an_ordinary_word_is_no_name_that_a_hyphen_would_make():
    coder = Term(id="multipl-e", table="benchmarks", label="MultiPL-E", kind="Benchmark")
    finder = TermFinder(Vocabulary({coder.id: coder}))
    text = "Multiple agents act. We use MultiPLE and MultiPL-E."
    found = finder.find(Section("text", text, (Span(0, len(text)),)))
    assert [mention.text for mention in found] == ["MultiPLE", "MultiPL-E"]
