"""Acronyms that a text defines, after Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation
definitions in biomedical text", Pacific Symposium on Biocomputing 8, 451-462.

As there, a short form stands in brackets behind its long form, or the other way round. Beyond that paper: the long
form is chosen by the costs of ``alignment``, square and nested brackets count, and so do ``short for``, ``stands for``,
a title's ``SHORT: long form``, and a phrase set apart whose initials are a name that the sentence introduces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperkg.records import Acronym, Section, Span
from paperkg.text.alignment import FUNCTION_WORDS, Alignment, align

_SHORT = re.compile(r"[^\W_](?:[\w+./&*^'’()\[\]-]*[\w+*)\]])?")
_COUNTER = re.compile(r"[ivx]+\)?|[a-z0-9]\)?")
_ROMAN = re.compile(r"[IVX]{1,4}")
_LEAD = re.compile(
    r"(?:i\.e\.,?|or|also|hereafter|henceforth|abbreviated(?: as| to)?|abbr\.:?|called|termed|dubbed|named|denoted"
    r"(?: as| by)?|known as|referred to as|aka|a\.k\.a\.|short:|in short,?|for short,?)\s+",
    re.IGNORECASE,
)
_STANDS_FOR = re.compile(
    r"(?P<short>[\w+/-]*[A-Z][\w+/-]*)\)?,?\s*[(“\"]?(?:(?:which |that )?(?:is )?(?:short for|an? (?:acronym|abbreviation|shorthand) "
    r"(?:for|of)|stands for|standing for|which means))\s+[“\"*]?(?P<long>[^.;:()“”\"]{3,160})"
)
_FOR_SHORT = re.compile(
    r",?\s+(?:or\s+(?:simply\s+)?|abbreviated (?:as|to|by)\s+|in short,?\s+)(?P<short>[A-Z][\w+/-]*[A-Z][\w+/-]*)(?=[,.;)\s])"
)
_HEADED = re.compile(r"(?P<short>[\w+/.^-]*[A-Z][\w+/.^-]*)\s?(?:\((?P<again>[^()]{2,15})\))?:\s+(?=\w)")
_INTRODUCED = re.compile(
    r"\b(?:propose|present|introduce|develop|design|call|dub|term|name|describe)(?:s|d|ed|ing)?\s+(?:it\s+|this\s+\w+\s+)?"
    r"[“\"*]?(?P<short>[A-Z][A-Z0-9-]*[A-Z])\b"
)
_PER_LETTER, _BASE = 0.5, 0.5
_SMALL_LETTER = 0.4
_MOST_LETTERS, _FEWEST_CHARACTERS = 14, 3


def acronyms(section: Section) -> tuple[Acronym, ...]:
    """Return the pairs that the section defines, in the order of the text; of two for one short form the likelier."""
    best: dict[str, _Pair] = {}
    for pair in _all_pairs(section):
        known = best.get(pair.short)
        if known is None or pair.cost + 0.5 < known.cost:
            best[pair.short] = pair
    singular = len(section.sentences) > 1
    found = sorted(best.values(), key=lambda pair: (pair.short_span, pair.long_span))
    return tuple(_acronym(pair, section, singular=singular) for pair in found)


@dataclass(frozen=True, slots=True)
class _Pair:
    short: str
    short_span: Span
    long_span: Span
    cost: float


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A bracket's inside, and where the bracket itself stands."""

    start: int
    end: int
    inner_start: int
    inner: str


def _all_pairs(section: Section) -> Iterator[_Pair]:
    text = section.text
    for sentence in section.sentences:
        for bracket in _brackets(text, sentence):
            yield from _bracketed(text, sentence, bracket)
        yield from _spoken(text, sentence)
    yield from _headed(section)
    yield from _set_apart(section)


def _brackets(text: str, sentence: Span) -> list[_Bracket]:
    """Return the brackets of a sentence, inner ones too, that close in it."""
    found = []
    opened: list[int] = []
    for at in range(sentence.start, sentence.end):
        if text[at] in "([":
            opened.append(at)
        elif text[at] in ")]" and opened:
            start = opened.pop()
            found.append(_Bracket(start, at + 1, start + 1, text[start + 1 : at]))
    return sorted(found, key=lambda bracket: bracket.start)


def _bracketed(text: str, sentence: Span, bracket: _Bracket) -> Iterator[_Pair]:
    """Yield the first pair that a bracket gives: long (short), (long, short), short (long)."""
    if (
        bracket.start == sentence.start
        or not text[bracket.start - 1].isspace()
        and text[bracket.start - 1] not in "-”\"’'*"
    ):
        if not re.search(r"[a-z]{3}\Z", text[sentence.start : bracket.start]) or text[bracket.start] == "[":
            return
    for short, at in _shorts_inside(bracket):
        comma = re.search(r"[,;:]\s*\Z", text[bracket.inner_start : at])
        if comma and bracket.inner.endswith(short):
            inside = Span(bracket.inner_start, at)
            pair = _long_before(text, inside, bracket.inner_start + comma.start(), short, at)
            if pair and pair.cost < 0.5:
                yield pair
                return
        pair = _long_before(text, sentence, bracket.start, short, at)
        if pair:
            yield pair
            return
    inside = _long_inside(text, sentence, bracket)
    if inside:
        yield inside


def _shorts_inside(bracket: _Bracket) -> Iterator[tuple[str, int]]:
    """Yield the short forms that a bracket may hold: all of it, its first piece, its last piece."""
    inner = bracket.inner
    lead = _LEAD.match(inner)
    start = lead.end() if lead else 0
    pieces = [(start, len(inner))]
    marks = [
        match.span()
        for match in re.finditer(r"\s*[,;:=]\s*|\s+(?=\d{4}|\[|et al)|\s+or\s+|\s+and\s+|/(?=[A-Z])", inner)
    ]
    if marks:
        pieces += [(start, marks[0][0]), (marks[-1][1], len(inner))]
    for begin, end in pieces:
        short = inner[begin:end].strip(" \t\"'“”‘’*`")
        offset = inner.find(short, begin)
        if _is_short(short):
            yield short, bracket.inner_start + offset


def _is_short(short: str) -> bool:
    """Return whether a string has the form of an acronym (Schwartz and Hearst, section 3.1, and some care)."""
    words = short.split()
    letters = sum(sign.isalpha() for sign in short)
    if not 1 <= len(words) <= 2 or not 2 <= len(short) <= 22 or not 1 <= letters <= _MOST_LETTERS:
        return False
    if not all(_SHORT.fullmatch(word) for word in words) or _COUNTER.fullmatch(short):
        return False
    if short in FUNCTION_WORDS or short.endswith("."):
        return False
    return len(words) == 1 or any(sum(sign.isupper() for sign in word) > 1 for word in words)


def _long_before(text: str, sentence: Span, end: int, short: str, at: int) -> _Pair | None:
    """Return the pair of a short form and the words that end at ``end``."""
    window_start = _window_start(text, sentence.start, end, short)
    window = text[window_start:end].rstrip(" \t\"'”’*-(")
    found = align(short, window)
    if found is None or not _is_believed(short, window[found.start : found.end], found.cost):
        return None
    long = Span(window_start + found.start, window_start + found.end)
    return _Pair(short, Span(at, at + len(short)), long, found.cost)


def _window_start(text: str, start: int, end: int, short: str) -> int:
    """Return where the words begin among which the long form is sought (Schwartz and Hearst, section 3.2)."""
    letters = sum(sign.isalnum() for sign in short)
    most = min(letters + 5, letters * 2) + 2
    words = [match.start() for match in re.finditer(r"\S+", text[start:end])]
    return start + (words[-most] if len(words) > most else 0)


def _is_believed(short: str, long: str, cost: float) -> bool:
    letters = [sign for sign in short if sign.isalnum()]
    if len(long) <= len(short) or short.lower() in re.split(r"[\s/(),-]+", long.lower()):
        return False
    if _ROMAN.fullmatch(short):
        return cost < 0.1
    capitals = sum(sign.isupper() for sign in letters)
    weight = sum(_SMALL_LETTER if sign.islower() else 1.0 for sign in letters)
    limit = _BASE + _PER_LETTER * (weight - 1 if capitals else len(letters) - 1)
    if capitals < 2 and not any(sign.isdigit() for sign in letters):
        limit *= 0.6
    return cost <= limit


def _long_inside(text: str, sentence: Span, bracket: _Bracket) -> _Pair | None:
    """Return the pair of a bracket that holds the long form of the word before it."""
    before = re.compile(r"(?P<short>\S+)[\"”’*]?\s*\Z").search(text, sentence.start, bracket.start)
    if before is None:
        return None
    short = before["short"].lstrip('("“‘*[').rstrip('"”’*,:')
    if not _is_short(short) or sum(sign.isupper() for sign in short) < 2 and not short[:1].isupper():
        return None
    lead = re.match(
        r"(?:i\.e\.,?|short for|stands for|abbreviation (?:for|of)|acronym (?:for|of)|the|an?)\s+", bracket.inner
    )
    offset = lead.end() if lead else 0
    inner = re.split(r"[;]|,\s(?=[A-Z][a-z]+ et al|\d)", bracket.inner[offset:])[0].rstrip()
    if len(inner.split()) < 2 and "-" not in inner:
        return None
    found = align(short, inner, whole=True)
    if found is None or not _is_believed(short, inner, found.cost):
        return None
    at = text.rfind(short, sentence.start, bracket.start)
    start = bracket.inner_start + offset + found.start
    return _Pair(short, Span(at, at + len(short)), Span(start, bracket.inner_start + offset + found.end), found.cost)


def _spoken(text: str, sentence: Span) -> Iterator[_Pair]:
    """Yield the pairs that words define: ``X, short for ...``, ``X stands for ...``, ``..., or X``."""
    for match in _STANDS_FOR.finditer(text, sentence.start, sentence.end):
        found = align(match["short"], match["long"], prefix=True)
        if found and _is_believed(match["short"], match["long"][found.start : found.end], found.cost):
            begin = match.start("long")
            yield _Pair(
                match["short"], Span(*match.span("short")), Span(begin + found.start, begin + found.end), found.cost
            )
    for match in _FOR_SHORT.finditer(text, sentence.start, sentence.end):
        pair = _long_before(text, sentence, match.start(), match["short"], match.start("short"))
        if pair and pair.cost <= 0.3:
            yield pair


def _headed(section: Section) -> Iterator[_Pair]:
    """Yield the pair of a title that begins with its short form: ``LoRA: Low-Rank Adaptation of ...``."""
    if section.field != "title":
        return
    match = _HEADED.match(section.text)
    if match is None:
        return
    window = section.text[match.end() :]
    found = align(match["short"], window, prefix=True)
    if found is None or not _is_title_long_form(match["short"], window, found):
        return
    begin = match.end()
    yield _Pair(match["short"], Span(*match.span("short")), Span(begin + found.start, begin + found.end), found.cost)


def _is_title_long_form(short: str, window: str, found: Alignment) -> bool:
    """Return whether a title's first words are a whole name: capitals at beginnings, and no noun cut off behind."""
    following = re.match(r"\s+([\w-]+)", window[found.end :])
    whole = following is None or following[1].lower() in FUNCTION_WORDS
    capitals = sum(sign.isupper() for sign in short)
    return (
        whole
        and capitals > 2
        and found.cost <= 0.15 * len(short)
        and _is_believed(short, window[: found.end], found.cost)
    )


def _set_apart(section: Section) -> Iterator[_Pair]:
    """Yield the pair of a name that a sentence introduces and a phrase set apart in it with just these initials."""
    for sentence in section.sentences:
        match = _INTRODUCED.search(section.text, sentence.start, sentence.end)
        if match is None:
            continue
        for span in section.emphasis:
            if not (match.end() <= span.start and span.end <= sentence.end):
                continue
            initials = [word[0] for word in re.findall(r"[^\W_]+", section.text[span.start : span.end])]
            if len(initials) > 2 and "".join(initials).lower() == match["short"].replace("-", "").lower():
                yield _Pair(match["short"], Span(*match.span("short")), span, 0.0)


_COUNTED = re.compile(
    r"(?:model|network|transformer|autoencoder|auto-encoder|agent|process(?=es)|machine|field|inequalit|equation|policy|polic"
    r"|bandit|encoder|decoder|embedding|learner|system|graph|tree|game|forest|problem|solver|adapter|dataset|benchmark)"
    r"(?:s|es|ies)\Z",
    re.IGNORECASE,
)


def _acronym(pair: _Pair, section: Section, *, singular: bool) -> Acronym:
    """Return the record of a pair, in the singular where the text or the kind of thing shows that it has one."""
    short, long = pair.short, section.text[pair.long_span.start : pair.long_span.end]
    short_span = pair.short_span
    plural = len(short) > 2 and short[-1] == "s" and short[-2].isupper() and long.endswith("s")
    if singular and plural:
        if _COUNTED.search(long):
            short, long = short[:-1], _singular(long)
            short_span = Span(short_span.start, short_span.end - 1)
    return Acronym(short, long, section.field, short_span, pair.long_span)


def _singular(long: str) -> str:
    if long.endswith("ies"):
        return long[:-3] + "y"
    return long[:-2] if long.endswith(("sses", "xes", "ches", "shes")) else long[:-1]
