"""The fields of a record become a ``Paper``: the one place that knows what a usable record is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperkg.read import identifiers
from paperkg.records import Paper, Rejected, Source

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_SPACE = re.compile(r"\s+")
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
    a date. ``registries`` are further identifiers as (registry, identifier), empty ones included. A record without
    title and abstract is rejected.
    """
    title, text = _text(title), (text or "").strip()
    if title is None and not text:
        return rejected(source, format, "empty", "The record has neither a title nor an abstract.", key or "")
    names = tuple(name for name in (line(author) for author in authors) if name)
    places = [place for place in (doi, url) if place]
    found = {registry: value.strip() for registry, value in registries if value and value.strip()}
    for registry, recognise in (("openreview", identifiers.openreview), ("acl", identifiers.acl)):
        value = next(filter(None, map(recognise, places)), None)
        if value:
            found.setdefault(registry, value)
    return Paper(
        source=source,
        title=title,
        text=text,
        key=_text(key),
        authors=names,
        year=year_in(year),
        venue=_text(venue),
        doi=next(filter(None, map(identifiers.doi, places)), None),
        arxiv=next(filter(None, map(identifiers.arxiv, [*([arxiv] if arxiv else []), *places])), None),
        url=_text(url),
        code_url=_text(code_url),
        language=(_text(language) or "").lower() or None,
        keywords=tuple(dict.fromkeys(word for word in map(line, keywords) if word)),
        identifiers=tuple(sorted(found.items())),
    )


def rejected(source: Source, format: str, reason: str, message: str, excerpt: str = "") -> Rejected:  # noqa: A002
    """Return a ``Rejected`` whose excerpt is one short line."""
    return Rejected(source, format, reason, message, line(excerpt[: 4 * EXCERPT])[:EXCERPT])


def year_in(value: int | str | None) -> int | None:
    """Return the first year from 1500 to 2099 in a number or a date, or None."""
    found = _YEAR.search(str(value)) if value is not None else None
    return int(found[1]) if found else None


def line(text: str) -> str:
    """Return a text on one line, with single spaces."""
    return _SPACE.sub(" ", text).strip()


def listed(text: str, separators: str = ";,") -> list[str]:
    """Return the parts of a list in one field, cut at the first of ``separators`` that it holds, or at line ends."""
    for separator in ("\n", *separators):
        if separator in text:
            return [part.strip() for part in text.split(separator) if part.strip()]
    return [text.strip()] if text.strip() else []


def _text(value: str | None) -> str | None:
    return (value or "").strip() or None
