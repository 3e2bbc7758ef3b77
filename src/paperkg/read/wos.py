"""Web of Science: tagged text (``FN Clarivate ... EF``), each record read by rispy, and the tab-delimited export."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from rispy import WokParser
from rispy.config import WOK_TAG_KEY_MAPPING

from paperkg.read.fields import as_paper, rejected
from paperkg.read.people import given_family
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.tagged import Frame, every, first, read_records
from paperkg.records import Source

NAME = "wos"
TAB_NAME = "wos-tab"

_DETECTED = re.compile(r"^FN (?:Clarivate|Thomson|ISI)\b|^PT [A-Z][ \t]*\n(?:AU|AF|CA|BA|BF|GP|BE|TI) \S", re.MULTILINE)
_BEGINS = re.compile(r"PT [A-Z]")
_ENDS = re.compile(r"ER\s*$")
_ORPHAN = re.compile(r"(?!FN|VR|EF)[A-Z][A-Z0-9] \S")
_TAGS = frozenset({"PT", "AU", "TI", "SO", "PY", "UT"})
_NAME_OF = {tag: name for tag, name in WOK_TAG_KEY_MAPPING.items() if len(tag) == 2}


class _Parser(WokParser):  # type: ignore[misc]  # rispy ships no types
    """Keeps every line of a value apart, whatever the tag."""

    DEFAULT_LIST_TAGS: ClassVar[list[str]] = list(WOK_TAG_KEY_MAPPING)


def detect(sample: Sample) -> bool:
    """Tell by the file's heading, or by a record's first two lines."""
    return ("PT " in sample.text or "FN " in sample.text) and _DETECTED.search(sample.text) is not None


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each record of a tagged file."""
    return read_records(document, NAME, Frame(begins=_BEGINS, ends=_ENDS, orphan=_ORPHAN), _tagged)


def _tagged(source: Source, record: list[str]) -> Outcome:
    start = record if record[0].startswith("PT") else ["PT J", *record]
    lines = [text for text in start if text.strip() not in ("", "ER", "EF")]
    found: list[dict[str, object]] = _Parser(skip_unknown_tags=True).parse_lines(iter([*lines, "ER"]))
    return _paper(source, NAME, {name: value for name, value in found[0].items() if isinstance(value, list)})


def detect_tab(sample: Sample) -> bool:
    """Tell by a first line of two-letter tags."""
    return len(_TAGS & set(sample.text.split("\n", 1)[0].split("\t"))) >= 4


def read_tab(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each row of a tab-delimited export."""
    lines = document.lines()
    tags = [tag.strip() for tag in next(lines, "").split("\t")]
    position = 0
    for text in lines:
        if not text.strip():
            continue
        position += 1
        cells = text.split("\t")
        if any(cell.strip() for cell in cells[len(tags) :]):
            message = f"The row has {len(cells)} cells and the heading {len(tags)}."
            yield rejected(document.at(position), TAB_NAME, "cells", message, text)
            continue
        fields = {_NAME_OF.get(tag, tag): [cell.strip()] for tag, cell in zip(tags, cells, strict=False)}
        for name in ("authors", "author_full_name", "book_authors", "group_authors"):
            fields[name] = [part.strip() for part in first(fields, name).split(";")]
        yield _paper(document.at(position), TAB_NAME, fields)


def _paper(source: Source, format: str, fields: dict[str, list[str]]) -> Outcome:  # noqa: A002  # its own word
    def joined(*names: str) -> str:
        return next((" ".join(fields[name]) for name in names if any(fields.get(name, ()))), "")

    names = next(
        (
            found
            for found in (
                every(fields, name) for name in ("author_full_name", "authors", "book_authors", "group_authors")
            )
            if found
        ),
        [],
    )
    return as_paper(
        source,
        format,
        title=joined("document_title"),
        text=joined("abstract"),
        key=first(fields, "accession_number"),
        authors=map(given_family, names),
        year=first(fields, "publication_year", "early_access_year", "early_access_date", "conference_date"),
        venue=joined("publication_name", "conference_title"),
        doi=joined("doi", "book_doi").replace(" ", ""),
        language=joined("language"),
        keywords=joined("author_keywords").split(";"),
        registries=[("pmid", first(fields, "pubmed_id"))],
    )
