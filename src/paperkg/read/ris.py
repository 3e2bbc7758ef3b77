"""RIS, as reference managers and databases write it; each record is read by rispy.

Written by Zotero, EndNote, Scopus, IEEE Xplore, Cochrane, Ovid and others, with tags used as in "RIS Format
Specifications" (Research Information Systems, 2001) and after. Tolerated beyond it: one space before the hyphen, a
missing ``ER`` or ``TY``, values that go on over lines, tags the specification does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from rispy import RisParser
from rispy.config import TAG_KEY_MAPPING

from paperkg.read import identifiers
from paperkg.read.fields import as_paper, listed
from paperkg.read.people import given_family
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.tagged import Frame, every, first, read_records
from paperkg.records import Source

NAME = "ris"

_BEGINS = re.compile(r"[ \t]{0,3}TY([ \t]{1,2})-")
_ENDS = re.compile(r"[ \t]{0,3}ER[ \t]{0,2}-?\s*$")
_STRICT = re.compile(r"[ \t]{0,3}((?:[A-Z][A-Z0-9](?=[ \t]{2}))|DOI)[ \t]{1,2}-(?:[ \t](.*))?$")
_LOOSE = re.compile(r"[ \t]{0,3}([A-Z][A-Z0-9]|DOI)[ \t]{1,2}-(?:[ \t](.*))?$")
_ORPHAN = re.compile(r"(?!ER)[A-Z][A-Z0-9]  - ")
_DETECTED = re.compile(
    r"^[ \t]{0,3}TY[ \t]{1,2}-[ \t]*[A-Za-z]{2,9}[ \t]*\n\s*[A-Z][A-Z0-9]{1,2}[ \t]{1,2}-", re.MULTILINE
)
_PMID = re.compile(r"\d{5,9}")


class _Parser(RisParser):  # type: ignore[misc]  # rispy ships no types
    """Reads tags by the style of the record's first line; every tag may repeat, and further lines are kept apart."""

    DEFAULT_MAPPING: ClassVar[dict[str, str]] = {
        **TAG_KEY_MAPPING,
        "SO": "source",
        "YR": "year_alone",
        "US": "address",
        "DOI": "doi_alone",
        "L3": "related",
        "BT": "book_title",
        "CT": "caption_title",
    }
    DEFAULT_LIST_TAGS: ClassVar[list[str]] = list(DEFAULT_MAPPING)
    DEFAULT_DELIMITER_MAPPING: ClassVar[dict[str, str]] = {}
    tag = _STRICT

    def parse_line(self, line: str) -> tuple[str | None, str]:
        """Return (tag, value), the tag being None where the line goes on with the value before it."""
        found = self.tag.match(line)
        return (found[1], (found[2] or "").strip()) if found else (None, line.strip())


class _LooseParser(_Parser):
    tag = _LOOSE


def detect(sample: Sample) -> bool:
    """Tell by a ``TY`` line with another tagged line after it."""
    return "TY" in sample.text and _DETECTED.search(sample.text) is not None


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each record."""
    return read_records(document, NAME, Frame(begins=_BEGINS, ends=_ENDS, orphan=_ORPHAN), _paper)


def _fields(record: list[str]) -> dict[str, list[str]]:
    """Return the values of a record by rispy's names."""
    start = _BEGINS.match(record[0])
    lines = record if start else ["TY  - GEN", *record]
    parser = (_LooseParser if start and len(start[1]) == 1 else _Parser)()
    # The parser wants its first line at the margin, and knows the end of a record by its tag alone.
    body = [text for text in lines[1:] if not _ENDS.match(text)]
    found: list[dict[str, object]] = parser.parse_lines(iter([lines[0].lstrip(), *body, "ER  - "]))
    return {name: value for name, value in found[0].items() if isinstance(value, list)}


def _paper(source: Source, record: list[str]) -> Outcome:
    fields = _fields(record)

    def joined(*names: str) -> str:
        return next((" ".join(filter(None, fields[name])) for name in names if any(fields.get(name, ()))), "")

    addresses = every(fields, "urls", "address", "file_attachments1", "file_attachments2")
    numbers = every(fields, "doi", "doi_alone", "related", "type_of_work", "note")
    names = every(fields, "authors") or every(fields, "first_authors")
    places = every(fields, "accession_number", "number", "journal_name", "secondary_title", "publisher", "notes")
    return as_paper(
        source,
        NAME,
        title=joined("title", "primary_title", "caption_title", "book_title", "short_title"),
        text=joined("abstract", "notes_abstract"),
        key=first(fields, "id", "label"),
        authors=map(given_family, names),
        year=first(fields, "year", "publication_year", "year_alone", "date"),
        venue=joined(
            "secondary_title", "alternate_title3", "journal_name", "alternate_title2", "alternate_title1", "book_title",
            "source", "custom3",
        ),
        doi=next(filter(identifiers.doi, numbers), first(fields, "doi", "doi_alone")),
        arxiv=next((place for place in places if "arxiv" in place.lower()), None),
        url=next((address for address in addresses if "://" in address), None),
        language=first(fields, "language"),
        keywords=[word.lstrip("*") for value in every(fields, "keywords") for word in listed(value, ";")],
        registries=[("pmid", _pmid(fields))],
    )  # fmt: skip


def _pmid(fields: dict[str, list[str]]) -> str | None:
    database = first(fields, "name_of_database", "database_provider").lower()
    if "pubmed" not in database and "medline" not in database:
        return None
    numbers = (first(fields, "accession_number"), first(fields, "id"))
    return next((number for number in numbers if _PMID.fullmatch(number)), None)
