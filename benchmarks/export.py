"""Seconds and megabytes of every export, on invented papers: do they grow as the papers do, and how fast is Turtle?

    python benchmarks/export.py [--papers 1000,10000,100000] [--targets turtle,csv] [--keep FOLDER]

Each export runs in a process of its own, reading back included; memory is that process's peak, and CPU seconds are
what to compare on a machine that does other things too. The row "pyoxigraph" is
pyoxigraph's own Turtle writer on the same triples, read from the same file and not read back; "turtle, write" is ours
likewise. A paper has five edges with a sentence of evidence each; there is a term for every twenty papers.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pyoxigraph import RdfFormat, parse, serialize

from paperkg.export import EXPORTERS, turtle
from paperkg.export.contents import Contents
from paperkg.export.ntriples import serialized
from paperkg.folder import MANIFEST, NTRIPLES, BuildFolder, write_collection
from paperkg.graph import statements
from paperkg.graph.namespaces import prefixes
from paperkg.records import Collection, Entity, Evidence, Link, Paper, PaperRecord, Run, Source
from paperkg.settings import GraphSettings

OWN, WRITE = "pyoxigraph", "turtle, write"
PREDICATES = (
    ("about", "Concept"),
    ("addresses", "Task"),
    ("usesModel", "Model"),
    ("usesMethod", "Method"),
    ("measures", "Metric"),
)
WORDS = "moss fern leaf root stem bark seed bud vine twig petal thorn pollen sap branch canopy grove meadow".split()
CHUNK = 2_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", default="1000,10000,100000", help="how many papers, separated by commas")
    parser.add_argument("--targets", default=",".join((OWN, WRITE.replace(", ", "-"), *EXPORTERS)))
    parser.add_argument("--keep", type=Path, help="where the invented builds are kept for the next run")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.one[0], Path(options.one[1]))))
        return
    print(
        f"{'target':16}{'papers':>9}{'seconds':>10}{'CPU s':>10}{'CPU us/paper':>14}{'peak MB':>10}{'written MB':>12}"
    )
    with tempfile.TemporaryDirectory() as temporary:
        for papers in map(int, options.papers.split(",")):
            build = (options.keep or Path(temporary)) / str(papers)
            if not (build / MANIFEST).exists():
                invent(papers, build)
            for target in options.targets.split(","):
                command = [sys.executable, __file__, "--one", target, str(build)]
                row = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                each = row["cpu"] / papers * 1e6
                times = f"{row['seconds']:>10.2f}{row['cpu']:>10.2f}{each:>14.0f}"
                print(f"{target:16}{papers:>9}{times}{row['peak']:>10.0f}{row['written']:>12.1f}", flush=True)


def measured(target: str, build: Path) -> dict[str, float]:
    """Run one export in this process and return its seconds, its peak memory and what it wrote in megabytes."""
    contents = Contents(BuildFolder(build))
    with tempfile.TemporaryDirectory(dir=build.parent) as folder:
        path = Path(folder) / "out"
        start, cpu = time.perf_counter(), time.process_time()
        if target == OWN:
            triples = (quad.triple for quad in parse(path=build / NTRIPLES, format=RdfFormat.N_TRIPLES))
            with path.open("wb") as file:
                serialize(triples, file, format=RdfFormat.TURTLE, prefixes=prefixes())
        elif target == WRITE.replace(", ", "-"):
            turtle.write(contents, path)
        else:
            EXPORTERS[target](contents, path)
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        files = [each for each in (path, *path.rglob("*")) if each.is_file()]
        written = sum(each.stat().st_size for each in files) / 1e6
    return {"seconds": seconds, "cpu": cpu, "peak": peak_megabytes(), "written": written}


def peak_megabytes() -> float:
    """Return the most memory that this process held; what getrusage tells begins with the parent's."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return float(status.partition("VmHWM:")[2].split()[0]) / 1024


def invent(papers: int, build: Path) -> None:
    """Write a build of invented papers, a chunk in memory at a time."""
    build.mkdir(parents=True)
    entities = tuple(terms(papers))
    unsorted = build / "unsorted.nt"
    run = Run(version="0")
    with unsorted.open("wb") as triples:
        for start in range(0, papers, CHUNK):
            numbers = range(start, min(papers, start + CHUNK))
            known = entities if not start else ()
            collection = Collection(
                papers=tuple(map(paper, numbers)),
                entities=known,
                links=tuple(link for number in numbers for link in links(number, entities)),
                results=(),
            )
            chunk = build / "chunk"
            chunk.mkdir()
            write_collection(collection, chunk)
            for file in chunk.iterdir():
                with (build / file.name).open("ab") as whole:
                    whole.write(file.read_bytes())
                file.unlink()
            chunk.rmdir()
            triples.write(serialized(statements(collection, GraphSettings(), run), RdfFormat.N_TRIPLES))
    with (build / NTRIPLES).open("wb") as output:
        subprocess.run(["sort", "-u", unsorted], env=os.environ | {"LC_ALL": "C"}, stdout=output, check=True)
    unsorted.unlink()
    (build / MANIFEST).write_text("{}", encoding="utf-8")


def terms(papers: int) -> Iterator[Entity]:
    """Yield a term for every twenty papers, the kinds in turn."""
    for number in range(max(5, papers // 20)):
        _, kind = PREDICATES[number % 5]
        yield Entity(id=f"term-{number:06}", kinds=(kind,), label=f"{WORDS[number % 18]} {number}", papers=1)


def paper(number: int) -> PaperRecord:
    """Return an invented paper with an abstract of some 150 words."""
    words = random.Random(number)
    text = " ".join(words.choices(WORDS, k=150)) + "."
    source = Source("invented.txt", number + 1)
    made = Paper(
        id=f"text-{number:016}",
        source=source,
        sources=(source,),
        title=f"Of {WORDS[number % 18]} {number}",
        text=text,
        authors=("A. Fern", "B. Moss"),
        year=2026,
    )
    return PaperRecord(paper=made, label=made.title or "", keyphrases=("moss", "fern"), contribution="method")


def links(number: int, entities: tuple[Entity, ...]) -> Iterator[Link]:
    """Yield the five edges of a paper."""
    words = random.Random(-1 - number)
    identifier = f"text-{number:016}"
    for kind, (predicate, _) in enumerate(PREDICATES):
        term = entities[words.randrange(len(entities) // 5) * 5 + kind]
        sentence = " ".join(words.choices(WORDS, k=20)) + "."
        quoted = Evidence(identifier, "text", term.label, 10, 20, sentence, "vocabulary", 0.95)
        yield Link(identifier, identifier, predicate, term.id, 0.95, (quoted,))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
