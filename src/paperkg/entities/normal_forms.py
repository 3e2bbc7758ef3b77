"""The normal form of a name: two spellings are one thing exactly when their normal forms are equal.

NFKC, case, dashes, spaces, possessive, plural and British spelling are matters of spelling. ``+``, digits, dots between
digits and Greek letters are part of a name, so HumanEval and HumanEval+ stay two, and so do GPT-4 and GPT-4.1.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from paperkg.names import singular

_DASHES = re.compile(r"[-‐‑‒–—―−_/]+")
_POSSESSIVE = re.compile(r"['’]s?(?=\s|$)")
_DROPPED = re.compile(r"[^\w\s.+#*]|(?<!\d)\.|\.(?!\d)")
_OF = re.compile(r"^(\w+(?: \w+)?) of (?:the |a |an )?(\w+(?: \w+)?)$")
# British endings and their American ones; the stems are long enough that no other word is caught.
_BRITISH = (
    (re.compile(r"(?<=\w{3})isation(s?)\b"), r"ization\1"),
    (re.compile(r"(?<=\w{4})is(ed|es|ing|e)\b"), r"iz\1"),
    (re.compile(r"\b(behavi|col|neighb|lab|fav)our"), r"\1or"),
    (re.compile(r"\b(mode|labe|trave|signa)ll(ed|ing|er|ers)\b"), r"\1l\2"),
    (re.compile(r"\b(cent|fib|met)re(s?)\b"), r"\1er\2"),
)
# Adjectives that say the same as the noun before another noun: a robotic arm is a robot arm.
_AS_NOUN = re.compile(r"\b(?:(robot)ic|(quadruped|biped)al)(?= \w)")
# Words whose -ise is not the British ending.
_KEEP_S = re.compile(
    r"\b(?:\w*(?:wise|noise|precise|concise|exercise|otherwise|promise|premise|expertise|rise|raise|advise|supervise|revise|compromise|disguise|surprise|enterprise|merchandise)(?:s|d|ed|ing)?|\w*(?:noising|advising|supervising|revising|raising|rising|promising|supervised|revised|raised|noised))\b"
)


@lru_cache(maxsize=200_000)
def normal_form(name: str) -> str:
    """Return the normal form of a name: words in lower case with the last in the singular, run together.

    >>> normal_form("Vision–Language Models") == normal_form("vision-language model")
    True
    >>> normal_form("optimisation of hyper-parameters") == normal_form("hyperparameter optimization")
    True
    >>> normal_form("LoRA+") == normal_form("LoRA"), normal_form("GPT-4.1") == normal_form("GPT-41")
    (False, False)
    """
    return "".join(words_of(name))


def words_of(name: str) -> list[str]:
    """Return the words of a name's normal form, in its order."""
    text = unicodedata.normalize("NFKC", name).casefold()
    text = _POSSESSIVE.sub("", text)
    text = _DASHES.sub(" ", text)
    text = _AS_NOUN.sub(lambda match: match[1] or match[2], american(_DROPPED.sub(" ", text)))
    text = " ".join(text.split())
    reordered = _OF.match(text)
    if reordered:
        text = f"{reordered[2]} {reordered[1]}"
        modifiers = reordered[2].split()
        return [
            *modifiers[:-1],
            singular(modifiers[-1]),
            *reordered[1].split()[:-1],
            singular(reordered[1].split()[-1]),
        ]
    words = text.split()
    return [*words[:-1], singular(words[-1])] if words else []


def american(text: str) -> str:
    """Return lower-case ``text`` with British endings written the American way."""
    kept = {match.group(): f"\0{index}\0" for index, match in enumerate(_KEEP_S.finditer(text))}
    for word, place in kept.items():
        text = re.sub(rf"\b{word}\b", place, text)
    for pattern, replacement in _BRITISH:
        text = pattern.sub(replacement, text)
    for word, place in kept.items():
        text = text.replace(place, word)
    return text


def is_acronym(name: str) -> bool:
    """Return whether ``name`` is written as an acronym is: one word, two capitals or more, at most ten characters."""
    return " " not in name and len(name) <= 10 and sum(character.isupper() for character in name) >= 2
