"""PubMed's tagged format (``.nbib``), formerly MEDLINE: NLM, "MEDLINE/PubMed Data Element (Field) Descriptions"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkg.read.fields import as_paper
from paperkg.read.people import given_family
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.tagged import Frame, every, first, read_records, tagged_fields
from paperkg.records import Source

NAME = "nbib"

_TAG = re.compile(r"([A-Z][A-Z0-9]{1,3}) {0,2}-(?: (.*)|)$")
_BEGINS = re.compile(r"(?:PMID|UI {0,2})- ?\d")
_DETECTED = re.compile(r"^PMID- ?\d{1,9}[ \t]*\n|^UI  - \d{1,9}[ \t]*\n[A-Z]{2,4} {0,2}- ", re.MULTILINE)


def detect(sample: Sample) -> bool:
    """Tell by a line with a PubMed number."""
    return ("PMID-" in sample.text or "UI  -" in sample.text) and _DETECTED.search(sample.text) is not None


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each record."""
    return read_records(document, NAME, Frame(begins=_BEGINS), _paper)


def _paper(source: Source, record: list[str]) -> Outcome:
    fields = tagged_fields(record, _TAG)
    identifiers = every(fields, "LID", "AID", "SO")
    number = first(fields, "PMID", "UI")
    return as_paper(
        source,
        NAME,
        title=first(fields, "TI", "TT", "BTI"),
        text=first(fields, "AB", "OAB"),
        key=number,
        authors=[given_family(name) for name in every(fields, "FAU") or every(fields, "AU") or every(fields, "CN")],
        year=first(fields, "DP", "DEP", "EDAT"),
        venue=first(fields, "JT", "TA", "BTI"),
        doi=next((value for value in identifiers if "[doi]" in value or "doi:" in value), None),
        language=first(fields, "LA"),
        keywords=[word.lstrip("*") for word in every(fields, "OT")],
        registries=[("pmid", number)],
    )
