"""What kind of thing a proposed name is: by its head noun, by its appositive, or by how the name itself ends."""

from __future__ import annotations

import re

from paperkg.mentions.proposal_cues import BOUNDARY, HEAD, HEADS
from paperkg.records import Kind

APPOSITIVE = re.compile(
    r"^\)?[\"”’']*\s*(?:,|—|–|:)\s*(?:which is |i\.e\.,? )?(?:an?|the|our|one of|\d[\d.,]*[KMB]?)\b"
)
"""What follows a name and says in other words what it is: ", a framework"."""
_ENDING = re.compile(
    r"(?:^|[\w+)][\s-]|(?<=[a-z0-9]))(Bench|Benchmark|Dataset|Corpus|Framework|Network|Net|Model|LLM|VLM|MLLM|Transformer|Arena|"
    r"benchmark|dataset|corpus|framework|network|model)(?:[-\s]?(?:v?\d[\w.]*|\+))?$"
)
_FULL = {"bench": "benchmark", "net": "network"}


def kind_before(between: str) -> tuple[Kind, str] | None:
    """Return kind and contribution by the last head noun of what stands between a verb and the name."""
    heads = list(HEAD.finditer(between))
    if not heads:
        return None
    contribution, kind = HEADS[heads[-1].group().lower()]
    return kind, contribution


def kind_of(name: str, expansion: str | None, after: str) -> tuple[Kind, str]:
    """Return kind and contribution of a proposal: by the words behind it, else by how its name or expansion ends."""
    said = _kind(after)
    if said:
        return said
    ending = _ENDING.search(name) or (_ENDING.search(expansion) if expansion else None)
    if ending is None:
        return "Method", "method"
    contribution, kind = HEADS[_FULL.get(ending[1].lower(), ending[1].lower())]
    return kind, contribution


def _kind(after: str) -> tuple[Kind, str] | None:
    """Return kind and contribution from what follows a name: its own head noun, or that of its appositive."""
    direct = re.match(r"[\"”’')\s]*([\w-]+)", after)
    if direct and direct[1].lower() in HEADS:
        contribution, kind = HEADS[direct[1].lower()]
        return kind, contribution
    if not APPOSITIVE.match(after):
        return None
    appositive = after.lstrip(")\"”’' ,—–:")
    boundary = BOUNDARY.search(appositive) or re.search(r"(?<![\w-])(?:for|of|in|on)(?![\w-])|[,.]", appositive)
    phrase = appositive[: boundary.start()] if boundary else appositive
    cut = re.search(r"(?<![\w-])(?:for|of|in|on|and)(?![\w-])|[,.(]", phrase)
    heads = list(HEAD.finditer(phrase[: cut.start()] if cut else phrase))
    if not heads:
        return None
    contribution, kind = HEADS[heads[-1].group().lower()]
    return kind, contribution
