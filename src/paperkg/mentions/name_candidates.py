"""Where a text may name something: runs of words with capitals, digits, or both, judged by their shape alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from paperkg.records import Section, Span

# A word keeps its inner hyphens, its decimal point before a digit, and the apostrophe before a year (Hub5'00).
_WORD = re.compile(
    r"[^\W_]+(?:(?:[-\u2010\u2011\u2012\u2013/]|(?<=\d)\.(?=\d)|(?<=[^\W_])[.\u2019'](?=\d)|&(?=[A-Z]))[^\W_]+)*(?:\+{1,2}|\*(?!\w))?"
)
_URL = re.compile(r"(?:https?://|www\.)\S+|\b[\w.-]+\.(?:com|org|io|net|edu)\b\S*|\S+@\S+", re.IGNORECASE)
_MAY_HOLD_ADDRESS = re.compile(r"://|[Ww]{3}\.|@|\.(?:com|org|io|net|edu)\b", re.IGNORECASE)
_QUANTITY = re.compile(
    r"(?:\d[\d.,]*(?:x|X|k|K|M|B|T|GB|MB|TB|px|ms|s|st|nd|rd|th|fps|FPS|bit|bits|D|d|h|km|m|Hz|kHz|GHz|dB|pp|pt|pts|W|V|°)?"
    r"(?:-[a-z]+)*|[1-4]D(?:-[a-z]+)*|\d+-[a-z-]+|[a-z]-\d+|[A-Z]|\d+[/-]\d+|(?:19|20)\d\ds?)"
)
_NUMBER = re.compile(r"(?:v?\d+(?:\.\d+)*[a-zA-Z]?|[IVX]{1,4}|\d+(?:\.\d+)?[BM]|[A-Z])")
_SUFFIX = re.compile(
    r"[-\u2010-\u2013](?:(?:based|style|like|type|side|specific|aware|driven|free|related|only|level|oriented|centric|enabled)|"
    r"to|and|or|[a-z]{2,}ed|(?:Based|Aware|Driven|Free|Specific|Oriented|Centric|Level|[A-Z][a-z]+ed))$"
)
_DATA_BEHIND = re.compile(
    r"(?: (?!(?:and|or|on|in|for|of|to|is|are|with|the|a|an|that|by|from|as)\b)[\w-]+){0,3}? "
    r"(?:datasets?|data ?sets?|corpus|corpora|treebanks?|benchmarks?|databases?|lexicons?|"
    r"(?:test|training|evaluation|development|task) (?:sets?|data)|test)\b",
    re.IGNORECASE,
)
_CAMPAIGN_DATA_BEHIND = re.compile(
    r"(?: (?!(?:and|or|on|in|for|of|to|is|are|with|the|a|an|that|by|from|as)\b)[\w-]+){0,2}? data\b"
)
_DATA_HEAD = re.compile(
    r"(?:[Dd]ata ?[Ss]et|[Cc]orpus|[Tt]reebank|[Bb]enchmark|[Dd]atabase|Collection|Dictionary|Lexicon)s?"
)
_LINKS = frozenset({"of", "for", "the", "and", "in", "with", "from", "to", "on", "by", "via", "&"})
_FORMULA = re.compile(r"[A-Za-z]\(+[\w ^/*.+-]*$|[\^_=\\{]$")
_VERSION = re.compile(r"\d+(?:\.\d+)?[BM]?")
NEIGHBOURS = 4
_SENTENCE_WORDS = frozenset({"we", "is", "are", "was", "were", "it", "that", "this", "have", "has", "can"})
_INNER_LINKS = frozenset({"of", "for", "the", "de"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word, its place, and whether its shape alone makes a name of it (``strong``) or only a capital does."""

    text: str
    start: int
    end: int
    strong: bool
    capital: bool
    initial: bool
    """Whether it opens a sentence, or stands in one whose words all begin with capitals."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A run of words that may be a name; ``strong`` where one of them has the shape of a name."""

    start: int
    end: int
    text: str
    strong: bool
    among_capitals: bool
    """Whether most words around it begin with capitals too, as in a title."""


@cache
def word_list(name: str) -> frozenset[str]:
    """Return the words of ``words/NAME.txt``; those of a line are parted by commas or, where it has none, by spaces."""
    lines = (Path(__file__).parent / "words" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("#")]
    return frozenset(word for line in kept for word in (line.split(", ") if ", " in line else line.split()))


def names_a_class(name: str) -> bool:
    """Return whether every word of a name is one of those that name classes of models: ``Video LLMs``."""
    words = word_list("class") | word_list("architecture")
    return all(word in words for word in re.split(r"[\s\u2010-\u2013]+", name.lower()))


def names_an_architecture(name: str) -> bool:
    """Return whether a class's name is that of an architecture, which is a method: ``Convolutional Networks``."""
    return any(word in word_list("architecture") for word in re.split(r"[\s\u2010-\u2013]+", name.lower()))


def words_of(section: Section) -> list[Word]:
    """Return the words of a section that are no part of an address of a page or of mail."""
    masked = section.text
    if _MAY_HOLD_ADDRESS.search(masked):
        masked = _URL.sub(lambda match: " " * len(match[0]), masked)
    words: list[Word] = []
    for sentence in section.sentences or (Span(0, len(masked)),):
        found = list(_WORD.finditer(masked, sentence.start, sentence.end))
        headline = _headline([match[0] for match in found])
        for index, match in enumerate(found):
            text = match[0]
            opening = index == 0 or headline or _ends_a_sentence(masked, match.start())
            words.append(
                Word(
                    text,
                    match.start(),
                    match.end(),
                    _is_strong(text),
                    text[0].isupper(),
                    opening and not _is_strong(text),
                )
            )
    return words


def _ends_a_sentence(text: str, end: int) -> bool:
    """Return whether what stands before ``end`` ends a sentence, or opens an item."""
    near = text[max(0, end - 8) : end].rstrip() or text[:end].rstrip()
    return near[-1:] in (".", ":", "\u2022", "?", "!")


def shapes(section: Section, words: Sequence[Word]) -> list[Shape]:
    """Return the runs of words that may be names, by place, none overlapping."""
    runs: list[Shape] = []
    index = 0
    while index < len(words):
        last = max(_run(section.text, words, index), _headed(section.text, words, index))
        if last < index:
            index += 1
            continue
        shape = _trimmed(section.text, words[index : last + 1])
        if shape:
            around = [*words[max(0, index - NEIGHBOURS) : index], *words[last + 1 : last + 1 + NEIGHBOURS]]
            runs.append(replace(shape, among_capitals=_among_capitals([word.text for word in around])))
        index = last + 1
    return runs


def _run(text: str, words: Sequence[Word], index: int) -> int:
    """Return the last word of the run that begins at ``index``, one less than ``index`` where none begins."""
    if not _names(words[index]):
        return index - 1
    last = index
    while last + 1 < len(words) and text[words[last].end : words[last + 1].start] in (" ", "\n"):
        following = words[last + 1]
        if _names(following) or _NUMBER.fullmatch(following.text):
            last += 1
        elif (
            following.text in _INNER_LINKS
            and last + 2 < len(words)
            and words[last + 2].capital
            and not words[last + 2].initial
            and text[following.end : words[last + 2].start] == " "
            and not words[last].strong
        ):
            last += 2
        else:
            break
    return last


def _headed(text: str, words: Sequence[Word], index: int) -> int:
    """Return the last word of a run of capitals that ends with a word such as Corpus, though capitals say nothing there."""
    last = index
    while last < len(words) and words[last].capital and words[last].text.lower() not in word_list("function"):
        if last > index and _DATA_HEAD.fullmatch(words[last].text):
            return last
        if last + 1 < len(words) and text[words[last].end : words[last + 1].start] != " ":
            break
        last += 1
    return index - 1


def _names(word: Word) -> bool:
    return word.strong or (word.capital and not word.initial and len(word.text) > 1 and not _is_stopped(word.text))


def _is_stopped(text: str) -> bool:
    lowered = text.lower()
    return lowered in word_list("function") or _QUANTITY.fullmatch(text) is not None


def _trimmed(text: str, words: Sequence[Word]) -> Shape | None:
    """Return the run without function words and bare numbers at its ends, None where nothing is left."""
    kept = list(words)
    while kept and (kept[0].text.lower() in word_list("function") or _QUANTITY.fullmatch(kept[0].text)):
        kept.pop(0)
    while kept and kept[-1].text.lower() in word_list("function"):
        kept.pop()
    if not kept:
        return None
    start, end = kept[0].start, kept[-1].end
    if suffix := _SUFFIX.search(text[start:end]):
        end = start + suffix.start()
        if (
            len(kept) == 1
            and not _is_strong(text[start:end])
            and text[start:end].lower() not in (word_list("weak") | word_list("signal") | word_list("language"))
        ):
            return None
    name = text[start:end]
    formula = _FORMULA.search(text[max(0, start - 14) : start]) or text[end : end + 1] in ("^", "_", "=")
    if formula or text[end : end + 2] in (")^", ")_"):
        return None
    if len(name) > 60 or len(max(name.split(), key=len)) > 28:
        return None
    if all(_is_weak(word.text) for word in kept) and not (campaign := _is_dated(kept)):
        behind = _DATA_BEHIND.match(text, end) or (campaign is not None and _CAMPAIGN_DATA_BEHIND.match(text, end))
        if not behind or _names_no_data(kept, behind[0]):
            return None
        return Shape(start, behind.end(), text[start : behind.end()], True, False)
    if _is_stop(name) or all(_is_stop(word.text) for word in kept):
        return None
    return Shape(start, end, name, any(word.strong for word in kept), False)


def _is_dated(words: Sequence[Word]) -> bool | None:
    """Return whether the words are an evaluation campaign with its year or number, None where they name no campaign."""
    parts = re.split(r"[-\u2010-\u2013'\u2019\s]+", " ".join(word.text for word in words).lower())
    if not any(re.sub(r"\d+$", "", part) in word_list("campaign") for part in parts):
        return None
    return any(re.search(r"\d$", part) for part in parts)


def _names_no_data(words: Sequence[Word], head: str) -> bool:
    """Return whether words before a head only say what data are of: a corpus of a language, or data sets of a task."""
    parts = {part for word in words for part in re.split(r"[-\u2010-\u2013/\u2192]", word.text.lower())} - {"to", ""}
    several = re.search(r"(?:[^s]s|corpora|data)\Z", head.lower()) is not None
    if parts <= word_list("language"):
        return "treebank" not in head.lower()
    return several and parts <= word_list("language") | word_list("signal")


def _is_weak(word: str) -> bool:
    """Return whether a word is of those that name data only with a head noun: also in pairs, as English-to-French."""
    parts = re.split(r"[-\u2010-\u2013/\u2192]", word.lower())
    known = word_list("weak") | word_list("signal") | word_list("language") | word_list("campaign")
    return all(part in known or part in ("to", "") for part in parts) or _NUMBER.fullmatch(word) is not None


def _is_stop(text: str) -> bool:
    lowered = text.lower()
    return lowered in word_list("stop") or (
        text.endswith("s") and text[:-1].isupper() and lowered[:-1] in word_list("stop")
    )


@cache
def _is_strong(text: str) -> bool:
    """Return whether a word's shape is that of a name: inner or many capitals, or letters and digits mixed."""
    if _QUANTITY.fullmatch(text) or _is_stop(text):
        return False
    parts = re.split(r"[-\u2010-\u2013/]", text)
    opened = parts[0][:1].isupper() and len(parts[0]) > 1 and not _is_stop(parts[0])
    if opened and len(parts) == 2 and parts[0].lower() not in word_list("function") and _VERSION.fullmatch(parts[1]):
        return True
    return any(_is_strong_part(part) for part in parts) or (
        len(parts) > 1 and parts[0].isupper() and parts[1][:1].isupper()
    )


def _is_strong_part(part: str) -> bool:
    if not part or _QUANTITY.fullmatch(part) or _is_stop(part):
        return False
    letters = [c for c in part if c.isalpha()]
    inner = sum(c.isupper() for c in part[1:])
    plural = part.endswith("s") and part[:-1].isupper() and len(part) > 2
    mixed = any(c.isdigit() for c in part) and len(letters) > 1 and not part[0].isdigit()
    return bool(letters) and (inner > 0 or plural or mixed) and len(part) > 1


def _among_capitals(words: Sequence[str]) -> bool:
    content = [word for word in words if word[0].isalpha() and len(word) > 3]
    return len(content) > 1 and sum(word[0].isupper() for word in content) > 0.6 * len(content)


def _headline(words: Sequence[str]) -> bool:
    """Return whether the words of a sentence nearly all begin with capitals, as a title's do."""
    if not _SENTENCE_WORDS.isdisjoint(words):
        return False
    content = [word for word in words if word.isalpha() and word.lower() not in _LINKS and len(word) > 2]
    return len(content) > 2 and sum(word[0].isupper() for word in content) >= 0.7 * len(content)
