"""OpenAlex works: one, a page of them, or a snapshot's lines.

Source: OpenAlex documentation, "Work object". The abstract is an index from each word to its positions.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperkg.read import identifiers, values
from paperkg.read.fields import as_paper, rejected
from paperkg.records import Paper, Rejected, Skipped, Source

NAME = "openalex"
LONGEST_ABSTRACT = 1 << 20
"""A long word at many positions grows without end."""
_PLACES = ("primary_location", "best_oa_location", "host_venue")


def matches(record: Mapping[str, object]) -> bool:
    """Tell by an inverted abstract, OpenAlex's list of authorships, or the address of a work."""
    work = values.line(record.get("id")).rsplit("/", 1)
    named = len(work) == 2 and work[0].lower().endswith("openalex.org") and work[1][:1] in ("W", "w")
    return named or "abstract_inverted_index" in record or isinstance(record.get("authorships"), list)


def read(record: Mapping[str, object], source: Source) -> Paper | Rejected | Skipped:
    """Return the paper of a work; a cover page or a table of contents is skipped."""
    if record.get("is_paratext") is True or record.get("type") == "paratext":
        return Skipped(source, "an OpenAlex paratext is no paper")
    abstract = _abstract(record)
    if abstract is None:
        message = f"The inverted index of the abstract stands for more than {LONGEST_ABSTRACT:,} characters."
        return rejected(source, NAME, "too-long", message)
    known = values.mapping(record.get("ids"))
    doi = values.line(record.get("doi") or known.get("doi"))
    addresses = _addresses(record)
    return as_paper(
        source,
        NAME,
        title=values.unescaped(values.line(values.first(record, "display_name", "title"))),
        text=values.unescaped(abstract),
        key=values.line(record.get("id")),
        authors=[name for entry in values.items(record.get("authorships")) if (name := _author(entry))],
        year=values.year(record.get("publication_year"), record.get("publication_date")),
        venue=_venue(record),
        doi=doi,
        arxiv=next((found for place in [doi, *addresses] if (found := identifiers.arxiv(place))), None),
        url=next(iter(addresses), "") or doi or _page(record),
        language=values.line(record.get("language")),
        keywords=values.keywords(record.get("keywords")),
        registries=[
            ("openalex", values.line(record.get("id") or known.get("openalex")).rsplit("/", 1)[-1]),
            ("pmid", values.line(known.get("pmid")).rstrip("/").rsplit("/", 1)[-1]),
        ],
    )


def in_order(index: Mapping[str, object]) -> str | None:
    """Return the text of an inverted index, None for one that stands for too much; a position may be held by nothing."""
    placed: list[tuple[float, str]] = []
    size = 0
    for word, positions in index.items():
        found = [
            place for place in values.items(positions) if isinstance(place, int | float) and not isinstance(place, bool)
        ]
        size += (len(word) + 1) * len(found)
        if size > LONGEST_ABSTRACT:
            return None
        placed.extend((position, word) for position in found)
    return values.text(" ".join(word for _, word in sorted(placed, key=lambda pair: pair[0])))


def _abstract(record: Mapping[str, object]) -> str | None:
    index = record.get("abstract_inverted_index")
    if isinstance(index, Mapping):
        # Old snapshots wrap the index and give its length beside it.
        inner = index.get("InvertedIndex")
        return in_order(inner if isinstance(inner, Mapping) else index)
    return values.text(record.get("abstract"))


def _author(entry: object) -> str:
    authorship = values.mapping(entry)
    author = values.mapping(authorship.get("author"))
    return values.line(author.get("display_name") or authorship.get("raw_author_name"))


def _venue(record: Mapping[str, object]) -> str:
    for key in _PLACES:
        place = values.mapping(record.get(key))
        name = values.line(values.mapping(place.get("source")).get("display_name") or place.get("display_name"))
        if name:
            return values.unescaped(name)
    return ""


def _page(record: Mapping[str, object]) -> str | None:
    identifier = values.line(record.get("id")).rsplit("/", 1)[-1]
    return f"https://openalex.org/{identifier}" if identifier else None


def _addresses(record: Mapping[str, object]) -> list[str]:
    """Return the pages of the work, its main one first."""
    places = [record.get(key) for key in _PLACES] + values.items(record.get("locations"))
    keys = ("landing_page_url", "url", "pdf_url")
    found = (values.line(values.mapping(place).get(key)) for place in places for key in keys)
    return list(dict.fromkeys(address for address in found if address))
