"""The ACL Anthology's XML: a collection of volumes of papers; formulas are in ``<tex-math>``.

``<fixed-case>`` and fonts leave their text. The format is that of the Anthology's ``schema.rnc``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paperkg.read.fields import as_paper
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.xml_records import read_xml, root_of, text_at
from paperkg.records import Source

if TYPE_CHECKING:
    from lxml.etree import _Element

NAME = "acl-xml"
SITE = "https://aclanthology.org/"


def detect(sample: Sample) -> bool:
    """Tell by the root and a volume in it."""
    root = root_of(sample)
    return root is not None and root[0] == "collection" and "<volume" in sample.text


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each ``paper``; the volume's heading lends its title and year, its front matter is none."""
    volume = {"venue": "", "year": ""}

    def outcome(record: _Element, source: Source) -> Outcome | None:
        if record.tag == "meta":
            if record.find("booktitle") is not None:
                volume.update(venue=text_at(record, "booktitle"), year=text_at(record, "year"))
            return None
        return _paper(record, source, volume["venue"], volume["year"])

    return read_xml(document, NAME, ("meta", "paper"), outcome)


def _paper(record: _Element, source: Source, venue: str, year: str) -> Outcome:
    place = text_at(record, "url")
    number = place if "://" not in place else place.removeprefix(SITE).strip("/")
    code = record.find("pwccode")
    return as_paper(
        source,
        NAME,
        title=text_at(record, "title"),
        text=text_at(record, "abstract"),
        key=text_at(record, "bibkey") or number,
        authors=[_name(author) for author in record.iterfind("author")],
        year=text_at(record, "year") or year,
        venue=text_at(record, "booktitle", "journal-title") or venue,
        doi=text_at(record, "doi"),
        url=place if "://" in place else f"{SITE}{place}/" if place else None,
        code_url=str(code.get("url") or "") if code is not None else None,
        language=text_at(record, "language"),
        registries=[("acl", number if "/" not in number else None)],
    )


def _name(author: _Element) -> str:
    return " ".join(part for part in (text_at(author, "first"), text_at(author, "last")) if part)
