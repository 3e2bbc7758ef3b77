"""Crossref works: one, or a list, as the REST API gives them.

Source: Crossref REST API documentation. Titles are lists, dates are lists of parts, abstracts are JATS fragments in
which every paragraph and every section title is an element; many of them escape a second time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from paperkg.read import csl, identifiers, people, values
from paperkg.read.fields import as_paper
from paperkg.records import Paper, Rejected, Skipped, Source

NAME = "crossref"
_NO_PAPER = frozenset(
    {
        "component",
        "journal",
        "journal-issue",
        "journal-volume",
        "proceedings",
        "proceedings-series",
        "book-series",
        "book-set",
        "report-series",
        "grant",
        "peer-review",
        "database",
    }
)
_TELLING = frozenset({"indexed", "reference-count", "is-referenced-by-count", "prefix", "deposited", "member"})
_SPACES = re.compile(r"\s{2,}")
_HEADING = re.compile(
    r"<(?:jats:)?title\b[^<>]*>\s*(?:abstract|summary)?\s*[.:]?\s*</(?:jats:)?title\s*>", re.IGNORECASE
)
_SECTION = re.compile(
    r"<(?:jats:)?title\b[^<>]*>\s*+((?:(?!<(?:jats:)?title\b).)*?)\s*[.:]?\s*</(?:jats:)?title\s*>",
    re.IGNORECASE | re.DOTALL,
)
# What is between two tags never runs over a second one that opens: a thousand of them would be looked through a thousand times.
_ALTERNATIVE = re.compile(
    r"<(?:jats:)?alternatives\b[^<>]*>((?:(?!</?(?:jats:)?alternatives\b).)*+)</(?:jats:)?alternatives\s*>", re.DOTALL
)
_TEX = re.compile(
    r"<(?:jats:)?tex-math\b[^<>]*>((?:(?!</?(?:jats:)?tex-math\b).)*+)</(?:jats:)?tex-math\s*>", re.DOTALL
)
_DOCUMENT = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_BLOCK = re.compile(
    r"\s*</?(?:jats:)?(?:p|sec|abstract|list|list-item|disp-formula|break|br|div)\b[^<>]*>\s*", re.IGNORECASE
)
_TAG = re.compile(
    r"</?(?:(?:jats|mml|xlink|ns\d):[\w-]+|i|b|em|strong|italic|bold|sub|sup|sc|span|u|tt|ext-link|xref|inline-formula|"
    r"underline|monospace|named-content|styled-content|title|math|m[inos]|mrow|msub|msup|mtext)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ESCAPED_TAG = re.compile(
    r"&lt;/?(?:jats:)?(?:p|i|b|em|strong|sub|sup|sec|title|italic|bold)\b.{0,80}?&gt;", re.IGNORECASE
)


def matches(record: Mapping[str, object]) -> bool:
    """Tell by a title that is a list, or by fields that Crossref alone has."""
    if "DOI" not in record:
        return False
    return isinstance(record.get("title"), list) or len(_TELLING.intersection(record)) > 1


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected | Skipped:
    """Return the paper of a work; what is no paper (a journal, an issue, a review, a grant) is skipped."""
    kind = values.line(record.get("type"))
    if kind in _NO_PAPER:
        return Skipped(source, f"a Crossref record of type {kind} is no paper")
    doi = values.line(record.get("DOI"))
    primary = values.mapping(values.mapping(record.get("resource")).get("primary"))
    dates = ("issued", "published", "published-print", "published-online", "posted", "created")
    event = record.get("event")
    return as_paper(
        source,
        NAME,
        title=" ".join(without_jats(values.line(record.get("title"))).split()),
        text=without_jats(values.text(record.get("abstract"))),
        key=doi,
        authors=[people.given_family(name) if "," in name else name for name in csl.authors(record)],
        year=values.year(*(record.get(date) for date in dates)),
        venue=values.unescaped(values.line(values.first(record, "container-title") or event)),
        doi=doi,
        arxiv=identifiers.arxiv(doi),
        url=values.line(values.first(primary, "URL") or record.get("URL")),
        language=values.line(record.get("language")),
        keywords=values.keywords(record.get("keywords")),
    )


def without_jats(abstract: str) -> str:
    """Return an abstract without its JATS: a paragraph a line, formulas as TeX, the heading `Abstract` left out."""
    if "<" not in abstract and "&" not in abstract:
        return abstract
    if _ESCAPED_TAG.search(abstract):
        abstract = values.unescaped(abstract)
    clean = _HEADING.sub(" ", _SPACES.sub(" ", abstract))
    clean = _SECTION.sub(r"\n\1: ", clean)
    clean = _ALTERNATIVE.sub(_alternative, clean)
    clean = _TEX.sub(lambda found: _formula(found[1]), clean)
    clean = _TAG.sub("", _BLOCK.sub("\n", clean))
    lines = (" ".join(line.split()) for line in values.unescaped(clean).split("\n"))
    joined = "\n".join(line for line in lines if line)
    return re.sub(r":\n", ": ", joined)


def _alternative(found: re.Match[str]) -> str:
    """Return the formula of alternatives that have one in TeX, all that they say where they have none."""
    tex = _TEX.search(found[1])
    return _formula(tex[1]) if tex else found[0]


def _formula(tex: str) -> str:
    inner = _DOCUMENT.search(tex)
    return f"${(inner[1] if inner else tex).strip().strip('$').strip()}$"
