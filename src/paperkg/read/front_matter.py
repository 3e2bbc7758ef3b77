"""Posts with YAML front matter: the papers of the Proceedings of Machine Learning Research, and of personal pages.

PMLR keeps a volume as a repository with a post a paper; the paper's page follows from the volume and the post's id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from paperkg.read import row, values
from paperkg.read.fields import rejected
from paperkg.read.left_out import left_out
from paperkg.read.reader import Document, Outcome, Sample
from paperkg.records import Paper, Skipped, Warned

NAME = "front-matter"
LONGEST = 1 << 22
_FENCE = re.compile(r"\A\s*---[ \t]*\n")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_TITLE = re.compile(r"^title[ \t]*:", re.MULTILINE | re.IGNORECASE)
_PAPER = re.compile(
    r"^(?:abstract|doi|container-title|booktitle|publication|journal|venue|openreview|pdf|arxiv|paperurl)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)
_VOLUME = re.compile(r"\A(?:PMLR|v)?\s*(R?\d{1,4})\Z", re.IGNORECASE)


def detect(sample: Sample) -> bool:
    """Tell by front matter with a title and one field that only a paper has."""
    fence = _FENCE.match(sample.text)
    if not fence:
        return False
    end = _END.search(sample.text, fence.end())
    head = sample.text[fence.end() : end.start() if end else None]
    return bool(_TITLE.search(head) and _PAPER.search(head))


def read(document: Document) -> Iterator[Outcome]:
    """Yield the paper that the front matter describes."""
    import yaml

    source = document.at(1)
    pieces, size = [], 0
    for piece in document.text():
        pieces.append(piece)
        size += len(piece)
        if size > LONGEST:
            break
    text = "".join(pieces)[:LONGEST]
    fence = _FENCE.match(text)
    start = fence.end() if fence else 0
    end = _END.search(text, start)
    try:
        # The base loader makes strings, lists and mappings alone: no object, no date, no `no` that becomes False.
        record = yaml.load(text[start : end.start() if end else None], Loader=yaml.CBaseLoader)  # noqa: S506
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        yield rejected(
            source, NAME, "not-yaml", f"The front matter is no valid YAML ({_first_line(error)}).", text[start:]
        )
        return
    if not isinstance(record, Mapping):
        yield Skipped(document.at(0), "front matter that holds no fields")
        return
    if _written_out(record, {}) > 10 * len(text) + 1000:
        message = "The front matter grows beyond reason: its aliases stand for more than they should."
        yield rejected(source, NAME, "yaml-bomb", message, text[start:])
        return
    fields = {str(key): value for key, value in record.items()}
    outcome = row.read_object(_with_page(fields), source, NAME)
    if isinstance(outcome, Paper):
        for key, message in left_out(fields, outcome):
            yield Warned(source, f"The field {key} {message}.")
    yield outcome


def _written_out(value: object, known: dict[int, int]) -> int:
    """Return how many characters a value has with each alias written out; ``known`` holds the sizes by identity."""
    if isinstance(value, str):
        return len(value)
    if id(value) not in known:
        parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()
        known[id(value)] = 1 + sum(_written_out(part, known) for part in parts)
    return known[id(value)]


def _with_page(fields: dict[str, object]) -> dict[str, object]:
    """Return the fields with the page and the forum of a PMLR paper, where they follow from others."""
    found = dict(fields)
    volume = _VOLUME.match(values.line(fields.get("volume")))
    identifier = values.line(fields.get("id"))
    if volume and identifier and "machine learning research" in values.line(fields.get("series")).lower():
        found["url"] = f"https://proceedings.mlr.press/v{volume[1]}/{identifier}.html".replace("/vR", "/r")
    forum = values.line(fields.get("openreview"))
    if forum and "/" not in forum:
        found.pop("openreview")
        found["openreview_id"] = forum
    return found


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0]
