"""What paperkg finds, beside what others find, on texts that people annotated; the page of figures is written here.

    python benchmarks/accuracy.py --gold DIR [--out docs/accuracy.md] [--sample N]
                                  [--folds --corpus FILE.jsonl.gz ...] [--only TITLE ...] [--keep FOLDER]

DIR holds gold files and ``score.py``, which counts; sets that are not there are left out. ``uv sync --group dev --group
rivals`` installs the rivals. With ``--folds`` the sets that weights were fitted on are measured by 5-fold
cross-validation by paper as well, with weights fitted anew; the corpus gives the silver names. Predictions are written
into the folder of ``--keep``, and those that are there already are used: several runs may share the work, and a last
one with ``--kept-only`` writes the page.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import rivals
from accuracy_page import Figures, Measured, as_page, summary
from accuracy_plan import TABLES, Row, Table
from own_figures import Ranking, acronyms, extracted, phrase_weights_by_fold, resolved
from seed_figures import seed_counts, seed_table

from paperkg import __version__
from paperkg.cache import Cache

ROOT = Path(__file__).parents[1]
WITHOUT = ", without terms"
KEYBERT_RECORDS = 40
"""KeyBERT embeds every candidate, for runs of words some hundreds an abstract: only the first records are measured."""

Record = dict[str, Any]
Predictions = dict[str, Record]
Finders = dict[str, tuple[Callable[[], Predictions], int | None]]


class NotKeptError(LookupError):
    """Predictions were not made yet, and are not to be made now."""


@dataclass
class Bench:
    """A folder of gold files, its scorer, and what was found so far."""

    gold: Path
    scratch: Path
    keep: Path
    sample: int | None
    folds: bool
    corpus: list[Path]
    kept_only: bool = False
    _files: dict[str, Path] = field(default_factory=dict)

    @cached_property
    def scorer(self) -> ModuleType:
        spec = importlib.util.spec_from_file_location("gold_scorer", self.gold / "score.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    @cached_property
    def cache(self) -> Cache:
        return Cache(self.keep / "cache.sqlite")

    @cached_property
    def name_weights(self) -> dict[str, Any]:
        from names import fitted_by_fold

        return fitted_by_fold(self.gold, self.corpus)

    def file(self, name: str) -> Path:
        """Return the gold file, cut to the sample."""
        if name not in self._files:
            lines = (self.gold / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
            cut = self.scratch / f"{name}.jsonl"
            cut.write_text("\n".join([line for line in lines if line.strip()][: self.sample]) + "\n", encoding="utf-8")
            self._files[name] = cut
        return self._files[name]

    def measure(self, table: Table, row: Row) -> Iterator[Measured]:
        gold: Predictions = self.scorer.read(self.file(row.file))
        for way, (find, limit) in self.finders(table, row, gold).items():
            chosen = dict(list(gold.items())[:limit])
            name = way if len(chosen) == len(gold) else f"{way} (first {len(chosen)})"
            try:
                found = self.kept(kept_as(table, row, way), find)
            except NotKeptError:
                yield Measured(row, name, None, "not measured", len(gold))
                continue
            except ModuleNotFoundError as missing:
                yield Measured(row, name, None, f"{missing.name} is not installed", len(gold))
                continue
            scores = self.scorer.score(found, chosen, dict(row.mapping), set(row.only), table.named)
            yield Measured(row, name, *figures_of(table, scores), len(gold))

    def kept(self, name: str, find: Callable[[], Predictions]) -> Predictions:
        path = self.keep / f"{name}.json"
        if not path.exists() and self.kept_only:
            raise NotKeptError(name)
        if not path.exists():
            path.write_text(json.dumps(find()), encoding="utf-8")
        found: Predictions = json.loads(path.read_text(encoding="utf-8"))
        return found

    def finders(self, table: Table, row: Row, gold: Predictions) -> Finders:
        """Return the ways of a table: a name, how to find everything, and how many records of a file are enough."""
        found: Finders = {}
        path = self.file(row.file)
        for terms, words in ((True, ""), (False, WITHOUT)):
            if table.linking:
                found[f"paperkg{words}"] = (lambda t=terms: resolved(path, terms=t), None)
                continue
            if table.rivals == "acronyms":
                found[f"paperkg{words}"] = (lambda: acronyms(path), None)
                continue
            rankings: tuple[Ranking, ...] = ("statistical",) if row.quick else table.rankings
            for ranking in rankings:
                name = f"paperkg{', statistical' if ranking != rankings[0] else ''}{words}"
                found[name] = (
                    lambda t=terms, r=ranking: extracted(path, terms=t, ranking=r, cache=self.cache),
                    None,
                )
            if self.folds and row.fitted:
                found[f"paperkg, 5-fold{words}"] = (lambda t=terms: self.cross_validated(row, terms=t), None)
        for name, make in self.rivals(table).items():
            limit = KEYBERT_RECORDS if name.startswith("KeyBERT") else None
            records = list(gold.values())[:limit]
            found[name] = (lambda m=make, r=records: rivals.predictions(m(), r), limit)
        return found

    def rivals(self, table: Table) -> dict[str, Callable[[], rivals.Way]]:
        made: dict[str, dict[str, Callable[[], rivals.Way]]] = {
            "acronyms": {"plain Schwartz-Hearst": rivals.plain_schwartz_hearst},
            "keyphrases": {
                "KeyBERT, noun phrases": rivals.keybert_noun_phrases,
                "pytextrank": rivals.textrank,
                "YAKE": rivals.yake,
                "KeyBERT, 1-3-grams": rivals.keybert_ngrams,
            },
            "names": {"capital letters": rivals.capitals},
            "links": {
                "the same stems": rivals.stems(getattr(self.scorer, "stemmed", str.casefold), expand=False),
                "the same stems, acronyms written out": rivals.stems(
                    getattr(self.scorer, "stemmed", str.casefold), expand=True
                ),
            },
        }
        return made[table.rivals]

    def cross_validated(self, row: Row, *, terms: bool) -> Predictions:
        path = self.file(row.file)
        if row.fitted == "keyphrases":
            weights = self.phrase_weights(row.file)
            return extracted(path, terms=terms, cache=self.cache, phrases=weights)
        ranking: Ranking = "statistical" if row.quick else "keybert"
        return extracted(path, terms=terms, ranking=ranking, cache=self.cache, names=self.name_weights)

    def phrase_weights(self, file: str) -> dict[str, dict[str, float]]:
        path = self.keep / f"{file}-weights.json"
        if not path.exists():
            path.write_text(json.dumps(phrase_weights_by_fold(self.gold, file)), encoding="utf-8")
        weights: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
        folds = {json.dumps(each): each for each in weights.values()}
        return {record: folds[json.dumps(each)] for record, each in weights.items()}


def seeds_section(bench: Bench) -> list[str]:
    """Return the lines on the seeds, none where the gold folder has no scorer for them."""
    scorer = bench.gold / "seeds" / "score_seeds.py"
    if not scorer.is_file():
        return []
    counts = []
    for terms in (True, False):
        path = bench.keep / f"seeds-{'with' if terms else 'without'}-terms.json"
        if not path.exists():
            path.write_text(json.dumps(seed_counts(scorer, bench.scratch, terms=terms)), encoding="utf-8")
        counts.append(json.loads(path.read_text(encoding="utf-8")))
    lines = list(seed_table(*counts))
    print("\n".join(lines), flush=True)
    return lines


def figures_of(table: Table, scores: Record) -> tuple[Figures | None, str]:
    try:
        found = table.pick(scores)
    except KeyError:
        return None, "nothing is marked in these records"
    return Figures(found["p"], found["r"], found["f1"]), ""


def kept_as(table: Table, row: Row, way: str) -> str:
    """Return the name of the file of predictions: one for both vocabularies where none is read."""
    way = way if table.reads_terms else way.removesuffix(WITHOUT)
    name = f"{'links ' if table.linking else ''}{row.file} {way}"
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def measure_all(bench: Bench, titles: list[str]) -> list[tuple[Table, list[Measured]]]:
    results = []
    for table in TABLES:
        if titles and not any(table.title.lower().startswith(each.lower()) for each in titles):
            continue
        measured = []
        for row in table.rows:
            if not (bench.gold / f"{row.file}.jsonl").exists():
                continue
            began = time.perf_counter()
            for each in bench.measure(table, row):
                took, began = time.perf_counter() - began, time.perf_counter()
                print(f"{table.title:32} {row.file:26} {each.way:40} {each.words():26} {took:6.1f} s", flush=True)
                measured.append(each)
        if measured:
            results.append((table, measured))
    return results


def commit_date() -> str:
    """Return the date of the commit that is measured; nothing where this is no checkout."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%cs"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True, help="folder of gold files, with score.py")
    parser.add_argument("--out", type=Path, help="the page to write; without it, figures are printed only")
    parser.add_argument("--sample", type=int, help="only so many records of each file")
    parser.add_argument("--date", default=commit_date(), help="the date on the page (default: that of the commit)")
    parser.add_argument("--folds", action="store_true", help="cross-validate on the sets that weights were fitted on")
    parser.add_argument("--corpus", type=Path, nargs="*", default=[], help="abstracts for silver names, with --folds")
    parser.add_argument("--only", nargs="*", default=[], help="only the tables whose titles begin so")
    parser.add_argument("--keep", type=Path, help="folder of predictions, written and used again")
    parser.add_argument("--kept-only", action="store_true", help="make no predictions: score those in --keep")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    if not (given.gold / "score.py").is_file():
        sys.exit(f"{given.gold} holds no score.py: name the folder of the gold files and their scorer")
    with tempfile.TemporaryDirectory() as scratch:
        keep = given.keep or Path(scratch) / "kept"
        keep.mkdir(parents=True, exist_ok=True)
        bench = Bench(given.gold, Path(scratch), keep, given.sample, given.folds, given.corpus, given.kept_only)
        results = measure_all(bench, given.only)
        seeds = [] if given.only and "seeds" not in given.only else seeds_section(bench)
    print("\n".join(summary(results)))
    if given.out:
        page = as_page(
            results,
            version=__version__,
            date=given.date,
            sample=given.sample,
            rivals=list(rivals.installed()),
            seeds=seeds,
        )
        given.out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
