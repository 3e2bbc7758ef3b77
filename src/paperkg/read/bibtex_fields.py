"""The fields of a BibTeX entry: values put together, fields inherited, and what they mean for a paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from paperkg.read import identifiers
from paperkg.read.fields import as_paper, line, listed
from paperkg.records import Paper, Rejected, Source

Fields = dict[str, str]
LONGEST_ABBREVIATION = 1 << 14
MOST_ABBREVIATIONS = 100_000
MOST_WRITTEN_OUT = 1 << 22
"""So many characters may abbreviations become in a batch of entries, which has a sixtieth of it."""

_BRACE = re.compile(r"(?<!\\)[{}]")
_QUOTE = re.compile(r"(?<!\\)[{}\"]")
_NAME = re.compile(r"[^\s#{}\",=]+")
_NEXT_FIELD = re.compile(r"\s*([A-Za-z][\w-]*)\s*=\s*")
_AND = re.compile(r"\s+and(?=\s)", re.IGNORECASE)
_BRACE_OR_AND = re.compile(r"(?<!\\)[{}]|\s+and(?=\s)", re.IGNORECASE)
_BRACE_OR_COMMA = re.compile(r"(?<!\\)[{},]")
_ESCAPED = re.compile(r"\\([_%&#~$])|[{}]")
_ADDRESS = re.compile(r"https?://[^\s}\"]+")
_VENUES = (
    "journaltitle", "journal", "booktitle", "maintitle", "eventtitle", "conference", "series", "school", "institution",
)  # fmt: skip
_KEYWORDS = ("author_keywords", "author-keywords", "keywords", "keyword")
_ABSTRACTS = ("abstract", "abstractnote", "abstracttext")
_ADDRESSES = ("url", "link", "ee", "bdsk-url-1", "howpublished", "note", "pdf", "biburl")
_ARXIV_PLACES = ("arxivid", "journal", "volume", "number", "series", "publisher")
_CODE = ("code", "github", "codeurl", "repository", "software")
_REMARKS = ("note", "annotation", "annote", "comment", "comments", "addendum", "howpublished")
_INHERITED = ("booktitle", "journaltitle", "journal", "eventtitle", "year", "date", "language", "langid")


class Abbreviations:
    """What ``@string`` defines; one that is not defined, or is past what a file may write out, stands for itself."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        self._left = MOST_WRITTEN_OUT

    def define(self, name: str, value: str) -> bool:
        """Take a value for a name, and tell whether it is short enough to be one."""
        if len(value) > LONGEST_ABBREVIATION or len(self._values) > MOST_ABBREVIATIONS:
            return False
        self._values[name.lower()] = value
        return True

    def written_out(self, name: str) -> str:
        """Return what a name stands for."""
        value = self._values.get(name.lower(), name)
        # Names of names of names grow without end, and so does a value of a million names.
        self._left -= len(value)
        return value if self._left >= 0 else name

    def renew(self) -> bool:
        """Begin a new batch of entries; tell whether all names of the last one were written out."""
        enough = self._left >= 0
        self._left = MOST_WRITTEN_OUT
        return enough


def named_fields(pairs: Iterable[tuple[str, str]], strings: Abbreviations) -> tuple[Fields, tuple[str, ...]]:
    """Return the values by field name in lower case, and the names that stood twice with different values.

    Of several values the first that is not empty is kept, but keywords are put together. ``strings`` are the
    abbreviations by name in lower case; one that is not defined stands for itself.
    """
    fields: Fields = {}
    repeated: dict[str, None] = {}
    for name, raw in pairs:
        rest = raw
        name = name.lower()
        while name:
            text, rest = value_of(rest, strings)
            if name not in fields:
                fields[name] = text
            elif not _added(fields, name, text):
                repeated[name] = None
            # Where the comma between this field and the next one is missing, the value goes on with a name.
            found = _NEXT_FIELD.match(rest) if rest else None
            name, rest = (found[1].lower(), rest[found.end() :]) if found else ("", "")
    return fields, tuple(repeated)


def _added(fields: Fields, name: str, text: str) -> bool:
    """Put a further value of a field where it belongs; tell whether that lost nothing."""
    kept = fields[name]
    if not kept:
        fields[name] = text
    elif name in _KEYWORDS and text:
        fields[name] = f"{kept}; {text}" if ";" in kept + text else f"{kept}, {text}"
    else:
        return text in ("", kept)
    return True


def value_of(raw: str, strings: Abbreviations) -> tuple[str, str]:
    """Return the value that an expression stands for, on one line, and what follows a value that ended too early."""
    # Most values are in one pair of braces, with no brace inside.
    if raw[:1] == "{" and raw.find("}") == len(raw) - 1 and raw[-2:-1] != "\\":
        return line(raw[1:-1]), ""
    parts: list[str] = []
    position, joined = 0, True
    while position < len(raw):
        character = raw[position]
        if character.isspace():
            position += 1
            continue
        if character == "#":
            position, joined = position + 1, True
            continue
        if not joined and _NEXT_FIELD.match(raw, position):
            return line("".join(parts)), raw[position:]
        end = _end(raw, position)
        if character in '{"' and end > position + 1:
            parts.append(raw[position + 1 : end - 1])
        else:
            word = raw[position:end]
            parts.append(strings.written_out(word) if joined else f" {word}")
        position, joined = end, False
    return line("".join(parts)), ""


def _end(raw: str, start: int) -> int:
    """Return where the part that begins at ``start`` ends: behind its closing brace or quote, or behind its name."""
    if raw[start] == "{":
        if raw.endswith("}") and raw.find("}", start) == len(raw) - 1:
            return len(raw)
        depth = 0
        for mark in _BRACE.finditer(raw, start):
            depth += 1 if mark[0] == "{" else -1
            if depth == 0:
                return mark.end()
        return len(raw)
    if raw[start] == '"':
        depth = 0
        for mark in _QUOTE.finditer(raw, start + 1):
            if mark[0] == '"' and depth <= 0 and _closes(raw, mark.end()):
                return mark.end()
            depth += {"{": 1, "}": -1}.get(mark[0], 0)
        return len(raw)
    name = _NAME.match(raw, start)
    return name.end() if name else start + 1


def _closes(raw: str, end: int) -> bool:
    """Tell whether a quote ends its value there, or stands for itself amid the words."""
    rest = raw[end:].lstrip()
    return not rest or rest[0] == "#" or _NEXT_FIELD.match(rest) is not None


def inherited(fields: Fields, parent: Fields, *, whole: bool) -> Fields:
    """Return fields with those that a ``crossref`` (or, ``whole``, an ``xdata``) entry lends to them."""
    if whole:
        return {**parent, **{name: value for name, value in fields.items() if value}}
    lent = {name: parent[name] for name in _INHERITED if parent.get(name)}
    if parent.get("title"):
        lent.setdefault("booktitle", parent["title"])
    if any(fields.get(name) for name in ("year", "date")):
        lent = {name: value for name, value in lent.items() if name not in ("year", "date")}
    return {**lent, **{name: value for name, value in fields.items() if value}}


def paper_of(source: Source, format: str, key: str, fields: Fields) -> Paper | Rejected:  # noqa: A002  # its own word
    """Return the paper that an entry describes, its texts with their markup."""
    title = fields.get("title", "")
    if title and fields.get("subtitle"):
        title = f"{title}: {fields['subtitle']}"
    key = key.strip()
    places = [plain(fields[name]) for name in _ADDRESSES if fields.get(name)]
    number = _type(fields) == "pubmed" and fields.get("eprint")
    return as_paper(
        source,
        format,
        title=title,
        text=_first(fields, _ABSTRACTS),
        key=key,
        authors=map(name_in_order, names_of(fields.get("author", ""))),
        year=_first(fields, ("year", "date", "issue_date")),
        venue=_first(fields, _VENUES),
        doi=plain(fields.get("doi", "")) or next(filter(identifiers.doi, places), None),
        arxiv=_arxiv(fields, places),
        url=_found(_address, places),
        code_url=_found(_address, [plain(fields[name]) for name in _CODE if fields.get(name)])
        or _found(identifiers.code, [plain(fields[name]) for name in _REMARKS if fields.get(name)]),
        language=_first(fields, ("language", "langid", "languageid")),
        keywords=listed(_first(fields, _KEYWORDS)),
        registries=(("pmid", fields.get("pmid") or number or None), ("dblp", key[5:] if key[:5] == "DBLP:" else None)),
    )


def _first(fields: Fields, names: Iterable[str]) -> str:
    for name in names:
        if value := fields.get(name):
            return value
    return ""


def _found(recognise: Callable[[str], str | None], texts: Iterable[str]) -> str | None:
    for text in texts:
        if found := recognise(text):
            return found
    return None


def _address(text: str) -> str | None:
    found = _ADDRESS.search(text)
    return found[0] if found else None


def _type(fields: Fields) -> str:
    return (fields.get("eprinttype") or fields.get("archiveprefix") or "").lower()


def _arxiv(fields: Fields, places: list[str]) -> str | None:
    """Return the arXiv identifier of an entry, wherever it stands; addresses are looked at later anyway."""
    kind = _type(fields)
    texts = [plain(fields["eprint"])] if fields.get("eprint") and kind in ("", "arxiv") else []
    texts += [plain(fields[name]) for name in _ARXIV_PLACES if fields.get(name)] + places[1:]
    return _found(identifiers.arxiv, texts)


def plain(text: str) -> str:
    """Return an identifier or address without the TeX around its characters."""
    if "\\" in text or "{" in text:
        text = _ESCAPED.sub(r"\1", text.replace(r"{\_}", "_").replace(r"{\%}", "%"))
    return text.strip()


def names_of(text: str) -> list[str]:
    """Return the names in a BibTeX name list: cut at ``and`` outside braces, ``others`` left out."""
    names = _AND.split(f" {text} ") if "{" not in text else _outside_braces(f" {text} ", _BRACE_OR_AND)
    return [name for name in map(line, names) if name and name.lower() not in ("others", "et al.", "et al")]


def name_in_order(name: str) -> str:
    """Return "First von Last Jr" for "von Last, Jr, First"; a name with no comma outside braces stays as it is."""
    if "," not in name:
        return name
    parts = [part.strip() for part in (name.split(",") if "{" not in name else _outside_braces(name, _BRACE_OR_COMMA))]
    if len(parts) == 2:
        return line(f"{parts[1]} {parts[0]}")
    if len(parts) == 3:
        return line(f"{parts[2]} {parts[0]} {parts[1]}")
    return name


def _outside_braces(text: str, marks: re.Pattern[str]) -> list[str]:
    """Return a text cut at the marks that are no braces and stand inside none."""
    parts, depth, start = [], 0, 0
    for mark in marks.finditer(text):
        if mark[0] in "{}":
            depth += 1 if mark[0] == "{" else -1
        elif depth <= 0:
            parts.append(text[start : mark.start()])
            start = mark.end()
    return [*parts, text[start:]]
