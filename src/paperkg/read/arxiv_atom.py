"""arXiv's replies in Atom (arXiv API User's Manual, section 3.3), and its daily feeds in RSS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from paperkg.read.fields import as_paper
from paperkg.read.people import given_family
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.xml_records import read_xml, root_of, text_at, texts_at
from paperkg.records import Skipped, Source

if TYPE_CHECKING:
    from lxml.etree import _Element

NAME = "arxiv-atom"

_ARXIV = re.compile(r"arxiv\.org", re.IGNORECASE)
_ANNOUNCED = re.compile(r"^arXiv:\S+ Announce Type: [\w-]+\s+Abstract:\s*", re.IGNORECASE)


def detect(sample: Sample) -> bool:
    """Tell by a feed that speaks of arXiv."""
    root = root_of(sample)
    return root is not None and root[0] in ("feed", "entry", "rss") and _ARXIV.search(sample.text) is not None


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each entry; an entry that tells of an error is none."""
    return read_xml(document, NAME, ("entry", "item"), _paper)


def _paper(entry: _Element, source: Source) -> Outcome:
    identifier = text_at(entry, "{*}id", "{*}guid")
    title = text_at(entry, "{*}title")
    summary = text_at(entry, "{*}summary") or _ANNOUNCED.sub("", text_at(entry, "{*}description"))
    if "/api/errors" in identifier or (title == "Error" and "arxiv.org/abs/" not in identifier):
        return Skipped(source, f"arXiv's answer is an error: {summary[:100]}")
    address = next(
        (str(link.get("href")) for link in entry.iterfind("{*}link") if "/abs/" in str(link.get("href"))), ""
    )
    address = address or text_at(entry, "{*}link")
    creators = [name for text in texts_at(entry, "{*}creator") for name in text.split(", ")]
    return as_paper(
        source,
        NAME,
        title=title,
        text=summary,
        key=identifier.rpartition("/abs/")[2] if "/abs/" in identifier else identifier,
        authors=[given_family(name) for name in texts_at(entry, "{*}author/{*}name") or creators],
        year=text_at(entry, "{*}published", "{*}pubDate", "{*}updated"),
        venue=text_at(entry, "{*}journal_ref"),
        doi=text_at(entry, "{*}doi", "{*}DOI"),
        arxiv=identifier.replace("oai:arXiv.org:", "arXiv:"),
        url=address or identifier,
    )
