"""Speed and memory of reading, beside the bare parser of each format.

Run: ``python benchmarks/read.py [--records 100000] [--repeat 5]``. Papers are made by rule, so that every run reads the
same bytes. The bare parsers are ``json.loads`` a line, ``csv.DictReader`` (and ``csv.reader``, which names no columns), and
bibtexparser's own ``parse_file``. Both take turns in one process. Printed for each format: records a second here and in the bare
parser, the ratio of the CPU times (the best of the turns), and by how much memory grows while
``--memory-records`` records stream past (Linux).
"""

from __future__ import annotations

import argparse
import csv
import json
import logging
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from paperkg.read import read_papers
from paperkg.records import Paper
from paperkg.settings import ReadSettings

WORDS = (
    "we count leaves with small networks and show that care pays on every bench of the quiet garden while trees learn "
    "slowly from few examples of light rain wind and stone under forty weights of an expert reader"
).split()


def sentence(seed: int, length: int) -> str:
    words = random.Random(seed).choices(WORDS, k=length)
    return " ".join(words).capitalize() + "."


def name(seed: int) -> str:
    """Return a name that few papers have, of letters alone as names are."""
    return f"{WORDS[seed % 37].title()} {WORDS[seed * 11 % 37].title()}{WORDS[seed // 37 % 37]}"


def papers(count: int) -> Iterator[dict[str, object]]:
    for number in range(count):
        yield {
            "id": f"paper{number}",
            "title": sentence(number, 9),
            "abstract": " ".join(sentence(number + part, 24) for part in range(8)),
            "authors": [name(number), name(7 * number + 3)],
            "year": 1990 + number % 36,
            "venue": "Journal of Quiet Methods",
            "doi": f"10.5555/quiet.{number}",
            "url": f"https://example.org/quiet/{number}",
            "keywords": ["leaves", "counting"],
        }


def write_jsonl(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as target:
        target.writelines(json.dumps(paper) + "\n" for paper in papers(count))


def write_csv(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8", newline="") as target:
        writer: csv.DictWriter[str] | None = None
        for paper in papers(count):
            row = {name: "; ".join(value) if isinstance(value, list) else value for name, value in paper.items()}
            if writer is None:
                writer = csv.DictWriter(target, list(row))
                writer.writeheader()
            writer.writerow(row)


def write_bibtex(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as target:
        for paper in papers(count):
            target.write(
                f"@article{{{paper['id']},\n  title = {{{paper['title']}}},\n"
                f"  author = {{{' and '.join(paper['authors'])}}},\n"  # type: ignore[arg-type]
                f"  journal = {{{paper['venue']}}},\n  year = {paper['year']},\n  doi = {{{paper['doi']}}},\n"
                f"  url = {{{paper['url']}}},\n  keywords = {{leaves, counting}},\n"
                f"  abstract = {{{paper['abstract']}}}\n}}\n\n"
            )


def bare_jsonl(path: Path) -> int:
    with path.open(encoding="utf-8") as source:
        return sum(1 for line in source if json.loads(line))


def bare_csv(path: Path) -> int:
    with path.open(encoding="utf-8", newline="") as source:
        return sum(1 for row in csv.DictReader(source) if row)


def bare_cells(path: Path) -> int:
    with path.open(encoding="utf-8", newline="") as source:
        return sum(1 for row in csv.reader(source) if row) - 1


def bare_bibtex(path: Path) -> int:
    import bibtexparser

    logging.getLogger("bibtexparser").setLevel(logging.ERROR)
    return len(bibtexparser.parse_file(str(path), encoding="utf-8").entries)


def ours(path: Path) -> int:
    return sum(1 for outcome in read_papers([path], ReadSettings()) if isinstance(outcome, Paper))


FORMATS: dict[str, tuple[Callable[[Path, int], None], Callable[[Path], int], float]] = {
    "jsonl": (write_jsonl, bare_jsonl, 2.0),
    "csv": (write_csv, bare_csv, 2.0),
    "csv cells": (write_csv, bare_cells, 2.0),
    "bibtex": (write_bibtex, bare_bibtex, 1.5),
}


def best_of(repeat: int, reads: Sequence[Callable[[Path], int]], path: Path, count: int) -> list[float]:
    """Return the best CPU time of each way to read; they take turns, so that they share the machine's moods."""
    best = [float("inf")] * len(reads)
    for _ in range(repeat):
        for place, read in enumerate(reads):
            start = time.process_time()
            if read(path) != count:
                raise SystemExit(f"{path.name}: not every record was read")
            best[place] = min(best[place], time.process_time() - start)
    return best


def peak(path: Path) -> float:
    """Return by how many MB the memory of a fresh process grows while it reads the file."""
    ran = subprocess.run([sys.executable, __file__, "--grow", str(path)], capture_output=True, text=True, check=True)
    return float(ran.stdout)


def grown(path: Path) -> float:
    from bibtexparser import splitter  # noqa: F401  # code is loaded before memory is counted

    before = high_water()
    ours(path)
    return high_water() - before


def high_water() -> float:
    """Return the most memory that this process has held, in MB (a child's ``ru_maxrss`` would begin at its parent's)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=5000, help="records a file for the times")
    parser.add_argument("--memory-records", type=int, default=100_000, help="records a file for the memory")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--grow", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.grow:
        print(grown(given.grow))
        return
    print("format      ours/s    bare/s   ratio  asked  memory for", given.memory_records)
    with tempfile.TemporaryDirectory() as folder:
        for name, (write, bare, asked) in FORMATS.items():
            path = Path(folder) / name
            write(path, given.records)
            here, there = best_of(given.repeat, (ours, bare), path, given.records)
            write(path, given.memory_records)
            print(
                f"{name:10}{given.records / here:8.0f}  {given.records / there:8.0f}  {here / there:6.2f}  {asked:5.1f}  "
                f"+{peak(path):.0f} MB of a file of {path.stat().st_size / 1e6:.0f} MB"
            )


if __name__ == "__main__":
    main()
