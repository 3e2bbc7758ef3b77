"""Names of nodes: the local name behind a prefix, and the singular of a noun.

A local name matches ``[a-z0-9]([a-z0-9._-]*[a-z0-9_-])?``, so that every RDF syntax can write it behind a prefix
without an escape. Case, spaces, dashes and slashes are spelling and lose nothing; whatever else a name has that the
pattern does not allow is lost, and six hex digits of the name's hash then keep two names apart.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256

from paperkg.records import Paper

LOCAL_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?")
HASH_DIGITS = 6
# The registries whose identifiers name a paper, best first; identifiers of the others are kept as literals alone.
NAMING_REGISTRIES = ("openreview", "acl")
CASE_SENSITIVE_REGISTRIES = frozenset({"openreview"})
ARXIV_DOI = "10.48550/arxiv."

_KEPT = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._")
_GREEK = re.compile(r"GREEK (?:SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)")
_UNICODE_SPELLINGS = {"lamda": "lambda"}
_IRREGULAR = {
    "analyses": "analysis",
    "bases": "basis",
    "biases": "bias",
    "corpora": "corpus",
    "criteria": "criterion",
    "data": "data",
    "hypotheses": "hypothesis",
    "indices": "index",
    "lenses": "lens",
    "matrices": "matrix",
    "media": "media",
    "minima": "minimum",
    "maxima": "maximum",
    "optima": "optimum",
    "phenomena": "phenomenon",
    "series": "series",
    "species": "species",
    "syntheses": "synthesis",
    "vertices": "vertex",
}
_NO_PLURAL = re.compile(r"(?:ss|us|is|as|os|ics|ous)$")


def term_slug(name: str) -> str:
    """Return the local name of a term: the slug of ``name``, ``+`` and Greek letters spelled out.

    >>> term_slug("Qwen3-8B"), term_slug("HumanEval+"), term_slug("α-divergence"), term_slug("C#")
    ('qwen3-8b', 'humanevalplus', 'alpha-divergence', 'c-040228')
    """
    slug, lost = _slug(name)
    return _with_hash(slug, name) if lost else slug


def paper_local_name(paper: Paper, text_hash: str) -> str:
    """Return the local name of a paper: its DOI, arXiv, OpenReview or ACL identifier, else the hash of its text.

    ``text_hash`` is the SHA-256 of the paper's normalised text in hex; its first 16 digits are used. The DOI that arXiv
    gives every preprint names it by its arXiv identifier.
    """
    registry, identifier = _identifier(paper)
    if not identifier:
        return f"text-{text_hash[:16]}"
    local = "".join(character if character in _KEPT else "-" for character in identifier.lower())
    trimmed = re.sub(r"[^a-z0-9_-]+$", "", local)
    lost = trimmed != local or bool(re.search(r"[^a-z0-9._/-]", identifier.lower()))
    if registry in CASE_SENSITIVE_REGISTRIES:
        lost = lost or identifier != identifier.lower()
    name = f"{registry}-{trimmed}"
    return _with_hash(name, identifier) if lost else name


def _identifier(paper: Paper) -> tuple[str, str]:
    """Return the registry and the identifier that name the paper, two empty strings where there are none."""
    doi = (paper.doi or "").strip().lower()
    if doi.startswith(ARXIV_DOI):
        return "arxiv", doi.removeprefix(ARXIV_DOI)
    if doi:
        return "doi", doi
    if paper.arxiv:
        return "arxiv", paper.arxiv.strip().lower()
    known = dict(sorted(paper.identifiers, reverse=True))
    return next(((registry, known[registry]) for registry in NAMING_REGISTRIES if known.get(registry)), ("", ""))


def _slug(name: str) -> tuple[str, bool]:
    """Return the slug and whether two different names could share it."""
    lost = False
    parts: list[str] = []
    for character in unicodedata.normalize("NFKC", name).lower():
        spelled, exact = _spelled(character)
        parts.append(spelled)
        lost = lost or not exact
    slug = re.sub(r"-{2,}", "-", "".join(parts))
    trimmed = re.sub(r"^[^a-z0-9]+|[^a-z0-9_]+$", "", slug)
    return trimmed, lost or not trimmed or slug.strip("-") != trimmed


def _spelled(character: str) -> tuple[str, bool]:
    """Return what stands for a lower-case character, and whether nothing is lost by it."""
    if character in _KEPT:
        return character, True
    if character == "+":
        return "plus", True
    if character.isspace() or character == "/" or unicodedata.category(character) == "Pd":
        return "-", True
    greek = _GREEK.fullmatch(unicodedata.name(character, ""))
    if greek:
        letter = greek[1].lower()
        return _UNICODE_SPELLINGS.get(letter, letter), True
    plain = unicodedata.normalize("NFKD", character)[0]
    return (plain if plain in _KEPT else "-"), False


def _with_hash(slug: str, name: str) -> str:
    digits = sha256(name.encode()).hexdigest()[:HASH_DIGITS]
    return f"{slug}-{digits}" if slug else digits


@lru_cache(maxsize=200_000)
def singular(word: str) -> str:
    """Return the singular of a lower-case English noun, the word itself where it is none.

    >>> [singular(word) for word in ("models", "analyses", "bias", "boxes", "policies", "robotics", "gans")]
    ['model', 'analysis', 'bias', 'box', 'policy', 'robotics', 'gan']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or not word.isalpha() or _NO_PLURAL.search(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]
