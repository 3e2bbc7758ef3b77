"""Names of authors as ``Given Family``, in the order of the source.

Sources write a list of names in one string with separators that names contain too. A separator that no name has
(semicolon, bar, line end) is believed first; commas are looked at as a whole, since ``Doe, Jane`` is one name,
``Jane Doe, Richard Roe`` two, and ``Doe, J., Roe, R.`` two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from paperkg.read import values

_STRONG = re.compile(r"\s*(?:[;；|\n]|<br\s*/?>)\s*")
_SPACES = re.compile(r"[^\S\n]{2,}")
_LINE_ENDS = re.compile(r"\s*\n\s*")
_WORDS = re.compile(r"\s+(?:and|und|et|y|e|&)\s+", re.IGNORECASE)
_ENGLISH_AND = re.compile(r",?\s+(?:and|&)\s+", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[^\W\d_a-zß-ÿа-яα-ω]\.?[- ]?){1,4}\Z")
_FAMILY_INITIALS = re.compile(
    r"(?P<family>\S.*?[^\W\d_]{2,}) (?P<initials>(?:[A-Z]\.-?)+(?: (?:[A-Z]\.)+)*|[A-Z]{1,3})\Z"
)
_GIVEN_FIRST = re.compile(
    r"(?:(?!Anonymous )(?:[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’]*+\.?[ -])+[A-ZÀ-Þ][a-zß-ÿ][A-Za-zß-ÿ'’]*+(?:\n(?!\Z)|\Z))+\Z"
)
_FAMILY_FIRST = re.compile(r"(?:[A-Z][a-z]+, (?!Jr|Sr|II|III|IV|MD|Ph)[A-Z][a-z]+(?: [A-Z]\.?)?(?:\n(?!\Z)|\Z))+\Z")
_LAST_INITIALS = re.compile(r"\s([A-Z]{1,3})\.\Z")
_INITIALS_AND_COMMA = re.compile(r"\s[A-Z]{1,3},")
_LONGEST_TURNED = 200
"""A longer name is none with its initials behind."""
_BESIDE_LETTERS = str.maketrans("", "", " .'’-")
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|PhD|Ph\.D|MD)\.?\Z", re.IGNORECASE)
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+\Z")
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NOTE = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|\*+|[†‡§¶∗]+|(?<=[^\W\d_])\s*[\d¹²³⁴⁵⁶⁷⁸⁹⁰][\d,¹²³⁴⁵⁶⁷⁸⁹⁰]*)\s*")
_NOBODY = frozenset(
    {"", "et al", "et al.", "others", "anonymous", "anonymous authors", "[no author name available]", "..."}
)
_GIVEN = ("given", "given_name", "givenname", "firstname", "first_name", "first", "firstName", "forenames")
_MIDDLE = ("middle_name", "middle", "middlename")
_FAMILY = ("family", "family_name", "familyname", "lastname", "last_name", "last", "lastName", "surname")
_WHOLE = (
    "fullname",
    "full_name",
    "fullName",
    "name",
    "display_name",
    "literal",
    "author_name",
    "raw_author_name",
    "text",
)


def given_family(name: str) -> str:
    """Return one name as ``Given Family``: ``Doe, Jane`` and ``Doe, J., Jr.`` are turned, others stay as they are."""
    if "  " not in name and name.translate(_BESIDE_LETTERS).isalpha():
        return name.strip(" ")
    # What is before a note is looked for at each place of a run of spaces.
    clean = _NOTE.sub(" ", " ".join(name.split())).strip(" ,")
    parts = [part for part in (" ".join(part.split()) for part in clean.split(",")) if part]
    if len(parts) < 2:
        return parts[0] if parts else ""
    family, *rest = parts
    given = [part for part in rest if not _SUFFIX.match(part)]
    suffixes = [part for part in rest if _SUFFIX.match(part)]
    if all(_IDEOGRAPHS.match(part.replace(" ", "")) for part in parts):
        return "".join(part.replace(" ", "") for part in parts)
    return " ".join([*given, family, *suffixes])


def names(value: object) -> tuple[str, ...]:
    """Return the names in a value: a list of strings or of objects, or a string that lists them."""
    if isinstance(value, dict):
        return _known([name_of(value)]) if not isinstance(value.get("value"), list) else names(value["value"])
    if isinstance(value, list):
        if _are_plain(value):
            return _each_once(value)
        if len(value) == 1 and isinstance(value[0], str):
            return split_names(values.text(value[0]))
        return _known([name_of(item) for item in _flat(value)])
    return split_names(values.text(value))


def _flat(value: list[object]) -> Iterator[object]:
    """Yield the names of a list; of a list within it each name, or the one name that it has in parts."""
    for item in value:
        if not isinstance(item, list):
            yield item if not isinstance(item, int | float) else ""
        elif len(item) == 3 and item[2] == "":
            yield f"{values.line(item[1])} {values.line(item[0])}"  # arXiv's family name, given name and suffix
        elif len(item) > 1 and all(isinstance(part, str) and " " not in part.strip() for part in item):
            yield " ".join(map(values.line, item))
        else:
            yield from (part for part in item if isinstance(part, str | dict))


def names_of_strings(value: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that some strings are, as ``names`` does for a list; fast where all are as they should be."""
    return _each_once(value) if _GIVEN_FIRST.match("\n".join(value)) else names(list(value))


def _each_once(value: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(value) if len(set(value)) == len(value) else tuple(dict.fromkeys(value))


def _are_plain(value: list[Any]) -> bool:
    """Tell, fast, a list of names that are as they should be: words with capitals, the last one no initial."""
    try:
        return _GIVEN_FIRST.match("\n".join(value)) is not None
    except TypeError:
        return False


def name_of(value: object) -> str:
    """Return one name: a string, or an object that has it whole or in parts."""
    if isinstance(value, dict):
        value = values.mapping(value.get("author")) or value
        family = values.line(values.first(value, *_FAMILY))
        if family:
            given = (values.line(values.first(value, *keys)) for keys in (_GIVEN, _MIDDLE))
            return " ".join(" ".join((*given, family, values.line(value.get("suffix")))).split())
        return given_family(values.line(values.first(value, *_WHOLE)))
    return given_family(values.line(value))


def split_names(written: str) -> tuple[str, ...]:
    """Return the names that a string lists."""
    if "; " in written:
        joined = written.replace("; ", "\n")
        if _GIVEN_FIRST.match(joined):
            return _each_once(joined.split("\n"))
        if _FAMILY_FIRST.match(joined):
            turned = (name.partition(", ") for name in joined.split("\n"))
            return tuple(dict.fromkeys(f"{given} {family}" for family, _, given in turned))
    # The patterns below take time that grows with the square of a run of spaces or line ends.
    written = _LINE_ENDS.sub("\n", _SPACES.sub(" ", written))
    listed = values.written_list(written)
    if listed is not None:
        return _known([name_of(item) for item in listed])
    written = re.sub(r"\band\s+others\Z|,?\s*\bet[\s.]+al\.?\Z", "", written.strip(), flags=re.IGNORECASE)
    if _ends_a_list(written):
        written = written[:-1]
    parts = [part for part in _STRONG.split(written) if part.strip(" ,")]
    if len(parts) == 1:
        parts = _weakly_split(_NOTE.sub(" ", parts[0]) if "," in parts[0] else parts[0])
    return _known([given_family(part) for part in parts])


def _ends_a_list(written: str) -> bool:
    """Tell the period with which PubMed ends a list of names from that of an initial: ``Fern I, Lind O.``."""
    last = _LAST_INITIALS.search(written[-5:])
    if last is None:
        return False
    before = written[: last.start() - len(written[-5:])]
    return "," in before and (len(last[1]) > 1 or _INITIALS_AND_COMMA.search(before) is not None)


def _weakly_split(written: str) -> list[str]:
    """Return the names of a string whose only separators are commas and the word for `and`."""
    if _IDEOGRAPH.search(written):
        return re.split(r"\s*[、，,]\s*", written)
    if "," not in written:
        return _WORDS.split(written)
    clauses = [clause.strip(" ,") for clause in _ENGLISH_AND.split(written) if clause.strip(" ,")]
    parts = [part for part in (part.strip() for clause in clauses for part in clause.split(",")) if part]
    if len(clauses) > 1 and all(_turned(clause) for clause in clauses):
        return clauses
    if _pairs(parts):
        return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    if _turned(written):
        return [written]
    return [f"{part}" for part in _with_suffixes(parts)]


def _turned(name: str) -> bool:
    """Tell whether a string is one name with the family first: one comma, and at most one word that could be a name."""
    parts = [part.strip() for part in name.split(",")]
    parts = [part for part in parts if part and not _SUFFIX.match(part)]
    if len(parts) != 2:
        return False
    family, given = (part.split() for part in parts)
    particles = all(word.islower() for word in family[:-1])
    return particles or (len(family) == 1) or all(_INITIALS.match(word) for word in given)


def _pairs(parts: list[str]) -> bool:
    """Tell whether names alternate as family and initials: ``Doe, J., Roe, R. K.``."""
    given, family = parts[1::2], parts[::2]
    return (
        len(parts) >= 4
        and len(parts) % 2 == 0
        and all(_INITIALS.match(part) for part in given)
        and not any(_INITIALS.match(part) for part in family)
    )


def _with_suffixes(parts: list[str]) -> list[str]:
    joined: list[str] = []
    for part in parts:
        if joined and _SUFFIX.match(part):
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return joined


def _known(found: list[str]) -> tuple[str, ...]:
    """Return the names without those that name nobody, each once; ``Doe J.`` is turned where all are so written."""
    kept = list(dict.fromkeys(name for name in found if name.casefold() not in _NOBODY))
    if all(name[-1] == "." or name[-1].isupper() for name in kept):
        matches = [_FAMILY_INITIALS.match(name) if len(name) <= _LONGEST_TURNED else None for name in kept]
        if all(matches):
            return tuple(f"{match['initials']} {match['family']}" for match in matches if match)
    return tuple(kept)
