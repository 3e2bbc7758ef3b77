"""Places where a text defines an acronym: brackets, ``short for``, a title's head, a phrase set apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperkg.records import Section, Span
from paperkg.text.alignment import Alignment, align
from paperkg.text.word_parts import FUNCTION_WORDS

_SHORT = re.compile(r"[^\W_](?:[\w+./&*^'’()\[\]-]*[\w+*)\]])?")
_DOTTED = re.compile(r"(?:[A-Z]\.){2,}")
_COUNTER = re.compile(r"[ivx]+\)?|[a-z0-9]\)?")
_ROMAN = re.compile(r"[IVX]{1,4}")
_LEAD = re.compile(
    r"(?:i\.e\.,?|or|also|hereafter|henceforth|abbreviated(?: as| to)?|abbr\.:?|called|termed|dubbed|named|denoted"
    r"(?: as| by)?|known as|referred to as|aka|a\.k\.a\.|short:|in short,?|for short,?)\s+",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"e\.?g\.?\W|such as\s|like\s|see\s|cf\.?\s|including\s|for example\W|vs\.?\s|with\s|using\s|via\s", re.IGNORECASE
)
_STANDS_FOR = re.compile(
    r"(?<![\w+/-])(?P<short>[\w+/-]{1,30})\)?,?\s*[(“\"]?(?:which |that )?(?:is )?"
    r"(?:short for|an? (?:acronym|abbreviation|shorthand) (?:for|of)|stands for|standing for)\s+[“\"*]?"
    r"(?P<long>[^.;:()“”\"]{3,160})"
)
_FOR_SHORT = re.compile(
    r",?\s+(?:or\s+(?:simply\s+)?|abbreviated (?:as|to|by)\s+|in short,?\s+)"
    r"(?P<short>[A-Z][\w+/-]{0,12}[A-Z][\w+/-]{0,12})(?=[,.;)\s])"
)
_HEADED = re.compile(r"(?P<short>[\w+/.^-]{2,30})\s?(?:\((?P<again>[^()]{2,15})\))?:\s+(?=\w)")
_INTRODUCED = re.compile(
    r"\b(?:propose|present|introduce|develop|design|call|dub|term|name|describe)(?:s|d|ed|ing)?\s+(?:it\s+|this\s+\w+\s+)?"
    r"[“\"*]?(?P<short>[A-Z][A-Z0-9-]*[A-Z])\b"
)
_INSIDE_LEAD = re.compile(r"(?:i\.e\.,?|short for|stands for|abbreviation (?:for|of)|acronym (?:for|of)|the|an?)\s+")
_PIECES = re.compile(r"\s*(?:[;:=]|,(?=\s))\s*|\s+(?=\d{4}|\[|et al)|\s+or\s+|\s+and\s+|/(?=[A-Z])")

_FIRST_LETTER, _PER_LETTER, _MANY, _PER_LATER_LETTER, _SMALL_LETTER = 0.8, 0.65, 4, 0.4, 0.5
"""What an alignment may cost: so much for the first letter, for each up to so many, for each later one; how much of a
letter a small letter or a digit is. Set on Ab3P's development half, and by reading what arXiv abstracts gave."""

_LETTER = re.compile(r"(?:(?P<word>\b[^\W\d_]{4,})\s)?[(\[](?P<letter>[A-Za-z])(?:,[^()]*)?[)\]](?!\w)")
_COST_OF_A_LETTER = 0.5
_COST_IN_A_LIST, _COST_IN_WORDS, _COST_IN_A_TITLE, _COST_INSIDE = 0.5, 0.3, 0.15, 0.5
_LONGEST_WINDOW, _LONGEST_BRACKET = 400, 400
_MOST_LETTERS = 14


@dataclass(frozen=True, slots=True)
class Pair:
    """A short form and its long form by their spans, and what the alignment costs; less is better."""

    short: str
    short_span: Span
    long_span: Span
    cost: float


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A bracket's inside, and where the bracket itself stands."""

    start: int
    inner_start: int
    inner: str


def definitions(section: Section) -> Iterator[Pair]:
    """Yield the pairs that a section defines, a short form as often as it is defined."""
    for bracket in _brackets(section.text):
        pair = _bracketed(section.text, bracket)
        if pair:
            yield pair
    yield from _lettered(section.text)
    for sentence in section.sentences:
        yield from _spoken(section.text, sentence)
    yield from _headed(section)
    yield from _set_apart(section)


def _brackets(text: str) -> list[_Bracket]:
    """Return the brackets of a text, inner ones too, but for those that hold whole passages."""
    found = []
    opened: list[int] = []
    for match in re.finditer(r"[()\[\]]", text):
        if match[0] in "([":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            if match.start() - start <= _LONGEST_BRACKET:
                found.append(_Bracket(start, start + 1, text[start + 1 : match.start()]))
    return sorted(found, key=lambda bracket: bracket.start)


def _bracketed(text: str, bracket: _Bracket) -> Pair | None:
    """Return the first pair that a bracket gives: long (short), (long, short), short (long)."""
    if not _may_define(text, bracket.start):
        return None
    listed = _is_list(bracket.inner)
    for short, at in _shorts_inside(bracket):
        comma = re.search(r"[,;:]\s*\Z", text[bracket.inner_start : at])
        if comma and bracket.inner.endswith(short):
            pair = _long_before(text, bracket.inner_start, bracket.inner_start + comma.start(), short, at)
            if pair and pair.cost < _COST_INSIDE:
                return pair
        pair = _long_before(text, 0, bracket.start, short, at)
        if pair and not (listed and pair.cost > _COST_IN_A_LIST):
            return pair
    return _long_inside(text, bracket)


def _may_define(text: str, at: int) -> bool:
    """Return whether a bracket stands behind a word: after a space, or stuck to it, but not as in ``f(x)``."""
    if at == 0:
        return False
    if text[at - 1].isspace() or text[at - 1] in "-”\"’'*":
        return True
    return text[at] == "(" and re.search(r"[a-z]{3}\Z", text[max(0, at - 3) : at]) is not None


def _is_list(inner: str) -> bool:
    """Return whether a bracket lists names (``(AIME-24, MATH-500)``), of which the first is rarely a definition."""
    pieces = [piece.strip() for piece in inner.split(",")]
    return len(pieces) > 1 and all(re.fullmatch(r"(?:and |or )?\S*[A-Z]\S*", piece) for piece in pieces)


def _shorts_inside(bracket: _Bracket) -> Iterator[tuple[str, int]]:
    """Yield the short forms that a bracket may hold: all of it, its first piece, its last piece."""
    inner = bracket.inner
    if _EXAMPLE.match(inner):
        return
    lead = _LEAD.match(inner)
    start = lead.end() if lead else 0
    pieces = [(start, len(inner))]
    marks = [match.span() for match in _PIECES.finditer(inner)]
    if marks:
        pieces += [(start, marks[0][0]), (marks[-1][1], len(inner))]
    for begin, end in pieces:
        short = inner[begin:end].strip(" \t\"'“”‘’*`")
        offset = inner.find(short, begin)
        if _is_short(short) and (short == inner or not short.islower()):
            yield short, bracket.inner_start + offset


def _is_short(short: str) -> bool:
    """Return whether a string has the form of an acronym (Schwartz and Hearst, section 3.1, and some care)."""
    words = short.split()
    letters = sum(sign.isalpha() for sign in short)
    if not 1 <= len(words) <= 2 or not 2 <= len(short) <= 22 or not 1 <= letters <= _MOST_LETTERS:
        return False
    if _DOTTED.fullmatch(short):
        return True
    if not all(_SHORT.fullmatch(word) for word in words) or _COUNTER.fullmatch(short):
        return False
    if short in FUNCTION_WORDS or short.endswith(".") or short.count("(") != short.count(")"):
        return False
    if len(words) == 2 and not (words[1].isalpha() or re.fullmatch(r"\d{1,3}", words[1])):
        return False
    return len(words) == 1 or any(sum(sign.isupper() for sign in word) > 1 for word in words)


def _long_before(text: str, start: int, end: int, short: str, at: int) -> Pair | None:
    """Return the pair of a short form and the words before ``end``, none of them before ``start``."""
    window_start = _window_start(text, start, end, short)
    window = text[window_start:end].rstrip(" \t\"'”’*-(")
    return _aligned(short, at, window, window_start, align(short, window))


def _aligned(short: str, at: int, window: str, window_start: int, found: Alignment | None) -> Pair | None:
    """Return the pair that an alignment makes, None where there is none or it costs too much."""
    if found is None or not _is_believed(short, window[found.start : found.end], found.cost):
        return None
    long = Span(window_start + found.start, window_start + found.end)
    return Pair(short, Span(at, at + len(short)), long, found.cost)


def _window_start(text: str, start: int, end: int, short: str) -> int:
    """Return where the words begin among which the long form is sought (Schwartz and Hearst, section 3.2)."""
    letters = sum(sign.isalnum() for sign in short)
    most = min(letters + 5, letters * 2) + 2
    start = max(start, end - _LONGEST_WINDOW)
    words = [match.start() for match in re.finditer(r"\S+", text[start:end])]
    return start + (words[-most] if len(words) > most else 0)


def _is_believed(short: str, long: str, cost: float) -> bool:
    """Return whether an alignment is cheap enough for so many letters, and the long form no more than the short."""
    letters = [sign for sign in short if sign.isalnum()]
    if len(long) <= len(short) or short.lower() in re.split(r"[\s/(),-]+", long.lower()):
        return False
    if _ROMAN.fullmatch(short):
        return cost < 0.1
    capitals = sum(sign.isupper() for sign in letters)
    weight = sum(1.0 if sign.isupper() else _SMALL_LETTER for sign in letters)
    limit = _FIRST_LETTER + _PER_LETTER * (min(weight if capitals else len(letters), _MANY) - 1)
    limit += _PER_LATER_LETTER * max(weight - _MANY, 0)
    if capitals < 2 and not any(sign.isdigit() for sign in letters):
        limit *= 0.6
    return cost <= limit


def _long_inside(text: str, bracket: _Bracket) -> Pair | None:
    """Return the pair of a bracket that holds the long form of the word before it, or of the name before that word."""
    near = max(0, bracket.start - 60)
    words = [word.lstrip('("“‘*[').rstrip('"”’*,:') for word in text[near : bracket.start].split()]
    if len(words) > 1 and words[-1].islower() and re.fullmatch(r"[A-Z\d-]{3,}", words[-2]):
        words.pop()
    short = words[-1] if words else ""
    if not _is_short(short) or (sum(sign.isupper() for sign in short) < 2 and not short[:1].isupper()):
        return None
    lead = _INSIDE_LEAD.match(bracket.inner)
    offset = lead.end() if lead else 0
    inner = re.split(r"[;]|,\s(?=[A-Z][a-z]+ et al|\d)", bracket.inner[offset:])[0].rstrip()
    one_word = " " not in inner
    if one_word and (len(re.findall(r"[A-Za-z]{2,}", inner)) < 2 or re.search(r"\d", inner)):
        return None
    at = text.rfind(short, near, bracket.start)
    return _aligned(short, at, inner, bracket.inner_start + offset, align(short, inner, whole=True))


def _lettered(text: str) -> Iterator[Pair]:
    """Yield the pairs of single capitals and the word before each: ``precision (P)``; no letter is a counter there."""
    found = list(_LETTER.finditer(text))
    if all(match["word"] and match["word"][0].upper() == match["letter"] for match in found):
        for match in found:
            yield Pair(match["letter"], Span(*match.span("letter")), Span(*match.span("word")), _COST_OF_A_LETTER)


def _spoken(text: str, sentence: Span) -> Iterator[Pair]:
    """Yield the pairs that words define: ``X, short for ...``, ``X stands for ...``, ``..., or X``."""
    for match in _STANDS_FOR.finditer(text, sentence.start, sentence.end):
        short, window = match["short"], match["long"]
        if not _is_short(short) or short.islower():
            continue
        pair = _aligned(short, match.start("short"), window, match.start("long"), align(short, window, prefix=True))
        if pair:
            yield pair
    for match in _FOR_SHORT.finditer(text, sentence.start, sentence.end):
        pair = _long_before(text, sentence.start, match.start(), match["short"], match.start("short"))
        if pair and pair.cost <= _COST_IN_WORDS:
            yield pair


def _headed(section: Section) -> Iterator[Pair]:
    """Yield the pair of a title that begins with its short form: ``LoRA: Low-Rank Adaptation of ...``."""
    if section.field != "title":
        return
    match = _HEADED.match(section.text)
    if match is None:
        return
    short, window = match["short"], section.text[match.end() :]
    found = align(short, window, prefix=True)
    if found and _is_whole_name(short, window, found):
        pair = _aligned(short, match.start("short"), window, match.end(), found)
        if pair:
            yield pair


def _is_whole_name(short: str, window: str, found: Alignment) -> bool:
    """Return whether a title's first words are a whole name: letters at beginnings, and no noun cut off behind."""
    following = re.match(r"\s+([\w-]+)", window[found.end :])
    ends = following is None or following[1].lower() in FUNCTION_WORDS
    return ends and sum(sign.isupper() for sign in short) > 2 and found.cost <= _COST_IN_A_TITLE * len(short)


def _set_apart(section: Section) -> Iterator[Pair]:
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
                yield Pair(match["short"], Span(*match.span("short")), span, 0.0)
