"""Semantic Scholar papers: one, a batch, a search, a bulk page, a data set's lines, citations and references.

Source: Semantic Scholar Academic Graph API and Datasets API. Citations and references wrap the paper in
``citingPaper`` and ``citedPaper``; the data sets spell ``externalids`` without a capital.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperkg.read import people, values
from paperkg.read.fields import as_paper
from paperkg.records import Paper, Rejected, Source

NAME = "semantic-scholar"
WRAPPERS = ("citedPaper", "citingPaper")
_TELLING = frozenset({"paperId", "corpusId", "corpusid", "externalIds", "externalids", "paperAbstract"})


def matches(record: Mapping[str, object]) -> bool:
    """Tell by an identifier that Semantic Scholar alone spells so."""
    return not _TELLING.isdisjoint(record)


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected:
    """Return the paper of a Semantic Scholar record."""
    known = values.mapping(values.first(record, "externalIds", "externalids"))
    venue = values.mapping(record.get("publicationVenue"))
    journal = values.mapping(record.get("journal"))
    paper = values.line(values.first(record, "paperId", "sha"))
    corpus = values.line(values.first(record, "corpusId", "corpusid") or known.get("CorpusId"))
    return as_paper(
        source,
        NAME,
        title=values.line(record.get("title")),
        text=values.prose(values.first(record, "abstract", "paperAbstract")),
        key=paper or values.line(record.get("id")) or corpus,
        authors=people.names(record.get("authors")),
        year=values.year(values.first(record, "year"), values.first(record, "publicationDate", "publicationdate")),
        venue=values.line(record.get("venue") or venue.get("name") or journal.get("name") or record.get("journalName")),
        doi=values.line(known.get("DOI") or record.get("doi")),
        arxiv=values.line(known.get("ArXiv") or record.get("arxivId")),
        url=values.line(values.first(record, "url", "s2Url"))
        or values.line(values.mapping(record.get("openAccessPdf")).get("url")),
        language=values.line(record.get("language")),
        keywords=values.keywords(record.get("keywords")),
        registries=[
            ("s2", paper or (f"CorpusId:{corpus}" if corpus else None)),
            ("acl", values.line(known.get("ACL"))),
            ("dblp", values.line(known.get("DBLP"))),
            ("pmid", values.line(values.first(known, "PubMed", "PMID"))),
        ],
    )
