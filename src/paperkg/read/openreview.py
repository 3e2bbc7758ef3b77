"""OpenReview notes of both versions of its API, and lists of papers that were made from them.

Source: OpenReview API documentation, "Notes". In version 2 each field of ``content`` is wrapped in ``value``. A note
that replies to another (a decision, a review, a comment) is no paper.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from paperkg.read import identifiers, people, values
from paperkg.read.fields import as_paper
from paperkg.records import Paper, Rejected, Skipped, Source

NAME = "openreview"
_REPLY = re.compile(
    r"(?:Review|Comment|Decision|Rebuttal|Recommendation|Revision|Bid|Assignment|Confirmation|Recruitment|Edit|"
    r"Withdraw(?:al)?_?(?:Request|Confirmation)?$|Expertise|Report|Response)",
    re.IGNORECASE,
)
_SUBMISSION = re.compile(r"(?:Submission|Paper|Article|Post)", re.IGNORECASE)
_BIBTEX_YEAR = re.compile(r"year\s*=\s*[{\"]?\s*(\d{4})")
_VENUE_NAME = re.compile(r"\A([\w-]+)\.(?:cc|org|io|net|com)/(\d{4})(?:/([\w-]+))?")
_ADDRESS = "https://openreview.net/forum?id="


def matches(record: Mapping[str, object]) -> bool:
    """Tell by a note's content beside its forum, invitation or signatures."""
    if not isinstance(record.get("content"), dict):
        return False
    keys = ("forum", "invitation", "invitations", "signatures", "replyto", "tcdate", "cdate", "id")
    return any(key in record for key in keys)


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected | Skipped:
    """Return the paper of a note; a reply to a note is skipped."""
    content = values.mapping(record.get("content"))
    reason = _no_paper(record, content)
    if reason:
        return Skipped(source, reason)
    forum = values.line(values.first(record, "forum", "id"))
    venue = values.line(content.get("venue")) or _venue(record, content)
    bibtex = _BIBTEX_YEAR.search(values.text(content.get("_bibtex")))
    return as_paper(
        source,
        NAME,
        title=values.line(content.get("title")),
        text=values.prose(content.get("abstract")),
        key=values.line(record.get("id")) or forum,
        authors=people.names(content.get("authors")),
        year=values.year(
            venue,
            content.get("venueid"),
            bibtex[1] if bibtex else None,
            content.get("year"),
            *(record.get(date) for date in ("pdate", "odate", "cdate", "tcdate", "tmdate")),
        ),
        venue=venue,
        doi=values.line(values.first(content, "doi", "DOI")),
        arxiv=next((found for key in ("arxiv", "html", "ee") if (found := _arxiv(content.get(key)))), None),
        url=f"{_ADDRESS}{forum}" if forum else values.web_address(content.get("html")),
        code_url=_code(content),
        language=values.line(content.get("language")),
        keywords=values.keywords(content.get("keywords")),
        registries=[("openreview", forum)],
    )


def _no_paper(record: Mapping[str, object], content: Mapping[str, object]) -> str | None:
    names = (values.line(name) for name in values.items(values.first(record, "invitations", "invitation")))
    # What is invited to stands behind the venue's name.
    invitations = [name.partition("/-/")[2] for name in names]
    own = any(_SUBMISSION.search(name) and not _REPLY.search(name) for name in invitations)
    if record.get("replyto") and record.get("replyto") != record.get("id"):
        return "an OpenReview note that replies to another is no paper"
    if not own and any(_REPLY.search(name) for name in invitations):
        return "an OpenReview decision, review or comment is no paper"
    if record.get("forum") and record.get("id") and record["forum"] != record["id"] and "abstract" not in content:
        return "an OpenReview note in another's forum is no paper"
    if not values.line(content.get("title")) and not values.text(content.get("abstract")):
        return "an OpenReview note without title and abstract is no paper"
    return None


def _venue(record: Mapping[str, object], content: Mapping[str, object]) -> str:
    """Return the venue that an identifier such as ``ICLR.cc/2024/Conference`` names."""
    places = (content.get("venueid"), *values.items(values.first(record, "invitations", "invitation")))
    for place in places:
        found = _VENUE_NAME.match(values.line(place))
        if found:
            event = "" if found[3] in (None, "Conference", "-", "conference") else f" {found[3]}"
            return f"{found[1]} {found[2]}{event}"
    return ""


def _arxiv(value: object) -> str | None:
    return identifiers.arxiv(values.line(value))


def _code(content: Mapping[str, object]) -> str | None:
    for key in ("code", "code_url", "github", "software", "code_link", "software_URL", "code_of_submission"):
        address = values.web_address(content.get(key)) or identifiers.code(values.text(content.get(key)))
        if address:
            return address
    return None
