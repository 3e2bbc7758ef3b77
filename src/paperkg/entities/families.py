"""The names of models and benchmarks as a small grammar, and so the families that a name belongs to.

    name    = family [version] *(separator (size | variant | release | patch))
    size    = 8B | 30B-A3B | 8x7B | 1K | B | L ...        version = 3 | 3.1 | v2 | 4o
    variant = Instruct | mini | VL | Pro | Diamond ...    release = 2024-08-06 | 2025 | 24

Parts are taken from the end. A version goes whole, for Qwen2.5 is no kind of Qwen2, and GPT-4.1 none of GPT-4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Part = Literal["variant", "size", "release", "patch", "version"]

_SEPARATOR = r"[-_ :]"
_VARIANTS = (
    "instruct chat base it hf preview thinking reasoning distill distilled mini nano micro tiny small medium large huge giant "
    "xl xxl turbo pro plus flash lite ultra max fast exp air sonnet opus haiku vl vision audio omni coder code math "
    "verified diamond hard easy redux full multilingual multimodal dev"
)
_GRAMMAR: tuple[tuple[Part, re.Pattern[str]], ...] = (
    ("patch", re.compile(r"/\d{1,2}$")),
    ("release", re.compile(rf"{_SEPARATOR}(?:20\d\d(?:-\d\d(?:-\d\d)?)?|\d{{4}})$")),
    ("size", re.compile(rf"{_SEPARATOR}(?:\d+x)?a?\d+(?:\.\d+)?[bmkt]$", re.IGNORECASE)),
    ("size", re.compile(r"-(?:Ti|[TSBLHGg])$")),
    ("variant", re.compile(rf"{_SEPARATOR}(?:{'|'.join(_VARIANTS.split())})$", re.IGNORECASE)),
    ("version", re.compile(r"(?<=[A-Za-z]{2})(?:[-_ ]?[vV]?\d+(?:\.\d+)*|-\d+[a-z])$")),
)


@dataclass(frozen=True, slots=True)
class Member:
    """A name taken to pieces: the family that is left, and what each piece is, from the end."""

    family: str
    parts: tuple[tuple[Part, str], ...]
    families: tuple[str, ...]
    """What the name belongs to, the nearest first, the family last."""


def member(name: str) -> Member:
    """Return the pieces of a name; one that has none is its own family.

    >>> member("Llama 3.1 8B-Instruct").families
    ('Llama 3.1 8B', 'Llama 3.1', 'Llama')
    """
    parts: list[tuple[Part, str]] = []
    families: list[str] = []
    rest = name
    while found := next(((part, match) for part, rule in _GRAMMAR if (match := rule.search(rest))), None):
        part, match = found
        if not match.start():
            break
        parts.append((part, match.group().lstrip("-_ :/")))
        rest = rest[: match.start()]
        families.append(rest)
        if part == "version":
            break
    return Member(rest, tuple(parts), tuple(families))
