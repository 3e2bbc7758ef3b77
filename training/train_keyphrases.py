"""Fits the weights by which keyphrases are ranked. README.md beside this file says how to run it.

A logistic regression over what ``paperkg.mentions.phrase_candidates`` sees of each candidate, on abstracts whose
keyphrases were marked by people: Inspec (Hulth 2003) train, SemEval-2017 task 10 train, SemEval-2010 task 5 train.
Words and tag sequences count only where ten documents have them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from paperkg.mentions.keyphrases import WEIGHTS_FILE
from paperkg.mentions.noun_phrases import Tagger
from paperkg.mentions.phrase_candidates import Features, Part, candidates, describe
from paperkg.records import Paper, Source, Span
from paperkg.text import passage

TRAINING = ("inspec_train", "sem17kp_train", "sem10kp_train")
STRENGTH = 0.5
LEAST_DOCUMENTS = 10
SMALLEST = 0.005
FOLDS = 5

Document = list[tuple[Features, bool]]


def folded(phrase: str, tagger: Tagger) -> str:
    """Return a phrase in the form in which two are held to be one: its lemmas, lower case, letters and digits only."""
    lemmas = [token.lemma.lower() for token in tagger.analyse(phrase, (Span(0, len(phrase)),)).tokens]
    return re.sub(r"[\W_]+", " ", " ".join(lemmas)).strip()


def plain(phrase: str) -> str:
    return re.sub(r"s\b", "", re.sub(r"[\W_]+", " ", phrase.lower())).strip()


def read(path: Path, tagger: Tagger) -> list[Document]:
    """Return for each document of a file its candidates and whether people marked them."""
    documents = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        section = passage(Paper(source=Source(path.name, 1), text=record["text"])).section("text")
        analysis = tagger.analyse_section(section)
        marked = {folded(phrase, tagger) for phrase in record["keyphrases"]} | {plain(p) for p in record["keyphrases"]}
        count = 1 + max((phrase.sentence for phrase in analysis.noun_phrases), default=0)
        documents.append(
            [
                (
                    describe(each, characters=len(section.text), sentences=count),
                    re.sub(r"[\W_]+", " ", " ".join(each.key)).strip() in marked or plain(each.text) in marked,
                )
                for each in candidates((Part(section.text, analysis),))
            ]
        )
    return documents


def fit(documents: list[Document]) -> dict[str, float]:
    """Return the weights, to three decimals, without those that are next to nothing."""
    spread = Counter(name for document in documents for name in {name for features, _ in document for name in features})
    kept = {name for name, count in spread.items() if count >= LEAST_DOCUMENTS or not (":" in name or "tags=" in name)}
    column = {name: number for number, name in enumerate(sorted(kept))}
    rows, columns, values, marked = [], [], [], []
    for number, (features, answer) in enumerate(pair for document in documents for pair in document):
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
