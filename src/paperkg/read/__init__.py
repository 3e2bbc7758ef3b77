"""Bytes become papers: one file a format, chosen by content.

``READERS`` is the table of formats, in the order in which they are tried: the most telling first, plain prose last.
Adding a format is one file and one line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from paperkg.errors import UsageError
from paperkg.read import (
    abstracts,
    acl_xml,
    arxiv_atom,
    arxiv_list,
    bibtex,
    dblp_xml,
    endnote_xml,
    excel,
    front_matter,
    json_records,
    markdown_list,
    nbib,
    pubmed_xml,
    refer,
    ris,
    table,
    wos,
    zotero_rdf,
)
from paperkg.read.detection import choose, foreign
from paperkg.read.files import check_inputs, documents_in
from paperkg.read.lost import PartlyRead, Tally
from paperkg.read.reader import Document, Outcome, Reader
from paperkg.records import Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

__all__ = ["READERS", "read_papers"]

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(bibtex.NAME, bibtex.detect, bibtex.read, "BibTeX, BibLaTeX"),
        Reader(ris.NAME, ris.detect, ris.read, "RIS"),
        Reader(refer.NAME, refer.detect, refer.read, "refer (EndNote)"),
        Reader(wos.NAME, wos.detect, wos.read, "Web of Science, tagged text"),
        Reader(wos.TAB_NAME, wos.detect_tab, wos.read_tab, "Web of Science, tab-delimited"),
        Reader(nbib.NAME, nbib.detect, nbib.read, "PubMed (.nbib), MEDLINE"),
        Reader(arxiv_list.NAME, arxiv_list.detect, arxiv_list.read, "arXiv daily lists"),
        Reader(endnote_xml.NAME, endnote_xml.detect, endnote_xml.read, "EndNote XML"),
        Reader(pubmed_xml.NAME, pubmed_xml.detect, pubmed_xml.read, "PubMed XML"),
        Reader(zotero_rdf.NAME, zotero_rdf.detect, zotero_rdf.read, "Zotero RDF"),
        Reader(arxiv_atom.NAME, arxiv_atom.detect, arxiv_atom.read, "arXiv replies (Atom) and feeds (RSS)"),
        Reader(dblp_xml.NAME, dblp_xml.detect, dblp_xml.read, "DBLP XML"),
        Reader(acl_xml.NAME, acl_xml.detect, acl_xml.read, "ACL Anthology XML"),
        *json_records.readers(),
        Reader(excel.NAME, excel.detect, excel.read, "Excel (.xlsx)"),
        Reader(front_matter.NAME, front_matter.detect, front_matter.read, "Posts with YAML front matter (PMLR)"),
        Reader(markdown_list.NAME, markdown_list.detect, markdown_list.read, "Markdown lists"),
        Reader(table.NAME, table.detect, table.read, "CSV, TSV"),
        Reader(abstracts.NAME, abstracts.detect, abstracts.read, "Bare abstracts"),
    )
}


def read_papers(inputs: Sequence[Path], settings: ReadSettings) -> Iterator[Outcome]:
    """Return what the inputs hold, in order: papers, and what was rejected, skipped or read with a guess.

    ``inputs`` are files, folders (read recursively, sorted) and ``-`` for standard input. Raises ``UsageError`` at
    once for a path that does not exist or a format that is not known.
    """
    check_inputs(inputs)
    forced = None
    if settings.format is not None:
        forced = READERS.get(settings.format)
        if forced is None:
            raise UsageError(
                f"There is no format called {settings.format}.", remedy=f"The formats are {', '.join(READERS)}."
            )
    return _outcomes(inputs, forced)


def _outcomes(inputs: Sequence[Path], forced: Reader | None) -> Iterator[Outcome]:
    for document in documents_in(inputs):
        if isinstance(document, Document):
            yield from _read(document, forced)
        else:
            yield document


def _read(document: Document, forced: Reader | None) -> Iterator[Outcome]:
    reason = foreign(document.sample)
    reader = None if reason else forced or choose(document.sample, READERS.values())
    if reader is None:
        yield from _problems(document, "", 0)
        yield Skipped(document.at(0), reason or "no reader knows this kind of text")
        return
    position, told, problems, tally = 0, False, document.problems, Tally()
    for outcome in reader.read(document):
        if problems:
            lost = problems[-1].kind == "rejected"
            yield from _problems(document, reader.name, position)
            if lost and isinstance(outcome, Rejected) and outcome.source.position == position + 1:
                position, told = position + 1, True  # what is left of the record whose loss was just told
                continue
        if not isinstance(outcome, Warned):
            told = True
            if outcome.source.position > position:
                position = outcome.source.position
        if isinstance(outcome, PartlyRead):
            yield from tally.words(outcome)
            yield outcome.paper()
        else:
            yield outcome
    yield from tally.rest(document.at(0))
    for problem in _problems(document, reader.name, position):
        told = told or isinstance(problem, Rejected)
        yield problem
    if not told:
        yield Skipped(document.at(0), f"no record of this format in it ({reader.name})")


def _problems(document: Document, name: str, position: int) -> Iterator[Rejected | Warned]:
    """Yield what went wrong beneath the reader since the record at ``position``, and forget it."""
    problems = document.problems[:]
    document.problems.clear()
    for problem in problems:
        if problem.kind == "warned":
            yield Warned(document.at(0), problem.message)
        else:
            yield Rejected(document.at(position + 1), name, problem.reason, problem.message)
