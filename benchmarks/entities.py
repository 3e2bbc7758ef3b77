"""Measures how long and in how much memory the names of many papers are resolved, on extractions made by rule.

    python benchmarks/entities.py 2500 5000 10000

Papers name things as abstracts do: a few that everybody names (Zipf's law), the vocabulary's and others, spelled in
several ways, with acronyms that they define, and many things that nobody else names. One process a size.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time

from paperkg.entities import resolve
from paperkg.records import NOUN_PHRASE, Acronym, Extraction, Mention, Paper, Passage, Section, Source, Span
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Term, builtin_vocabulary

TERMS, PHRASES, OWN = 14, 22, 2
"""Mentions a paper: of the vocabulary, noun phrases, names of its own. An abstract of the PMLR sample has about so many."""
SYLLABLES = "mo ss fe rn gro wth pe at li ver wo rt tu ft sp ha gn um".split()


def word(numbers: random.Random) -> str:
    return "".join(numbers.choice(SYLLABLES) for _ in range(numbers.randint(2, 4)))


def extraction(index: int, numbers: random.Random, terms: list[Term], phrases: list[str]) -> Extraction:
    named: list[tuple[str, str | None, str]] = []
    for _ in range(TERMS):
        term = terms[min(int(numbers.paretovariate(0.6)) - 1, len(terms) - 1)]
        named.append((numbers.choice(term.surfaces), term.id, "vocabulary"))
    for _ in range(PHRASES):
        shared = numbers.random() < 0.4
        phrase = (
            phrases[min(int(numbers.paretovariate(0.5)) - 1, len(phrases) - 1)]
            if shared
            else f"{word(numbers)} {word(numbers)}"
        )
        named.append((phrase + numbers.choice(("", "s")), None, NOUN_PHRASE if numbers.random() < 0.6 else "keyphrase"))
    long = f"{word(numbers)} {word(numbers)} {word(numbers)}".title()
    short = "".join(each[0] for each in long.split())
    named += [(f"{word(numbers).title()}{numbers.randint(1, 9)}", None, "name") for _ in range(OWN)] + [
        (short, None, "acronym")
    ]
    text = " ".join(name for name, _, _ in named) + f" {long}"
    mentions, place = [], 0
    for name, term, rule in named:
        mentions.append(
            Mention(
                field="text", start=place, end=place + len(name), text=name, rule=rule, score=0.8, name=name, term=term,
                kind="Model" if rule == "name" else "Concept", predicate="mentions",
            )
        )  # fmt: skip
        place += len(name) + 1
    section = Section("text", text, (Span(0, len(text)),))
    acronym = Acronym(short, long, "text", Span(place - len(short) - 1, place - 1), Span(place, len(text)))
    paper = Paper(id=f"p{index:06}", source=Source("made.jsonl", index), text=text)
    return Extraction(passage=Passage(paper, (section,), (acronym,)), mentions=tuple(mentions), label=text[:20])


def measure(papers: int) -> None:
    numbers = random.Random(0)
    vocabulary = builtin_vocabulary()
    terms = sorted(vocabulary, key=lambda term: (-term.papers, term.id))
    phrases = [f"{word(numbers)} {word(numbers)}" for _ in range(20_000)]
    made = [extraction(index, numbers, terms, phrases) for index in range(1, papers + 1)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    start = time.process_time()
    collection = resolve(made, vocabulary, EntitySettings())
    seconds = time.process_time() - start
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{papers:>8} papers {len(collection.entities):>8} nodes {len(collection.links):>9} edges "
        f"{seconds:8.1f} CPU s {1000 * seconds / papers:6.2f} ms a paper {before:6.2f} GiB before {after:6.2f} GiB at most"
    )


if __name__ == "__main__":
    if len(sys.argv) == 2:
        measure(int(sys.argv[1]))
    else:
        for size in sys.argv[1:] or ("2500", "5000", "10000"):
            subprocess.run([sys.executable, __file__, size], check=True)
