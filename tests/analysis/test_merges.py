"""How names were merged, why two are one or two, and what is only proposed."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from paperkg.analysis.merges import merges, why_merged
from paperkg.analysis.proposals import proposals
from paperkg.analysis.versions import versions
from paperkg.commands import main
from paperkg.decisions import Decision
from paperkg.errors import UsageError
from paperkg.records import Broader, Entity, Evidence, Link, Merge, Paper, PaperRecord, Source
from paperkg.vocabulary import Term, Vocabulary

NONE = Vocabulary({})


def node(identifier, label, *, kinds=("Concept",), papers=1, merged=(), broader=()):
    made = tuple(Merge(identifier, spelling, rule) for spelling, rule in merged)
    return Entity(
        id=identifier, kinds=kinds, label=label, papers=papers, aliases=tuple(merge.label for merge in made),
        merges=made, broader=tuple(Broader(wider, "vocabulary") for wider in broader),
    )  # fmt: skip


def written(term, spelling, paper):
    place = Evidence(paper, "text", spelling, 0, len(spelling), spelling, "name", 0.9)
    return Link(paper, paper, "about", term, 0.9, (place,))


MOSS = node("moss-growth", "moss growth", merged=[("MG", "acronym defined in the paper"), ("mosses", "vocabulary")])
PLUS = node("moss-growthplus", "moss growth+")
LINKS = (written("moss-growth", "MG", "p2"), written("moss-growth", "moss growth", "p1"))


def likenesses(entities, decisions=(), embedder=None):
    return {(each.one, each.other): each.likeness for each in proposals(entities, decisions, embedder)}


class OneDirection:
    def embed(self, texts):
        return np.ones((len(texts), 1), dtype=np.float32)


def test_a_merge_tells_its_rule_and_who_writes_so_and_what_nobody_writes_is_none():
    (found,) = merges([MOSS], LINKS)
    assert (found.spelling, found.rule, found.papers) == ("MG", "acronym defined in the paper", ("p2",))


def test_why_tells_the_rule_that_makes_two_spellings_one():
    answer = why_merged("MG", "moss growth", [MOSS, PLUS], LINKS, NONE)
    assert answer.same
    assert "a paper defines one as the other; written so in p2" in answer.reasons[0].reason


def test_why_tells_what_keeps_two_names_apart():
    answer = why_merged("moss growth", "moss growth+", [MOSS, PLUS], LINKS, NONE)
    told = " ".join(reason.reason for reason in answer.reasons)
    assert not answer.same
    assert "digits, + and other signs are part of a name" in told


def test_why_tells_of_the_vocabulary_the_hierarchy_and_a_decision():
    fern, tree = node("tree-fern", "tree fern", broader=["fern"]), node("fern", "fern")
    known = Vocabulary(
        {each: Term(id=each, table="concepts", label=each, kind="Concept") for each in ("tree-fern", "fern")}
    )
    rejected = Decision(Source("paperkg.decisions.csv", 7), "reject", "tree fern", "fern")
    told = " ".join(
        each.reason for each in why_merged("tree fern", "fern", [fern, tree], (), known, [rejected]).reasons
    )
    for part in ("line 7 of paperkg.decisions.csv", "two entries", "tree fern is a kind of fern"):
        assert part in told


def test_a_name_that_nobody_or_several_have_is_told():
    with pytest.raises(UsageError, match="No term is named 'x'"):
        why_merged("x", "MG", [MOSS], (), NONE)
    with pytest.raises(UsageError, match="several nodes: term:a"):
        why_merged("same", "MG", [node("a", "same"), node("b", "same"), MOSS], (), NONE)


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("causal graph discovery", "discovery of causal graphs", "spelling"),
        ("uncertainty estimate", "uncertainty estimation", "spelling"),
        ("quadruped robot control", "quadrupet robot control", "spelling"),
        ("XQR", "xylem quantity regulation", "initials"),
    ],
)
def test_look_alikes_are_proposed(one, other, likeness):
    assert likenesses([node("a", one), node("b", other)]) == {("a", "b"): likeness}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("moss growth model 2", "moss growth model 3"),
        ("supervised moss learning", "unsupervised moss learning"),
        ("convex garden problem", "non-convex garden problem"),
        ("MossNet-8B", "MossNet-70B"),
    ],
)
def test_what_digits_signs_or_a_negation_tell_apart_is_not_proposed(one, other):
    assert likenesses([node("a", one), node("b", other)], embedder=OneDirection()) == {}


def test_labels_of_one_meaning_are_proposed_but_names_are_not():
    assert likenesses([node("a", "lawn"), node("b", "grass")], embedder=OneDirection()) == {("a", "b"): "meaning"}
    named = [node("a", "Lawn", kinds=("Model",)), node("b", "Grass", kinds=("Dataset",))]
    assert likenesses(named, embedder=OneDirection()) == {}


def test_a_rejected_pair_and_a_term_with_what_stands_above_it_are_not_proposed():
    pair = [node("a", "uncertainty estimate"), node("b", "uncertainty estimation")]
    rejected = Decision(Source("d.csv", 2), "reject", "uncertainty estimation", "a")
    assert likenesses(pair, [rejected]) == {}
    assert likenesses([node("a", "uncertainty estimate", broader=["b"]), pair[1]]) == {}


def test_nearly_the_same_abstract_is_proposed_as_a_version():
    text = "We grow moss on wet stones and count the leaves that fall in spring, summer and autumn of every year."
    papers = [
        PaperRecord(paper=Paper(id=name, source=Source("x", 1), text=words), label=name)
        for name, words in (("p1", text), ("p2", text.replace("every year", "each year")), ("p3", "Ferns are other."))
    ]
    (found,) = versions(papers)
    assert (found.one, found.other) == ("p1", "p2")
    assert found.shared < 1


@pytest.mark.weights
def test_the_command_lists_merges_proposals_and_versions(seeds_build):
    result = CliRunner().invoke(main, ["merges", "-g", str(seeds_build), "--format", "json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert set(found) == {"merges", "proposals", "versions"}
    assert any(each["spelling"] == "VLMs" and each["label"] == "vision-language model" for each in found["merges"])


@pytest.mark.weights
def test_the_command_tells_why(seeds_build):
    arguments = ["merges", "-g", str(seeds_build), "--why", "VLM", "multimodal large language model"]
    result = CliRunner().invoke(main, [*arguments, "--format", "csv"])
    assert "two nodes" in result.stderr
    assert "the vocabulary lists them as two entries" in result.stdout
