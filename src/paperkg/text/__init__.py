"""Papers become passages: markup, sentences, acronyms."""

from __future__ import annotations

from dataclasses import replace

from paperkg.records import KEYWORD_SEPARATOR, Field, Paper, Passage, Section, Span
from paperkg.text.acronyms import acronyms
from paperkg.text.markup import clean, plain
from paperkg.text.sentences import sentences

__all__ = ["passage"]


def passage(paper: Paper) -> Passage:
    """Return a paper without markup, cut into sentences, with the acronyms it defines and a map back to its raw text.

    Title, venue, authors and keywords lose their markup and have their white space folded; the abstract loses its
    markup and nothing else.
    """
    abstract = clean(paper.text)
    title = clean(paper.title or "", bare_braces=True)
    cleaned = replace(
        paper,
        title=" ".join(title.text.split()) or None,
        text=abstract.text,
        authors=tuple(name for author in paper.authors if (name := plain(author))),
        venue=plain(paper.venue or "") or None,
        keywords=tuple(word for keyword in paper.keywords if (word := plain(keyword))),
    )
    sections = tuple(_sections(cleaned, abstract.emphasis))
    found = [acronym for section in sections if section.field != "keywords" for acronym in acronyms(section)]
    return Passage(cleaned, sections, tuple(found), abstract.offsets)


def _sections(paper: Paper, emphasis: tuple[Span, ...]) -> list[Section]:
    sections = []
    if paper.title:
        sections.append(Section("title", paper.title, (Span(0, len(paper.title)),)))
    if paper.text:
        sections.append(Section("text", paper.text, sentences(paper.text), emphasis))
    if paper.keywords:
        sections.append(_keywords(paper.keywords))
    return sections


def _keywords(keywords: tuple[str, ...]) -> Section:
    name: Field = "keywords"
    spans, start = [], 0
    for keyword in keywords:
        spans.append(Span(start, start + len(keyword)))
        start += len(keyword) + len(KEYWORD_SEPARATOR)
    return Section(name, KEYWORD_SEPARATOR.join(keywords), tuple(spans))
