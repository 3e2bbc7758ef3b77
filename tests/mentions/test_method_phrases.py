import pytest

from paperkg.mentions.method_phrases import find_method_phrases
from paperkg.mentions.noun_phrases import Analysis, NounPhrase, Tagger
from paperkg.records import Mention, Section, Span


def analysis(text: str, *phrases: str) -> Analysis:
    """Return an analysis with these noun phrases; their heads are their last words."""
    found = []
    for phrase in phrases:
        start = text.index(phrase)
        words = tuple(phrase.split())
        found.append(NounPhrase(start, start + len(phrase), phrase, words[-1], 0, len(words) - 1, 0))
    return Analysis((), tuple(found))


def texts(text: str, *phrases: str, taken: tuple[Mention, ...] = ()) -> list[str]:
    mentions = find_method_phrases(analysis(text, *phrases), taken)
    assert all(text[m.start : m.end] == m.text and m.kind == "Method" for m in mentions)
    return [m.text for m in mentions]


def test_a_phrase_headed_by_a_word_for_a_method_is_one():
    assert texts("We train a residual mixing framework on maps.", "residual mixing framework", "maps") == [
        "residual mixing framework"
    ]


def test_praise_before_the_phrase_is_left_off():
    assert texts("A novel efficient pruning algorithm wins.", "novel efficient pruning algorithm") == [
        "pruning algorithm"
    ]


@pytest.mark.parametrize("phrase", ["novel framework", "our method", "existing baseline methods", "two models", "maps"])
def test_a_phrase_of_praise_and_pointers_describes_no_method(phrase):
    assert texts(f"It is {phrase} here.", phrase) == []


def test_a_phrase_that_holds_a_name_is_left_to_the_name():
    text = "The FooNet mixing framework wins."
    name = Mention(field="text", start=4, end=10, text="FooNet", kind="Model", rule="x", score=1.0, name="FooNet")
    assert texts(text, "FooNet mixing framework", taken=(name,)) == []


@pytest.mark.weights
def test_phrases_of_the_tagger_are_read():
    text = "We describe a recurrent glyph prediction network and a new method."
    section = Section("text", text, (Span(0, len(text)),))
    found = find_method_phrases(Tagger().analyse_section(section), ())
    assert [m.text for m in found] == ["recurrent glyph prediction network"]
