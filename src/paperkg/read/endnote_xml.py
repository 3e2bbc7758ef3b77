"""EndNote XML: ``<xml><records><record>``, the texts inside ``<style>`` elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from paperkg.read.fields import as_paper, listed
from paperkg.read.people import given_family
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.xml_records import read_xml, root_of, text_at, texts_at
from paperkg.records import Source

if TYPE_CHECKING:
    from lxml.etree import _Element

NAME = "endnote-xml"

_RECORDS = re.compile(r"<records\b[^>]*>\s*(?:<record\b|</records|$)")


def detect(sample: Sample) -> bool:
    """Tell by the root and the list of records in it."""
    root = root_of(sample)
    return root is not None and root[0] in ("xml", "records", "XML") and _RECORDS.search(sample.text) is not None


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each record."""
    return read_xml(document, NAME, ("record",), _paper)


def _paper(record: _Element, source: Source) -> Outcome:
    addresses = [
        *texts_at(record, "urls/related-urls/url"), *texts_at(record, "urls/web-urls/url"),
        *texts_at(record, "urls/pdf-urls/url"),
    ]  # fmt: skip
    keywords = [word for text in texts_at(record, "keywords/keyword") for word in listed(text, ";")]
    return as_paper(
        source,
        NAME,
        title=text_at(record, "titles/title", "titles/short-title", "titles/translated-title"),
        text=text_at(record, "abstract"),
        key=text_at(record, "label", "rec-number"),
        authors=map(given_family, texts_at(record, "contributors/authors/author")),
        year=text_at(record, "dates/year", "dates/pub-dates/date"),
        venue=text_at(
            record, "titles/secondary-title", "periodical/full-title", "titles/alt-title", "alt-periodical/full-title"
        ),
        doi=text_at(record, "electronic-resource-num"),
        arxiv=next((value for value in texts_at(record, "accession-num") if "arxiv" in value.lower()), None),
        url=next((address for address in addresses if address.startswith("http")), None),
        language=text_at(record, "language"),
        keywords=keywords,
    )
