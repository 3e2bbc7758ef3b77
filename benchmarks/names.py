"""Models, methods and data found by paperkg, with and without its vocabulary, beside a regular expression for capitals.

    python benchmarks/names.py --gold DIR [--folds --corpus FILE.jsonl[.gz] ...] [--recogniser FOUND.jsonl] [--table FILE.md]

DIR holds gold files whose records have ``id``, ``text`` and ``entities`` as ``{"start", "end", "text", "type"}``. Spans of
one group (a system: Model, Method; data: Dataset, Benchmark, Material) that share a character are matched one to one, the
largest overlap first. ``names alone`` leaves out the methods that only a phrase describes. ``named`` counts only spans that hold a capital letter or a digit, on both sides. With ``--folds``
the sets that the weights were fitted on are measured by 5-fold cross-validation by document, with weights fitted anew.
With ``--recogniser`` what a learned recogniser found (``training/train_recogniser.py``) is counted too, alone and where the
rules say nothing, over the documents that it was held from. ``--table`` writes the F1 as a page.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from paperkg.mentions.method_phrases import find_method_phrases
from paperkg.mentions.names import Weights, find_names
from paperkg.mentions.noun_phrases import Tagger
from paperkg.mentions.terms import TermFinder
from paperkg.records import Paper, Passage, Source
from paperkg.text import passage
from paperkg.vocabulary import Vocabulary, builtin_vocabulary

Spans = set[tuple[int, int, str]]
Finder = Callable[[str, Passage], Spans]
GROUPS = {
    "Model": "system",
    "Method": "system",
    "Dataset": "data",
    "Benchmark": "data",
    "Material": "data",
}
FILES = {
    "scier_dev": ("system", "data"),
    "tdmsci_train": ("data",),
    "scirex_abs_dev": ("system", "data"),
}
CAPITALS = re.compile(r"\b[A-Za-z]*[A-Z][\w-]*[A-Z0-9][\w-]*\b")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True, help="folder of gold files")
    parser.add_argument("--folds", action="store_true", help="fit anew for each fold of the sets that were fitted on")
    parser.add_argument("--corpus", type=Path, nargs="*", default=[], help="abstracts for silver names, with --folds")
    parser.add_argument("--recogniser", type=Path, help="what a learned recogniser found in documents held out")
    parser.add_argument("--table", type=Path, help="page to write with the F1 of each finder on each file")
    options = parser.parse_args()
    folds = fitted_by_fold(options.gold, options.corpus) if options.folds else {}
    finders = {
        "paperkg": by_paperkg(builtin_vocabulary(), folds, Tagger()),
        "without vocabulary": by_paperkg(Vocabulary({}), folds, Tagger()),
        "names alone": by_paperkg(builtin_vocabulary(), folds),
        "vocabulary alone": by_vocabulary(),
        "capitals": by_capitals,
    }
    learned = read_learned(options.recogniser)
    if learned:
        finders |= {
            f"learned {least}{', rules first' if united else ''}": by_learned(
                learned, finders["paperkg"], least, united
            )
            for least in (0.5, 0.7, 0.9)
            for united in (False, True)
        }
    measured: dict[tuple[str, str], tuple[float, float]] = {}
    print(f"{'file':18}{'finder':26}{'P':>7}{'R':>7}{'F1':>7}   named{'P':>7}{'R':>7}{'F1':>7}{'ms/kB':>8}")
    for name, groups in FILES.items():
        lines = (options.gold / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        records = [record for record in map(json.loads, lines) if not learned or record["id"] in learned]
        passages = [
            passage(Paper(source=Source(name, 1), title=record.get("title") or None, text=record["text"]))
            for record in records
        ]
        for title, finder in finders.items():
            measured[title, name] = report(name, title, records, passages, finder, groups)
    if options.table:
        options.table.write_text(page_of(measured, tuple(finders)), encoding="utf-8")


def report(
    name: str, title: str, records: list[Any], passages: list[Passage], finder: Finder, groups: tuple[str, ...]
) -> tuple[float, float]:
    """Print the figures of one finder on one file, and return its F1 over all spans and over the named ones."""
    began = time.perf_counter()
    found = [finder(record["id"], whole) for record, whole in zip(records, passages, strict=True)]
    size = sum(len(record["text"]) for record in records) / 1000
    milliseconds = (time.perf_counter() - began) * 1000 / size
    cells, scores = [], []
    for named in (False, True):
        counts = [0, 0, 0]
        for record, spans in zip(records, found, strict=True):
            gold = {(e["start"], e["end"], GROUPS.get(e["type"], "")) for e in record["entities"]}
            for group in groups:
                count(record["text"], spans, gold, group, named, counts)
        right, said, wanted = counts
        scores.append(2 * right / max(said + wanted, 1))
        cells.append(f"{right / max(said, 1):7.3f}{right / max(wanted, 1):7.3f}{scores[-1]:7.3f}")
    print(f"{name:18}{title:26}{cells[0]}        {cells[1]}{milliseconds:8.2f}")
    return scores[0], scores[1]


def page_of(measured: dict[tuple[str, str], tuple[float, float]], finders: tuple[str, ...]) -> str:
    """Return a page with the F1 of each finder on each file, over all spans and over the named ones."""
    head = ["<!-- Written by benchmarks/names.py: do not edit. -->", "# Overlap F1 of models, methods and data", ""]
    head += ["All mentions / those with a capital or a digit.", ""]
    rows = [f"| finder | {' | '.join(FILES)} |", f"| --- |{' ---: |' * len(FILES)}"]
    for finder in finders:
        cells = (measured[finder, name] for name in FILES)
        rows.append(f"| {finder} | {' | '.join(f'{each:.3f} / {named:.3f}' for each, named in cells)} |")
    return "\n".join([*head, *rows]) + "\n"


def count(text: str, spans: Spans, gold: Spans, group: str, named: bool, counts: list[int]) -> None:
    def kept(all_spans: Spans) -> list[tuple[int, int]]:
        chosen = sorted((start, end) for start, end, of in all_spans if of == group)
        return [(s, e) for s, e in chosen if not named or re.search(r"[A-Z\d]", text[s:e])]

    said, wanted = kept(spans), kept(gold)
    counts[0] += matched(said, wanted)
    counts[1] += len(said)
    counts[2] += len(wanted)


def matched(said: list[tuple[int, int]], wanted: list[tuple[int, int]]) -> int:
    pairs = sorted(
        (min(a[1], b[1]) - max(a[0], b[0]), -i, -j)
        for i, a in enumerate(said)
        for j, b in enumerate(wanted)
        if min(a[1], b[1]) > max(a[0], b[0])
    )
    used: set[int] = set()
    taken: set[int] = set()
    for _, i, j in reversed(pairs):
        if i not in used and j not in taken:
            used.add(i)
            taken.add(j)
    return len(used)


def by_paperkg(vocabulary: Vocabulary, folds: dict[str, Weights], tagger: Tagger | None = None) -> Finder:
    finder = TermFinder(vocabulary)

    def find(identifier: str, whole: Passage) -> Spans:
        terms = finder.find_all(whole)
        found = (*terms, *find_names(whole, terms, finder.kinds, folds.get(identifier)))
        if tagger:
            found = (*found, *find_method_phrases(tagger.analyse_section(whole.section("text")), found))
        return raw_spans(whole, ((m.start, m.end, m.kind) for m in found if m.field == "text"))

    return find


def read_learned(path: Path | None) -> dict[str, list[dict[str, Any]]]:
    lines = path.read_text(encoding="utf-8").splitlines() if path else []
    return {record["id"]: record["entities"] for record in map(json.loads, lines)}


def by_learned(found: dict[str, list[dict[str, Any]]], rules: Finder, least: float, united: bool) -> Finder:
    """Return what a recogniser found with a probability of ``least`` or more; ``united``, where no rule found a thing."""

    def find(identifier: str, whole: Passage) -> Spans:
        said = {(e["start"], e["end"], GROUPS[e["type"]]) for e in found[identifier] if e["score"] >= least}
        if not united:
            return said
        first = rules(identifier, whole)
        return first | {span for span in said if not any(s < span[1] and span[0] < e for s, e, _ in first)}

    return find


def by_vocabulary() -> Finder:
    finder = TermFinder(builtin_vocabulary())
    return lambda _, whole: raw_spans(
        whole, ((m.start, m.end, m.kind) for m in finder.find_all(whole) if m.field == "text")
    )


def by_capitals(_: str, whole: Passage) -> Spans:
    text = whole.section("text").text
    return raw_spans(whole, ((match.start(), match.end(), "Model") for match in CAPITALS.finditer(text)))


def raw_spans(whole: Passage, spans: Iterable[tuple[int, int, str]]) -> Spans:
    """Return spans of the clean text as spans of the text as read, with their groups."""
    raw = whole.raw_offsets
    return {(raw[start], raw[end - 1] + 1, GROUPS.get(kind, "")) for start, end, kind in spans}


def fitted_by_fold(gold: Path, corpus: list[Path]) -> dict[str, Weights]:
    """Return for each document of the sets fitted on the weights fitted without its fold."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "training"))
    from fit_name_weights import cross_validated, gold_samples, silver_samples

    finders = (TermFinder(builtin_vocabulary()), TermFinder(Vocabulary({})))
    samples, silver = gold_samples(gold, finders), silver_samples(corpus, 1500)
    return {name: weights for held, weights in cross_validated(samples, silver) for name in held}


if __name__ == "__main__":
    main()
