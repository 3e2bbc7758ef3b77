"""The summary of a build on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg import folder
from paperkg.report import Report

if TYPE_CHECKING:
    from paperkg.update import Changed

SHOWN = 5
FILES = (
    (folder.PAGE, "the map: open it in a browser"),
    (folder.REPORT_PAGE, "the summary as a page"),
    (folder.TURTLE, "the graph as Turtle"),
    (folder.NTRIPLES, "the graph as sorted N-Triples"),
    (folder.REJECTED, "what could not be read, and why"),
)


def summary(counted: Report, output: Path) -> str:
    """Return the lines that a person sees at the end of a build."""
    return "\n".join(_lines(counted, output))


def changes(changed: Changed) -> str:
    """Return what an update or a removal did, by the papers' ids."""
    told = (("new", changed.new), ("changed", changed.changed), ("gone", changed.gone))
    parts = [f"{len(papers)} {word}{_some(papers)}" for word, papers in told if papers]
    return "papers: " + "; ".join(parts) if parts else "No paper has changed."


def _lines(counted: Report, output: Path) -> Iterator[str]:
    yield _papers(counted.papers) + _aside(counted)
    if not counted.papers:
        yield "No papers were found: the graph is empty. See README for the formats that are read."
    for kind, count in counted.entities.items():
        yield f"  {kind.lower() + 's':12}{count:>6}   shared by papers: {counted.shared.get(kind, 0)}"
    if counted.alone:
        verb = "shares" if len(counted.alone) == 1 else "share"
        yield f"{_papers(len(counted.alone))} {verb} nothing with another paper" + _some(counted.alone)
    for reason, count in counted.dropped.items():
        if count:
            yield f"left out: {count} {reason}"
    for reason, count in counted.skipped.items():
        yield f"skipped: {count}, {reason}"
    for warning in counted.warnings[:SHOWN]:
        yield f"warning: {warning}"
    if counted.rejected:
        yield f"REJECTED: {counted.rejected} records could not be read; see {output / folder.REJECTED}"
    for name, what in FILES:
        if (output / name).exists():
            yield f"  {output / name}  {what}"


def _papers(count: int) -> str:
    return "1 paper" if count == 1 else f"{count} papers"


def _aside(counted: Report) -> str:
    notes = []
    if counted.duplicates:
        notes.append(f"{counted.duplicates} more {'was' if counted.duplicates == 1 else 'were'} the same paper again")
    if counted.without_abstract:
        notes.append(f"{counted.without_abstract} without an abstract")
    for language, count in counted.other_languages.items():
        notes.append(f"{count} in {language}: metadata and keywords only")
    return f" ({'; '.join(notes)})" if notes else ""


def _some(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:SHOWN])
    return f": {shown}{', ...' if len(names) > SHOWN else ''}"
