r"""arXiv's daily lists, as its mails have them: entries between lines of ``\\``, an abstract where it is new.

\\
    arXiv:2501.01234
Date: Thu, 2 Jan 2025 12:00:00 GMT   (123kb)

Title: Counting Leaves
Authors: Ida Fern, Oskar Lind
Categories: cs.LG
\\
      We count leaves.
\\ ( https://arxiv.org/abs/2501.01234 ,  123kb)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkg.read import identifiers
from paperkg.read.fields import as_paper, line, rejected
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.read.tagged import Frame, first, read_records, tagged_fields
from paperkg.records import Source

NAME = "arxiv-list"

_BEGINS = re.compile(r"(?:arXiv:|Paper(?: \(\*cross-listing\*\))?: )(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})")
_TAG = re.compile(
    r"(Date(?: \([^)]*\))?|Title|Authors?|Categories|Comments|Journal-ref|DOI|License|Report-no|ACM-class|MSC-class|"
    r"Subj-class|Proxy|replaced with revised version):?[ \t]+(.*)$"
)
_ENDS = re.compile(r"\\\\ \(|-{10}|%%--%%")
_DETECTED = re.compile(rf"^\\\\\n{_BEGINS.pattern}", re.MULTILINE)
_AND = re.compile(r",\s*and\s+|,\s*|\s+and\s+")
_NOTES = re.compile(r"\s*\([^()]*\)")
_FENCE = "\\\\"


def detect(sample: Sample) -> bool:
    r"""Tell by a line of ``\\`` with an arXiv number after it."""
    return f"{_FENCE}\n" in sample.text and _DETECTED.search(sample.text) is not None


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each entry; a replacement comes without an abstract."""
    return read_records(document, NAME, Frame(begins=_BEGINS, ends=_ENDS), _paper)


def _paper(source: Source, record: list[str]) -> Outcome:
    cut = next((index for index, text in enumerate(record) if text.startswith(_FENCE)), len(record))
    fields = tagged_fields(record[1:cut], _TAG)
    abstract = [text for text in record[cut + 1 :] if not text.startswith(_FENCE) and not _ENDS.match(text)]
    number = identifiers.arxiv(record[0].replace("Paper", "arXiv"))
    if number is None:
        return rejected(source, NAME, "no-number", "The entry has no arXiv number.", record[0])
    names = first(fields, "Authors", "Author")
    previous = ""
    while previous != names:
        previous, names = names, _NOTES.sub("", names)
    return as_paper(
        source,
        NAME,
        title=first(fields, "Title"),
        text=line(" ".join(abstract)),
        key=number,
        authors=_AND.split(names),
        year=_year(number),
        venue=first(fields, "Journal-ref"),
        doi=first(fields, "DOI"),
        arxiv=number,
        url=f"https://arxiv.org/abs/{number}",
    )


def _year(number: str) -> int:
    """Return the year in an arXiv number, whose first two digits are those of the year since 1991."""
    two = int(number.rpartition("/")[2][:2])
    return 1900 + two if two > 90 else 2000 + two
