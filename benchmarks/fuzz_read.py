"""Readers under changed golden files, for as long as one likes: what comes out, how much, how fast.

Run: ``python benchmarks/fuzz_read.py --seconds 3600 --folder /tmp/fuzz [--only bibtex]``. The readers take turns of
``--turn`` CPU seconds in processes of their own, with bounded memory. A file that breaks a reader stays in the folder
under the reader's name; ``log.json`` holds the CPU seconds and the files that each reader has had. Every case is made
from a seed, so that a later run with the same golden files and ``--seed`` meets the same ones.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import hashlib
import io
import json
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from paperkg.read import READERS, read_papers
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

DATA = Path(__file__).parents[1] / "tests" / "data"
LONGEST = 1 << 20
MOST_SECONDS = 20.0
MEMORY = 3 << 30
TOKENS = [
    *(bytes([byte]) for byte in b"\n\r\t\x00\x0b\x0c\x1a\x1b\x1e\x7f\x80\xff {}()[]<>\"'`@%#=,;:|\\&/*-_~$^.?!+"),
    b"\r\n", b"\n\n", b"\xc3", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\xf4\x8f\xbf\xbf", "é漢Ω".encode(),
    b"TY  - JOUR\n", b"ER  - \n", b"  - ", b"PT J\n", b"ER\n", b"EF\n", b"%0 Book\n", b"%A ", b"PMID- 1\n", b"AB  - ",
    b"@misc{a,\n", b"@string{a = b # c}\n", b"@comment{", b"crossref = {a},", b" and ", b" # ", b"\\'{e}", b"\\begin{x}",
    b"<record>", b"</record>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&amp;", b"&#0;", b"&x;", b"<!DOCTYPE a [<!ENTITY x 'y'>]>", b"<?xml version='1.0' encoding='gbk'?>",
    b"null", b"true", b"NaN", b"1e999", b"-1", b"1" * 5000, b"\\u0000", b"\\ud800", b"{}", b"[]", b'{"a":', b'"title":', b'"id":',
    b"](http://a.b)", b"[", b"**", b"- ", b"| ", b"```\n", b"---\n", b"---\ntitle: &a [*a]\n", b"<<: *a", b"!!python/object:os.system ",
    b"\\\\\narXiv:2101.00007\n", b"10.1000/x", b"https://arxiv.org/abs/2101.00007v2", b"title", b"abstract", b"authors", b"=1+1", b'""',
]  # fmt: skip
VALUES = [None, True, 0, -1, 2020, 1.5, 10**30, "", " ", "x", "2020", [], {}, [[]], [["a"]], [{}], [None], {"a": 1}, {"value": ["x", 1]},
          {"en": "x"}, {"@value": 1}, "\ud800", "\x00", "a\nb", "<p>x</p>", "&amp;", {"name": {"name": "x"}}, [["a", ["b"]], 3]]  # fmt: skip

Edit = Callable[[random.Random, bytes], bytes]


def place(chance: random.Random, content: bytes) -> int:
    return chance.randint(0, len(content))


def stretch(chance: random.Random, content: bytes) -> tuple[int, int]:
    start = place(chance, content)
    return start, min(start + int(2 ** chance.uniform(0, 12)), len(content))


def bits(chance: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(int(2 ** chance.uniform(0, 7))):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def truncated(chance: random.Random, content: bytes) -> bytes:
    at = place(chance, content)
    return content[:at] if chance.random() < 0.8 else content[at:]


def put_in(chance: random.Random, content: bytes) -> bytes:
    at = place(chance, content)
    return content[:at] + chance.choice(TOKENS) * chance.choice((1, 1, 1, 2, 3)) + content[at:]


def nested(chance: random.Random, content: bytes) -> bytes:
    at = place(chance, content)
    return content[:at] + chance.choice(TOKENS) * int(10 ** chance.uniform(1, 4.5)) + content[at:]


def repeated(chance: random.Random, content: bytes) -> bytes:
    start, end = stretch(chance, content)
    return content[:end] + content[start:end] * int(10 ** chance.uniform(0, 3.5)) + content[end:]


def cut_out(chance: random.Random, content: bytes) -> bytes:
    start, end = stretch(chance, content)
    return content[:start] + content[end:]


def moved(chance: random.Random, content: bytes) -> bytes:
    start, end = stretch(chance, content)
    rest = content[:start] + content[end:]
    at = place(chance, rest)
    return rest[:at] + content[start:end] + rest[at:]


def lines_shuffled(chance: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def other_encoding(chance: random.Random, content: bytes) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(
        chance.choice(("utf-16", "utf-16-le", "cp1252", "gbk", "big5", "shift_jis", "cp1251")), "replace"
    )


def packed(chance: random.Random, content: bytes) -> bytes:
    return bits(chance, gzip.compress(content, mtime=0)) if chance.random() < 0.5 else gzip.compress(content, mtime=0)


def other_value(chance: random.Random, content: bytes) -> bytes:
    """Return JSON with some values replaced by values of other types, other bytes with a token put in."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return put_in(chance, content)
    for _ in range(chance.randint(1, 4)):
        value = replaced(chance, value, 0)
    return json.dumps(value).encode()


def replaced(chance: random.Random, value: object, depth: int) -> object:
    if depth > 0 and chance.random() < 0.25:
        return chance.choice([*VALUES, [value], {"value": value}])
    if isinstance(value, dict) and value:
        key = chance.choice(list(value))
        return {**value, key: replaced(chance, value[key], depth + 1)}
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return [*value[:at], replaced(chance, value[at], depth + 1), *value[at + 1 :]]
    return chance.choice(VALUES)


EDITS: tuple[Edit, ...] = (
    bits, truncated, put_in, put_in, put_in, nested, repeated, cut_out, moved, lines_shuffled, other_encoding, packed, other_value, other_value,
)  # fmt: skip


def golden(name: str) -> list[bytes]:
    if name == "xlsx":
        return [workbook()]
    return [path.read_bytes() for path in sorted((DATA / name).iterdir()) if not path.name.endswith(".out.json")]


def workbook() -> bytes:
    import openpyxl

    book, target = openpyxl.Workbook(), io.BytesIO()
    for row in (
        ["Title", "Abstract", "Year", "Authors"],
        ["On leaves", "We count leaves.", 2020, "Ida Fern; Oskar Lind"],
        [3, None, "x"],
    ):
        book.active.append(row)
    book.save(target)
    return target.getvalue()


def case(chance: random.Random, own: list[bytes], others: list[bytes]) -> bytes:
    content = chance.choice(own)
    if chance.random() < 0.1:
        content = content[: place(chance, content)] + chance.choice(others)[place(chance, content) // 2 :]
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        content = chance.choice(EDITS)(chance, content)[:LONGEST]
    return content


def faults(content: bytes, path: Path, forced: str | None) -> str | None:
    """Return what is wrong with what a file is read as, None where nothing is."""
    path.write_bytes(content)
    size = max(len(content), 1)
    if content[:2] == b"\x1f\x8b":
        size *= 1000
    count, characters, started = 0, 0, time.process_time()
    for outcome in read_papers([path], ReadSettings(format=forced)):
        count += 1
        if not isinstance(outcome, (Paper, Rejected, Skipped, Warned)):
            return f"a {type(outcome).__name__} came out"
        text = json.dumps(dataclasses.asdict(outcome), ensure_ascii=False)
        text.encode("utf-8")
        characters += len(text)
        if isinstance(outcome, Paper) and (wrong := misshapen(outcome)):
            return wrong
        if not isinstance(outcome, Paper) and characters > 0 and len(text) > 5000:
            return f"a word of {len(text)} characters about one record"
    seconds = time.process_time() - started
    if count > size + 10:
        return f"{count} outcomes of {size} bytes"
    if characters > 8 * size + 2000 * count + 10_000:
        return f"{characters} characters of {size} bytes"
    if seconds > 2 + size / 20_000:
        return f"{seconds:.1f} s for {size} bytes"
    return None


def misshapen(paper: Paper) -> str | None:
    for name in ("title", "key", "venue", "doi", "arxiv", "url", "code_url", "language"):
        value = getattr(paper, name)
        if value is not None and (not isinstance(value, str) or not value or value != value.strip()):
            return f"{name} is {value!r:.80}"
    if not (paper.title or paper.text) or not isinstance(paper.text, str):
        return "neither title nor text"
    if paper.year is not None and (type(paper.year) is not int or not 1500 <= paper.year <= 2100):
        return f"year is {paper.year!r}"
    for name in ("authors", "keywords"):
        values = getattr(paper, name)
        if type(values) is not tuple or not all(isinstance(value, str) and value for value in values):
            return f"{name} is {values!r:.80}"
    return None


def turn(name: str, seconds: float, seed: int, folder: Path) -> None:
    """Try cases of one reader until its turn is over; print how many there were."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    own = golden(name)
    others = [content for other in READERS for content in golden(other)]
    started, number = time.process_time(), 0
    while time.process_time() - started < seconds:
        chance = random.Random(f"{name}/{seed}/{number}")
        content, forced = case(chance, own, others), name if chance.random() < 0.6 else None
        last = folder / f"last-{name}"
        last.write_bytes(content)
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
        try:
            wrong = faults(content, folder / "case", forced)
        except Exception:  # noqa: BLE001  # whatever it is, it is what is looked for
            wrong = traceback.format_exc()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if wrong:
            keep(folder, name, content, forced, wrong)
        number += 1
    print(number)


def keep(folder: Path, name: str, content: bytes, forced: str | None, wrong: str) -> None:
    known = hashlib.sha256(wrong.strip().splitlines()[-1].encode()).hexdigest()[:6]
    path = folder / f"{name}-{known}"
    if not path.exists() or len(path.read_bytes()) > len(content):
        path.write_bytes(content)
        path.with_suffix(".why").write_text(f"forced: {forced}\n{wrong}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--turn", type=float, default=20)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--only", choices=sorted(READERS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--turn-of", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.turn_of:
        turn(given.turn_of[0], float(given.turn_of[1]), int(given.turn_of[2]), given.folder)
        return
    names = [given.only] if given.only else list(READERS)
    log = given.folder / "log.json"
    totals = json.loads(log.read_text()) if log.exists() else {}
    ends, seed = time.monotonic() + given.seconds, given.seed
    while time.monotonic() < ends:
        for name in names:
            if time.monotonic() >= ends:
                break
            one_turn(given, name, seed, totals.setdefault(name, {"cpu": 0.0, "files": 0, "died": 0}))
            log.write_text(json.dumps(totals, indent=1))
        seed += 1


def one_turn(given: argparse.Namespace, name: str, seed: int, total: dict[str, float]) -> None:
    command = [sys.executable, __file__, "--folder", str(given.folder), "--turn-of", name, str(given.turn), str(seed)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    total["cpu"] += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if ran.returncode == 0:
        total["files"] += int(ran.stdout)
    else:
        total["died"] += 1
        wrong = f"ended with {ran.returncode}\n{ran.stderr[-3000:]}\nended with {ran.returncode}"
        keep(given.folder, name, (given.folder / f"last-{name}").read_bytes(), None, wrong)


if __name__ == "__main__":
    main()
