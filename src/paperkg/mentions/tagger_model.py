"""Opens the tagger that ships, after comparing its file with the hash expected."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paperkg.errors import ModelError
from paperkg.mentions.lemmas import lemma_by_rule
from paperkg.mentions.perceptron import REMEMBERED, Perceptron
from paperkg.mentions.tokenizer import Tokenizer
from paperkg.mentions.tokens import Token

MODEL_FOLDER = Path(__file__).resolve().parent / "tagger"
NAME = "perceptron"


class TaggerModel:
    """Cuts texts into words with tags and lemmas; what is remembered of one text changes nothing in the next.

    Raises:
        ModelError: the file is missing, or is not the one expected.
    """

    def __init__(self, folder: Path = MODEL_FOLDER) -> None:
        self.identity = tagger_identity(folder)
        content: dict[str, Any] = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        words = {word: tags for tags, together in content["words"].items() for word in together.split(" ")}
        self._names: dict[str, str] = content["tags"]
        self._perceptron = Perceptron(words, content["open"], content["alone"], content["around"])
        self._tokenizer = Tokenizer(REMEMBERED)
        self._exceptions = {
            (word, self._names[tag]): lemma
            for tag, pairs in content["lemmas"].items()
            for word, lemma in _pairs(pairs.split(" "))
        }
        self._lemmas: dict[tuple[str, str], str] = {}

    def tokens(self, text: str, ends: frozenset[int]) -> tuple[Token, ...]:
        """Return the tokens of a text; the period at one of ``ends`` is a token of its own."""
        starts, words = self._tokenizer.cut(text, ends)
        names, lemmas = self._names, self._lemmas
        found = []
        for start, word, letter in zip(starts, words, self._perceptron.tag(words), strict=True):
            tag = names[letter]
            lemma = lemmas.get((word, tag)) or self._lemma(word, tag)
            found.append(Token(start, start + len(word), word, lemma, tag))
        return tuple(found)

    def _lemma(self, word: str, tag: str) -> str:
        if len(self._lemmas) >= REMEMBERED:
            self._lemmas.clear()
        lemma = self._exceptions.get((word.lower(), tag)) or lemma_by_rule(word, tag)
        return self._lemmas.setdefault((word, tag), lemma)


def tagger_identity(folder: Path = MODEL_FOLDER) -> str:
    """Return the name and the hash of the tagger that ships, without loading it.

    Raises:
        ModelError: the file is missing, or is not the one expected.
    """
    expected: str = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["sha256"]
    path = folder / "model.json"
    found = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "nothing"
    if found != expected:
        raise ModelError(f"{path} has the sha256 {found}, expected is {expected}.", remedy="Install paperkg again.")
    return f"{NAME} {expected}"


def _pairs(items: list[str]) -> Iterator[tuple[str, str]]:
    return zip(items[::2], items[1::2], strict=True)
