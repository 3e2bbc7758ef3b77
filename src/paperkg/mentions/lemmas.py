"""The lemma of a word that has a tag: by rules of English inflection, whose exceptions the tagger's model lists."""

from __future__ import annotations

_VOWELS = "aeiou"


def lemma_by_rule(word: str, tag: str) -> str:
    """Return the lemma of a word with a Penn Treebank tag, as the rules have it, in lower case."""
    lower = word.lower()
    if tag in ("NNS", "VBZ"):
        return _without_s(lower)
    if tag in ("VBD", "VBN"):
        return _without(lower, "ed")
    if tag == "VBG":
        return _without(lower, "ing")
    if tag in ("JJR", "RBR"):
        return _without(lower, "er")
    if tag in ("JJS", "RBS"):
        return _without(lower, "est")
    return lower


def _without_s(word: str) -> str:
    if not word.endswith("s") or word.endswith("ss") or len(word) < 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


def _without(word: str, ending: str) -> str:
    """Return a word without an ending: the final e that gave way to it set in, the letter that it doubled taken out."""
    stem = word.removesuffix(ending)
    if stem == word or not any(letter in "aeiouy" for letter in stem) or len(stem) < 2:
        return word
    if stem.endswith("i") and len(stem) > 2 and ending != "ing":
        return f"{stem[:-1]}y"
    if stem[-1] == stem[-2] and stem[-1] not in "lsz" + _VOWELS:
        return stem[:-1]
    if stem[-1] in "cuvz" or stem.endswith(("at", "iz", "dg", "rg", "ng")) or _closes_short(stem):
        return f"{stem}e"
    return stem


def _closes_short(stem: str) -> bool:
    """Return whether a stem ends in one vowel and one consonant that only a final e leaves single ("bas", "tun")."""
    if len(stem) < 3 or stem[-1] in "wxy" + _VOWELS or stem[-2] not in _VOWELS or stem[-3] in _VOWELS:
        return False
    return sum(letter in _VOWELS for letter in stem) == 1
