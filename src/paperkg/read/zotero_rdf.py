"""Zotero RDF, read as XML: items, the journals and books that hold them, notes and attachments.

Zotero writes what an item is part of beside it, often after it, and puts the item's DOI there; so an item waits for
that. Notes, attachments and collections are no papers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperkg.read import identifiers
from paperkg.read.fields import as_paper
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.xml_records import read_xml, root_of, text_at, texts_at
from paperkg.records import Paper, Rejected, Skipped, Source

if TYPE_CHECKING:
    from lxml.etree import _Element

NAME = "zotero-rdf"
MOST_WAITING = 20_000
MOST_CONTAINERS = 1_000_000

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_TAGS = (
    "bib:Article", "bib:Book", "bib:BookSection", "bib:Data", "bib:Document", "bib:Image", "bib:Journal", "bib:Legislation",
    "bib:Letter", "bib:Manuscript", "bib:Memo", "bib:MotionPicture", "bib:Patent", "bib:Periodical", "bib:Recording",
    "bib:Report", "bib:Software", "bib:Thesis", "bib:Illustration", "bib:Interview", "bib:Series", "bib:Conference",
    "bib:ConferenceProceedings", "bib:Proceedings", "bib:CourtReporter", "bib:Code", "bib:Newspaper", "bib:Magazine",
    "bib:WebSite", "rdf:Description", "z:Attachment", "z:Collection", "z:Blog", "z:Website", "z:Forum",
    "z:EncyclopediaArticle", "z:DictionaryEntry",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Item:
    """A paper, and what it is part of by its ``rdf:resource``, where that stands elsewhere in the file."""

    paper: Paper | Rejected
    part_of: str


@dataclass(frozen=True, slots=True)
class _Container:
    """What a journal, a book or a series says of itself and of the item in it."""

    title: str
    identifiers: str


def detect(sample: Sample) -> bool:
    """Tell by the root and Zotero's namespace in it."""
    root = root_of(sample)
    return root is not None and root[0] == "rdf:RDF" and "zotero.org/namespaces" in root[1]


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each item, in order; one may wait for what it is part of."""
    containers: dict[str, _Container] = {}

    def found(record: _Element, source: Source) -> Outcome | _Item | None:
        tag, kind = _local(record), text_at(record, "{*}itemType")
        if tag == "Memo" or kind == "note":
            return Skipped(source, "a note is no paper")
        if tag == "Attachment" or kind == "attachment":
            return Skipped(source, "an attachment is no paper")
        if kind and tag != "Collection":
            return _item(record, source)
        about = str(record.get(f"{_RDF}about") or "")
        if about and len(containers) < MOST_CONTAINERS:
            containers[about] = _container(record)
        return None

    queue: deque[Outcome | _Item] = deque()
    outcomes: Iterator[Outcome | _Item] = read_xml(document, NAME, _TAGS, found, nested=True)
    for outcome in outcomes:
        queue.append(outcome)
        while queue and (_ready(queue[0], containers) or len(queue) > MOST_WAITING):
            yield _completed(queue.popleft(), containers)
    while queue:
        yield _completed(queue.popleft(), containers)


def _local(record: _Element) -> str:
    return str(record.tag).rpartition("}")[2]


def _item(record: _Element, source: Source) -> _Item:
    part = record.find("{*}isPartOf")
    inline = part[0] if part is not None and len(part) else None
    numbers = texts_at(record, "{*}identifier") + texts_at(record, "{*}description")
    held = _container(inline) if inline is not None else _Container("", "")
    numbers.append(held.identifiers)
    paper = as_paper(
        source,
        NAME,
        title=text_at(record, "{*}title"),
        text=text_at(record, "{*}abstract"),
        key=text_at(record, "{*}citationKey"),
        authors=[_name(person) for person in record.iterfind("{*}authors/{*}Seq/{*}li/{*}Person")],
        year=text_at(record, "{*}date"),
        venue=held.title
        or text_at(record, "{*}presentedAt/{*}Conference/{*}title", "{*}publisher/{*}Organization/{*}name"),
        doi=next(filter(identifiers.doi, numbers), None),
        arxiv=next((number for number in numbers if "arxiv" in number.lower()), None),
        url=text_at(record, "{*}identifier/{*}URI/{*}value"),
        language=text_at(record, "{*}language"),
        keywords=texts_at(record, "{*}subject"),
    )
    reference = str(part.get(f"{_RDF}resource") or "") if part is not None and inline is None else ""
    return _Item(paper, reference)


def _container(record: _Element) -> _Container:
    return _Container(text_at(record, "{*}title"), " ".join(texts_at(record, "{*}identifier")))


def _name(person: _Element) -> str:
    given = text_at(person, "{*}givenName", "{*}givenname", "{*}firstName")
    return f"{given} {text_at(person, '{*}surname', '{*}lastName', '{*}name')}"


def _ready(outcome: Outcome | _Item, containers: Mapping[str, _Container]) -> bool:
    return not isinstance(outcome, _Item) or not outcome.part_of or outcome.part_of in containers


def _completed(outcome: Outcome | _Item, containers: Mapping[str, _Container]) -> Outcome:
    """Return the paper with the venue and the DOI that stand with what it is part of."""
    if not isinstance(outcome, _Item):
        return outcome
    held, paper = containers.get(outcome.part_of), outcome.paper
    if held is None or isinstance(paper, Rejected):
        return paper
    return replace(paper, venue=held.title or paper.venue, doi=paper.doi or identifiers.doi(held.identifiers))
