"""Zotero's API and its JSON exports: items whose creators have types and whose other facts stand in ``extra``.

Source: Zotero Web API v3 documentation, "Types & Fields". Attachments, notes and annotations are items too, and no
papers.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperkg.read import identifiers, people, values
from paperkg.read.csl import noted_identifiers
from paperkg.read.fields import as_paper
from paperkg.records import Paper, Rejected, Skipped, Source

NAME = "zotero-json"
_NO_PAPER = frozenset({"attachment", "note", "annotation"})
_AUTHORS = ("author", "presenter", "programmer", "inventor", "artist", "podcaster", "director")
_VENUES = (
    "publicationTitle",
    "proceedingsTitle",
    "conferenceName",
    "bookTitle",
    "encyclopediaTitle",
    "websiteTitle",
    "meetingName",
    "university",
    "institution",
    "repository",
    "seriesTitle",
)


def matches(record: Mapping[str, object]) -> bool:
    """Tell by the type of an item, at the top or in the item's data."""
    return "itemType" in record or "itemType" in values.mapping(record.get("data"))


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected | Skipped:
    """Return the paper of an item; an attachment, a note or an annotation is skipped."""
    data = record if "itemType" in record else values.mapping(record.get("data"))
    kind = values.line(data.get("itemType"))
    if kind in _NO_PAPER:
        return Skipped(source, f"a Zotero {kind} is no paper")
    extra = values.text(data.get("extra"))
    noted = noted_identifiers(extra)
    archive = values.line(values.first(data, "archiveID", "archiveLocation"))
    citation_key = values.line(values.first(data, "citationKey", "citekey")) or noted.get("citation key")
    tags = [values.mapping(tag).get("tag") or tag for tag in values.items(data.get("tags"))]
    return as_paper(
        source,
        NAME,
        title=values.line(values.first(data, "title", "subject", "caseName")),
        text=values.text(data.get("abstractNote")),
        key=citation_key or values.line(values.first(data, "key", "itemKey") or record.get("key")),
        authors=_authors(data),
        year=values.year(data.get("date")) or values.year(values.mapping(record.get("meta")).get("parsedDate")),
        venue=values.line(values.first(data, *_VENUES)),
        doi=values.line(data.get("DOI")) or noted.get("doi"),
        arxiv=noted.get("arxiv") or identifiers.arxiv(archive),
        url=values.line(data.get("url")),
        code_url=identifiers.code(extra),
        language=values.line(data.get("language")),
        keywords=values.keywords(tags),
        registries=[("pmid", noted.get("pmid"))],
    )


def _authors(data: Mapping[str, object]) -> list[str]:
    creators = [creator for creator in values.items(data.get("creators")) if isinstance(creator, Mapping)]
    for kind in _AUTHORS:
        found = [people.name_of(creator) for creator in creators if creator.get("creatorType", "author") == kind]
        if any(found):
            return [name for name in found if name]
    return []
