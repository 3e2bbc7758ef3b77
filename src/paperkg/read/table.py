"""Tables: CSV and its kin with a heading row that names at least a title or an abstract."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from paperkg.read.fields import as_paper, listed, rejected
from paperkg.read.reader import Document, Outcome, Sample

NAME = "csv"

_COLUMNS = {
    "id": "key",
    "title": "title",
    "abstract": "text",
    "text": "text",
    "authors": "authors",
    "author": "authors",
    "year": "year",
    "venue": "venue",
    "journal": "venue",
    "doi": "doi",
    "arxiv": "arxiv",
    "url": "url",
    "keywords": "keywords",
    "language": "language",
}


def detect(sample: Sample) -> bool:
    """Tell by a first line that names columns we know."""
    first = sample.text.split("\n", 1)[0]
    names = {name.strip().strip('"').lower() for name in first.split(_delimiter(first))}
    return len(names) > 1 and bool(names & {"title", "abstract", "text"})


def _delimiter(first: str) -> str:
    return max(",\t;|", key=first.count)


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each row that is not blank."""
    first = document.sample.text.split("\n", 1)[0]
    rows = csv.reader((f"{text}\n" for text in document.lines()), delimiter=_delimiter(first))
    names = [_COLUMNS.get(name.strip().lower(), "") for name in next(rows, [])]
    position = 0
    try:
        for row in rows:
            if not any(row):
                continue
            position += 1
            cells = dict(zip(names, row, strict=False))
            yield as_paper(
                document.at(position),
                NAME,
                title=cells.get("title"),
                text=cells.get("text"),
                key=cells.get("key"),
                authors=listed(cells.get("authors", ""), ";"),
                year=cells.get("year"),
                venue=cells.get("venue"),
                doi=cells.get("doi"),
                arxiv=cells.get("arxiv"),
                url=cells.get("url"),
                language=cells.get("language"),
                keywords=listed(cells.get("keywords", "")),
            )
    except csv.Error as error:
        yield rejected(document.at(position + 1), NAME, "not-csv", f"The row cannot be read ({error}).")
