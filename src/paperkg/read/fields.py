"""The fields of a record become a ``Paper``: the one place that knows what a usable record is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from paperkg.read import identifiers
from paperkg.read.language import language_of
from paperkg.records import Paper, Rejected, Source

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_REGISTRIES = (("openreview", "openreview.net", identifiers.openreview), ("acl", "acl", identifiers.acl))
"""Registry, what a place that names it holds, and what recognises the identifier in it."""
EXCERPT = 120


def as_paper(
    source: Source,
    format: str,  # noqa: A002  # the word of the rejected.jsonl file
    *,
    title: str | None = None,
    text: str | None = None,
    key: str | None = None,
    authors: Iterable[str] = (),
    year: int | str | None = None,
    venue: str | None = None,
    doi: str | None = None,
    arxiv: str | None = None,
    url: str | None = None,
    code_url: str | None = None,
    language: str | None = None,
    keywords: Iterable[str] = (),
    registries: Iterable[tuple[str, str | None]] = (),
) -> Paper | Rejected:
    """Return the paper that a record's raw fields describe, or why there is none in it.

    ``doi``, ``arxiv`` and ``url`` may be in any spelling: identifiers are recognised in each of them. ``year`` may be
    a date. ``language`` may be a name or a code; where there is none, it is guessed. ``registries`` are further
    identifiers as (registry, identifier), empty ones included. A record without title and abstract is rejected.
    """
    title, text = _text(title), (text or "").strip()
    if title is None and not text:
        return rejected(source, format, "empty", "The record has neither a title nor an abstract.", key or "")
    places = [place for place in (doi, url) if place]
    found = {registry: value.strip() for registry, value in registries if value and value.strip()}
    for registry, sign, recognise in _REGISTRIES:
        for place in places:
            if sign in place and (value := recognise(place)):
                found.setdefault(registry, value)
    return Paper(
        source=source,
        title=title,
        text=text,
        key=_text(key),
        authors=tuple(name for name in map(line, authors) if name),
        year=year_in(year),
        venue=_text(venue),
        doi=_first(identifiers.doi, places),
        arxiv=_first(identifiers.arxiv, [arxiv, *places] if arxiv else places),
        url=_text(url),
        code_url=_text(code_url),
        language=language_of(title or "", text, _text(language)),
        keywords=tuple(dict.fromkeys(word for word in map(line, keywords) if word)),
        identifiers=tuple(sorted(found.items())),
    )


def _first(recognise: Callable[[str], str | None], places: list[str]) -> str | None:
    for place in places:
        if found := recognise(place):
            return found
    return None


def rejected(source: Source, format: str, reason: str, message: str, excerpt: str = "") -> Rejected:  # noqa: A002
    """Return a ``Rejected`` whose excerpt is one short line."""
    return Rejected(source, format, reason, message, line(excerpt[: 4 * EXCERPT])[:EXCERPT])


def year_in(value: int | str | None) -> int | None:
    """Return the first year from 1500 to 2099 in a number or a date, or None."""
    if value is None:
        return None
    found = _YEAR.search(value if isinstance(value, str) else str(value))
    return int(found[1]) if found else None


def line(text: str) -> str:
    """Return a text on one line, with single spaces."""
    return text if text.isprintable() and text.strip() == text and "  " not in text else " ".join(text.split())


def listed(text: str, separators: str = ";,") -> list[str]:
    """Return the parts of a list in one field, cut at the first of ``separators`` that it holds, or at line ends."""
    for separator in ("\n", *separators):
        if separator in text:
            return [part.strip() for part in text.split(separator) if part.strip()]
    return [text.strip()] if text.strip() else []


def _text(value: str | None) -> str | None:
    return (value or "").strip() or None
