"""A token, and what cuts a text into tokens."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Token(NamedTuple):
    """A word or a mark: offsets into the text, the lemma in lower case, and the Penn Treebank tag."""

    start: int
    end: int
    text: str
    lemma: str
    tag: str


class TokenSource(Protocol):
    """What cuts texts into tokens; the tokens of a text depend on nothing that was cut before."""

    @property
    def identity(self) -> str:
        """Return its name and hash."""
        ...

    def tokens(self, text: str, ends: frozenset[int]) -> tuple[Token, ...]:
        """Return the tokens of a text; the period at one of ``ends``, where sentences end, is a token of its own."""
        ...
