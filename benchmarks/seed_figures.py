"""What a build of ``seeds/`` finds of what an expert reader wants of it, as the scorer beside the gold files counts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Counts = dict[str, dict[str, Any]]
ROOT = Path(__file__).parents[1]
FLOORS: Mapping[str, Mapping[str, float]] = {
    "systems": {"recall": 0.90},
    "names": {"recall": 0.85, "wrong": 1},
    "shared nodes, must": {"share": 0.90},
    "merges": {"wrong": 0},
    "acronyms, extract": {"precision": 0.95, "recall": 0.95},
    "results": {"precision": 0.90, "recall": 0.70},
    "relations": {"precision": 0.90, "recall": 0.60},
}
"""What is asked: the least share, or the most that may be wrong."""


def seed_counts(scorer: Path, scratch: Path, *, terms: bool) -> Counts:
    """Return what ``score_seeds.py`` prints of a build of the seeds made in the scratch folder."""
    options = [] if terms else ["--no-builtin-terms"]
    paperkg = [sys.executable, "-m", "paperkg"]
    output, lines = scratch / f"seeds-{terms}", scratch / f"seeds-{terms}.jsonl"
    build = [*paperkg, "build", "seeds", "-o", str(output), "--jobs", "1", "--no-page", *options]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    extract = [*paperkg, "extract", "seeds", "--jobs", "1", *options]
    lines.write_bytes(subprocess.run(extract, cwd=ROOT, capture_output=True, check=True).stdout)
    score = [sys.executable, str(scorer), str(output), "--extract", str(lines), "--json"]
    counts: Counts = json.loads(subprocess.run(score, capture_output=True, check=True).stdout)
    return counts


def seed_table(counts: Counts, bare: Counts) -> Iterator[str]:
    """Yield the lines of the section on the seeds."""
    yield "\n## The seeds\n\nThe abstracts in `seeds/`, of which an expert wrote down what they hold; the vocabulary was written with them in view."
    yield "Floors are the least share, or the most that may be wrong.\n"
    yield "| what | floor | with terms: P | R | right | wrong | reached | without terms: P | R | right | wrong | reached |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |"
    for what, found in counts.items():
        floor = FLOORS.get(what, {})
        words = ", ".join(f"{name} {least:g}" for name, least in floor.items())
        yield "| " + " | ".join([what, words, *_cells(found, floor), *_cells(bare.get(what, {}), floor)]) + " |"


def reaches(found: Mapping[str, Any], floor: Mapping[str, float]) -> bool:
    """Return whether every part of a floor is reached."""
    wrong = _wrong(found)
    return all(
        wrong is not None and wrong <= least if name == "wrong" else found.get(name, 0.0) >= least
        for name, least in floor.items()
    )


def _wrong(found: Mapping[str, Any]) -> int | None:
    for name in ("wrong", "false"):
        if name in found:
            return len(found[name]) if isinstance(found[name], list) else int(found[name])
    return None


def _cells(found: Mapping[str, Any], floor: Mapping[str, float]) -> list[str]:
    shares = [found.get("precision"), found.get("recall", found.get("share"))]
    right = f"{found['right']} of {found['of']}" if "right" in found and "of" in found else ""
    wrong = _wrong(found)
    state = ("yes" if reaches(found, floor) else "no") if floor and found else ""
    return [*("" if s is None else f"{s:.3f}" for s in shares), right, "" if wrong is None else str(wrong), state]
