"""Finds methods that have no name but a description: "recurrent feature prediction network", "clustering objective".

A noun phrase counts whose head is a word for a method or a model and that says more of it than praise and pointers.
Classes of models that the vocabulary knows are its own; see ``terms``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from paperkg.mentions.name_cues import METHOD_HEADS, MODEL_HEADS
from paperkg.mentions.noun_phrases import Analysis, NounPhrase
from paperkg.mentions.rule_scores import rule_score
from paperkg.records import METHOD_PHRASE, NOUN_PHRASE, Mention

_WORD = re.compile(r"\S+")
_HEAD = re.compile(rf"(?:{MODEL_HEADS}|{METHOD_HEADS})", re.IGNORECASE)
# Heads that are more often a stage, a part or a thing compared with than a method.
_NO_METHOD = frozenset(
    "feature variant family baseline training learning inference search layer unit block policy agent attention system "
    "checkpoint cell filter operator planner regression paradigm".split()
)
# What praises or points: a phrase of these words and a head describes no method.
_EMPTY = frozenset(
    "a an the this that these those its their our his her novel new simple efficient effective proposed existing previous "
    "prior recent several many various different other such same general standard traditional conventional powerful "
    "strong single two three four five multiple state-of-the-art state art baseline best better good first second main "
    "key important useful popular current modern typical large small final overall whole entire original learning "
    "training model method approach algorithm framework network system technique architecture more most advanced classic "
    "classical competitive robust common underlying resulting respective base backbone available".split()
)


def find_method_phrases(analysis: Analysis, taken: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the methods that the noun phrases of a paper's text describe, by place.

    Args:
        analysis: tokens and noun phrases of the text.
        taken: mentions already found in the text; a phrase that meets a named thing among them is left to that.
    """
    named = [m for m in taken if m.field == "text" and m.kind in ("Model", "Method", "Dataset", "Benchmark")]
    return tuple(
        _mention(phrase, start)
        for phrase in analysis.noun_phrases
        if not any(m.start < phrase.end and phrase.start < m.end for m in named)
        for start in _begin(phrase)
    )


def as_methods(phrases: Iterable[Mention], methods: Sequence[Mention]) -> Iterator[Mention]:
    """Yield noun phrases, those as methods that end where a described method does; a keyphrase keeps its rule."""
    ends = {method.end: method for method in methods}
    for phrase in phrases:
        method = ends.get(phrase.end) if phrase.field == "text" else None
        if method is None:
            yield phrase
        elif phrase.rule == NOUN_PHRASE:
            yield replace(phrase, kind="Method", rule=METHOD_PHRASE, score=method.score)
        else:
            yield replace(phrase, kind="Method")


def _begin(phrase: NounPhrase) -> Iterator[int]:
    """Yield where a phrase that describes a method begins once praise and pointers are off; nothing for another."""
    words = list(_WORD.finditer(phrase.text))
    head = words[-1].group()
    if not _HEAD.fullmatch(head) or phrase.head.lower() in _NO_METHOD or head.lower() in _NO_METHOD:
        return
    while len(words) > 1 and words[0].group().lower() in _EMPTY:
        words.pop(0)
    said = [word.group().lower() for word in words[:-1]]
    if any(word not in _EMPTY and any(c.isalpha() for c in word) for word in said):
        yield phrase.start + words[0].start()


def _mention(phrase: NounPhrase, start: int) -> Mention:
    text = phrase.text[start - phrase.start :]
    return Mention(
        field="text",
        start=start,
        end=phrase.end,
        text=text,
        kind="Method",
        rule=METHOD_PHRASE,
        score=rule_score(METHOD_PHRASE),
        name=text,
    )
