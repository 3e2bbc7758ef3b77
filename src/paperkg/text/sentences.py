"""A text cut into sentences by a guarded rule.

A sentence ends at ``.``, ``?`` or ``!`` (closing quotes and brackets behind it belong to it) before white space and a
word that can begin one, and at every blank line. The guards: abbreviations, initials, numbers that count the items of
a list, addresses, and round brackets that are still open.
"""

from __future__ import annotations

import re

from paperkg.records import Span

_NEVER_LAST = frozenset(
    "e.g i.e cf vs viz fig figs eq eqs eqn sec secs sect tab thm lem prop def alg ch chap ref refs ex dr mr "
    "mrs ms prof st w.r.t a.k.a aka s.t esp incl e.g.: i.e.:".split()
)
"""Abbreviations that ask for something behind them, so no sentence ends with one."""

_BEFORE_A_NUMBER = frozenset("no nos vol pp p ca approx art ver".split())
"""Abbreviations only where a number follows: ``p. 5``."""

_MAYBE_LAST = frozenset(
    "al etc resp inc ltd co corp jr sr dept univ assoc min max avg est jan feb mar apr jun jul aug sep sept oct nov "
    "dec a.m p.m u.s u.k u.s.a e.u i.i.d ph.d m.sc b.sc d.c n.b et.al".split()
)
"""Abbreviations that end a sentence only where a word follows that often begins one."""

_STARTERS = frozenset(
    "we our this these the that those in it its to on for by with from at as an a i however moreover furthermore "
    "additionally specifically finally thus therefore hence here there then first second third firstly secondly "
    "while although despite unlike instead extensive experiments experimental experiment results empirically "
    "empirical code both such many most some recent existing current given based using when where if since because "
    "yet but and also one two three each all another other nevertheless nonetheless meanwhile besides overall "
    "notably importantly consequently similarly through under over between after before during without within data "
    "evaluation evaluations theoretically subsequently comprehensive evaluated evaluating numerical simulation simulations".split()
)
_END = re.compile(r"(?:\.{2,}|…|[.?!]+)(?P<closers>[)\]}\"'”’»*]*)(?P<gap>\s+|(?=[A-Z(\"“]))")
_PARAGRAPH = re.compile(r"\s*\n\s*\n\s*")
_WORD_BEFORE = re.compile(r"[^\s(\[{\"“‘'/]*\Z")
_WORD_AFTER = re.compile(r"[(\[{\"“‘'*]*(?P<word>[^\s]*)")
_ENUMERATOR = re.compile(r"\([ivx\d]{1,4}\)\s+[A-Z]")
_NAME_IN_LOWER_CASE = re.compile(r"(?:https?://|[a-z]_\w|[a-z]{1,3}[A-Z0-9]\w*|[a-z]-?[A-Z]\w*|[a-z]+[A-Z]\w*)")
_GREEK_OR_DIGIT = re.compile(r"[\dα-ω$]")
_LONGEST_ASIDE, _LONGEST_WORD = 400, 60


def sentences(text: str) -> tuple[Span, ...]:
    """Return the spans of the sentences in order, without white space around them; they hold all other characters."""
    spans: list[Span] = []
    start = 0
    for paragraph in _PARAGRAPH.finditer(text):
        spans += _sentences_of(text, start, paragraph.start())
        start = paragraph.end()
    return (*spans, *_sentences_of(text, start, len(text)))


def _sentences_of(text: str, start: int, end: int) -> list[Span]:
    spans: list[Span] = []
    for match in _END.finditer(text, start, end):
        if match.end() >= end or not _ends_sentence(text, start, match):
            continue
        spans.append(Span(start, match.end("closers")))
        start = match.end()
    if text[start:end].strip():
        spans.append(Span(start, end))
    return [_trimmed(text, span) for span in spans]


def _trimmed(text: str, span: Span) -> Span:
    inner = text[span.start : span.end]
    return Span(span.end - len(inner.lstrip()), span.start + len(inner.rstrip()))


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    following = _WORD_AFTER.match(text, match.end())
    word = following["word"] if following else ""
    start = max(start, match.start() - _LONGEST_ASIDE)
    before = _WORD_BEFORE.search(text[max(start, match.start() - _LONGEST_WORD) : match.start()])
    last = before[0] if before else ""
    if not match["gap"]:
        return _is_missing_space(text, start, match, last, word)
    if _is_inside_brackets(text, start, match):
        return False
    if match[0].startswith("."):
        return _period_ends(text[start : match.start()], last, word, match)
    if match[0].startswith("…"):
        return _is_starter(word) or _is_capital(word)
    return _can_begin(word)


def _period_ends(sentence: str, last: str, word: str, match: re.Match[str]) -> bool:
    if match[0].startswith(".."):
        return _is_starter(word)
    lowered = last if last.isupper() and len(last) > 1 else last.lower().lstrip("~")
    if lowered in _BEFORE_A_NUMBER and word[:1].isdigit():
        return False
    if lowered in _NEVER_LAST:
        return bool(match["closers"].strip("*")) and _can_begin(word)
    if lowered in _MAYBE_LAST or re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", last):
        return _is_starter(word)
    if len(last) == 1 and last.isupper() and not match["closers"]:
        return _is_starter(word)
    if _counts_an_item(sentence[: -len(last)] if last else sentence, last):
        return False
    if _ENUMERATOR.match(match.string, match.end()):
        return True
    if _can_begin(word):
        return True
    return len(last) > 2 and last.isalpha() and last.islower() and word in _STARTERS - {"a", "i", "and", "but"}


def _counts_an_item(before: str, last: str) -> bool:
    """Return whether a number is the head of a list's item: the first one, or one behind its predecessor."""
    if not re.fullmatch(r"\d{1,2}", last):
        return False
    if not before.strip():
        return True
    if last == "1":
        return before.rstrip()[-1] in ":;,."
    return re.search(rf"(?<!\d){int(last) - 1}\.\s", before) is not None


def _can_begin(word: str) -> bool:
    return _is_capital(word) or bool(_NAME_IN_LOWER_CASE.match(word)) or bool(_GREEK_OR_DIGIT.match(word))


def _is_capital(word: str) -> bool:
    return word[:1].isupper() or (word[:1] > "\x7f" and word[:1].isalpha() and not word[:1].islower())


def _is_starter(word: str) -> bool:
    stripped = word.rstrip(",:;.")
    return stripped[:1].isupper() and stripped.lower() in _STARTERS


def _is_missing_space(text: str, start: int, match: re.Match[str], last: str, word: str) -> bool:
    """Return whether two sentences were joined without a space (``results.We``); names and addresses are none."""
    if match[0] not in (".", "?", "!", ").", ".)", '."', ".”") or _is_inside_brackets(text, start, match):
        return False
    ends_in_word = re.fullmatch(r"(?:[A-Za-z]+-)*[a-z]{2,}\)?|[A-Z]{2,}s|.*[\d%)]", last) is not None
    return ends_in_word and word[:1].isupper() and _is_starter(word) and "/" not in last


def _is_inside_brackets(text: str, start: int, match: re.Match[str]) -> bool:
    """Return whether a round bracket is open that began in the middle of the sentence and closes soon."""
    sentence = text[start : match.end("closers")]
    depth = 0
    opened = -1
    for position, character in enumerate(sentence):
        if character == "(":
            depth += 1
            opened = position if depth == 1 else opened
        elif character == ")" and depth:
            depth -= 1
    if depth == 0 or opened == 0:
        return False
    closing = text.find(")", match.end(), start + opened + _LONGEST_ASIDE)
    return closing >= 0
