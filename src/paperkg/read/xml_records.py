"""XML records: cut out of the text as it streams past, and parsed by lxml one at a time.

A parser that is told to go on after an error loses text further on (libxml2 drops ``&amp;`` then), and one that stops
loses every record after the damage. Cut out first, a damaged record costs nothing but itself. No document type is
ever parsed, so nothing expands and nothing is fetched: a file that declares entities is refused. The names that DBLP's
document type declares are those of HTML and are looked up there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html.entities import html5
from typing import TYPE_CHECKING, TypeVar

from paperkg.read.fields import line, rejected
from paperkg.read.reader import Document, Sample
from paperkg.records import Rejected, Source

if TYPE_CHECKING:
    from lxml.etree import XMLParser, _Element

Found = TypeVar("Found")

LONGEST_RECORD = 1 << 24

_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+"
_ROOT = re.compile(
    rf"\s*+(?:<\?[^>]*\?>\s*+|<!--.*?-->\s*+|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?>\s*+)*+(<([A-Za-z][\w:.-]*)(?=[\s>/]){_ATTRIBUTES}>)",
    re.DOTALL,
)
_ENTITY = re.compile(r"<!DOCTYPE[^>\[]*\[.*?<!ENTITY", re.DOTALL)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,31};)")
_LONE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)")
_LONE_LESS = re.compile(r"<(?![A-Za-z/!?])")
_POWER = re.compile(r"[-−+]?\d+")
_TEX = ("tex-math", "{http://www.w3.org/1998/Math/MathML}annotation")


def root_of(sample: Sample) -> tuple[str, str] | None:
    """Return the root element's (name with prefix, start tag), or None where the text is no XML."""
    if not sample.text.lstrip().startswith("<"):
        return None
    found = _ROOT.match(sample.text)
    return (found[2], found[1]) if found else None


def _declares_entities(text: str) -> bool:
    last = text.rfind("<!ENTITY")
    return last >= 0 and _ENTITY.search(text, 0, last + len("<!ENTITY")) is not None


def read_xml(
    document: Document,
    name: str,
    tags: Sequence[str],
    outcome: Callable[[_Element, Source], Found | None],
    *,
    nested: bool = False,
) -> Iterator[Found | Rejected]:
    """Yield what ``outcome`` makes of each element that has one of ``tags``; None from it is no record.

    ``nested`` says that such elements may stand inside each other; otherwise one that begins ends a broken one.
    """
    from lxml import etree

    root = root_of(document.sample)
    if _declares_entities(document.sample.text) or root is None:
        message = "The file declares entities of its own, which could expand without end or read other files."
        yield rejected(document.at(1), name, "entities", message)
        return
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    start = root[1].removesuffix("/>").removesuffix(">") + ">"
    position = 0
    for record in _cut(document.text(), tags, nested=nested):
        source = document.at(position + 1)
        result: Found | Rejected | None
        if record is None:
            message = f"The record has more than {LONGEST_RECORD:,} characters."
            result = rejected(source, name, "record-too-long", message)
        else:
            element = _parsed(f"{start}{_clean(record)}</{root[0]}>", parser)
            if isinstance(element, str):
                result = rejected(source, name, "damaged-xml", f"The record is no XML ({element}).", record)
            else:
                result = outcome(element, source)
        if result is not None:
            position += 1
            yield result


def _parsed(text: str, parser: XMLParser) -> _Element | str:
    """Return the record inside its root, or why it cannot be parsed; a lone ``&`` or ``<`` is taken for itself."""
    from lxml import etree

    mended = _LONE_LESS.sub("&lt;", _LONE_AMPERSAND.sub("&amp;", text))
    for attempt in (text, mended):
        try:
            return etree.fromstring(attempt, parser)[0]
        except etree.XMLSyntaxError as error:
            problem = (error.msg or "no reason given").split(", line ")[0]
    return problem


def _clean(record: str) -> str:
    if _FORBIDDEN.search(record):
        record = _FORBIDDEN.sub(" ", record)
    return _NAMED.sub(lambda found: html5.get(found[1], found[0]), record) if "&" in record else record


def _cut(pieces: Iterable[str], tags: Sequence[str], *, nested: bool) -> Iterator[str | None]:
    """Yield the text of each element that has one of ``tags``, or None for one that is too long."""
    names = "|".join(map(re.escape, tags))
    pattern = re.compile(rf"<(/?)({names})(?=[\s/>]){_ATTRIBUTES}>")
    buffer, at = "", 0
    start, depth, current = -1, 0, ""
    for piece in pieces:
        kept = start if start >= 0 else at
        buffer, at, start = buffer[kept:] + piece, at - kept, min(start, 0)
        while mark := pattern.search(buffer, at):
            at = mark.end()
            if start < 0 and not mark[1]:
                start, depth, current = mark.start(), 1, mark[2]
            elif mark[1]:
                depth -= 1 if nested or mark[2] == current else 0
            elif nested:
                depth += 1
            else:
                yield buffer[start : mark.start()]
                start, current = mark.start(), mark[2]
            depth -= 1 if mark[0].endswith("/>") and not mark[1] else 0
            if start >= 0 and depth <= 0:
                yield buffer[start:at]
                start = -1
        at = _resumed(buffer, at)
        if len(buffer) - max(start, 0) > LONGEST_RECORD:
            if start >= 0:
                yield None
            buffer, at, start = "", 0, -1
    if start >= 0:
        yield buffer[start:]


def _resumed(buffer: str, at: int) -> int:
    """Return where the search goes on with more text: at what may be the beginning of a tag, or at the end."""
    last = buffer.rfind("<", at)
    return last if last >= 0 and ">" not in buffer[last:] else len(buffer)


def text_of(element: _Element | None) -> str:
    """Return an element's text on one line, without the tags in it; TeX is put between dollar signs, powers behind ``^``."""
    return line(_inner(element)) if element is not None else ""


def _inner(element: _Element) -> str:
    parts = [element.text or ""]
    for child in element:
        inner = _inner(child)
        if child.tag in _TEX and inner.strip():
            inner = f"${inner.strip().strip('$')}$"
        elif child.tag == "sup" and _POWER.fullmatch(inner) and parts[-1][-1:].isdigit():
            inner = f"^{inner}"
        parts += [inner, child.tail or ""]
    return "".join(parts)


def text_at(element: _Element, *paths: str) -> str:
    """Return the text of the first element that is not empty, at the first of the paths that has one."""
    return next((text for path in paths for text in texts_at(element, path)), "")


def texts_at(element: _Element, path: str) -> list[str]:
    """Return the texts, empty ones left out, of all elements at a path."""
    return [text for text in map(text_of, element.iterfind(path)) if text]
