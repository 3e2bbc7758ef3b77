"""DBLP XML: the whole dump, a person's page, or the answer of its search (M. Ley, "DBLP: Some Lessons Learned", 2009)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from paperkg.read.fields import as_paper
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.xml_records import read_xml, root_of, text_at, texts_at
from paperkg.records import Skipped, Source

if TYPE_CHECKING:
    from lxml.etree import _Element

NAME = "dblp-xml"

_RECORDS = (
    "article",
    "inproceedings",
    "proceedings",
    "book",
    "incollection",
    "phdthesis",
    "mastersthesis",
    "www",
    "data",
    "info",
)
_NUMBER = re.compile(r" \d{4}$")


def detect(sample: Sample) -> bool:
    """Tell by the root, or by a search's answer that names DBLP."""
    root = root_of(sample)
    return root is not None and (root[0] in ("dblp", "dblpperson") or (root[0] == "result" and "dblp" in sample.text))


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each publication; a person's home page is none."""
    return read_xml(document, NAME, _RECORDS, _paper)


def _paper(record: _Element, source: Source) -> Outcome | None:
    key = str(record.get("key") or "") or text_at(record, "key")
    if record.tag == "www" or key.startswith("homepages/"):
        return Skipped(source, "a person's home page is no paper")
    if record.tag == "info" and not key:
        return None
    addresses = texts_at(record, "ee")
    page = text_at(record, "url")
    title = text_at(record, "title")
    return as_paper(
        source,
        NAME,
        # Every title in DBLP ends in a period that is DBLP's own.
        title=title[:-1] if title.endswith(".") and not title.endswith("..") else title,
        key=key,
        authors=[_NUMBER.sub("", name) for name in texts_at(record, "author") or texts_at(record, "authors/author")],
        year=text_at(record, "year"),
        venue=text_at(record, "journal", "booktitle", "venue", "school"),
        doi=text_at(record, "doi") or next((address for address in addresses if "doi.org" in address), None),
        arxiv=next((address for address in addresses if "arxiv" in address.lower()), None),
        url=addresses[0] if addresses else page if "://" in page else None,
        registries=[("dblp", key)],
    )
