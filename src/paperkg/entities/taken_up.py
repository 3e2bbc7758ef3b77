"""What a shorter name takes up: "the segmentation" of a text that speaks of leaf segmentation.

A text names in full what it is about, and goes on in fewer words. This holds within a text and says nothing of the name
elsewhere, so it decides what a given mention is linked to, and makes no spelling of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paperkg.entities.normal_forms import words_of
from paperkg.entities.shorter_names import is_no_word
from paperkg.names import singular
from paperkg.records import Kind

_PRAISE = frozenset(
    "a accurate an automated automatic classical conventional effective efficient existing fast general generic high "
    "improved new novel original our practical proposed robust simple standard the traditional vanilla".split()
)
"""Words before a name that say how good or how new a thing is, and not which."""


def in_full(named: Sequence[tuple[str, Kind]], are_two: Callable[[str, str], bool]) -> dict[str, str]:
    """Return by name what it takes up in a text that names these things in this order, each with its kind.

    A name that stands as a whole in an earlier and longer one of the same kind takes that up, the first of several, for
    that is what the text is about; not where ``are_two`` knows them as two things, nor where it is no word.

    >>> in_full([("leaf counting", "Task"), ("counting", "Task"), ("counting", "Metric")], lambda one, other: False)
    {'counting': 'leaf counting'}
    """
    full: dict[str, str] = {}
    earlier: dict[tuple[str, ...], tuple[str, Kind]] = {}
    for name, kind in named:
        words = _words(name)
        if words in earlier:
            same = earlier[words][0]
            if same != name:
                full.setdefault(name, full.get(same, same))
            continue
        if words and not is_no_word(name):
            longer = (
                known
                for other, (known, its_kind) in earlier.items()
                if its_kind == kind and _within(words, other) and not are_two(name, known)
            )
            found = next(longer, None)
            if found is not None:
                full[name] = full.get(found, found)
        earlier[words] = name, kind
    return full


def _words(name: str) -> tuple[str, ...]:
    words = [singular(word) for word in words_of(name)]
    while len(words) > 1 and words[0] in _PRAISE:
        del words[0]
    return tuple(words)


def _within(words: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether ``other`` is longer and has ``words`` one after the other."""
    return len(other) > len(words) and any(
        other[start : start + len(words)] == words for start in range(len(other) - len(words) + 1)
    )
