"""Bare abstracts: plain text, a paragraph each, after an optional heading that says where they are from.

    ICML 2026 Papers

    Diffusion language models have ...

    Test-time scaling improves ...

A heading such as the first line gives its venue and year to the paragraphs after it and is no record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paperkg.read.fields import as_paper, line, rejected, year_in
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.records import Skipped

NAME = "abstracts"
LONGEST_PARAGRAPH = 1 << 24

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LIST_WORDS = re.compile(
    r"\b(?:list of|accepted|published|selected|all|the|of|from|at|in|papers?|abstracts?|proceedings|publications?|"
    r"posters?|orals?|spotlights?|tracks?|main|conference track)\b",
    re.IGNORECASE,
)
_CONTENT = re.compile(
    r"\b(?:papers?|abstracts?|proceedings|publications?|posters?|orals?|spotlights?)\b", re.IGNORECASE
)
_MARKED = re.compile(r"\s*(?:<[A-Za-z!?]|\{|\[\s*[\[{\"])")
_STRUCTURED = re.compile(r"^(?:```|~~~|\||#{1,6} |[ \t]*+[-*+] \S|.*[;{}][ \t]*+$)", re.MULTILINE)
_RULE = re.compile(r"[\W_]*")
_WORD = re.compile(r"[^\W\d_]{2,}")


def detect(sample: Sample) -> bool:
    """Tell prose in paragraphs: most of it letters, no markup or code, and a paragraph that reads as sentences."""
    text = sample.text
    lines = sum(1 for part in text.split("\n") if part.strip())
    if _MARKED.match(text) or len(_STRUCTURED.findall(text)) > max(2, 0.1 * lines):
        return False
    letters = sum(map(str.isalpha, text[:20000]))
    if letters < 0.6 * len(text[:20000].strip() or " "):
        return False
    return any(_reads_as_abstract(line(paragraph)) for paragraph in re.split(r"\n\s*\n", text)[:50])


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each paragraph, with the venue and year of the heading before it."""
    venue: str | None = None
    year: int | None = None
    position = 0
    for paragraph in _paragraphs(document.lines()):
        heading = heading_of(paragraph)
        if heading:
            venue, year = heading
            continue
        if _RULE.fullmatch(paragraph):
            continue
        position += 1
        if len(paragraph) > LONGEST_PARAGRAPH:
            message = f"The paragraph has more than {LONGEST_PARAGRAPH:,} characters."
            yield rejected(document.at(position), NAME, "record-too-long", message, paragraph)
        elif not _reads_as_abstract(paragraph):
            yield Skipped(document.at(position), f"too short for an abstract: {line(paragraph)[:60]}")
        else:
            yield as_paper(document.at(position), NAME, text=paragraph, venue=venue, year=year)


def heading_of(paragraph: str) -> tuple[str | None, int | None] | None:
    """Return the (venue, year) of a list heading such as "ICML 2026 Papers", or None where the text is none."""
    if len(paragraph) > 200 or "\n" in paragraph.strip():
        return None
    text = line(paragraph).strip("#*=_- ")
    if not text or len(text) > 120 or text[-1] in ".!?,;":
        return None
    if len(text.split()) > 12 or not (_YEAR.search(text) or _CONTENT.search(text.split(":")[0])):
        return None
    year = year_in(text)
    venue = line(_LIST_WORDS.sub(" ", _YEAR.sub(" ", text))).strip(" :,'’()[]–—-#*")
    if not year and not _CONTENT.search(text):
        return None
    return venue or None, year


def _reads_as_abstract(paragraph: str) -> bool:
    return len(_WORD.findall(paragraph[:2000])) >= 5 or (len(paragraph) >= 20 and not paragraph.isascii())


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Yield the paragraphs, inner line ends kept; no more of one than shows that it is too long."""
    held: list[str] = []
    size = 0
    for text in lines:
        if text.strip():
            if size <= LONGEST_PARAGRAPH:
                held.append(text)
                size += len(text) + 1
        elif held:
            yield "\n".join(held).strip()
            held, size = [], 0
    if held:
        yield "\n".join(held).strip()
