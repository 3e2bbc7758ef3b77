"""refer, as EndNote and the digital libraries export it: a percent sign, a letter, a value.

The letters are those of refer (M. Lesk, "Some Applications of Inverted Indexes on the UNIX System", 1978), with
EndNote's on top: ``%0`` begins a record and names its type, ``%X`` is the abstract, ``%R`` the DOI, ``%U`` the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkg.read import identifiers
from paperkg.read.fields import as_paper, listed
from paperkg.read.people import given_family
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.tagged import Frame, every, first, read_records, tagged_fields
from paperkg.records import Source

NAME = "refer"

_TAG = re.compile(r"%([0-9A-Z?@!#$\]&(^>~*+=\[])(?:[ \t]+(.*)|)$")
_DETECTED = re.compile(r"^%[0TAD][ \t]+\S[^\n]*\n(?:[^\n]*\n){0,40}?%[AT][ \t]+\S", re.MULTILINE)
_TYPED = re.compile(r"^%0[ \t]", re.MULTILINE)


def detect(sample: Sample) -> bool:
    """Tell by a first line that is tagged, and a title or an author soon after it."""
    return _TAG.match(sample.text.lstrip().split("\n", 1)[0]) is not None and bool(_DETECTED.search(sample.text))


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each record."""
    typed = _TYPED.search(document.sample.text) is not None

    frame = Frame(begins=_TYPED, orphan=_TAG) if typed else Frame(begins=_TAG, after_blank=True)
    return read_records(document, NAME, frame, _paper)


def _paper(source: Source, record: list[str]) -> Outcome:
    fields = tagged_fields(record, _TAG)
    keywords: list[str] = []
    tag = ""
    for text in record:
        found = _TAG.match(text)
        tag, value = (found[1], found[2] or "") if found else (tag, text)
        if tag == "K" and value.strip():
            keywords += listed(value)
    return as_paper(
        source,
        NAME,
        title=first(fields, "T", "Q"),
        text=first(fields, "X"),
        key=first(fields, "F", "M"),
        authors=map(given_family, every(fields, "A")),
        year=first(fields, "D", "8"),
        venue=first(fields, "J", "B", "S", "I"),
        doi=next(filter(identifiers.doi, every(fields, "R", "U", "M")), None),
        url=first(fields, "U", ">"),
        language=first(fields, "G"),
        keywords=keywords,
    )
