"""BibTeX and BibLaTeX, split by bibtexparser and read here as it streams past.

A batch of lines is cut where an entry starts a line, which is where bibtexparser, too, lets a new entry end a broken
one; so memory holds a batch and no more than that. Values are put together after the BibTeX documentation
(O. Patashnik, "BibTeXing", 1988, section 4: abbreviations, ``#``, the rule that ``crossref`` fills missing fields).
Every entry becomes a paper, a rejected record, or, for entries that are settings, a skipped one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperkg.read.bibtex_fields import Abbreviations, Fields, inherited, named_fields, paper_of, value_of
from paperkg.read.fields import rejected, shown
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.records import Rejected, Skipped, Source, Warned

if TYPE_CHECKING:
    from bibtexparser.model import Block, Entry, ParsingFailedBlock

NAME = "bibtex"
BATCH = 1 << 16
LONGEST_ENTRY = 1 << 24
MOST_WAITING = 5000
MOST_PARENTS = 100_000

_START = re.compile(r"\s*@\s*\w+[ \t]*[{(]")
_ORDINARY = re.compile(r"@\w+\{[^\s,={}\"]+,|@(?:string|comment|preamble)", re.IGNORECASE)
_COMMENTED = re.compile(r"\s*%.*@\s*\w+[ \t]*[{(]")
_DETECTED = re.compile(
    r"^[ \t]*@(?:(?:string|preamble|comment)[ \t]*[{(]|[a-z_]+[ \t]*[{(]\s*[^\s=(){}\"]*\s*,)",
    re.IGNORECASE | re.MULTILINE,
)
_STRAY_FIELD = re.compile(r"^[ \t]*+,?[ \t]*+[\w-]++[ \t]*+=[ \t]*+[{\"]", re.MULTILINE)
_ENTRY = r"^([^\S\n]*+@(?!(?:string|comment|preamble)\b)\w+[ \t]*[{(]"
_MENDED = (
    (re.compile(r"^([ \t]*@)[ \t]+(?=\w+[ \t]*[{(])", re.MULTILINE), r"\1"),
    (re.compile(_ENTRY + r")(?=\s*[\w-]+\s*=)", re.MULTILINE | re.IGNORECASE), r"\1,"),
    (re.compile(_ENTRY + r"\s*[^\s,={}\"]+)(?=\s+[\w-]+\s*=)", re.MULTILINE | re.IGNORECASE), r"\1,"),
)
_MARK = re.compile(r"(?<!\\)[{}\"]")
_TYPE = re.compile(r"@\s*(\w*)")
_NO_RECORDS = ("comment", "string", "preamble")
_NO_PAPERS = ("xdata", "control", "ieeetranbstctl", "set", "bibnote")
_PARENTS = ("proceedings", "book", "collection", "mvproceedings", "mvbook", "mvcollection", "periodical", "xdata")


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some whole entries, and whether the first line of one of them is out of the ordinary."""

    text: str
    odd: bool


@dataclass(frozen=True, slots=True)
class _Record:
    """An entry with its place, its type in lower case, its key, and its fields."""

    source: Source
    type: str
    key: str
    fields: Fields
    repeated: tuple[str, ...]


def detect(sample: Sample) -> bool:
    """Tell by an entry that starts a line, with no more than a short note before it."""
    found = _DETECTED.search(sample.text) if "@" in sample.text else None
    if not found:
        return False
    before = [text for text in sample.text[: found.start()].split("\n") if text.strip()[:1] not in ("", "%")]
    return sum(map(len, before)) < 1500 and not any(text.lstrip().startswith(("#", "```", "<")) for text in before)


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each entry; one that waits for the entry it refers to comes after that."""
    logging.getLogger("bibtexparser.splitter").disabled = True  # It logs each broken entry, which is reported here.
    strings = Abbreviations()
    parents: dict[str, Fields] = {}
    waiting: list[_Record] = []
    position = 0
    for batch in _batches(document.lines()):
        outcomes: list[_Record | Rejected | Warned] = []
        if isinstance(batch, int):
            position += 1
            message = f"The entry at line {batch} has more than {LONGEST_ENTRY:,} characters."
            outcomes.append(rejected(document.at(position), NAME, "record-too-long", message))
        else:
            for outcome in _records(batch, strings, document, position):
                position = max(position, outcome.source.position)
                outcomes.append(outcome)
            if not strings.renew():
                message = "Abbreviations stand for more than they should; they were not all written out."
                outcomes.append(Warned(document.at(max(position, 1)), message))
        for record in outcomes:
            if isinstance(record, _Record) and record.type in _PARENTS and len(parents) < MOST_PARENTS:
                parents[record.key.lower()] = {
                    name: value for name, value in record.fields.items() if len(value) < 5000
                }
        ready, waiting = _ready([*waiting, *outcomes], parents)
        for outcome in ready:
            yield from _outcome(outcome, parents)
    for record in waiting:
        yield from _outcome(record, parents)


def _ready(
    outcomes: Iterable[_Record | Rejected | Warned], parents: dict[str, Fields]
) -> tuple[list[_Record | Rejected | Warned], list[_Record]]:
    """Part what can be told now from the entries that wait for the one they refer to."""
    ready: list[_Record | Rejected | Warned] = []
    waiting: list[_Record] = []
    for outcome in outcomes:
        known = not isinstance(outcome, _Record) or all(key in parents for key in _references(outcome.fields))
        if known or not isinstance(outcome, _Record) or len(waiting) >= MOST_WAITING:
            ready.append(outcome)
        else:
            waiting.append(outcome)
    return ready, waiting


def _references(fields: Fields) -> list[str]:
    if "crossref" not in fields and "xdata" not in fields:
        return []
    names = [fields.get("crossref", ""), *fields.get("xdata", "").split(",")]
    return [name.strip().lower() for name in names if name.strip()]


def _outcome(record: _Record | Rejected | Warned, parents: dict[str, Fields]) -> Iterator[Outcome]:
    if not isinstance(record, _Record):
        yield record
        return
    if record.type in _NO_PAPERS:
        yield Skipped(record.source, f"@{shown(record.type)} is no paper")
        return
    fields = record.fields
    for key in _references(fields):
        if key in parents:
            fields = inherited(fields, parents[key], whole=key in fields.get("xdata", "").lower())
    if record.repeated:
        names = ", ".join(record.repeated)
        yield Warned(record.source, f"Entry {shown(record.key)} has {shown(names)} more than once; the first was kept.")
    yield paper_of(record.source, NAME, record.key, fields)


def _batches(lines: Iterable[str]) -> Iterator[_Batch | int]:
    """Yield whole entries of about ``BATCH`` characters, or the line of an entry that is too long."""
    held: list[str] = []
    before, size, start, odd = 0, 0, 0, False
    for number, text in enumerate(lines, 1):
        shown = text
        if "@" in text or "%" in text:
            if _START.match(text):
                if size > LONGEST_ENTRY:
                    yield start
                elif before + size > BATCH:
                    yield _Batch("\n".join(held), odd)
                    held, before, odd = [], 0, False
                before, size, start = before + size if held else 0, 0, number
                odd = odd or not _ORDINARY.match(text)
            elif _COMMENTED.match(text):
                shown = ""
            else:
                odd = odd or text.lstrip()[:1] == "%"
        size += len(text) + 1
        if size <= LONGEST_ENTRY:
            held.append(shown)
        elif held:
            yield _Batch("\n".join(held[: len(held) - (number - start)]), odd)
            held = []
    if size > LONGEST_ENTRY:
        yield start
    elif held:
        yield _Batch("\n".join(held), odd)


def _records(
    batch: _Batch, strings: Abbreviations, document: Document, position: int
) -> Iterator[_Record | Rejected | Warned]:
    """Yield the entries of a batch, the broken ones rejected; abbreviations it defines go into ``strings``."""
    from bibtexparser.model import Entry, ImplicitComment, ParsingFailedBlock, String

    blocks = _split(batch)
    for index, block in enumerate(blocks):
        while isinstance(block, ParsingFailedBlock) and block.ignore_error_block is not None:
            block = block.ignore_error_block  # a repeated key or field name is no failure here
        if isinstance(block, String):
            if not strings.define(block.key, value_of(block.value, strings)[0]):
                message = f"The abbreviation {shown(block.key)} stands for too much and is not written out."
                yield Warned(document.at(max(position, 1)), message)
            continue
        if not isinstance(block, (Entry, ParsingFailedBlock)):
            continue
        found = _TYPE.match(block.raw or "")
        kind = found[1].lower() if found else ""
        if kind in _NO_RECORDS:
            continue
        position += 1
        source = document.at(position)
        after = blocks[index + 1] if index + 1 < len(blocks) else None
        if isinstance(block, ParsingFailedBlock):
            yield rejected(source, NAME, "broken-entry", f"The entry cannot be read: {_why(block)}", block.raw or "")
        elif isinstance(after, ImplicitComment) and _STRAY_FIELD.search(after.comment):
            message = "The entry ends too early, at a brace that closes nothing, and fields follow it."
            yield rejected(source, NAME, "unbalanced-braces", message, block.raw or "")
        else:
            yield _record(source, kind, block, strings)


def _record(source: Source, kind: str, entry: Entry, strings: Abbreviations) -> _Record:
    fields, repeated = named_fields(((field.key, field.value) for field in entry.fields), strings)
    return _Record(source, kind, entry.key, fields, repeated)


def _split(batch: _Batch) -> list[Block]:
    """Return the blocks of a text, after what is missing in the first line of an entry was put there."""
    from bibtexparser.splitter import Splitter

    text = _uncommented(batch.text) if batch.odd else batch.text
    for pattern, mended in _MENDED if batch.odd else ():
        text = pattern.sub(mended, text)
    blocks: list[Block] = Splitter(text).split().blocks
    return blocks


def _uncommented(text: str) -> str:
    """Return a text without the lines that a percent sign begins between fields; inside a value it is text."""
    kept: list[str] = []
    depth, quoted = 0, False
    for part in text.split("\n"):
        if _START.match(part):
            depth, quoted = 0, False
        elif depth <= 1 and not quoted and part.lstrip()[:1] == "%":
            kept.append("")
            continue
        for mark in _MARK.findall(part):
            if mark == '"':
                quoted ^= depth <= 1
            elif not quoted:
                depth += 1 if mark == "{" else -1
        kept.append(part)
    return "\n".join(kept)


def _why(block: ParsingFailedBlock) -> str:
    reason = str(getattr(block.error, "abort_reason", block.error))
    if "looking for" in reason or "end of file" in reason:
        return "a brace or a quote is never closed."
    return reason.replace("\n", " ").rstrip(". ") + "."
