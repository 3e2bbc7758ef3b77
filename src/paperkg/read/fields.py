"""The fields of a record become a ``Paper``: the one place that knows what a usable record is."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from paperkg.read import identifiers
from paperkg.read.language import ENGLISH, english_in_both_halves, language_of
from paperkg.read.lost import partly
from paperkg.records import Paper, Rejected, Source

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|2100)(?!\d)")
_REGISTRIES = (("openreview", identifiers.openreview), ("acl", identifiers.acl))
"""Registries, and what recognises their identifiers in a place."""
EXCERPT = 120
_SHOWN = 60
LONGEST_MESSAGE = 500
"""What a library says of bad data may quote all of it."""


@dataclasses.dataclass(slots=True)
class _Draft:
    """A paper whose fields can be set, with the slots of a ``Paper``, which it becomes when it is filled."""

    source: Source
    title: str | None
    text: str
    key: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    arxiv: str | None
    url: str | None
    code_url: str | None
    language: str | None
    keywords: tuple[str, ...]
    identifiers: tuple[tuple[str, str], ...]
    sources: tuple[Source, ...]
    id: str


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
    a date; what is no year or no DOI is noted in the paper. ``language`` may be a name or a code; where there is none,
    it is guessed. ``registries`` are further
    identifiers as (registry, identifier), empty ones included. A record without title and abstract is rejected.
    """
    title, text, key = _text(title), (text or "").strip(), _text(key)
    if title is None and not text:
        return nothing(source, format, key)
    paper = filled(
        source,
        title,
        text,
        key,
        tuple(name for name in map(line, authors) if name),
        year_in(year),
        _text(venue),
        doi,
        arxiv,
        _text(url),
        _text(code_url),
        _text(language),
        tuple(dict.fromkeys(word for word in map(line, keywords) if word)),
        {registry: value.strip() for registry, value in registries if value and value.strip()},
    )
    if (year and paper.year is None) or (doi and paper.doi is None):
        return partly(paper, (("year", year), ("doi", doi)))
    return paper


def filled(
    source: Source,
    title: str | None,
    text: str,
    key: str | None,
    authors: tuple[str, ...],
    year: int | None,
    venue: str | None,
    doi: str | None,
    arxiv: str | None,
    url: str | None,
    code_url: str | None,
    language: str | None,
    keywords: tuple[str, ...],
    registries: dict[str, str],
) -> Paper:
    """Return the paper of fields that are clean already, with its identifiers recognised and its language told.

    The fields are as ``as_paper`` takes them, but texts have no space around them and are None where empty.
    """
    if doi or arxiv or url:
        doi, arxiv = _identified(doi, arxiv, url, registries)
    draft = _Draft(
        source,
        title,
        text,
        key,
        authors,
        year,
        venue,
        doi or None,
        arxiv or None,
        url,
        code_url,
        ENGLISH if language is None and english_in_both_halves(text) else language_of(title or "", text, language),
        keywords,
        tuple(sorted(registries.items())) if registries else (),
        (),
        "",
    )
    # A frozen record's own ``__init__`` takes five times as long, which is a fifth of what a line of JSON may take.
    draft.__class__ = Paper  # type: ignore[assignment]  # the slots are the same
    return draft  # type: ignore[return-value]


def _identified(
    doi: str | None, arxiv: str | None, url: str | None, registries: dict[str, str]
) -> tuple[str | None, str | None]:
    """Return the DOI and the arXiv identifier that the places name; identifiers of others go into ``registries``."""
    found_doi, found_arxiv = None, identifiers.arxiv(arxiv) if arxiv else None
    if doi and (found_doi := identifiers.plain_doi(doi)):
        doi = None
    if (not url or identifiers.tells_nothing(url)) and not doi:
        return found_doi, found_arxiv
    for place in (doi, url):
        if place:
            if "acl" in place or "openreview.net" in place:
                for registry, recognise in _REGISTRIES:
                    if value := recognise(place):
                        registries.setdefault(registry, value)
            found_doi = found_doi or identifiers.doi(place)
            found_arxiv = found_arxiv or identifiers.arxiv(place)
    return found_doi, found_arxiv


def nothing(source: Source, format: str, key: str | None) -> Rejected:  # noqa: A002
    """Return the ``Rejected`` for a record in which there is nothing to read."""
    return rejected(source, format, "empty", "The record has neither a title nor an abstract.", key or "")


def rejected(source: Source, format: str, reason: str, message: str, excerpt: str = "") -> Rejected:  # noqa: A002
    """Return a ``Rejected`` whose excerpt is one short line."""
    # Half of a surrogate pair, which JSON can spell, cannot be written.
    shown = line(excerpt[: 4 * EXCERPT])[:EXCERPT].encode("utf-8", "replace").decode()
    return Rejected(source, format, reason, message[:LONGEST_MESSAGE], shown)


def shown(text: str) -> str:
    """Return a text as it stands in a sentence about a record: on one line, and cut where it is long."""
    return text if len(text) <= _SHOWN and text.isprintable() else f"{line(text[:_SHOWN])}…"


def why(error: Exception) -> str:
    """Return what a library says of data it cannot read, on one short line."""
    return line(str(error))[:EXCERPT]


def year_in(value: int | str | None) -> int | None:
    """Return the first year from 1500 to 2100 in a number or a date, or None."""
    if value is None:
        return None
    if isinstance(value, int):
        return value if 1500 <= value <= 2100 else None
    found = _YEAR.search(value)
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
