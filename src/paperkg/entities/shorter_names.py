"""Other ways to say a name: without a noun that only says its kind, an acronym written out, a gerund turned round.

"CIFAR-10 dataset" is CIFAR-10 and "BERT model" is BERT, while "kernel method" is no kernel and "language model" no
language: a noun of kind may go only where what is left is a thing of that kind, or a name that is no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from paperkg.names import singular
from paperkg.records import Kind

_DATA: frozenset[Kind] = frozenset({"Dataset", "Benchmark"})
_METHOD: frozenset[Kind] = frozenset({"Method"})
_MODEL: frozenset[Kind] = frozenset({"Model"})
_TASK: frozenset[Kind] = frozenset({"Task"})
_METRIC: frozenset[Kind] = frozenset({"Metric"})
_NOUNS: tuple[tuple[str, frozenset[Kind]], ...] = (
    (
        "test set|test-dev set|validation set|dataset|data set|database|benchmark|corpus|corpora|collection|challenge|suite",
        _DATA,
    ),
    ("task|problem", _TASK),
    ("score|metric|point|measure|value", _METRIC),
    ("algorithm|method|approach|approache|procedure|technique|framework|mechanism|strategy", _METHOD),
    ("model|network|net|architecture|backbone", _MODEL),
)
_ENDS = tuple((re.compile(rf"^(?P<rest>.+?)[\s-](?:{nouns})s?$", re.IGNORECASE), kinds) for nouns, kinds in _NOUNS)
_DEGREE = re.compile(
    r"^(?:automatic|standard|vanilla|existing|original|conventional|traditional|classical)\s+(?=\S)",
    re.IGNORECASE,
)
_GERUNDS = {
    "detecting": "detection",
    "classifying": "classification",
    "recognizing": "recognition",
    "recognising": "recognition",
    "segmenting": "segmentation",
    "estimating": "estimation",
    "predicting": "prediction",
    "generating": "generation",
    "denoising": "denoising",
    "translating": "translation",
    "summarizing": "summarization",
    "tracking": "tracking",
    "modeling": "modeling",
    "parsing": "parsing",
    "captioning": "captioning",
    "retrieving": "retrieval",
    "editing": "editing",
}
_GERUND = re.compile(rf"^(?P<gerund>{'|'.join(_GERUNDS)})\s+(?P<thing>.+)$", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z][\w-]*")


def without_kind(name: str) -> Iterator[tuple[str, frozenset[Kind]]]:
    """Yield a name without the noun of kind at its end, with the kinds of thing that the noun may stand behind.

    >>> [rest for rest, _ in without_kind("CIFAR-10 dataset")]
    ['CIFAR-10']
    """
    for pattern, kinds in _ENDS:
        match = pattern.match(name)
        if match:
            yield match["rest"], kinds


def reworded(name: str, long_of: Mapping[str, str]) -> Iterator[str]:
    """Yield a name in other words: an acronym in it written out, a gerund behind its object.

    >>> list(reworded("CTR prediction", {"CTR": "click-through rate"}))
    ['click-through rate prediction']
    """
    spelled = _TOKEN.sub(lambda match: long_of.get(match.group(), match.group()), name)
    if spelled != name:
        yield spelled
    gerund = _GERUND.match(name)
    if gerund:
        *before, last = gerund["thing"].split()
        yield " ".join([*before, singular(last.lower()), _GERUNDS[gerund["gerund"].lower()]])


def without_degree(name: str) -> str:
    """Return a name without the word before it that only says which form of the thing is meant: "vanilla"."""
    return _DEGREE.sub("", name)


def is_no_word(name: str) -> bool:
    """Return whether a name cannot be a plain word: it has a digit, or a capital inside a word."""
    return any(character.isdigit() for character in name) or any(
        character.isupper() for word in name.split() for character in word[1:]
    )
