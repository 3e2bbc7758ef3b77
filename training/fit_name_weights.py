"""Fit the weights of the rules for names, and print what they reach by 5-fold cross-validation by paper.

    python training/fit_name_weights.py --gold DIR --corpus FILE.jsonl[.gz] ... [--write]

DIR holds scirex_abs_dev, tdmsci_train and scierc_train; FILE holds abstracts, where names that the vocabulary knows
give silver labels. See ``training/name_weights.md`` for what is in the data and what the model is for.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from scipy.special import expit

from paperkg.mentions.name_cues import rule_names
from paperkg.mentions.name_evidence import GROUPS, Evidence, evidence_of, list_rules
from paperkg.mentions.names import QUESTIONS, Weights, decide, likely_answers
from paperkg.mentions.terms import TermFinder
from paperkg.records import Paper, Passage, Source
from paperkg.text import passage as clean
from paperkg.vocabulary import Vocabulary, builtin_vocabulary

SETS = {"scirex_abs_dev": ("system", "data"), "tdmsci_train": ("data",), "scierc_train": ("system",)}
GROUP_OF = {"Method": "system", "Material": "data", "Dataset": "data"}
SILVER_WEIGHT = 0.3
STRENGTH = 0.1
FOLDS = 5
LEAST = {"system": 0.4, "data": 0.34}


_PRIOR_OF_HEAD = {
    "dataset": {"data": 2.0, "system": -1.0, "benchmark": -2.0},
    "benchmark": {"data": 2.0, "system": -1.0, "benchmark": 2.0},
    "model": {"data": -1.0, "system": 2.0, "model": 2.0},
    "method": {"data": -1.0, "system": 2.0, "model": -2.0},
    "task": {"data": -0.5, "system": -0.5},
    "metric": {"data": -1.0, "system": -1.0},
}
_PRIOR_OF_RULE = {
    "unclaimed": {"system": -2.0, "data": -1.0},
    "data-word-inside": {"data": 2.0, "system": -1.0},
    "list-benchmark": {"benchmark": 2.0},
    "list-model": {"model": 1.5},
    "list-data": {"data": 2.0},
    "list-data-known": {"data": 2.5, "system": -1.0},
    "list-system": {"system": 1.5},
    "list-system-known": {"system": 2.0, "data": -1.0},
    "size-inside": {"system": 2.5, "data": -1.0, "model": 2.5},
    "known-dataset": {"data": 1.0},
    "known-benchmark": {"data": 1.0},
    "known-model": {"system": 1.0, "model": 1.0},
    "known-method": {"system": 1.0, "model": -1.0},
    "known-task": {"data": -2.0, "system": -2.0},
    "known-metric": {"data": -2.0, "system": -2.0},
    "known-concept": {"data": -2.0, "system": -2.0},
}


@dataclass(frozen=True)
class Sample:
    """A name in one document, with yes or no for the questions that its source answers, weighted by its places."""

    document: str
    evidence: Evidence
    key: str
    answers: dict[str, bool]
    weight: float


def gold_passages(folder: Path) -> Iterator[tuple[str, dict, Passage]]:
    """Yield the records of the gold sets, each with the set's name and as a passage."""
    for name in SETS:
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield name, record, clean(Paper(source=Source(name, 1), title=record["title"] or None, text=record["text"]))


def gold_samples(folder: Path, finders: tuple[TermFinder, ...]) -> list[Sample]:
    samples: list[Sample] = []
    for name, record, whole in gold_passages(folder):
        for finder in finders:
            evidence = evidence_of(whole, finder.find_all(whole), finder.kinds)
            samples += _label(record, whole, evidence, SETS[name])
    return samples


def _label(record: dict, whole: Passage, evidence: Evidence, questions: tuple[str, ...]) -> Iterator[Sample]:
    votes: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for item in evidence.items:
        if item.kind is not None or item.section.field != "text":
            continue
        start, end = whole.raw_offsets[item.start], whole.raw_offsets[item.end - 1] + 1
        types = {e["type"] for e in record["entities"] if e["start"] < end and start < e["end"]}
        groups = {GROUP_OF.get(each, "other") for each in types} or {"other"}
        for group in ("system", "data"):
            votes[item.key][group] += group in groups
        votes[item.key]["places"] += 1
    for key, counted in votes.items():
        answers = {q: 2 * counted[q] >= counted["places"] for q in questions}
        yield Sample(record["id"], evidence, key, answers, counted["places"])


def silver_passages(files: list[Path], limit: int) -> Iterator[tuple[Passage, dict[tuple[str, int, int], str]]]:
    """Yield abstracts with the kinds of the places that the vocabulary binds beyond doubt."""
    known = TermFinder(builtin_vocabulary())
    for record in _records(files, limit):
        whole = clean(Paper(source=Source("corpus", 1), title=record["title"], text=record["abstract"]))
        beyond_doubt = ("vocabulary", "vocabulary-defined", "vocabulary-surface")
        bound = [m for m in known.find_all(whole) if m.rule in beyond_doubt and not _is_class(m.term)]
        yield whole, {(m.field, m.start, m.end): m.kind for m in bound}


def _is_class(term: str | None) -> bool:
    """Return whether a term is a class of models, which other sets mark as methods: it answers nothing."""
    found = builtin_vocabulary().get(term)
    return found is not None and found.variety == "model-class"


def silver_samples(files: list[Path], limit: int) -> list[Sample]:
    blind = TermFinder(Vocabulary({}))
    samples = []
    for number, (whole, kinds) in enumerate(silver_passages(files, limit)):
        evidence = evidence_of(whole, (), blind.kinds)
        said: dict[str, set[str]] = defaultdict(set)
        for item in evidence.items:
            if kind := kinds.get((item.section.field, item.start, item.end)):
                said[item.key].add(kind)
        for key, (kind, *others) in said.items():
            if not others:
                group = GROUPS.get(kind, "other")
                answers = {"system": group == "system", "data": group == "data"}
                answers |= {"model": kind == "Model"} if group == "system" else {}
                answers |= {"benchmark": kind == "Benchmark"} if group == "data" else {}
                samples.append(Sample(f"silver-{number}", evidence, key, answers, SILVER_WEIGHT))
    return samples


def _records(files: list[Path], limit: int) -> Iterator[dict]:
    for path in files:
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        rows = [json.loads(line) for line in text.decode("utf-8").splitlines()]
        yield from random.Random(7).sample(rows, min(limit, len(rows)))


def fit(samples: list[Sample], least: dict[str, float] = LEAST) -> Weights:
    """Return weights fitted twice: without lists, then with what the first weights say of neighbours in lists."""
    weights: Weights | None = None
    for _ in range(3):
        beside: dict[int, dict[str, dict[str, float]]] = {}
        rows = []
        for sample in samples:
            if weights is not None and id(sample.evidence) not in beside:
                beside[id(sample.evidence)] = list_rules(sample.evidence, likely_answers(sample.evidence, weights))
            extra = beside.get(id(sample.evidence), {}).get(sample.key, {})
            rows.append({**sample.evidence.rules[sample.key], **extra})
        weights = _fit_rows(samples, rows, least)
    assert weights is not None
    return weights


def _fit_rows(samples: list[Sample], rows: list[dict[str, float]], least: dict[str, float]) -> Weights:
    names = sorted({rule for row in rows for rule in row} | set(rule_names()))
    column = {rule: index for index, rule in enumerate(names)}
    rules, bias = {}, {}
    for question in QUESTIONS:
        chosen = [i for i, sample in enumerate(samples) if question in sample.answers]
        data = [(n, column[r], v) for n, i in enumerate(chosen) for r, v in rows[i].items()]
        row, col, value = zip(*data, strict=True)
        matrix = csr_matrix((value, (row, col)), shape=(len(chosen), len(names)))
        yes = np.array([samples[i].answers[question] for i in chosen])
        weight = np.array([samples[i].weight for i in chosen], dtype=float)
        expected = np.array([prior(rule, question) for rule in names])
        coefficients, intercept = _logistic(matrix, yes, weight, expected)
        rules[question] = {r: round(float(w), 3) for r, w in zip(names, coefficients, strict=True) if abs(w) >= 0.02}
        bias[question] = round(float(intercept), 3)
    return Weights(rules, bias, least)


def _logistic(
    matrix: csr_matrix, yes: np.ndarray, weight: np.ndarray, expected: np.ndarray
) -> tuple[np.ndarray, float]:
    """Return the weights and the bias of a logistic regression drawn towards ``expected`` instead of zero."""
    sign = np.where(yes, 1.0, -1.0)

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        weights, intercept = parameters[:-1], parameters[-1]
        margin = sign * (matrix @ weights + intercept)
        slope = -sign * weight * expit(-margin) * STRENGTH
        away = weights - expected
        value = STRENGTH * float(weight @ np.logaddexp(0, -margin)) + 0.5 * float(away @ away)
        return value, np.append(matrix.T @ slope + away, slope.sum())

    found = minimize(loss, np.append(expected, 0.0), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return found.x[:-1], float(found.x[-1])


def prior(rule: str, question: str) -> float:
    """Return the weight that a rule is written to have: what it is drawn to where the data say little."""
    if rule in _PRIOR_OF_RULE or rule.startswith("known-"):
        return _PRIOR_OF_RULE.get(rule, {}).get(question, 0.0)
    subject = next(
        (head for head in _PRIOR_OF_HEAD if rule in (f"is-{head}", f"long-form-{head}") or rule.startswith(f"{head}-")),
        "",
    )
    strength = 0.5 if rule.endswith("-near") else 2.0 if rule.startswith("is-") or rule == "benchmark-ending" else 1.0
    return strength * _PRIOR_OF_HEAD.get(subject, {}).get(question, 0.0)


def cross_validated(gold: list[Sample], silver: list[Sample]) -> Iterator[tuple[set[str], Weights]]:
    """Yield for each fold the documents held out and the weights fitted on the others."""
    documents = sorted({sample.document for sample in gold})
    random.Random(3).shuffle(documents)
    for fold in range(FOLDS):
        held = set(documents[fold::FOLDS])
        yield held, fit([s for s in gold if s.document not in held] + silver)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=1500)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    finders = (TermFinder(builtin_vocabulary()), TermFinder(Vocabulary({})))
    gold, silver = gold_samples(options.gold, finders), silver_samples(options.corpus, options.limit)
    print(f"{len(gold)} gold names, {len(silver)} silver names")
    counts: dict[str, list[int]] = {"system": [0, 0, 0], "data": [0, 0, 0]}
    for held, weights in cross_validated(gold, silver):
        _count(gold, held, weights, counts)
    for group, (right, said, there) in counts.items():
        print(f"{group}: precision {right / said:.3f} recall {right / there:.3f} over places, cross-validated")
    if options.write:
        weights = fit(gold + silver)
        target = Path(__file__).parents[1] / "src" / "paperkg" / "mentions" / "name_weights.json"
        body = {"rules": weights.rules, "bias": weights.bias, "least": weights.least}
        target.write_text(json.dumps(body, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _count(gold: list[Sample], held: set[str], weights: Weights, counts: dict[str, list[int]]) -> None:
    decided: dict[int, dict] = {}
    for sample in gold:
        if sample.document in held:
            found = decided.setdefault(id(sample.evidence), decide(sample.evidence, weights)).get(sample.key, ("",))[0]
            for group, totals in counts.items():
                if group in sample.answers:
                    totals[0] += sample.weight * (found == group and sample.answers[group])
                    totals[1] += sample.weight * (found == group)
                    totals[2] += sample.weight * sample.answers[group]


if __name__ == "__main__":
    main()
