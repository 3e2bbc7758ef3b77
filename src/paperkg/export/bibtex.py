"""BibTeX: an entry a paper, with the labels of its terms as keywords.

Fields are LaTeX: characters that mean something there are written as commands, and line ends are spaces. Commas and
semicolons separate keywords, so that in a keyword they are spaces. Addresses are percent-encoded instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from paperkg.export.contents import Contents
from paperkg.export.tables import clean
from paperkg.graph.iris import ADDRESS_CHARACTERS
from paperkg.records import Link, PaperRecord

ENTRIES = "entries"
COMMANDS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"$\lbrace$",
        "}": r"$\rbrace$",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: "\\" + character for character in "%$&#_"},
    }
)
SPACES = re.compile(r"\s+")
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:./+-]*")
SEPARATES_NAMES = re.compile(r"\band\b", re.IGNORECASE)
ENTRY = re.compile(r"@[a-z]+\{[^\s{},]+,\n")


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the papers to the file ``path``."""
    labels = {entity.id: entity.label for entity in contents.entities()}
    keywords = _Keywords(contents, labels)
    taken: set[str] = set()
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for record in contents.papers():
            file.writelines(_entry(record, _key(record, taken), keywords.of(record.paper.id)))
            count += 1
    return {ENTRIES: count}


def read_back(path: Path) -> dict[str, int]:
    """Return how many entries the file has."""
    with path.open(encoding="utf-8", newline="\n") as file:
        return {ENTRIES: sum(1 for line in file if ENTRY.fullmatch(line))}


def latex(text: str) -> str:
    r"""Return ``text`` on one line as LaTeX that prints it.

    >>> print(latex("50% of {x}"))
    50\% of $\lbrace$x$\rbrace$
    """
    return SPACES.sub(" ", clean(text)).strip().translate(COMMANDS)


class _Keywords:
    """The terms of each paper, read alongside the papers: both files are in the order of papers' ids."""

    def __init__(self, contents: Contents, labels: dict[str, str]) -> None:
        self._labels = labels
        self._groups = groupby(contents.links(), key=lambda link: link.paper)
        self._paper: str | None = None
        self._links: Iterable[Link] = ()
        self._next()

    def of(self, paper: str) -> Iterator[str]:
        while self._paper is not None and self._paper < paper:
            self._next()
        if self._paper != paper:
            return
        seen: set[str] = set()
        for link in self._links:
            if link.subject == paper and link.object not in seen:
                seen.add(link.object)
                yield self._labels[link.object]

    def _next(self) -> None:
        self._paper, self._links = next(self._groups, (None, iter(())))


def _key(record: PaperRecord, taken: set[str]) -> str:
    own = record.paper.key or ""
    key = own if KEY.fullmatch(own) and own.lower() not in taken else record.paper.id
    while key.lower() in taken:
        key += "-"
    taken.add(key.lower())
    return key


def _entry(record: PaperRecord, key: str, keywords: Iterator[str]) -> Iterator[str]:
    paper = record.paper
    fields = {
        "title": latex(paper.title or ""),
        "shorttitle": "" if paper.title else latex(record.label),
        "author": " and ".join(_author(name) for name in paper.authors),
        "year": str(paper.year or ""),
        "booktitle": latex(paper.venue or ""),
        "doi": _address(paper.doi),
        "eprint": _address(paper.arxiv),
        "eprinttype": "arxiv" if paper.arxiv else "",
        "url": _address(paper.url or record.code_url),
        "language": latex(paper.language or ""),
        "keywords": ", ".join(latex(re.sub("[,;]", " ", keyword)) for keyword in keywords),
        "abstract": latex(paper.text),
    }
    yield f"@{'inproceedings' if paper.venue else 'misc'}{{{key},\n"
    yield from (f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    yield "}\n\n"


def _author(name: str) -> str:
    written = latex(name)
    return f"{{{written}}}" if SEPARATES_NAMES.search(name) else written


def _address(address: str | None) -> str:
    return quote(clean(address), safe=ADDRESS_CHARACTERS) if address else ""
