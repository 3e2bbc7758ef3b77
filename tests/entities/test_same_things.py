import pytest

from paperkg.entities import resolve
from paperkg.records import Extraction, Mention, Paper, Passage, Section, Source, Span
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Vocabulary


def naming(paper, *named):
    text = " ".join(name for name, _ in named)
    mentions, place = [], 0
    for name, kind in named:
        mentions.append(
            Mention(
                field="text", start=place, end=place + len(name), text=name, kind=kind, rule="keyphrase", score=0.5,
                name=name,
            )
        )  # fmt: skip
        place += len(name) + 1
    section = Section("text", text, (Span(0, len(text)),))
    return Extraction(
        passage=Passage(Paper(id=paper, source=Source("x", 1), text=text), (section,)), mentions=tuple(mentions)
    )


def nodes(*extractions):
    return resolve(extractions, Vocabulary({}), EntitySettings(minimum_papers=1)).entities


@pytest.mark.parametrize(
    ("longer", "shorter", "kind"),
    [
        ("garden mapping problem", "garden mapping", "Task"),
        ("garden mapping task", "garden mapping", "Concept"),
        ("RootGrow algorithm", "RootGrow", "Method"),
        ("RootGrow network", "RootGrow", "Model"),
        ("Oak-7 benchmark", "Oak-7", "Benchmark"),
        ("vanilla root growing", "root growing", "Method"),
        ("detecting gardens", "garden detection", "Task"),
    ],
)
def test_what_the_collection_calls_in_two_ways_is_one_thing(longer, shorter, kind):
    (found,) = nodes(naming("p1", (longer, kind)), naming("p2", (shorter, kind), (shorter, kind)))
    assert {found.label, *found.aliases} == {longer, shorter}
    assert found.papers == 2


@pytest.mark.parametrize(
    ("longer", "shorter", "kind"),
    [
        ("kernel method", "kernel", "Method"),
        ("latent garden model", "latent garden", "Concept"),
        ("original parameter space", "parameter space", "Concept"),
        ("ROOT-Net", "ROOT", "Model"),
        ("garden mapping benchmark", "garden mapping", "Task"),
        ("garden mapping score", "garden mapping", "Task"),
    ],
)
def test_what_is_left_must_be_a_thing_of_that_kind(longer, shorter, kind):
    assert len(nodes(naming("p1", (longer, kind)), naming("p2", (shorter, kind), (shorter, kind)))) == 2


def test_a_longer_name_stays_as_it_is_where_nobody_uses_the_shorter_one():
    (found,) = nodes(naming("p1", ("garden mapping problem", "Task")))
    assert found.label == "garden mapping problem"


def test_the_edge_of_a_paper_goes_to_the_joined_thing_and_says_by_which_rule():
    collection = resolve(
        (naming("p1", ("garden mapping problem", "Task")), naming("p2", ("garden mapping", "Task"))),
        Vocabulary({}),
        EntitySettings(),
    )
    (found,) = collection.entities
    assert [(link.paper, link.object) for link in collection.links] == [("p1", found.id), ("p2", found.id)]
    assert [(merge.label, merge.rule) for merge in found.merges] == [
        ("garden mapping problem", "without the noun of its kind")
    ]
