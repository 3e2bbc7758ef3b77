"""What an update costs beside a build of the same papers, by stage, and whether both leave the same files.

    python benchmarks/update.py --corpus PAPERS.jsonl [--papers 1000] [--default] [--graph FOLDER] [--write speed.json]

A graph of all papers but the last is built, cold; then one paper more comes in by ``paperkg update``, and one is taken
out by ``paperkg remove``. Each is a process of its own, and CPU seconds are those that the operating system tells of it.
A fresh build of all papers tells whether the updated folder holds the same bytes; ``--graph`` takes a folder that was
built before of all papers but the last in place of the cold build, and no fresh build is made.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from growth import built, run
from speed import corpus_of, keep

from paperkg import folder


def table(found: dict[str, dict[str, Any]], papers: int) -> None:
    names = list(found)
    print(f"\n{papers} papers, CPU seconds" + "".join(f"{name:>12}" for name in names))
    stages = list(found[names[0]]["stages"])
    for stage in stages:
        print(f"  {stage:20}" + "".join(f"{found[name]['stages'].get(stage, 0.0):12.1f}" for name in names))
    print(f"  {'in all':20}" + "".join(f"{found[name]['cpu']:12.1f}" for name in names))
    print(f"  {'megabytes':20}" + "".join(f"{found[name]['megabytes']:12}" for name in names))


def same(one: Path, other: Path) -> list[str]:
    """Return the files of two folders that differ, the clock and the list of inputs aside."""
    names = {path.name for place in (one, other) for path in place.iterdir() if path.is_file()}
    names -= {folder.TIMINGS, folder.MANIFEST}
    return [name for name in sorted(names) if (one / name).read_bytes() != (other / name).read_bytes()]


def parted(corpus: Path, place: Path) -> tuple[Path, Path]:
    """Return a file of all papers but the last, and one of that paper, in folders of their own."""
    *most, last = corpus.read_text(encoding="utf-8").splitlines(keepends=True)
    files = place / "most" / "papers.jsonl", place / "one" / "one.jsonl"
    for path, lines in zip(files, (most, [last]), strict=True):
        path.parent.mkdir()
        path.write_text("".join(lines), encoding="utf-8")
    return files


def compare(corpus: Path, place: Path, options: Sequence[str], graph: Path | None) -> dict[str, Any]:
    papers = len(corpus.read_text(encoding="utf-8").splitlines())
    most, one = parted(corpus, place)
    output = graph or place / "graph"
    found: dict[str, dict[str, Any]] = {}
    if graph is None:
        found["cold"] = built(most, output, "--jobs", "1", *options)
    first = {line.split('"', 4)[3] for line in (output / folder.PAPERS).read_text(encoding="utf-8").splitlines()}
    found["update"] = run(output, "update", str(one))
    updated = (output / folder.PAPERS).read_text(encoding="utf-8").splitlines()
    new = sorted({line.split('"', 4)[3] for line in updated} - first)
    if graph is None:
        fresh = place / "fresh"
        built_from = place / "all"
        built_from.mkdir()
        for path in (most, one):
            (built_from / path.name).write_bytes(path.read_bytes())
        built(built_from, fresh, "--jobs", "1", *options)
        print(f"files that differ from a fresh build: {same(output, fresh) or 'none'}")
    if new:
        found["remove"] = run(output, "remove", new[0])
    table(found, papers)
    if "cold" in found:
        print(f"  an update costs {found['update']['cpu'] / found['cold']['cpu']:.3f} of a cold build")
    return {"papers": papers, **found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="JSON lines with title and abstract or text")
    parser.add_argument("--papers", type=int, default=1000)
    parser.add_argument("--default", action="store_true", help="with the default keyphrases, not the statistical ones")
    parser.add_argument("--graph", type=Path, help="a folder that was built of all papers but the last")
    parser.add_argument("--write", type=Path, help="a JSON file for the figures")
    given = parser.parse_args()
    options = () if given.default else ("--keyphrases", "statistical")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        found = compare(corpus_of(given.corpus, given.papers, place), place, options, given.graph)
    if given.write:
        keep(given.write, {"update_default" if given.default else "update": found})


if __name__ == "__main__":
    main()
