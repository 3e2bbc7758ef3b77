"""Over the whole vocabulary: entries that spelling alone would confuse stay two."""

import re
from collections import defaultdict

import pytest

from paperkg.entities.normal_forms import normal_form
from paperkg.entities.senses import Surfaces
from paperkg.vocabulary import builtin_vocabulary

VOCABULARY = builtin_vocabulary()
SURFACES = Surfaces(VOCABULARY)
# Normal forms that several entries share: only exact case, the paper's definition or its context tells them apart.
AMBIGUOUS = frozenset(
    "allegro ape bear bitnet cad calm codex deepswe dino dpsgd eagle2 edm emma factscore fft fid gem gqa grit han iris limo lrm "
    "lit mae metamath mose muse nsd openbookqa openhermes2.5 oscar pac passk prism raft realm saferlhf sam san scm seedtts "
    "sharegpt4v spider spring star stark storm superglue swag tape titan tnt tpot twin vit vpt".split()
)


def entries_by(form):
    found = defaultdict(set)
    for term in VOCABULARY:
        for surface in term.surfaces:
            found[form(surface)].add(term.id)
    return {key: owners for key, owners in found.items() if len(owners) > 1}


def letters(surface):
    return re.sub(r"[\W_]+", "", surface.casefold()).removesuffix("s")


def test_two_entries_share_a_normal_form_only_where_that_is_known():
    assert set(entries_by(normal_form)) == AMBIGUOUS


def test_no_spelling_of_an_entry_is_taken_for_another_entry():
    wrong = [
        (term.id, surface, found)
        for term in VOCABULARY
        for surface in term.surfaces
        if (found := SURFACES.find(surface)) not in (term.id, None)
    ]
    assert wrong == []


def test_entries_that_differ_in_case_or_signs_alone_have_keys_of_their_own():
    confusing = {owner for owners in entries_by(letters).values() for owner in owners}
    assert len(confusing) > 100
    for identifier in confusing:
        assert SURFACES.find(VOCABULARY.get(identifier).label) in (identifier, None)


RELEASES = frozenset(
    "ant atari bridgedata-v2 covost-2 halfcheetah hopper humanoid libero livecodebench mdeberta ontonotes open-images pointnetplusplus scannet "
    "something-something-v2 speech-commands sst-2 ted-lium trec walker2d yago3-10 yelp bfcl flan-collection penn-chinese-treebank "
    "penn-discourse-treebank reuters-rcv1".split()
)
"""Entries that name one thing in whichever release: nobody speaks of the first one beside the second."""


def test_no_entry_has_the_name_of_a_later_version_among_its_spellings():
    swallowed = [
        (term.id, alias)
        for term in VOCABULARY
        if term.kind not in ("Concept", "Task", "Metric") and term.id not in RELEASES
        for alias in term.aliases
        if re.fullmatch(rf"{re.escape(letters(term.label))}v?[2-9]0?", letters(alias))
        or ("+" in alias and "+" not in term.label and letters(alias) == letters(term.label))
    ]
    assert swallowed == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HumanEval", "HumanEval+"),
        ("LoRA", "LoRA+"),
        ("FID", "FiD"),
        ("STaR", "STAR"),
        ("tau-bench", "tau2-bench"),
        ("ManiSkill", "ManiSkill2"),
        ("ManiSkill2", "ManiSkill3"),
        ("large language model", "language model"),
        ("convex optimization", "nonconvex optimization"),
        ("knowledge graph", "graph"),
        ("out-of-distribution", "in-distribution"),
        ("generalization", "generalization gap"),
        ("uncertainty", "epistemic uncertainty"),
        ("PCA", "kernel PCA"),
        ("ReLU", "Leaky ReLU"),
        ("Markov decision process", "constrained MDP"),
        ("reward function", "intrinsic reward"),
        ("randomized smoothing", "certified robustness"),
        ("message passing", "MPNN"),
        ("sampling steps", "few-step sampling"),
    ],
)
def test_look_alikes_stay_two(one, other):
    found = SURFACES.find(one), SURFACES.find(other)
    assert found[0] is not None
    assert found[0] != found[1]


@pytest.mark.parametrize("words", ["deep nets", "deep net", "matrix games", "matrix game"])
def test_plain_words_that_spell_a_name_are_not_that_thing(words):
    assert SURFACES.find(words) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("offline RL", "offline reinforcement learning"),
        ("robot manipulation", "robotic manipulation"),
        ("sample-efficient", "sample efficiency"),
        ("KL divergence", "Kullback-Leibler divergence"),
        ("NP-hardness", "NP-hard"),
        ("HMC", "Hamiltonian Monte Carlo"),
        ("vision encoder", "visual encoder"),
    ],
)
def test_two_names_of_one_thing_are_one_entry(one, other):
    assert SURFACES.find(one) == SURFACES.find(other) is not None
