"""What a person decides about names, and what the next build makes of it."""

import pytest

from paperkg.decisions import Decision
from paperkg.entities import resolve
from paperkg.records import Extraction, Mention, Paper, Passage, Section, Source, Span
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Term, Vocabulary

GRADIENT = Term(id="gradient-descent", table="methods", label="gradient descent", kind="Method", aliases=("GD",))
SGD = Term(id="sgd", table="methods", label="SGD", kind="Method", broader=("gradient-descent",))
VOCABULARY = Vocabulary({term.id: term for term in (GRADIENT, SGD)})


def paper(identifier, *named, terms=()):
    """An extraction that names models (and terms of the vocabulary, as (surface, id)) one after the other."""
    text = " ".join([*named, *(surface for surface, _ in terms)])
    mentions, place = [], 0
    for surface, term in [*((name, None) for name in named), *terms]:
        entry = VOCABULARY.get(term)
        mentions.append(
            Mention(
                field="text", start=place, end=place + len(surface), text=surface, rule="vocabulary" if term else "name",
                kind=entry.kind if entry else "Model", score=0.9, name=entry.label if entry else surface, term=term,
            )
        )  # fmt: skip
        place += len(surface) + 1
    section = Section("text", text, (Span(0, len(text)),))
    return Extraction(
        passage=Passage(Paper(id=identifier, source=Source("x.txt", 1), text=text), (section,)),
        mentions=tuple(mentions),
    )


def decision(action, name, other="", papers=(), line=2):
    return Decision(Source("paperkg.decisions.csv", line), action, name, other, tuple(papers))


PAPERS = (
    paper("p1", "Mossgrow", "Fern"),
    paper("p2", "MossGrower", "Fern", terms=(("GD", "gradient-descent"),)),
    paper("p3", "Fern", terms=(("gradient descent", "gradient-descent"), ("SGD", "sgd"))),
)


def resolved(*decisions):
    return resolve(PAPERS, VOCABULARY, EntitySettings(), decisions)


def entities(collection):
    return {entity.id: entity for entity in collection.entities}


def papers_of(collection, identifier):
    return {link.paper for link in collection.links if link.object == identifier}


def test_without_a_decision_look_alikes_are_two():
    assert {"mossgrow", "mossgrower"} <= set(entities(resolved()))


def test_what_is_accepted_is_one_thing_under_the_other_name():
    collection = resolved(decision("accept", "MossGrower", "Mossgrow"))
    found = entities(collection)
    assert "mossgrower" not in found
    assert papers_of(collection, "mossgrow") == {"p1", "p2"}
    assert [(merge.label, merge.rule) for merge in found["mossgrow"].merges] == [("MossGrower", "decision")]


def test_merges_may_follow_each_other():
    collection = resolved(decision("accept", "MossGrower", "Mossgrow"), decision("accept", "Mossgrow", "Fern", line=3))
    assert papers_of(collection, "fern") == {"p1", "p2", "p3"}
    assert entities(collection)["fern"].label == "Fern"


def test_a_name_may_be_merged_into_the_vocabulary():
    collection = resolved(decision("accept", "Fern", "term:sgd"))
    assert papers_of(collection, "sgd") == {"p1", "p2", "p3"}


def test_what_is_rejected_leaves_the_thing_and_its_labels():
    collection = resolved(decision("reject", "gradient descent", "GD"))
    found = entities(collection)
    assert found["gradient-descent"].aliases == ()
    assert papers_of(collection, "gradient-descent") == {"p3"}
    assert papers_of(collection, "gd") == {"p2"}
    assert found["gd"].label == "GD"


def test_what_is_renamed_keeps_its_id_and_its_old_name():
    collection = resolved(decision("rename", "Mossgrow", "Moss Grower I"))
    renamed = entities(collection)["mossgrow"]
    assert (renamed.label, renamed.aliases) == ("Moss Grower I", ("Mossgrow",))


def test_a_spelling_is_another_thing_in_the_papers_named():
    collection = resolved(decision("split", "Fern", "Fern (the garden)", ["p2"]))
    assert papers_of(collection, "fern") == {"p1", "p3"}
    (other,) = [entity for entity in collection.entities if entity.label == "Fern (the garden)"]
    assert papers_of(collection, other.id) == {"p2"}


def test_a_spelling_may_be_a_known_thing_in_the_papers_named():
    collection = resolved(decision("split", "Fern", "Mossgrow", ["paper:p3"]))
    assert papers_of(collection, "mossgrow") == {"p1", "p3"}


def test_what_is_banned_is_no_node_and_stands_above_none():
    collection = resolved(decision("ban", "gradient-descent"))
    assert "gradient-descent" not in entities(collection)
    assert entities(collection)["sgd"].broader == ()


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (decision("accept", "Nobody", "Fern"), "nothing is called 'Nobody'"),
        (decision("accept", "fern", "Fern"), "one thing already"),
        (decision("reject", "Fern", "Nobody"), "nothing is called 'Nobody'"),
        (decision("rename", "Nobody", "X"), "nothing is called 'Nobody'"),
        (decision("split", "Mossgrow", "X", ["p3"]), "no paper of p3 names 'Mossgrow'"),
        (decision("ban", "Nobody"), "nothing is called 'Nobody'"),
    ],
)
def test_a_decision_that_changes_nothing_is_told_with_its_line(made, told):
    (warned,) = resolved(made).warned
    assert warned.source == Source("paperkg.decisions.csv", 2)
    assert told in warned.message


def test_of_two_decisions_that_contradict_each_other_the_later_holds():
    collection = resolved(
        decision("accept", "Mossgrow", "MossGrower", line=2), decision("reject", "MossGrower", "Mossgrow", line=3)
    )
    assert {"mossgrow", "mossgrower"} <= set(entities(collection))
    assert "line 3 says otherwise" in collection.warned[0].message


def test_decisions_give_the_same_whatever_the_order_of_papers():
    made = (decision("accept", "MossGrower", "Mossgrow"), decision("split", "Fern", "Fern B", ["p2"]))
    assert resolve(PAPERS, VOCABULARY, EntitySettings(), made) == resolve(
        PAPERS[::-1], VOCABULARY, EntitySettings(), made
    )
