"""Papers are added; what becomes of the terms that the old ones name is told."""

import random

import pytest
from click.testing import CliRunner

from paperkg.analysis import diff
from paperkg.commands import main
from paperkg.entities import resolve
from paperkg.folder import REPORT, BuildFolder, write_collection
from paperkg.records import (
    UNDEFINED_ACRONYM,
    Acronym,
    Extraction,
    Mention,
    Paper,
    Passage,
    Section,
    Source,
    Span,
)
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Vocabulary


def naming(paper, *names, kind="Method", defining=(), undefined=()):
    """Return what was found in a paper that names these things, and defines pairs of a short and a long form."""
    text = " ; ".join([*names, *undefined])
    mentions = tuple(
        Mention(
            field="text", start=text.index(name), end=text.index(name) + len(name), text=name, name=name, kind=kind,
            rule=UNDEFINED_ACRONYM if name in undefined else "keyphrase", score=0.5, predicate="mentions",
        )
        for name in (*names, *undefined)
    )  # fmt: skip
    acronyms = tuple(Acronym(short, long, "text", Span(0, 1), Span(0, 1)) for short, long in defining)
    section = Section("text", text, (Span(0, len(text)),))
    source = Source("x.jsonl", 1)
    passage = Passage(Paper(id=paper, source=source, sources=(source,), text=text), (section,), acronyms)
    return Extraction(passage=passage, mentions=mentions, label=paper)


def folder(place, extractions):
    place.mkdir()
    write_collection(resolve(extractions, Vocabulary({}), EntitySettings()), place)
    (place / "manifest.json").write_text("{}", encoding="utf-8")
    (place / REPORT).write_text('{"duplicates": 0, "dropped": {}}', encoding="utf-8")
    return BuildFolder(place)


@pytest.fixture
def change(tmp_path):
    def changed(old, added):
        return diff(folder(tmp_path / "old", old), folder(tmp_path / "new", [*old, *added]))

    return changed


def test_a_label_that_most_papers_spell_otherwise_is_told(change):
    old = [naming("p1", "leaf folding"), naming("p2", "leaf folding")]
    found = change(old, [naming(f"p{number}", "Leaf-Folding") for number in range(3, 7)])
    assert [(each.before, each.term.label, each.term.id) for each in found.renamed] == [
        ("leaf folding", "Leaf-Folding", "term:leaf-folding")
    ]
    assert (found.new_terms, found.gone_terms, found.moved) == ((), (), ())


def test_a_second_meaning_of_an_acronym_that_parts_a_term_is_told(change):
    defining = [naming(paper, "leaf gate folding", defining=[("LGF", "leaf gate folding")]) for paper in ("p1", "p2")]
    old = [*defining, naming("p3", "moss", undefined=["LGF"]), naming("p4", "moss", undefined=["LGF"])]
    found = change(old, [naming("p5", "long garden fence", defining=[("LGF", "long garden fence")])])
    assert [(each.spelling, each.before.label, each.after, each.papers) for each in found.moved] == [
        ("LGF", "leaf gate folding", None, ("p3", "p4"))
    ]


def test_a_shorter_name_that_joins_two_terms_is_told(change):
    old = [naming(paper, "garden mapping algorithm") for paper in ("p1", "p2")]
    found = change(old, [naming("p3", "garden mapping"), naming("p4", "garden mapping")])
    assert [(each.spelling, each.before.id, each.after.id) for each in found.moved] == [
        ("garden mapping algorithm", "term:garden-mapping-algorithm", "term:garden-mapping")
    ]
    assert [each.id for each in found.gone_terms] == ["term:garden-mapping-algorithm"]


def test_a_new_family_above_a_model_is_told(change):
    old = [naming("p1", "Tulip-7B", kind="Model")]
    found = change(old, [naming("p2", "Tulip", kind="Model")])
    assert [(each.term.id, each.wider.id, each.gone) for each in found.placed] == [
        ("term:tulip-7b", "term:tulip", False)
    ]


def test_a_paper_of_other_things_changes_nothing_of_old_ones(change):
    old = [naming("p1", "leaf folding", "Tulip-7B", kind="Model")]
    found = change(old, [naming("p2", "root growing", kind="Model")])
    assert (found.renamed, found.moved, found.placed, found.gone_edges) == ((), (), (), 0)


def test_what_papers_named_that_are_gone_is_told_as_gone_alone(tmp_path):
    papers = [naming(f"p{number}", "leaf folding") for number in (1, 2, 3)]
    found = diff(folder(tmp_path / "old", papers), folder(tmp_path / "new", papers[1:]))
    assert ([each.id for each in found.gone_papers], found.moved) == (["paper:p1"], ())


def test_the_command_tells_each_in_a_row_of_its_own(tmp_path):
    defining = [naming(paper, "leaf gate folding", defining=[("LGF", "leaf gate folding")]) for paper in ("p1", "p2")]
    old = [*defining, naming("p3", undefined=["LGF"]), naming("p4", "Tulip-7B", kind="Model")]
    spelled = [naming(f"p{number}", "Leaf-Gate Folding") for number in (6, 7, 8)]
    added = [naming("p5", "moss", defining=[("LGF", "long fern")]), *spelled, naming("p9", "Tulip", kind="Model")]
    folder(tmp_path / "old", old), folder(tmp_path / "new", [*old, *added])
    told = CliRunner().invoke(main, ["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--format", "csv"])
    assert told.exit_code == 0, told.output
    rows = told.stdout.splitlines()
    assert "renamed term,Leaf-Gate Folding,term:leaf-gate-folding,leaf gate folding,Leaf-Gate Folding" in rows
    assert "named otherwise in p3,LGF,term:leaf-gate-folding,leaf gate folding,no term" in rows
    assert "placed,Tulip-7B,term:tulip-7b,,term:tulip" in rows


@pytest.mark.parametrize("seed", range(8))
def test_no_old_name_gets_another_term_or_label_in_silence(tmp_path, seed):
    numbers = random.Random(seed)
    names = [
        "leaf folding",
        "Leaf-Folding",
        "leaf folding method",
        "LF",
        "Tulip",
        "Tulip-7B",
        "mapping moss",
        "moss mapping",
    ]
    pairs = [("LF", "leaf folding"), ("LF", "loud fern"), ("TL", "Tulip")]

    def papers(first, count):
        return [
            naming(
                f"p{number:02}",
                *sorted(set(numbers.choices(names, k=3))),
                kind=numbers.choice(("Model", "Task", "Method")),
                defining=numbers.sample(pairs, numbers.randint(0, 1)),
            )
            for number in range(first, first + count)
        ]

    old = papers(0, 12)
    builds = folder(tmp_path / "old", old), folder(tmp_path / "new", [*old, *papers(12, 12)])
    found = diff(*builds)
    labels = [{entity.id: entity.label for entity in build.entities()} for build in builds]
    renamed = {(each.term.id.removeprefix("term:"), each.before) for each in found.renamed}
    assert renamed == {
        (identifier, label) for identifier, label in labels[0].items() if labels[1].get(identifier, label) != label
    }
    kept = {(link.paper, link.object) for link in builds[1].links()}
    lost = {
        (link.paper, each.text, f"term:{link.object}")
        for link in builds[0].links()
        for each in link.evidence
        if (link.paper, link.object) not in kept
    }
    assert lost == {(paper, each.spelling, each.before.id) for each in found.moved for paper in each.papers}
