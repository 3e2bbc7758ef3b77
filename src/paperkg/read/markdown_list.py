"""Markdown lists of papers, as reading lists and `awesome` pages keep them: list items, and tables.

An item names a paper where it links to a place where papers are, or has a link that says `paper`; what stands beside
its title is told apart by its form: names, a venue with a year, links to code. A heading such as `NeurIPS 2023` goes
to the items beneath it that say nothing else. Items that name no paper are counted and told.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkg.read import columns, markdown_item, row, values
from paperkg.read.fields import as_paper
from paperkg.read.markdown_item import Item
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.records import Paper, Skipped

NAME = "markdown"
LONGEST_ITEM = 1 << 14
LONGEST_HEADING = 500
"""What a longer one says of its venue is not looked for: it is read anew for each item beneath it."""


def detect(sample: Sample) -> bool:
    """Tell by an item that names a paper, or by a table whose headings do."""
    lines = sample.text.split("\n")
    for number, line in enumerate(lines):
        if markdown_item.RULE.match(line) and number and _headings(lines[number - 1]):
            return True
    return "](http" in sample.text and any(
        block[:1] not in ("#", "|") and markdown_item.parsed(block, "") for block in _blocks(iter(lines))
    )


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each item and each row of a table that names one."""
    position, others = 0, 0
    heading, headings = "", None
    for block in _blocks(document.lines()):
        if block.startswith("#"):
            heading, headings = block.strip("# *_")[:LONGEST_HEADING], None
        elif block.startswith("|"):
            headings, found = _row(block, headings, document, position + 1)
            position += found is not None
            if found is not None:
                yield found
        else:
            item = markdown_item.parsed(block, heading)
            headings = None
            position += item is not None
            others += item is None and markdown_item.is_other(block)
            if item is not None:
                yield _paper(item, document, position)
    if others:
        yield Skipped(document.at(0), f"{others} list items that name no paper")


def _blocks(lines: Iterator[str]) -> Iterator[str]:
    """Yield headings, rows of tables, and list items with the lines that belong to them."""
    item: list[str] = []
    size = 0
    for raw in lines:
        quoted = raw.startswith(">")
        line = raw.lstrip("> ") if quoted else raw
        bullet = bool(markdown_item.BULLET.match(line)) or (quoted and not item and line.startswith("**"))
        bullet = bullet and not (item and markdown_item.belongs(line, item[0]))
        starts = bullet or line.startswith("#") or line.lstrip().startswith("|")
        if item and (starts or not line.strip() or size > LONGEST_ITEM):
            yield "\n".join(item)
            item = []
        if bullet:
            item, size = [line], len(line)
        elif starts:
            yield line.strip()
        elif item:
            item.append(line)
            size += len(line)
    if item:
        yield "\n".join(item)


def _paper(item: Item, document: Document, position: int) -> Outcome:
    return as_paper(
        document.at(position),
        NAME,
        title=item.title,
        text=item.abstract,
        authors=item.authors,
        year=item.year,
        venue=item.venue,
        doi=next((address for address in item.addresses if "doi.org/" in address), None),
        arxiv=next((address for address in item.addresses if "arxiv.org/" in address), None),
        url=item.addresses[0] if item.addresses else None,
        code_url=item.code,
    )


def _headings(line: str) -> list[str] | None:
    """Return the headings of a table of papers, None for another line; `Paper` heads titles where nothing else does."""
    if "|" not in line:
        return None
    names = [markdown_item.plain(cell) for cell in markdown_item.cells(line)]
    if "title" not in columns.recognised(names):
        names = ["title" if columns.normal(name) in ("paper", "papers", "name", "论文") else name for name in names]
    return names if columns.is_paper_heading(names) and "title" in columns.recognised(names) else None


def _row(
    line: str, headings: list[str] | None, document: Document, position: int
) -> tuple[list[str] | None, Outcome | None]:
    """Return the headings that hold from here on, and the paper of the row where it has one."""
    if headings is None:
        return _headings(line), None
    if markdown_item.RULE.match(line):
        return headings, None
    written = dict(reversed(list(zip(headings, markdown_item.cells(line), strict=False))))
    fields = columns.recognised(headings)
    record: dict[str, object] = {name: markdown_item.plain(cell) for name, cell in written.items()}
    title = fields["title"][0]
    record[title], behind = markdown_item.title_cell(written.get(title, ""))
    if not row.has(record, fields, "authors"):
        record["authors"] = "; ".join(markdown_item.beside(behind)[2])
    addresses = [address for cell in written.values() for _, address in markdown_item.links(cell)]
    for name in (*fields.get("url", ()), *fields.get("code_url", ()), *fields.get("arxiv", ()), *fields.get("doi", ())):
        found = [address for _, address in markdown_item.links(written.get(name, ""))]
        record[name] = found[0] if found else record.get(name, "")
    papers = [address for address in addresses if markdown_item.is_paper(address)]
    code = next((address for address in addresses if markdown_item.is_code(address)), "")
    own = [address for _, address in markdown_item.links(written.get(title, ""))]
    if not row.has(record, fields, "url") and (own or papers):
        record["url"] = (papers or own)[0]
    if not row.has(record, fields, "code_url") and code:
        record["code url"] = code
    if not values.line(record.get(title)):
        return headings, None
    found_paper = row.read_object(record, document.at(position), NAME)
    return headings, found_paper if isinstance(found_paper, Paper) else None
