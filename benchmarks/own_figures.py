"""What paperkg finds in a gold file: what ``paperkg extract`` and ``paperkg resolve`` print of it, as the scorer reads it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from paperkg.build import extract, vocabulary_of
from paperkg.cache import Cache
from paperkg.entities.resolver import Resolver
from paperkg.extract_lines import extraction_line
from paperkg.gathering import gather
from paperkg.mentions import Extractor
from paperkg.mentions.names import Weights
from paperkg.read import read_papers
from paperkg.records import Extraction, Passage
from paperkg.settings import BuildSettings, MentionSettings, ReadSettings, VocabularySettings
from paperkg.vocabulary import Vocabulary

Record = dict[str, Any]
Ranking = Literal["keybert", "statistical"]
TRAINING = Path(__file__).parents[1] / "training"
FOLDS = 5


def extracted(
    path: Path,
    *,
    terms: bool,
    ranking: Ranking = "keybert",
    cache: Cache | None = None,
    names: Mapping[str, Weights] | None = None,
    phrases: Mapping[str, dict[str, float]] | None = None,
) -> dict[str, Record]:
    """Return the lines of ``paperkg extract`` by the records' ids.

    The cache keeps embeddings, which are the same for every run. With ``names`` or ``phrases`` each record is read with
    weights of its own: those of the fold that has not seen it.
    """
    settings = BuildSettings(
        mentions=MentionSettings(keyphrases=ranking), vocabulary=VocabularySettings(builtin=terms), page=False
    )
    passages = passages_of(path)
    known = vocabulary_of(settings.vocabulary)
    found: list[Extraction] = []
    if names is None and phrases is None:
        found = list(extract(passages, settings, known, jobs=1, cache=cache))
    else:
        readers = _Readers(settings.mentions, known, cache, names or {}, phrases or {})
        found = [readers.of(each.paper.key or "").extract(each) for each in passages]
    resolver = Resolver(found, known, settings.entities)
    lines = (extraction_line(each, resolver) for each in found)
    return {line["id"]: line for line in lines}


def passages_of(path: Path) -> Sequence[Passage]:
    return gather(read_papers([path], ReadSettings()), unique=False).passages


def acronyms(path: Path) -> dict[str, Record]:
    """Return the acronyms of ``paperkg extract`` by the records' ids, from the step that finds them: no other has a say."""
    passages = passages_of(path)
    return {
        each.paper.key or each.paper.id: {"acronyms": [{"short": a.short, "long": a.long} for a in each.acronyms]}
        for each in passages
    }


class _Readers:
    """An extractor for each pair of weights, made once."""

    def __init__(
        self,
        settings: MentionSettings,
        vocabulary: Vocabulary,
        cache: Cache | None,
        names: Mapping[str, Weights],
        phrases: Mapping[str, dict[str, float]],
    ) -> None:
        self._given = (settings, vocabulary, cache)
        self._names, self._phrases = names, phrases
        self._made: dict[tuple[int, int], Extractor] = {}

    def of(self, record: str) -> Extractor:
        """Return the extractor with the weights of the fold that has not seen this record."""
        names, phrases = self._names.get(record), self._phrases.get(record)
        key = (id(names), id(phrases))
        if key not in self._made:
            self._made[key] = Extractor(*self._given, name_weights=names, keyphrase_weights=phrases)
        return self._made[key]


def phrase_weights_by_fold(gold: Path, file: str) -> dict[str, dict[str, float]]:
    """Return for each record of a file the weights of keyphrases fitted without its fifth."""
    sys.path.insert(0, str(TRAINING))
    from train_keyphrases import TRAINING as FILES
    from train_keyphrases import fit, read

    from paperkg.mentions.noun_phrases import Tagger

    tagger = Tagger()
    seen = {name: read(gold / f"{name}.jsonl", tagger) for name in FILES}
    lines = (gold / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line)["id"] for line in lines if line.strip()]
    found: dict[str, dict[str, float]] = {}
    for fold in range(FOLDS):
        rest = [
            document
            for name, documents in seen.items()
            for number, document in enumerate(documents)
            if name != file or number % FOLDS != fold
        ]
        weights = fit(rest)
        found |= dict.fromkeys(records[fold::FOLDS], weights)
    return found


def resolved(path: Path, *, terms: bool) -> dict[str, Record]:
    """Return the lines of ``paperkg resolve`` for the mentions of a gold file, whose links are taken away first.

    Raises:
        ModuleNotFoundError: this version has no such command.
    """
    from paperkg.commands import COMMANDS

    if "resolve" not in COMMANDS:
        raise ModuleNotFoundError("paperkg.commands.resolve", name="paperkg resolve")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    bare = path.with_suffix(".bare.jsonl")
    bare.write_text("".join(json.dumps(without_links(record)) + "\n" for record in records), encoding="utf-8")
    command = [sys.executable, "-m", "paperkg", "resolve", str(bare), *([] if terms else ["--no-builtin-terms"])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = (json.loads(line) for line in done.stdout.splitlines())
    return {line["id"]: line for line in lines}


def without_links(record: Record) -> Record:
    kept = ("id", "title", "text")
    entities = [{key: e[key] for key in ("start", "end", "text", "type")} for e in record["entities"]]
    return {**{key: record[key] for key in kept if key in record}, "entities": entities}
