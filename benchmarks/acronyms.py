"""Acronym pairs found by paperkg and by plain Schwartz and Hearst (2003), side by side, on gold files.

    python benchmarks/acronyms.py --gold DIR

Every ``*.jsonl`` file in DIR whose records have ``acronyms`` is measured. A record has ``id``, ``text``, perhaps ``title``,
and ``acronyms`` as a list of ``{"short", "long"}``. A pair is right when its short form is as written in the gold and
its long form is the same but for case, spaces and signs. Figures are over all pairs of a file.
"""

from __future__ import annotations

import argparse
import json
import re
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from paperkg.records import Paper, Source
from paperkg.text import passage

Record = dict[str, Any]
Pairs = set[tuple[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True, help="folder of gold files")
    folder = parser.parse_args().gold
    print(f"{'file':36}{'finder':20}{'P':>8}{'R':>8}{'F1':>8}{'ms/record':>11}")
    for path in sorted(folder.glob("*.jsonl")):
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        records = [record for record in records if record.get("acronyms") is not None]
        if not any(record["acronyms"] for record in records):
            continue
        for name, finder in (("paperkg", by_paperkg), ("Schwartz-Hearst", by_schwartz_and_hearst)):
            began = time.perf_counter()
            precision, recall, f1 = score(records, finder)
            milliseconds = (time.perf_counter() - began) * 1000 / len(records)
            print(f"{path.name:36}{name:20}{precision:8.3f}{recall:8.3f}{f1:8.3f}{milliseconds:11.2f}")


def score(records: Iterable[Record], finder: Callable[[Record], Pairs]) -> tuple[float, float, float]:
    right = found = wanted = 0
    for record in records:
        pairs = {(short.strip(), key(long)) for short, long in finder(record)}
        gold = {(pair["short"].strip(), key(pair["long"])) for pair in record["acronyms"]}
        right, found, wanted = right + len(pairs & gold), found + len(pairs), wanted + len(gold)
    precision, recall = right / max(found, 1), right / max(wanted, 1)
    return precision, recall, 2 * right / max(found + wanted, 1)


def key(long: str) -> str:
    folded = unicodedata.normalize("NFKD", long).lower()
    return "".join(sign for sign in folded if sign.isalnum())


def by_paperkg(record: Record) -> Pairs:
    paper = Paper(source=Source("gold", 1), title=record.get("title") or None, text=record.get("text", ""))
    return {(acronym.short, acronym.long) for acronym in passage(paper).acronyms}


def by_schwartz_and_hearst(record: Record) -> Pairs:
    return {pair for field in ("title", "text") for pair in schwartz_and_hearst(record.get(field) or "")}


def schwartz_and_hearst(text: str) -> Iterator[tuple[str, str]]:
    """Yield long (short) and short (long) as sections 3.1 and 3.2 of the paper describe them, nothing else."""
    for match in re.finditer(r"\(([^()]+)\)", text):
        inside = re.split(r"[;,]\s", match[1])[0].strip()
        words_before = text[: match.start()].split()
        if is_short(inside):
            window = " ".join(words_before[-min(len(inside) + 5, 2 * len(inside)) :])
            short = inside
        elif words_before and is_short(words_before[-1]) and len(inside.split()) > 2:
            window, short = inside, words_before[-1]
        else:
            continue
        long = best_long_form(short, window)
        if long:
            yield short, long


def is_short(string: str) -> bool:
    fits = 2 <= len(string) <= 10 and len(string.split()) <= 2
    return fits and string[0].isalnum() and any(sign.isalpha() for sign in string)


def best_long_form(short: str, window: str) -> str | None:
    """Return the shortest end of the window that holds the letters in order, the first at the beginning of a word."""
    at = len(window)
    for index in reversed(range(len(short))):
        if not short[index].isalnum():
            continue
        at -= 1
        while at >= 0 and (
            window[at].lower() != short[index].lower() or (index == 0 and at > 0 and window[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return None
    long = window[window.rfind(" ", 0, at) + 1 :]
    return long if len(long) > len(short) and short not in long.split() else None


if __name__ == "__main__":
    main()
