"""Writes docs/explanation/scale.md and docs/explanation/profile.md from the figures that speed.py and growth.py keep.

python benchmarks/scale_page.py [benchmarks/speed.json]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from growth import exponent

from paperkg.settings import GraphSettings

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "speed.json"
FOLDER = HERE.parent / "docs" / "explanation"
DOLLARS = 0.04
"""An hour of one core, as large clouds rent out virtual machines by the hour."""
COLLECTIONS = (("arXiv, computer science", 1_000_000), ("OpenAlex", 250_000_000))
MEMORY = 64
"""Gigabytes of a machine that is easy to rent."""
PIECEWISE = ("read", "mentions")
"""Stages that look at one paper at a time, and can be given to any number of processes."""

Figures = Mapping[str, Any]
Row = Sequence[object]


def table(head: Row, rows: Sequence[Row]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def growth_table(rows: Sequence[Figures]) -> str:
    cells = [
        (f"{r['papers']:,}", f"{r['cpu']:,.0f}", f"{r['papers'] / r['cpu']:.1f}", f"{r['megabytes']:,}",
         f"{r['bytes'] / 1e6:,.0f}")
        for r in rows
    ]  # fmt: skip
    head = ("papers", "CPU seconds", "papers a CPU second", "peak memory, MB", "output, MB")
    return table(head, cells)


def stage_table(row: Figures) -> str:
    total = sum(row["stages"].values())
    cells = [
        (stage, f"{1000 * seconds / row['papers']:.1f}", f"{seconds / total:.0%}")
        for stage, seconds in row["stages"].items()
    ]
    return table(("stage", "CPU seconds for 1,000 papers", "share"), cells)


def per_paper(rows: Sequence[Figures], key: str) -> float:
    """Return what one more paper costs, between the smallest and the largest build."""
    first, last = rows[0], rows[-1]
    return float((last[key] - first[key]) / (last["papers"] - first["papers"]))


def projections(figures: Figures) -> Iterator[Row]:
    for collection, papers in COLLECTIONS:
        for name, key in (("statistical", "growth"), ("default", "growth_default")):
            rows = figures[key]["rows"]
            hours = papers * per_paper(rows, "cpu") / 3600
            # What is held and written hardly depends on how keyphrases were ranked, and the larger builds tell more of it.
            memory = papers * per_paper(figures["growth"]["rows"], "megabytes") / 1000
            disk = papers * per_paper(figures["growth"]["rows"], "bytes") / 1e9
            yield collection, name, f"{hours:,.0f}", f"{hours * DOLLARS:,.0f}", f"{memory:,.0f}", f"{disk:,.0f}"


def apart(rows: Sequence[Figures]) -> float:
    """Return the share of the largest build's time that goes into stages that look at one paper at a time."""
    stages = rows[-1]["stages"]
    return float(sum(stages.get(name, 0.0) for name in PIECEWISE) / sum(stages.values()))


def scale(figures: Figures) -> str:
    rows, default = figures["growth"]["rows"], figures["growth_default"]["rows"]
    memory = per_paper(rows, "megabytes")
    limit = int((MEMORY * 1000 - rows[0]["megabytes"]) / memory) if memory > 0 else 0
    parts = [
        "# From a folder to the arXiv",
        f"Measured with paperkg {figures['version']}; every figure on this page is written by `benchmarks/scale_page.py` from "
        "`benchmarks/speed.json`,\nwhich `benchmarks/speed.py` and `benchmarks/growth.py` write. One process, an empty cache, and "
        "everything included: reading,\nmentions, entities, graph, validation and page.",
        *([figures["note"]] if "note" in figures else []),
        "## What was measured",
        "With `--keyphrases statistical`:",
        growth_table(rows),
        f"CPU time grows with the number of papers to the power of {exponent([(r['papers'], r['cpu']) for r in rows]):.2f}.",
        "With the default:",
        growth_table(default),
        f"Here the power is {exponent([(r['papers'], r['cpu']) for r in default]):.2f}.",
        f"Where the time of {rows[-1]['papers']:,} papers goes (statistical):",
        stage_table(rows[-1]),
    ]  # fmt: skip
    if jobs := figures.get("jobs"):
        parts += [
            f"Two processes (`--jobs 2`) build {jobs['papers']:,} papers in {jobs['2']['wall']:.0f} seconds where one takes "
            f"{jobs['1']['wall']:.0f}:\n{jobs['gain']:.2f} times the throughput, the best of three each."
        ]
    parts += [
        "## What larger collections would cost",
        f"Reckoned from what one more paper costs between the smallest and the largest build above, at {DOLLARS} dollars for an "
        "hour of one\ncore. Nobody has built these; the last column but one is what one machine would need for a build in one go.",
        table(("collection", "keyphrases", "core hours", "dollars", "memory, GB", "output, GB"), list(projections(figures))),
        "## What breaks first",
        f"1. **Memory.** Papers and mentions are kept on disk; nodes, edges and the map are held in memory. One more paper takes "
        f"{memory * 1000:.0f} KB, so that\n   {MEMORY} GB end at about {limit:,} papers. Reading and mentions need none of it: they look "
        "at one paper at a time.\n"
        f"2. **One process.** {apart(rows):.0%} of the time goes into reading and mentions, which any number of processes may share; the "
        "rest runs in\n   one. With very many processes that rest is the time of the build.\n"
        "3. **The page.** It shows at most 1,500 nodes whatever the collection; beyond a few thousand papers, ask the graph "
        "instead\n   (`paperkg query`, or a triple store that loads `graph.nt`).\n"
        f"4. **Validation.** SHACL runs on builds of up to {GraphSettings().shapes_up_to:,} papers; `paperkg check` runs it on any.",
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def profile(figures: Figures) -> str:
    peers, stages = figures["peers"], figures["stages"]
    seconds, papers = peers["seconds"], peers["papers"]
    ours, floor = seconds["ours, default"], seconds["(c) spaCy alone"]
    rows = [
        (name, f"{papers / spent:.1f}", f"{1000 * spent / papers:.1f}", f"{spent / ours:.2f}", f"{spent / floor:.2f}")
        for name, spent in sorted(seconds.items(), key=lambda item: item[1])
    ]
    builds = [
        (name, state, *(f"{1000 * spent / stages['papers']:.1f}" for spent in stages[name][state].values()))
        for name in ("default", "statistical")
        for state in ("cold", "warm")
    ]
    parts = [
        "# Where the time goes",
        f"Measured with paperkg {figures['version']} on one thread; written by `benchmarks/scale_page.py` from `benchmarks/speed.json`.",
        *([figures["note"]] if "note" in figures else []),
        f"## The mentions of {papers} abstracts, side by side",
        table(("way", "papers a CPU second", "CPU ms a paper", "times our default", "times spaCy alone"), rows),
        "Loading of models is left out on every side, the cache is empty, and all ways run over the same abstracts in one process.\n"
        "(a) and (b) use the same weights in torch through sentence-transformers, one document at a time.",
        f"## A build of {stages['papers']} papers, stage by stage",
        "CPU seconds for 1,000 papers, loading of models included, which weighs on so few. Warm is a second build of the same folder.",
        table(("keyphrases", "cache", *stages["default"]["cold"]), builds),
        "## What the mention stage does with it",
        "- No spaCy runs: most words have their tag from a table, the others from a perceptron (`docs/decisions/tags-by-a-perceptron.md`),\n"
        "  and no parser reads them (`docs/decisions/noun-phrases-without-a-parser.md`). How a stretch without white space is cut, and the\n"
        "  lemma of a word with a tag, are remembered.\n"
        "- The encoder reads each paper once, and every phrase where it stands (`docs/decisions/phrases-read-in-place.md`).\n"
        "- Names, terms, relations and results are rules over the text: each looks at a sentence, never at the collection.\n"
        "- A paper that was read before costs a look into the cache (`docs/decisions/what-was-read-is-kept.md`).",
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    figures = json.loads(Path(sys.argv[1] if len(sys.argv) > 1 else FIGURES).read_text(encoding="utf-8"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "scale.md").write_text(scale(figures), encoding="utf-8")
    (FOLDER / "profile.md").write_text(profile(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
