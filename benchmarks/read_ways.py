"""What each step of the short road of JSON lines costs, and what other ways to take it cost: microseconds a record.

Run: ``python benchmarks/read_ways.py [--records 1000] [--repeat 15]``. CPU time, the best of the turns, all ways in turn, so that
they share the machine's moods. The records are those of ``read.py``. Printed as the table of ``docs/decisions/json-streaming.md``.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent))
from paperkg.read import fields, identifiers, language, own_lines, people, values
from paperkg.read.reader import source_at
from paperkg.records import Paper, Source
from read import papers

SETTERS = [getattr(Paper, field.name).__set__ for field in dataclasses.fields(Paper)]


def ways(count: int) -> dict[str, Callable[[], object]]:
    written = [json.dumps(paper).encode() for paper in papers(count)]
    texts, block = [line.decode() for line in written], b"\n".join(written)
    any_value, typed = msgspec.json.Decoder(), msgspec.json.Decoder(own_lines.Line)
    records = typed.decode_lines(block)
    source = Source("a", 1)
    given = (source, "t", "x", "k", (), 2020, "v", None, None, None, None, "en", (), (), (), "")
    named = dict(zip([field.name for field in dataclasses.fields(Paper)], given, strict=True))

    def by_slots() -> Paper:
        paper = object.__new__(Paper)
        for put, value in zip(SETTERS, given, strict=True):
            put(paper, value)
        return paper

    def drafted() -> Paper:
        draft = fields._Draft(*given)
        draft.__class__ = Paper  # type: ignore[assignment]
        return draft  # type: ignore[return-value]

    def without_collector() -> None:
        gc.disable()
        for record in typed.decode_lines(block):
            own_lines.paper_of(record, source)
        gc.enable()

    return {
        "`json.loads` a line, the bare parser": lambda: [json.loads(line) for line in texts],
        "decode: msgspec a line, any value": lambda: [any_value.decode(line) for line in written],
        "decode: msgspec a line, typed": lambda: [typed.decode(line) for line in written],
        "decode: msgspec a block of lines, typed (kept)": lambda: typed.decode_lines(block),
        "record: its own constructor": lambda: [Paper(**named) for _ in records],
        "record: its slots one by one": lambda: [by_slots() for _ in records],
        "record: a draft that becomes it (kept)": lambda: [drafted() for _ in records],
        "source: its own constructor": lambda: [Source("a", 1) for _ in records],
        "source: a draft that becomes it (kept)": lambda: [source_at("a", 1) for _ in records],
        "language: the full guess": lambda: [language.guess(record.abstract or "") for record in records],
        "language: words of English alone in both halves (kept)": lambda: [
            language.english_in_both_halves(record.abstract or "") for record in records
        ],
        "names: one by one": lambda: [people._known([people.name_of(n) for n in r.authors]) for r in records],
        "names: one pattern over all of a paper (kept)": lambda: [people.names_of_strings(r.authors) for r in records],
        "keywords: one by one": lambda: [values.keywords([f" {word}" for word in r.keywords or ()]) for r in records],
        "keywords: one pattern over all of a paper (kept)": lambda: [
            values.keywords_of_strings(record.keywords or ()) for record in records
        ],
        "identifiers: all patterns": lambda: [
            [
                find(place)
                for find in (identifiers.doi, identifiers.arxiv, identifiers.acl)
                for place in (r.doi or "", r.url or "")
            ]
            for r in records
        ],
        "identifiers: patterns where a sign of them is (kept)": lambda: [
            fields._identified(record.doi, record.arxiv, record.url, {}) for record in records
        ],
        "all of it, decoded and made a paper": lambda: [
            own_lines.paper_of(record, source_at("a", 1)) for record in typed.decode_lines(block)
        ],
        "all of it, the collector off": without_collector,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=15)
    given = parser.parse_args()
    steps = ways(given.records)
    best = dict.fromkeys(steps, float("inf"))
    for _ in range(given.repeat):
        for name, step in steps.items():
            started = time.process_time()
            step()
            best[name] = min(best[name], time.process_time() - started)
    print("| step and way | µs a record |\n|---|---|")
    for name, seconds in best.items():
        print(f"| {name} | {seconds / given.records * 1e6:.2f} |")


if __name__ == "__main__":
    main()
