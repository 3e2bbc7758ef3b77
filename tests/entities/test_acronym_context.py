"""Acronyms of two meanings: bound where the words around them speak for one, unbound where they do not."""

import pytest

from paperkg.entities.resolver import Resolver
from paperkg.records import UNDEFINED_ACRONYM, Acronym, Extraction, Mention, Paper, Passage, Section, Source, Span
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Vocabulary

GARDEN = "We water roses in gardens, prune hedges and count petals after rainy summers."
HARBOUR = "Ships enter harbours, cranes unload containers and pilots steer vessels through fog."


def paper(number, text, defines=None):
    acronyms = (Acronym("LGF", defines, "text", Span(0, 1), Span(0, 1)),) if defines else ()
    text = f"{defines} (LGF). {text}" if defines else f"LGF. {text}"
    section = Section("text", text, (Span(0, len(text)),))
    use = Mention(
        field="text", start=0, end=3, text="LGF", kind="Concept", rule=UNDEFINED_ACRONYM, score=0.8, name="LGF"
    )
    return Extraction(
        passage=Passage(Paper(id=f"p{number}", source=Source("x", number), text=text), (section,), acronyms),
        mentions=() if defines else (use,),
    )


def bound(text, *, gardens=3, harbours=3):
    """Return what LGF stands for in a text that does not say so, where others do."""
    defining = [*["leaf gate folding"] * gardens, *["large grab fleet"] * harbours]
    papers = [
        paper(number, GARDEN if long.startswith("leaf") else HARBOUR, long) for number, long in enumerate(defining)
    ]
    asking = paper(99, text)
    resolver = Resolver([*papers, asking], Vocabulary({}), EntitySettings())
    return resolver.sense("p99", "LGF").key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Petals of roses fall in rainy gardens.", "name:leafgatefolding"),
        ("Containers on vessels wait for pilots and cranes.", "name:largegrabfleet"),
    ],
)
def test_the_words_around_an_acronym_tell_its_meaning(text, key):
    assert bound(text) == key


def test_an_acronym_among_words_of_both_meanings_stays_unbound():
    assert bound("Roses and petals on ships and vessels.") == "name:lgf"


def test_an_acronym_among_other_words_stays_unbound():
    assert bound("Nothing of either is said here.") == "name:lgf"


def test_a_meaning_that_few_papers_define_is_not_taken():
    assert bound("Petals of roses fall in rainy gardens.", gardens=2) == "name:lgf"


def test_what_most_papers_mean_is_not_taken_against_the_words():
    assert bound("Petals of roses fall in rainy gardens.", gardens=3, harbours=9) == "name:leafgatefolding"


def test_the_papers_own_definition_goes_before_the_words():
    papers = [paper(number, GARDEN, "leaf gate folding") for number in range(3)]
    papers += [paper(number, HARBOUR, "large grab fleet") for number in range(3, 6)]
    own = paper(99, GARDEN, "long garden fence")
    resolver = Resolver([*papers, own], Vocabulary({}), EntitySettings())
    assert resolver.sense("p99", "LGF").key == "name:longgardenfence"


def test_the_words_of_the_long_form_itself_do_not_count():
    assert bound("The leaf of a gate and its folding.") == "name:lgf"
