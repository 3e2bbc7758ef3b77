"""Fits the weights by which keyphrases are ranked. README.md beside this file says how to run it.

Two logistic regressions, on abstracts whose keyphrases were marked by people: Inspec (Hulth 2003) train, SemEval-2017
task 10 train, SemEval-2010 task 5 train. The first is over what ``paperkg.mentions.phrase_candidates`` sees of each
candidate; words and tag sequences count only where ten documents have them. The second is over the best candidates: the
score of the first (by weights fitted without the document's fifth, since a score of what was learned by heart would
count too much), KeyBERT's cosine, and the encoder's states.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from paperkg.mentions.embedder import OnnxEmbedder
from paperkg.mentions.keyphrases import EMBEDDED, WEIGHTS_FILE, Scored, placed, without_repeats
from paperkg.mentions.noun_phrases import Tagger
from paperkg.mentions.phrase_candidates import Candidate, Part, Scorer, Seen, candidates, describe
from paperkg.mentions.phrases_in_place import COSINE, SCORE, STATE, units
from paperkg.records import Paper, Source, Span
from paperkg.text import passage

TRAINING = ("inspec_train", "sem17kp_train", "sem10kp_train")
STRENGTH = 0.5
LEAST_DOCUMENTS = 10
SMALLEST = 0.005
FOLDS = 5

STATE_STRENGTH = 1.25
FREE = 20.0
"""By what score and cosine are multiplied, so that hardly anything holds their two weights down."""


@dataclass(frozen=True)
class Document:
    """The candidates of a text, a row each: what is seen of them, whether people marked them, and how they were read."""

    candidates: tuple[Candidate, ...]
    seen: list[Seen]
    marked: list[bool]
    cosines: np.ndarray
    states: np.ndarray


def folded(phrase: str, tagger: Tagger) -> str:
    """Return a phrase in the form in which two are held to be one: its lemmas, lower case, letters and digits only."""
    lemmas = [token.lemma for token in tagger.analyse(phrase, (Span(0, len(phrase)),)).tokens]
    return re.sub(r"[\W_]+", " ", " ".join(lemmas)).strip()


def plain(phrase: str) -> str:
    return re.sub(r"s\b", "", re.sub(r"[\W_]+", " ", phrase.lower())).strip()


def read(path: Path, tagger: Tagger) -> list[Document]:
    """Return the documents of a file."""
    embedder = OnnxEmbedder()
    lines = path.read_text(encoding="utf-8").splitlines()
    return [document(json.loads(line), path.name, tagger, embedder) for line in lines]


def document(record: dict, name: str, tagger: Tagger, embedder: OnnxEmbedder) -> Document:
    section = passage(Paper(source=Source(name, 1), text=record["text"])).section("text")
    analysis = tagger.analyse_section(section)
    marked = {folded(phrase, tagger) for phrase in record["keyphrases"]} | {plain(p) for p in record["keyphrases"]}
    count = 1 + max((phrase.sentence for phrase in analysis.noun_phrases), default=0)
    found = candidates((Part(section.text, analysis),))
    reading = embedder.read(section.text)
    states = units(reading.phrases([placed(Scored(each, 0.0)).spans for each in found]))
    cosines = states @ units(reading.vector().reshape(1, -1))[0]
    return Document(
        candidates=found,
        seen=[describe(each, characters=len(section.text), sentences=count) for each in found],
        marked=[
            re.sub(r"[\W_]+", " ", " ".join(each.key)).strip() in marked or plain(each.text) in marked for each in found
        ],
        cosines=cosines.round(4),
        states=states.astype(np.float32),
    )


def fit(documents: Sequence[Document]) -> dict[str, float]:
    """Return all weights by name."""
    rows, answers = [], []
    for fold in range(FOLDS):
        weights = fit_seen([each for number, each in enumerate(documents) if number % FOLDS != fold])
        for each in documents[fold::FOLDS]:
            chosen, row = best_of(each, weights)
            rows.append(row)
            answers += [each.marked[number] for number in chosen]
    return fit_seen(documents) | fit_in_place(np.vstack(rows), answers)


def best_of(document: Document, weights: dict[str, float]) -> tuple[list[int], np.ndarray]:
    """Return the numbers of the candidates that the encoder is asked for, and a row of what it says of each."""
    number_of = {id(each): number for number, each in enumerate(document.candidates)}
    scorer = Scorer(weights)
    scored = [
        Scored(each, scorer.log_odds(seen)) for each, seen in zip(document.candidates, document.seen, strict=True)
    ]
    kept = without_repeats(sorted(scored, key=lambda each: each.order), EMBEDDED)
    chosen = [number_of[id(each.candidate)] for each in kept]
    cosines = document.cosines[chosen] if chosen else np.zeros(0)
    spread = (cosines - cosines.mean()) / cosines.std() if chosen and cosines.std() else cosines * 0
    columns = [FREE * np.array([[each.score] for each in kept]).reshape(-1, 1), FREE * spread.reshape(-1, 1)]
    return chosen, np.hstack([*columns, document.states[chosen].reshape(len(chosen), -1)])


def fit_in_place(rows: np.ndarray, marked: Sequence[bool]) -> dict[str, float]:
    """Return the weights of score, cosine and states; an intercept would rank nothing otherwise."""
    model = LogisticRegression(C=STATE_STRENGTH, solver="newton-cholesky", max_iter=100).fit(rows, marked)
    found = [float(weight) for weight in model.coef_[0]]
    states = {f"{STATE}{number}": round(weight, 3) for number, weight in enumerate(found[2:])}
    return {SCORE: round(FREE * found[0], 3), COSINE: round(FREE * found[1], 3), **states}


def fit_seen(documents: Sequence[Document]) -> dict[str, float]:
    """Return the weights of what is seen, to three decimals, without those that are next to nothing."""
    named = [[seen.features() for seen in document.seen] for document in documents]
    spread = Counter(name for document in named for name in {name for seen in document for name in seen})
    kept = {name for name, count in spread.items() if count >= LEAST_DOCUMENTS or not (":" in name or "tags=" in name)}
    column = {name: number for number, name in enumerate(sorted(kept))}
    rows, columns, values, marked = [], [], [], []
    pairs = (pair for each, seen in zip(documents, named, strict=True) for pair in zip(seen, each.marked, strict=True))
    for number, (features, answer) in enumerate(pairs):
        marked.append(answer)
        for name, value in features.items():
            if name in column:
                rows.append(number)
                columns.append(column[name])
                values.append(value)
    matrix = csr_matrix((values, (np.array(rows, dtype=np.int32), np.array(columns, dtype=np.int32))))
    model = LogisticRegression(C=STRENGTH, solver="liblinear", max_iter=300, random_state=0).fit(matrix, marked)
    weights = {name: round(float(model.coef_[0][number]), 3) for name, number in column.items()}
    weights = {name: weight for name, weight in weights.items() if abs(weight) >= SMALLEST}
    return {"intercept": round(float(model.intercept_[0]), 3), **weights}


def write(weights: dict[str, float], path: Path) -> None:
    text = {
        "made_by": "training/train_keyphrases.py",
        "trained_on": list(TRAINING),
        "strength": STRENGTH,
        "strength_of_states": STATE_STRENGTH,
        "weights": dict(sorted(weights.items())),
    }
    path.write_text(json.dumps(text, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Fit on everything, or with --fold on all but a fifth of one file, so that this fifth can be measured."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--gold", type=Path, required=True, help="folder with the three files, as JSON lines")
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE)
    parser.add_argument("--folds", metavar="FILE", help="also write OUT.0 to OUT.4, each without a fifth of this file")
    arguments = parser.parse_args()
    tagger = Tagger()
    read_files = {name: read(arguments.gold / f"{name}.jsonl", tagger) for name in TRAINING}
    write(fit([document for documents in read_files.values() for document in documents]), arguments.out)
    for fold in range(FOLDS if arguments.folds else 0):
        rest = [
            document
            for name, documents in read_files.items()
            for number, document in enumerate(documents)
            if name != arguments.folds or number % FOLDS != fold
        ]
        write(fit(rest), arguments.out.with_suffix(f".{fold}.json"))


if __name__ == "__main__":
    main()
