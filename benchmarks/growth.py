"""How CPU time and memory grow with the number of papers, and what a second process gains.

    python benchmarks/growth.py --corpus PAPERS.jsonl [--sizes 500,1000,2000] [--default 500,1000] [--jobs 300]
                                [--write speed.json]

Each build is a process of its own with an empty cache, everything included: graph, validation, exports, page. CPU time
and peak memory are those that the operating system tells of it. ``--sizes`` are built with ``--keyphrases
statistical``, ``--default`` with the default; ``--jobs`` builds that many papers with one process and with two, three
times each, and compares the fastest. Where the corpus is too short, its papers come again with other words.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from speed import corpus_of, keep

from paperkg import folder

TIMES = 3


def run(output: Path, *arguments: str) -> dict[str, Any]:
    """Return wall and CPU seconds of a command on a folder, its peak memory in megabytes, and the CPU seconds by stage."""
    command = [sys.executable, "-m", "paperkg", *arguments, "-o", str(output)]
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}.")
    timings = json.loads((output / folder.TIMINGS).read_text(encoding="utf-8"))
    return {
        "wall": round(time.monotonic() - start, 1),
        "cpu": round(usage.ru_utime + usage.ru_stime, 1),
        "megabytes": round(usage.ru_maxrss / 1024),
        "stages": {stage: spent["cpu"] for stage, spent in timings.items()},
    }


def built(corpus: Path, output: Path, *options: str) -> dict[str, Any]:
    """Return what ``run`` returns of a build of the corpus, and how many bytes its files have."""
    found = run(output, "build", str(corpus), *options)
    return {**found, "bytes": sum(path.stat().st_size for path in output.iterdir() if path.is_file())}


def exponent(points: Sequence[tuple[int, float]]) -> float:
    """Return the slope of the line closest to the logarithms of (papers, seconds)."""
    logs = [(math.log(papers), math.log(seconds)) for papers, seconds in points]
    x, y = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)


def growth(source: Path, sizes: Sequence[int], place: Path, *options: str) -> dict[str, Any]:
    print(f"\ngrowth, {' '.join(options) or 'default'}: papers, CPU seconds, megabytes, papers per CPU second")
    rows = []
    for size in sizes:
        found = built(corpus_of(source, size, place), place / f"{size}{''.join(options)}", "--jobs", "1", *options)
        rows.append({"papers": size, **found})
        print(f"  {size:8}{found['cpu']:10.1f}{found['megabytes']:8}{size / found['cpu']:8.1f}", flush=True)
    slope = exponent([(row["papers"], row["cpu"]) for row in rows]) if len(rows) > 1 else None
    print(f"  exponent {slope:.2f}" if slope else "")
    return {"rows": rows, "exponent": slope}


def two_jobs(source: Path, size: int, place: Path) -> dict[str, Any]:
    corpus = corpus_of(source, size, place)
    best: dict[str, Any] = {"papers": size}
    for jobs in (1, 2):
        runs = [built(corpus, place / f"jobs-{jobs}-{turn}", "--jobs", str(jobs)) for turn in range(TIMES)]
        best[str(jobs)] = min(({key: run[key] for key in ("wall", "cpu")} for run in runs), key=lambda run: run["wall"])
    best["gain"] = best["1"]["wall"] / best["2"]["wall"]
    print(f"\n{size} papers, one process {best['1']}, two {best['2']}: {best['gain']:.2f} times the throughput")
    return best


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",") if number]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="JSON lines with title and abstract or text")
    parser.add_argument("--sizes", default="", help="numbers of papers, parted by commas")
    parser.add_argument("--default", default="", help="numbers of papers, parted by commas")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--write", type=Path, help="a JSON file for the figures")
    given = parser.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if given.sizes:
            options = ("--keyphrases", "statistical")
            found["growth"] = growth(given.corpus, numbers(given.sizes), place, *options)
        if given.default:
            found["growth_default"] = growth(given.corpus, numbers(given.default), place)
        if given.jobs:
            found["jobs"] = two_jobs(given.corpus, given.jobs, place)
    if given.write:
        keep(given.write, found)


if __name__ == "__main__":
    main()
