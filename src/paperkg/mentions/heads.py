"""Kinds of a thing: a keyphrase whose head noun names a class that the vocabulary has speaks of that class too.

"Image-editing agents" are agents. The vocabulary alone would not say so, for a bare "agent" may be chemical, and waits
for support; a modifier in front of it, in a phrase that the paper turns on, is that support.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paperkg.mentions.noun_phrases import Analysis
from paperkg.names import singular
from paperkg.records import Mention, Section
from paperkg.vocabulary import Term, Vocabulary

SCORE = 0.6
# Whatever stands before them, these stay what they are; a bar graph is no graph, and a brain's decoding no decoding.
_CLASSES = frozenset(
    "agent antibody clustering counterfactual enzyme grasping locomotion memorization molecule peptide planning protein "
    "reasoning scheduling verifier".split()
)

# Planning and scheduling of these are trades of their own.
_TRADES = frozenset("urban city town spatial financial family regional land-use care treatment strategic event".split())


def class_terms(vocabulary: Vocabulary) -> dict[str, Term]:
    """Return the terms that a head noun may name, by that noun in the singular."""
    return {surface: term for term in vocabulary for surface in sorted(term.context_surfaces) if surface in _CLASSES}


def head_noun_mentions(
    section: Section, analysis: Analysis, keyphrases: frozenset[str], classes: Mapping[str, Term]
) -> Iterator[Mention]:
    """Yield the head nouns of a section's keyphrases that name a class, each as its class."""
    for phrase in analysis.noun_phrases:
        *modifiers, head = phrase.text.split()
        term = classes.get(singular(head.lower()))
        if term is None or not modifiers or phrase.text.lower() not in keyphrases or modifiers[-1].lower() in _TRADES:
            continue
        end = phrase.start + len(phrase.text)
        yield Mention(
            field=section.field,
            start=end - len(head),
            end=end,
            text=section.text[end - len(head) : end],
            kind=term.kind,
            rule="head noun",
            score=SCORE,
            name=term.label,
            term=term.id,
        )
