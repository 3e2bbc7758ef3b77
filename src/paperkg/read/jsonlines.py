"""JSON lines: a JSON object a line, with ``id``, ``title``, ``text`` or ``abstract`` and other fields of a paper."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from paperkg.read.fields import as_paper, listed, rejected
from paperkg.read.reader import Document, Outcome, Sample

NAME = "jsonl"


def detect(sample: Sample) -> bool:
    """Tell by a first line that is a JSON object."""
    first = sample.text.lstrip().split("\n", 1)[0].strip()
    if not first.startswith("{"):
        return False
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return not sample.complete and "\n" not in sample.text.strip()


def read(document: Document) -> Iterator[Outcome]:
    """Yield a paper for each line that is not blank."""
    position = 0
    for text in document.lines():
        if not text.strip():
            continue
        position += 1
        source = document.at(position)
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as error:
            yield rejected(source, NAME, "not-json", f"The line is no JSON ({error}).", text)
            continue
        if not isinstance(record, dict):
            yield rejected(source, NAME, "not-an-object", "The line is JSON but no object.", text)
            continue
        yield as_paper(
            source,
            NAME,
            title=_text(record.get("title")),
            text=_text(record.get("text")) or _text(record.get("abstract")),
            key=_text(record.get("id")),
            authors=_list(record.get("authors")),
            year=_text(record.get("year")),
            venue=_text(record.get("venue")),
            doi=_text(record.get("doi")),
            arxiv=_text(record.get("arxiv")),
            url=_text(record.get("url")),
            code_url=_text(record.get("code_url")),
            language=_text(record.get("language")),
            keywords=_list(record.get("keywords")),
        )


def _text(value: Any) -> str | None:  # what JSON holds
    return str(value) if isinstance(value, (str, int, float)) else None


def _list(value: Any) -> list[str]:  # what JSON holds
    if isinstance(value, list):
        return [part for part in map(_text, value) if part]
    return listed(value, ";") if isinstance(value, str) else []
