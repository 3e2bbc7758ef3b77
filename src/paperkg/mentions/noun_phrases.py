"""Cuts a passage into tokens with tag and lemma, and finds its noun phrases by a grammar over them.

Tags are those of the Penn Treebank (Marcus et al. 1993, https://aclanthology.org/J93-2004, table 2), given by a tagger
that ships (``docs/decisions/tags-by-a-perceptron.md``), or by a spaCy pipeline. The grammar is that of Justeson and Katz 1995 (Technical terminology, section 2), (modifier | noun)* noun,
with participles as modifiers and gerunds as heads where the words around them leave no doubt. A parser finds hardly
other phrases at twice the cost: ``docs/decisions/noun-phrases-without-a-parser.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paperkg.mentions.tokens import Token, TokenSource
from paperkg.records import Section, Span

_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_PLURALS = frozenset({"NNS", "NNPS"})
_ADJECTIVES = frozenset({"JJ", "CD", "VBN", "AFX"})
_GERUND = "VBG"
_OPENS_A_PHRASE = frozenset({"DT", "PRP$", "PDT", "WDT", "WP$", "PRP", "EX", *_NOUNS, *_ADJECTIVES, "JJR", "JJS", "RB"})
_JOINTS = frozenset("-/‐‑–−")


class NounPhrase(NamedTuple):
    """A noun phrase without its article; ``head`` is the lemma of its last token.

    ``first`` and ``last`` are positions in the tokens of the analysis, both included. ``sentence`` is the position
    of its sentence in those that were given.
    """

    start: int
    end: int
    text: str
    head: str
    first: int
    last: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tokens of a text and its noun phrases, each in the order of the text."""

    tokens: tuple[Token, ...]
    noun_phrases: tuple[NounPhrase, ...]

    def tokens_in(self, start: int, end: int) -> tuple[Token, ...]:
        """Return the tokens that lie between two offsets."""
        return tuple(token for token in self.tokens if start <= token.start and token.end <= end)


class _Word(NamedTuple):
    """One token, or several joined by hyphens or slashes; it behaves as its last token does."""

    first: int
    last: int
    tag: str

    @property
    def joined(self) -> bool:
        return self.first != self.last


class Tagger:
    """Analyses texts with the tagger that ships, or a spaCy pipeline; what was analysed before changes no result.

    Raises:
        ModelError: the tagger's file is damaged, or the pipeline is missing, is not the one expected, or has no tagger.
    """

    def __init__(self, spacy_model: str | None = None) -> None:
        self._source = _source(spacy_model)

    @property
    def identity(self) -> str:
        """Return the name and hash of the tagger, or name, version and hash of the pipeline."""
        return self._source.identity

    def analyse(self, text: str, sentences: Sequence[Span]) -> Analysis:
        """Return the tokens and the noun phrases of ``text``; no phrase leaves its sentence."""
        if not text.strip():
            return Analysis((), ())
        tokens = self._source.tokens(text, frozenset([span.end for span in sentences]))
        phrases = (
            phrase
            for number, (first, after) in enumerate(_token_ranges(tokens, sentences))
            for phrase in _noun_phrases(text, tokens, first, after, number)
        )
        return Analysis(tokens, tuple(phrases))

    def analyse_section(self, section: Section) -> Analysis:
        """Return the tokens and noun phrases of a section, cut at its own sentences."""
        return self.analyse(section.text, section.sentences)


def _source(spacy_model: str | None) -> TokenSource:
    if spacy_model is None:
        from paperkg.mentions.tagger_model import TaggerModel

        return TaggerModel()
    from paperkg.mentions.pipeline import load_pipeline

    return load_pipeline(spacy_model)


def tagger_identity(spacy_model: str | None) -> str:
    """Return the identity of the tagger that these settings use; nothing is loaded.

    Raises:
        ModelError: its file is damaged, or the pipeline is not installed.
    """
    if spacy_model is None:
        from paperkg.mentions import tagger_model

        return tagger_model.tagger_identity()
    from paperkg.mentions.pipeline import pipeline_identity

    return pipeline_identity(spacy_model)


def _token_ranges(tokens: Sequence[Token], sentences: Iterable[Span]) -> Iterator[tuple[int, int]]:
    """Yield for each sentence its first token and the one behind its last, as positions."""
    position = 0
    for span in sentences:
        while position < len(tokens) and tokens[position].start < span.start:
            position += 1
        first = position
        while position < len(tokens) and tokens[position].end <= span.end:
            position += 1
        yield first, position


def _words(tokens: Sequence[Token], first: int, after: int) -> Iterator[_Word]:
    """Yield the words of a sentence, those that a hyphen or a slash joins without a space as one."""
    position = first
    while position < after:
        last = position
        while (
            last + 2 < after
            and tokens[last + 1].text in _JOINTS
            and tokens[last].end == tokens[last + 1].start
            and tokens[last + 1].end == tokens[last + 2].start
            and tokens[last].text[-1].isalnum()
            and tokens[last + 2].text[0].isalnum()
        ):
            last += 2
        yield _Word(position, last, tokens[last].tag)
        position = last + 1


def _noun_phrases(text: str, tokens: Sequence[Token], first: int, after: int, sentence: int) -> Iterator[NounPhrase]:
    """Yield the longest noun phrases of one sentence from left to right."""
    for run in _runs(tuple(_words(tokens, first, after))):
        low, high = run[0].first, run[-1].last
        start, end = tokens[low].start, tokens[high].end
        yield NounPhrase(start, end, text[start:end], tokens[high].lemma, low, high, sentence)


def _runs(words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """Yield the stretches of words that are noun phrases, each ending in its head."""
    run: list[_Word] = []
    for position, word in enumerate(words):
        following = words[position + 1].tag if position + 1 < len(words) else ""
        if run and _starts_a_clause(run[-1], word, following):
            yield from _closed(run)
            run = []
        if word.tag in _NOUNS or word.tag in _ADJECTIVES or word.tag == _GERUND:
            run.append(word)
        else:
            yield from _closed(run)
            run = []
    yield from _closed(run)


def _starts_a_clause(before: _Word, word: _Word, following: str) -> bool:
    """Return whether a participle behind a noun says something of it ("models trained on") and belongs to no phrase."""
    if word.joined or before.tag not in _NOUNS or word.tag not in {"VBN", _GERUND}:
        return False
    if word.tag == _GERUND:
        return before.tag in _PLURALS or (following in _OPENS_A_PHRASE and following not in _NOUNS)
    return following not in _NOUNS and following not in _ADJECTIVES


def _closed(run: list[_Word]) -> Iterator[list[_Word]]:
    """Yield the run without the modifiers behind its last head, nothing where it has no head."""
    while run and not _heads(run):
        run = run[:-1]
    if run:
        yield run


def _heads(run: Sequence[_Word]) -> bool:
    """Return whether the last word of a run can be a head: a noun, or a gerund with something before it."""
    last = run[-1]
    return last.tag in _NOUNS or (last.tag == _GERUND and (last.joined or len(run) > 1))
