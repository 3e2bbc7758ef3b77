"""Tokens, lemmas and noun phrases stand at the places where the text has them."""

import json
import shutil
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.errors import ModelError
from paperkg.mentions import pipeline
from paperkg.mentions.noun_phrases import Analysis, Tagger
from paperkg.records import Section, Span

pytestmark = pytest.mark.weights


@cache
def tagger():
    return Tagger()


def phrases(text, *sentences):
    return [phrase.text for phrase in tagger().analyse(text, sentences or (Span(0, len(text)),)).noun_phrases]


def test_articles_and_verbs_stay_outside():
    assert phrases("The bees visited a yellow flower in the garden.") == ["bees", "yellow flower", "garden"]


def test_a_hyphenated_word_is_one_word():
    assert phrases("We train a low-rank adapter for long-context models.") == [
        "low-rank adapter",
        "long-context models",
    ]


def test_a_participle_behind_a_noun_opens_a_clause():
    assert phrases("We compare models trained on images.") == ["models", "images"]


def test_a_gerund_may_be_the_head():
    assert "reinforcement learning" in phrases("We study reinforcement learning with sparse rewards.")


def test_a_phrase_never_leaves_its_sentence():
    text = "We learn from graph\nneural networks help"

    assert "graph neural networks" in " ".join(" ".join(phrases(text)).split())
    assert phrases(text, Span(0, 19), Span(20, len(text))) == ["graph", "neural networks"]


def test_the_period_of_a_sentence_is_no_part_of_a_name():
    assert phrases("We call the benchmark TimesX.") == ["benchmark TimesX"]


def test_a_phrase_carries_its_head_and_the_places_of_its_tokens():
    analysis = tagger().analyse("The robust solver networks won.", (Span(0, 31),))

    (phrase,) = analysis.noun_phrases

    assert phrase.head == "network"
    assert [token.text for token in analysis.tokens[phrase.first : phrase.last + 1]] == ["robust", "solver", "networks"]
    assert phrase.sentence == 0


def test_the_number_of_the_sentence_is_counted_in_those_given():
    text = "Bees learn. The wax is soft."

    analysis = tagger().analyse(text, (Span(0, 11), Span(12, 28)))

    assert [(phrase.text, phrase.sentence) for phrase in analysis.noun_phrases] == [("Bees", 0), ("wax", 1)]


def test_lemmas_are_those_of_the_word_and_its_tag():
    analysis = tagger().analyse("The analyses showed better queries.", (Span(0, 35),))

    assert [token.lemma for token in analysis.tokens] == ["the", "analysis", "show", "well", "query", "."]


def test_a_lemma_is_in_lower_case_though_it_is_a_name():
    analysis = tagger().analyse("We ask Sherlock.", (Span(0, 16),))

    assert (analysis.tokens[2].text, analysis.tokens[2].lemma) == ("Sherlock", "sherlock")


def test_a_section_is_cut_at_its_own_sentences():
    section = Section("text", "Bees fly. Wax melts.", (Span(0, 9), Span(10, 20)))

    assert tagger().analyse_section(section) == tagger().analyse(section.text, section.sentences)


def test_tokens_between_two_offsets():
    analysis = tagger().analyse("Bees make honey.", (Span(0, 16),))

    assert [token.text for token in analysis.tokens_in(5, 15)] == ["make", "honey"]


def test_an_empty_text_has_neither_tokens_nor_phrases():
    assert tagger().analyse("", ()) == Analysis((), ())
    assert tagger().analyse(" \n ", (Span(0, 3),)) == Analysis((), ())


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60) | st.text("ab -/.()$\\ é中\n", max_size=60))
def test_every_token_and_phrase_is_what_the_text_says_at_its_place(text):
    analysis = tagger().analyse(text, (Span(0, len(text)),))

    assert all(text[token.start : token.end] == token.text for token in analysis.tokens)
    assert all(text[phrase.start : phrase.end] == phrase.text for phrase in analysis.noun_phrases)


def test_what_was_analysed_before_changes_nothing():
    text = "Fast solvers read the data that leaves left."
    fresh = Tagger()

    tagger().analyse("It leaves. Leaves fell. He left data.", (Span(0, 37),))

    assert tagger().analyse(text, (Span(0, 44),)) == fresh.analyse(text, (Span(0, 44),))


def test_a_pipeline_that_is_not_installed_is_told_with_what_to_type():
    with pytest.raises(ModelError, match=r"no_such_pipeline is not installed.*pip install no_such_pipeline"):
        Tagger("no_such_pipeline")


def test_a_file_of_the_pinned_pipeline_that_was_changed_is_refused_by_name(tmp_path, monkeypatch):
    expected = json.loads(pipeline.EXPECTED_HASHES.read_text(encoding="utf-8"))
    expected["tagger/model"] = "0" * 64
    changed = tmp_path / "hashes.json"
    changed.write_text(json.dumps(expected), encoding="utf-8")
    monkeypatch.setattr(pipeline, "EXPECTED_HASHES", changed)

    with pytest.raises(ModelError, match=r"tagger/model has the sha256 .*force-reinstall"):
        Tagger(pipeline.PINNED)


def test_a_pipeline_named_by_the_user_is_taken_as_it_is_under_an_identity_of_its_own(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(pipeline.data_folder(pipeline.PINNED), folder)
    (folder / "extra.txt").write_text("mine", encoding="utf-8")

    mine = Tagger(str(folder))

    pinned = Tagger(pipeline.PINNED)
    assert len({mine.identity, pinned.identity, tagger().identity}) == 3
    assert mine.analyse("Bees fly.", (Span(0, 9),)) == pinned.analyse("Bees fly.", (Span(0, 9),))


def test_the_form_of_a_word_depends_on_no_word_beside_it():
    opened = pipeline.load_pipeline()
    words = [
        ("gon", "VBG"),
        ("na", "TO"),
        ("ai", "VBP"),
        ("n't", "RB"),
        ("models", "NNS"),
        ("trained", "VBN"),
        ("’s", "POS"),
    ]

    together = opened.lemmas(words)

    assert together == [opened.lemmas([word])[0] for word in words]
    assert together[4] == "model"
