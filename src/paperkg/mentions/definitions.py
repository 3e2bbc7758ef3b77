"""What a paper defines, against what the vocabulary says of the same letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from paperkg.mentions.folding import squash
from paperkg.mentions.surfaces import long_forms
from paperkg.records import Acronym
from paperkg.vocabulary import Term, Vocabulary

# Head nouns that a definition may carry or leave off: Segment Anything (Model).
_HEADS = ("model", "method", "algorithm", "network", "dataset", "benchmark", "learning", "framework", "score", "task")
_ALIKE = 0.88


class Definitions:
    """The acronyms of one paper, each with the terms that its long form names."""

    def __init__(
        self, acronyms: Iterable[Acronym], vocabulary: Vocabulary, by_long_form: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._vocabulary = vocabulary
        self._by_long_form = by_long_form
        self._long: dict[str, str] = {}
        for acronym in acronyms:
            self._long.setdefault(acronym.short, acronym.long)

    def owners(self, written: str, owners: Mapping[str, bool]) -> tuple[str, ...] | None:
        """Return which terms the paper's definition of ``written`` names: none where it means something else.

        None where the paper does not define it. ``owners`` are the terms that have the spelling, each with whether
        the spelling needs support.
        """
        short = written if written in self._long else written[:-1] if written.endswith("s") else written
        long = self._long.get(short)
        if long is None:
            return None
        agreeing = tuple(owner for owner in owners if self._agrees(self._vocabulary.terms[owner], long))
        if agreeing:
            return agreeing[:1]
        named = self._named(long)
        if named:
            return named[:1]
        silent = tuple(
            owner for owner, context in owners.items() if not context and not long_forms(self._vocabulary.terms[owner])
        )
        return silent if len(silent) == 1 else ()

    def lent(self) -> Iterator[tuple[str, str]]:
        """Yield each acronym with the term that its long form names; a single letter says too little elsewhere."""
        for short, long in sorted(self._long.items()):
            named = self._named(long)
            if len(named) == 1 and len(short) > 1:
                yield short, named[0]

    def _agrees(self, term: Term, long: str) -> bool:
        wanted = _headless(squash(long))
        return any(
            wanted == (form := _headless(squash(spelling))) or _alike(wanted, form)
            for spelling in (*long_forms(term), term.label)
            if len(spelling) > 5
        )

    def _named(self, long: str) -> tuple[str, ...]:
        return self._by_long_form.get(squash(long), ())


def _headless(squashed: str) -> str:
    for head in _HEADS:
        if squashed.endswith(head) and len(squashed) > len(head) + 5:
            return squashed[: -len(head)]
    return squashed


def _alike(first: str, second: str) -> bool:
    if min(len(first), len(second)) < 10:
        return False
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= _ALIKE
