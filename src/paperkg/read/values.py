"""Values as sources write them become values as a ``Paper`` holds them.

JSON gives texts as strings, as lists, and wrapped (``{"value": ...}``, ``{"en": ...}``); tables give everything as
strings. Each function takes any value and returns an empty one where there is nothing of its kind.
"""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_BREAK = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|2100)(?!\d)")
_EPOCH = re.compile(r"\d{9,13}\Z")
_INNER = ("value", "text", "en", "english", "plain", "content", "name", "display_name", "title", "term", "label")
_PYTHON_STRING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
_PYTHON_LIST = re.compile(rf"\[\s*(?:{_PYTHON_STRING.pattern})(?:\s*,\s*(?:{_PYTHON_STRING.pattern}))*\s*,?\s*\]\Z")
_ADDRESS = re.compile(r"https?://[^\s]+\Z", re.IGNORECASE)
_BARE_ADDRESS = re.compile(r"(?:www\.|github\.com/|gitlab\.com/|arxiv\.org/|openreview\.net/|doi\.org/)[^\s]+\Z")
_BACKSLASHED = re.compile(r"\\(.)")
_PLAIN_WORDS = re.compile(r"(?:[A-Za-z0-9-]{1,19}(?: [A-Za-z0-9-]{1,19}){0,5}(?:\n(?!\Z)|\Z))+\Z")
_NOTHING = frozenset({"", "nan", "none", "null", "n/a", "na", "-", "#n/a", "[no abstract available]", "no abstract"})
TELLING_SOMETHING = frozenset("abcdefghijklmopqrstuvwxyzABCDEFGHIJKLMOPQRSTUVWXYZ0123456789")
"""First characters of no word for nothing."""
_LONGEST_NOTHING = max(map(len, _NOTHING))
_KEYWORD_SEPARATORS = (";", "；", "|", "\n", "、", "·", "•", "，", ",")
_LONGEST_KEYWORD = 120
_DEEPEST = 24
_DATES = ("date-parts", "raw", "literal", "value", "year")
_SECTION = re.compile(
    r"(?:background|context|introduction|motivation|objectives?|aims?|purpose|problem|(?:materials?[ _]and[ _])?methods?|"
    r"methodology|design|approach|setting|participants|results?|findings|evaluation|discussion|limitations|"
    r"conclusions?|significance|implications|contributions?)\Z",
    re.IGNORECASE,
)


def text(value: object, depth: int = 0) -> str:
    """Return a value as text without spaces around it; of a list the parts, a line each.

    What is nested more than ``_DEEPEST`` deep is no text.
    """
    if isinstance(value, str):
        if "\0" in value:
            value = value.replace("\0", "")
        return (value if value.isascii() or _is_whole(value) else _SURROGATE.sub("\ufffd", value)).strip()
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else ""
    if isinstance(value, float):
        return "" if not math.isfinite(value) else str(int(value)) if value.is_integer() else str(value)
    if depth > _DEEPEST:
        return ""
    if isinstance(value, dict):
        return next((found for key in _INNER if key in value and (found := text(value[key], depth + 1))), "")
    if isinstance(value, list | tuple):
        return "\n".join(found for item in value if (found := text(item, depth + 1)))
    return ""


def prose(value: object) -> str:
    """Return an abstract as text; of an object that has it by sections, each behind its name on a line."""
    found = text(value)
    if found or not (isinstance(value, dict) and value and all(_SECTION.match(str(name)) for name in value)):
        return found
    return "\n".join(f"{name}: {part}" for name, section in value.items() if (part := text(section)))


def _is_whole(value: str) -> bool:
    """Tell whether a text can be written, which half of a surrogate pair cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_empty(value: object) -> bool:
    """Tell a cell that holds nothing, or what programs write for nothing."""
    if isinstance(value, str):
        if value[:1] in TELLING_SOMETHING or not value:
            return not value
        if len(value) > 2 * _LONGEST_NOTHING:
            return value.isspace()
    elif isinstance(value, list | dict):
        return not value
    written = text(value)
    return len(written) <= _LONGEST_NOTHING and written.casefold() in _NOTHING


def line(value: object, depth: int = 0) -> str:
    """Return a value as text on one line; of a list its first part."""
    if isinstance(value, str) and value.isprintable():
        return value.strip()
    if isinstance(value, list):
        return next((found for item in value if (found := line(item, depth + 1))), "") if depth <= _DEEPEST else ""
    written = text(value)
    return written if written.isprintable() or not _BREAK.search(written) else " ".join(written.split())


def unescaped(value: str) -> str:
    """Return a text of a source that writes HTML with one layer of character entities read."""
    return html.unescape(value) if "&" in value else value


def first(mapping: Mapping[str, object], *keys: str) -> object:
    """Return the value of the first key that has one."""
    for key in keys:
        value = mapping.get(key)
        if value not in (None, "", [], {}):
            return value
    return None


def mapping(value: object) -> Mapping[str, object]:
    """Return a JSON object as it is, and an empty one for all else."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """Return a JSON list as it is, a list of one for any other value, and an empty one for nothing."""
    if isinstance(value, list):
        return value
    return [] if value is None or value == "" else [value]


def year(*values: object) -> int | None:
    """Return the first year from 1500 to 2100 in the values: numbers, dates in any notation, CSL dates, epochs."""
    for value in values:
        if found := _year(value, 0):
            return found
    return None


def _year(value: object, depth: int) -> int | None:
    if isinstance(value, int) and 1500 <= value <= 2100:
        return value
    if isinstance(value, str):
        return _year_of(value if len(value) == 4 else text(value))
    if value is None or depth > _DEEPEST:
        return None
    if isinstance(value, dict):
        return next((found for key in _DATES if key in value and (found := _year(value[key], depth + 1))), None)
    if isinstance(value, list | tuple):
        return _year(value[0], depth + 1) if value else None
    return _year_of(text(value))


def _year_of(written: str) -> int | None:
    if len(written) == 4 and "1500" <= written <= "2100" and written.isdecimal():
        return int(written)
    if _EPOCH.match(written):
        seconds = int(written) / (1000 if len(written) > 10 else 1)
        return 1970 + int(seconds // 31_556_952)
    found = _YEAR.search(written)
    return int(found[1]) if found else None


def keywords(value: object) -> tuple[str, ...]:
    """Return keywords in order, each once: of a list, or of a text with any of the usual separators."""
    if not value:
        return ()
    if isinstance(value, list) and _are_plain(value):
        return tuple(value)
    found: dict[str, str] = {}
    for word in _keywords(value):
        clean = (word if word.isprintable() and "  " not in word else " ".join(word.split())).strip(" .;,")
        if clean and len(clean) <= _LONGEST_KEYWORD:
            found.setdefault(clean.casefold(), clean)
    return tuple(found.values())


def keywords_of_strings(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keywords that some strings are, as ``keywords`` does for a list; fast where all are as they should be."""
    plain = _PLAIN_WORDS.match("\n".join(words)) and len(set(map(str.lower, words))) == len(words)
    return words if plain else keywords(list(words))


def keywords_of_cell(written: str) -> tuple[str, ...]:
    """Return the keywords that a table's cell lists, none for a word for nothing; fast for ``leaves; counting``."""
    if written[:1] in TELLING_SOMETHING:
        joined = written.replace("; ", "\n")
        if _PLAIN_WORDS.match(joined):
            words = joined.split("\n")
            if len(set(map(str.lower, words))) == len(words):
                return tuple(words)
    return () if is_empty(written) else keywords(written)


def _are_plain(words: list[Any]) -> bool:
    """Tell, fast, a list of keywords that are as they should be, and no two of them the same."""
    try:
        return _PLAIN_WORDS.match("\n".join(words)) is not None and len(set(map(str.lower, words))) == len(words)
    except TypeError:
        return False


def _keywords(value: object, depth: int = 0) -> Iterator[str]:
    if isinstance(value, dict):
        if value and all(isinstance(weight, int | float) for weight in value.values()):
            yield from map(str, value)
        elif "value" in value and depth <= _DEEPEST:
            yield from _keywords(value["value"], depth + 1)
        else:
            yield line(value)
    elif isinstance(value, list | tuple):
        for item in value:
            # A list in a list is some keywords, or one with its weight.
            some = isinstance(item, list) and all(isinstance(part, str) for part in item)
            yield from map(line, item) if some else (line(item),)
    else:
        written = text(value)
        listed = written_list(written)
        yield from _split(written) if listed is None else map(line, listed)


def _split(written: str) -> Iterable[str]:
    for separator in _KEYWORD_SEPARATORS:
        if separator in written:
            return written.split(separator)
    return (written,)


def written_list(written: str) -> list[object] | None:
    """Return the list that a cell holds as JSON or as Python writes it, None where it holds none."""
    if not (written.startswith("[") and written.endswith("]")) or len(written) > 1_000_000:
        return None
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        if not _PYTHON_LIST.match(written):
            return None
        return [_BACKSLASHED.sub(r"\1", quoted[1:-1]) for quoted in _PYTHON_STRING.findall(written)]
    return value if isinstance(value, list) else None


def web_address(value: object) -> str | None:
    """Return a web address, None where the value is none; one without a scheme gets https."""
    written = line(value)
    if _ADDRESS.match(written):
        return written
    if _BARE_ADDRESS.match(written):
        return f"https://{written}"
    return None
