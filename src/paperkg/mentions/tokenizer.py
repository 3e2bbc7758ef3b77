"""Cuts a text into words and marks as spaCy's rules for English do, without spaCy.

A stretch without white space loses its marks at both ends one by one, and what is left is cut where a hyphen, a slash
or a comma stands between letters (https://spacy.io/usage/linguistic-features#how-tokenizer-works). Abbreviations,
contractions and addresses of the web are known and stay as they are. How far the tokens are spaCy's:
``docs/decisions/tags-by-a-perceptron.md``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Piece = tuple[int, str]
"""Where a token begins in its stretch, and the token."""

LONGEST_REMEMBERED = 40
"""Characters of the longest stretch whose tokens are remembered."""
_LONGEST_WORD = 20
"""Characters of the longest abbreviation or contraction."""
_LONGEST_ADDRESS = 1_000
_LONGEST_MARK = 64

_STRETCH = re.compile(r"\S+")
_LOWER = "a-zß-öø-ÿα-ωά-ώа-яё"
_UPPER = "A-ZÀ-ÖØ-ÞΑ-ΩА-ЯЁ"
_LETTER = r"[^\W\d_]"
_QUOTES = "'\"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉⟦⟧"
_MARKS = "…,:;!?¿؟¡()\\[\\]{}<>_#*&。？！，、；：～·।،۔؛٪"
_CURRENCY = "$£€¥฿₠-₿﷼"
_SIGNS = "¦©®°№℗℃℉℞-℣™ⓐ-ⓩ─-▶▸-◀◂-◷☀-♮♰-❧➔-⟀⠀-⤀⬀-⬯⭅-⯿\U0001f000-\U0001faff\ufffd"
_PREFIX = re.compile(rf"\.\.+|[§%=—–{_MARKS}{_QUOTES}{_SIGNS}]|\+(?!\d)|(?:US|C|A)?\$|[{_CURRENCY}]")
_UNIT = (
    r"km²|km³|km|m²|m³|m|dm²|dm³|dm|cm²|cm³|cm|mm²|mm³|mm|ha|µm|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h|mph|hPa|Pa|mbar|mb|MB|"
    r"kb|KB|gb|GB|tb|TB|T|G|M|K|%"
)
_SUFFIX = re.compile(
    rf"(?:\.\.+|[—–{_MARKS}{_QUOTES}{_SIGNS}]|['’][sS]|(?<=\d)(?:\+|[{_CURRENCY}]|{_UNIT})|(?<=°[FfCcKk])\."
    rf"|(?<=[\d{_LOWER}%²\-+{_MARKS}{_QUOTES}])\.|(?<=[{_UPPER}][{_UPPER}])\.)\Z"
)
_INFIX = re.compile(
    rf"\.\.+|…|[{_SIGNS}]|(?<=\d)[+\-*^](?=[\d-])|(?<=[{_LOWER}{_QUOTES}])\.(?=[{_UPPER}{_QUOTES}])"
    rf"|(?<={_LETTER}),(?={_LETTER})|(?<=[^\W_])(?:-{{1,3}}|–|—|——|~|[:<>=/])(?={_LETTER})"
)
_ADDRESS = re.compile(
    rf"(?:[\w+\-.]{{2,}}://)?(?:\S+@)?(?:(?:[^\W_][\w-]{{0,62}})?[^\W_]\.)+[{_LOWER}]{{2,63}}(?::\d{{2,5}})?(?:[/?#]\S*)?"
)
_ABBREVIATIONS = frozenset(
    "Adm. Ak. Ala. Apr. Ariz. Ark. Aug. Bros. Calif. Co. Colo. Conn. Corp. D.C. Dec. Del. Dr. E.G. E.g. Feb. Fla. Ga. "
    "Gen. Gov. I.E. I.e. Ia. Id. Ill. Inc. Ind. Jan. Jr. Jul. Jun. Kan. Ky. La. Ltd. Mar. Mass. Md. Messrs. Mich. Minn. "
    "Miss. Mo. Mont. Mr. Mrs. Ms. Mt. N.C. N.D. N.H. N.J. N.M. N.Y. Neb. Nev. Nov. Oct. Okla. Ore. Pa. Ph.D. Prof. Rep. "
    "Rev. S.C. Sen. Sep. Sept. St. Tenn. Va. Wash. Wis. a.m. co. e.g. i.e. p.m. v.s. vs. C++ and/or w/o o'clock".split()
)
_WHOLE = re.compile(r"[a-zäöü]\.")
_NOT = re.compile(
    r"(ai|are|ca|could|dare|did|does|do|had|has|have|is|may|might|must|need|ought|sha|should|was|were|wo|would)(n['’]?t)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"(i|you|he|she|it|we|they|who|what|when|where|why|how|there|that|this|these|those|could|might|must|should|would)"
    r"(['’](?:m|re|ve|ll|d))",
    re.IGNORECASE,
)
_CANNOT = re.compile(r"(can)(not)|(let)(['’]s)", re.IGNORECASE)


class Tokenizer:
    """Cuts stretches of text into tokens; what was cut before is remembered and changes nothing."""

    def __init__(self, remembered: int) -> None:
        self._remembered = remembered
        self._known: dict[str, tuple[Piece, ...]] = {}

    def cut(self, text: str, ends: frozenset[int]) -> tuple[list[int], list[str]]:
        """Return where the tokens of a text begin, and the tokens; the period at one of ``ends`` is one of its own."""
        starts: list[int] = []
        words: list[str] = []
        known = self._known
        for match in _STRETCH.finditer(text):
            start, stretch = match.start(), match.group()
            pieces: Sequence[Piece] = known.get(stretch) or self.pieces(stretch)
            if match.end() in ends and stretch[-1] == ".":
                pieces = _without_period(pieces)
            for place, word in pieces:
                starts.append(start + place)
                words.append(word)
        return starts, words

    def pieces(self, stretch: str) -> tuple[Piece, ...]:
        """Return the tokens of a stretch without white space, each with its place."""
        found = self._known.get(stretch)
        if found is None:
            found = tuple(_cut(stretch))
            if len(stretch) <= LONGEST_REMEMBERED:
                if len(self._known) >= self._remembered:
                    self._known.clear()
                self._known[stretch] = found
        return found


def _without_period(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return the tokens of a stretch that ends a sentence: "TimesX." is a name and a period, "U.S." is not."""
    place, word = pieces[-1]
    if len(word) == 1 or word.count(".") > 1:
        return pieces
    return (*pieces[:-1], (place, word[:-1]), (place + len(word) - 1, "."))


def _cut(stretch: str) -> list[Piece]:
    """Return the tokens of a stretch: the marks in front, what is between, the marks behind."""
    begin, end = 0, len(stretch)
    front: list[Piece] = []
    behind: list[Piece] = []
    while begin < end and not _special(stretch, begin, end):
        prefix = _PREFIX.match(stretch, begin, end)
        after = prefix.end() if prefix else begin
        if prefix:
            front.append((begin, stretch[begin:after]))
            if _special(stretch, after, end):
                begin = after
                break
        suffix = _SUFFIX.search(stretch, max(after, end - _LONGEST_MARK), end)
        before = suffix.start() if suffix else end
        if suffix:
            behind.append((before, stretch[before:end]))
        if not prefix and not suffix:
            break
        begin, end = after, before
    return [*front, *_between(stretch[begin:end], begin), *reversed(behind)]


def _special(stretch: str, begin: int, end: int) -> Sequence[str]:
    """Return the tokens of a word that is cut by no rule: an abbreviation, or a contraction."""
    if end - begin > _LONGEST_WORD:
        return ()
    word = stretch[begin:end]
    if word in _ABBREVIATIONS or _WHOLE.fullmatch(word):
        return (word,)
    match = _NOT.fullmatch(word) or _PRONOUN.fullmatch(word) or _CANNOT.fullmatch(word)
    return [part for part in match.groups() if part] if match else ()


def _between(word: str, begin: int) -> list[Piece]:
    """Return the tokens of what is left between the marks of a stretch."""
    if not word:
        return []
    if special := _special(word, 0, len(word)):
        return [(begin + sum(map(len, special[:at])), part) for at, part in enumerate(special)]
    if "." in word and len(word) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(word):
        return [(begin, word)]
    found: list[Piece] = []
    start = 0
    for match in _INFIX.finditer(word):
        if match.start() == start:
            continue
        found += [(begin + start, word[start : match.start()]), (begin + match.start(), match.group())]
        start = match.end()
    if start < len(word):
        found.append((begin + start, word[start:]))
    return found
