"""Identifiers of papers in one spelling each, from bare forms, labelled forms and URLs.

Sources: DOI Handbook, section 2.2 (a DOI is a prefix ``10.`` plus digits, a slash and a suffix, and case does not
matter); arXiv, "Understanding the arXiv identifier" (since April 2007 ``YYMM.NNNN`` or, from 2015, ``YYMM.NNNNN``;
before that ``archive.CC/YYMMNNN``, the subject class being optional; ``vN`` is the version).
"""

from __future__ import annotations

import re
from urllib.parse import unquote

LONGEST_DOI = 500
_DOI = re.compile(r"(?<![\w.])10\.\d{4,9}(?:\.\d+)*/(?:[^\s\"<>{}|\\^`]|<\d+:+[\w-]+>)+", re.IGNORECASE)
_DOI_ALONE = re.compile(r"10\.\d{4,9}/[a-z0-9._-]*[a-z0-9]\Z", re.ASCII)
_DOI_END = re.compile(
    r"(?:[.,;:!?'”’»]|/?[?#].*|/(?:abstract|full|pdf|epdf|meta|fulltext|html|summary)|\.full|\.pdf)+$", re.IGNORECASE
)
_ARXIV_NEW = re.compile(r"(?<!\d)(?<!\d\.)(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(?:v\d+)?(?![\d]|\.\d)")
_ARXIV_OLD = re.compile(
    r"(?<![\w.-])((?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|"
    r"cond-mat|cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|"
    r"physics|plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con|stat)(?:\.[A-Za-z-]{2,5})?/\d{7})(?:v\d+)?(?!\d)",
    re.IGNORECASE,
)
_ARXIV_BARE = re.compile(r"\s*(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z-]{2,5})?/\d{7})(?:v\d+)?(?:\.pdf)?\s*", re.IGNORECASE)
_OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf|attachment|group)\?(?:[^#\s]*&)?id=([\w-]{8,12})(?![\w-])")
_ACL = re.compile(
    r"(?:aclanthology\.org|aclweb\.org/anthology)/(?:papers/\S*/)?([A-Z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)"
)
_CODE = re.compile(
    r"https?://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/[\w.-]+/[\w.-]*[\w-]", re.IGNORECASE
)


def plain_doi(text: str) -> str | None:
    """Return, fast, the DOI that a text is, None for one in an uncommon form or with an arXiv identifier in it."""
    found = text.lower()
    if not _DOI_ALONE.match(found) or "arxiv" in found or found[-4:] == ".pdf" or found[-5:] == ".full":
        return None
    return found


def tells_nothing(address: str) -> bool:
    """Tell, fast, a web address in which there is no identifier of any kind."""
    return (
        address[:4] == "http"
        and "10." not in address
        and "acl" not in address
        and "openreview.net" not in address
        and "%" not in address
        and "arxiv" not in address.lower()
    )


def doi(text: str) -> str | None:
    """Return the first DOI in a text, bare and lower-case, or None."""
    if plain := plain_doi(text):
        return plain
    for form in (text, unquote(text)) if "%" in text else (text,):
        found = "10." in form and "/" in form and _DOI.search(form)
        if found:
            return _closed(_DOI_END.sub("", found[0][:LONGEST_DOI])).lower()
    return None


def _closed(name: str) -> str:
    """Drop closing brackets that nothing in the name opened, as of a DOI that stood in brackets."""
    for opening, closing in ("()", "[]"):
        while name.endswith(closing) and name.count(closing) > name.count(opening):
            name = _DOI_END.sub("", name[:-1])
    return name


def arxiv(text: str) -> str | None:
    """Return the arXiv identifier in a text without its version, or None.

    A number alone counts where it is the whole text; within a text, only where the text speaks of arXiv.
    """
    place = text.lower().find("arxiv")
    if place < 0 and (text.startswith(("http", "10.")) or not _ARXIV_BARE.fullmatch(text)):
        return None
    rest = text[max(place, 0) :]
    found = _ARXIV_NEW.search(rest) or _ARXIV_OLD.search(rest)
    if not found:
        return None
    archive, slash, number = found[1].partition("/")
    return f"{archive.split('.')[0].lower()}{slash}{number}" if slash else archive


def openreview(text: str) -> str | None:
    """Return the OpenReview forum that a URL names, or None."""
    found = _OPENREVIEW.search(text)
    return found[1] if found else None


def acl(text: str) -> str | None:
    """Return the ACL Anthology identifier that a URL names, or None."""
    found = _ACL.search(text)
    return found[1] if found else None


def code(text: str) -> str | None:
    """Return the first address of a code repository in a text, or None."""
    found = _CODE.search(text)
    return found[0] if found else None
