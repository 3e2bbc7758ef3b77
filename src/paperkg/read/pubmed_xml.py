"""PubMed XML: NLM, "MEDLINE/PubMed XML Data Elements", ``PubmedArticle`` and ``PubmedBookArticle``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paperkg.read.fields import as_paper, rejected
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.xml_records import read_xml, root_of, text_at, text_of, texts_at
from paperkg.records import Source

if TYPE_CHECKING:
    from lxml.etree import _Element

NAME = "pubmed-xml"

_ROOTS = ("PubmedArticleSet", "PubmedArticle", "PubmedBookArticleSet", "MedlineCitationSet")
_IDENTIFIERS = "PubmedData/ArticleIdList/ArticleId"


def detect(sample: Sample) -> bool:
    """Tell by the root."""
    root = root_of(sample)
    return root is not None and root[0] in _ROOTS


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each article."""
    return read_xml(document, NAME, ("PubmedArticle", "PubmedBookArticle"), _paper)


def _paper(record: _Element, source: Source) -> Outcome:
    book = record.find("BookDocument")
    citation = book if book is not None else record.find("MedlineCitation")
    if citation is None:
        return rejected(source, NAME, "no-citation", "The article has no citation in it.", text_of(record))
    found = citation.find("Article")
    article = found if found is not None else citation
    number = text_at(citation, "PMID")
    return as_paper(
        source,
        NAME,
        title=text_at(article, "ArticleTitle", "VernacularTitle", "Book/BookTitle"),
        text=_abstract(article),
        key=number,
        authors=[_name(author) for author in article.iterfind("AuthorList[1]/Author")],
        year=text_at(
            article, "Journal/JournalIssue/PubDate/Year", "Journal/JournalIssue/PubDate/MedlineDate",
            "ArticleDate/Year", "Book/PubDate/Year",
        ),
        venue=text_at(article, "Journal/Title", "Journal/ISOAbbreviation", "Book/BookTitle"),
        doi=text_at(article, "ELocationID[@EIdType='doi']") or text_at(record, f"{_IDENTIFIERS}[@IdType='doi']"),
        language=text_at(article, "Language"),
        keywords=[word.strip("*. ") for word in texts_at(citation, "KeywordList/Keyword")],
        registries=[("pmid", number)],
    )  # fmt: skip


def _abstract(article: _Element) -> str:
    """Return the parts of a structured abstract, each after its label."""
    parts = []
    for part in article.iterfind("Abstract/AbstractText"):
        text, label = text_of(part), str(part.get("Label") or "").strip()
        if text:
            parts.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return " ".join(parts)


def _name(author: _Element) -> str:
    parts = [
        text_at(author, "ForeName", "FirstName", "Initials"),
        text_at(author, "LastName"),
        text_at(author, "Suffix"),
    ]
    return " ".join(part for part in parts if part) or text_at(author, "CollectiveName")
