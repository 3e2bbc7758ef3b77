"""Keyphrases stand in the text, the best first, and depend on nothing but the paper."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.mentions.embedder import HashEmbedder, embedder_for
from paperkg.mentions.keyphrases import Keyphrases, document, placed, rescored, score, shipped_weights
from paperkg.mentions.noun_phrases import Tagger
from paperkg.mentions.phrase_candidates import Part, Scorer, candidates, describe
from paperkg.records import Paper, Passage, Section, Source, Span
from paperkg.settings import MentionSettings

pytestmark = pytest.mark.weights

TITLE = "Honeycomb indexing for nearest-neighbour search"
TEXT = (
    "We present honeycomb indexing, a novel approach to nearest-neighbour search in high-dimensional vector spaces. "
    "Honeycomb indexing cuts the space into hexagonal cells and keeps a Voronoi graph of their centres. "
    "In this paper we report extensive experiments with product quantization and inverted files, and discuss results."
)


@cache
def tagger():
    return Tagger()


def make(text=TEXT, title=None, keywords=()):
    sections = []
    if title:
        sections.append(Section("title", title, (Span(0, len(title)),)))
    spans, start = [], 0
    for sentence in text.split(". "):
        spans.append(Span(start, min(len(text), start + len(sentence) + 1)))
        start += len(sentence) + 2
    sections.append(Section("text", text, tuple(spans)))
    return Passage(Paper(source=Source("x", 1), title=title, text=text, keywords=tuple(keywords)), tuple(sections))


def rank(passage, *, embedder=None, **options):
    chosen = MentionSettings(**{"keyphrases": "statistical" if embedder is None else "keybert", **options})
    analysis = tagger().analyse_section(passage.section("text"))
    return Keyphrases(chosen, embedder, tagger()).rank(passage, analysis)


@pytest.mark.parametrize("embedder", [None, HashEmbedder(), embedder_for(MentionSettings())])
def test_what_the_paper_is_about_comes_first_and_fillers_do_not(embedder):
    first = [phrase.lower() for phrase in rank(make(), embedder=embedder)[:6]]

    assert "honeycomb indexing" in first
    assert "nearest-neighbour search" in first
    assert not {"paper", "results", "novel approach", "extensive experiments", "approach"} & set(first)


def test_capitals_and_hyphens_reach_keybert():
    assert {"Voronoi graph", "nearest-neighbour search"} <= set(rank(make(), embedder=HashEmbedder()))


def test_a_phrase_is_named_once_whatever_its_case_and_number():
    found = rank(make("Bee hives are warm. We own a bee hive. The Bee Hives are cold."))

    assert [phrase for phrase in found if phrase.lower().startswith("bee hive")] == ["Bee hives"]


def test_a_stretch_that_never_stands_alone_is_not_named_beside_the_phrase_that_holds_it():
    found = rank(make("We build a recursive pollen forecasting network. It is fast."))

    assert sum("pollen" in phrase for phrase in found) == 1


def test_a_score_is_the_sum_of_the_weights_of_what_is_seen():
    section = make("Bee hives are warm. We own a large bee hive (and a 2D map).").section("text")
    weights = shipped_weights()

    for candidate in candidates((Part(section.text, tagger().analyse_section(section)),)):
        seen = describe(candidate, characters=len(section.text), sentences=2)
        named = seen.features()
        added = weights["intercept"] + sum(weights.get(name, 0.0) * value for name, value in named.items())
        assert Scorer(weights).log_odds(seen) == pytest.approx(added)
        assert {"whole", "place"} < named.keys()
        assert any(name.startswith("tags=") for name in named)


def test_a_bracket_that_opens_and_does_not_close_is_in_no_phrase():
    assert not [
        phrase
        for phrase in rank(make("We use AB(SD)-based models and SD)-based methods."))
        if phrase.count("(") != phrase.count(")")
    ]


def test_at_most_as_many_as_asked_for():
    assert len(rank(make(TEXT + " Drones, swarms, wax, honey, pollen and brood combs are left aside."))) == 15
    assert rank(make(), keyphrase_count=3) == rank(make())[:3]


def test_the_words_are_those_of_the_abstract_even_where_the_title_writes_them_otherwise():
    found = rank(make("We study honey storage in cold rooms.", title="Honey Storage"))

    assert "honey storage" in found
    assert "Honey Storage" not in found


def test_what_only_the_title_names_is_found_too():
    assert "ant colonies" in [phrase.lower() for phrase in rank(make("They dig.", title="Ant colonies"))]


def test_the_authors_keywords_come_first_where_they_stand_in_the_text():
    found = rank(make(keywords=("Inverted Files", "beekeeping", "space")))

    assert found[:2] == ("inverted files", "space")
    assert "beekeeping" not in found


def test_a_keyword_is_not_found_inside_another_word():
    assert "cell" not in rank(make(keywords=("cell",)))[:1]


def test_a_paper_without_text_has_no_keyphrases():
    assert rank(make("")) == ()
    assert rank(make(""), embedder=HashEmbedder()) == ()


def test_a_paper_of_one_phrase_has_one():
    assert rank(make("Bees."), embedder=HashEmbedder()) == ("Bees",)


def test_statistical_asks_no_embedder():
    class Refusing(HashEmbedder):
        def embed(self, texts):
            raise AssertionError

    assert rank(make(), embedder=Refusing(), keyphrases="statistical") == rank(make())


def test_an_encoders_scores_change_the_order():
    class Lifting:
        def scores(self, text, phrases):
            return [9.0 if each.text == last else each.score for each in phrases]

    parts = (Part(TEXT, tagger().analyse_section(make().section("text"))),)
    scored = score(parts, Scorer(shipped_weights()))[:4]
    last = scored[-1].candidate.text

    assert next(iter(rescored(TEXT, scored, Lifting()))).candidate.text == last


def test_a_candidate_is_placed_where_its_words_stand_in_title_and_abstract():
    title, text = "A study of neural networks", "We train neural networks."
    passage = make(text, title=title)
    parts = tuple(Part(each.text, tagger().analyse_section(each)) for each in passage.sections)

    whole = document(parts)
    found = next(
        each for each in map(placed, score(parts, Scorer(shipped_weights()))) if each.text == "neural networks"
    )

    assert whole == "A study of neural networks\nWe train neural networks."
    assert [whole[span.start : span.end] for span in found.spans] == ["neural networks", "neural networks"]


def test_candidates_are_whole_words_of_noun_phrases():
    text = "An efficient low-rank inference engine is shown."
    parts = (Part(text, tagger().analyse(text, (Span(0, len(text)),))),)

    assert {each.text for each in candidates(parts)} == {
        "efficient",
        "efficient low-rank",
        "efficient low-rank inference",
        "efficient low-rank inference engine",
        "low-rank",
        "low-rank inference",
        "low-rank inference engine",
        "inference",
        "inference engine",
        "engine",
    }


@settings(max_examples=30, deadline=None)
@given(st.text("abc AB-/.() é\n", max_size=60), st.text("abc AB-", max_size=20))
def test_every_keyphrase_stands_in_the_abstract_or_the_title(text, title):
    passage = make(text, title=title.strip() or None)

    for phrase in rank(passage, embedder=HashEmbedder()):
        assert phrase in text or phrase in title
