"""Measures how long and in how much memory the names of many papers are resolved, and how well acronyms are told apart.

    python benchmarks/entities.py 2500 5000 10000
    python benchmarks/entities.py --senses PAPERS.jsonl

The first resolves extractions made by rule. Papers name things as abstracts do: a few that everybody names (Zipf's law), the vocabulary's and others, spelled in
several ways, with acronyms that they define, and many things that nobody else names. One process a size.

The second reads papers and takes the acronyms that they define in two ways or more. A tenth of the papers at a time has
its definitions of these hidden, pair and long form, and is asked what each stands for, with all other papers as they are.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from paperkg.entities import resolve
from paperkg.entities.normal_forms import is_acronym
from paperkg.entities.resolver import Resolver
from paperkg.entities.senses import DEFINED_ELSEWHERE, Definitions, Surfaces, long_key, short_key
from paperkg.gathering import gather
from paperkg.read import read_papers
from paperkg.records import (
    NOUN_PHRASE,
    UNDEFINED_ACRONYM,
    Acronym,
    Extraction,
    Mention,
    Paper,
    Passage,
    Section,
    Source,
    Span,
)
from paperkg.settings import EntitySettings, ReadSettings
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


FOLDS = 10


def hidden(passage: Passage, shorts: set[str]) -> Extraction:
    """Return a paper without its definitions of ``shorts``, each of them mentioned once."""
    gone = [acronym for acronym in passage.acronyms if short_key(acronym.short) in shorts]
    sections = []
    for section in passage.sections:
        text = section.text
        for acronym in gone:
            text = text.replace(acronym.long, " ").replace(f"({acronym.short})", " ")
        sections.append(replace(section, text=text, sentences=(Span(0, len(text)),)))
    kept = tuple(acronym for acronym in passage.acronyms if acronym not in gone)
    mentions = tuple(
        Mention(
            field="text", start=0, end=0, text=short, kind="Concept", rule=UNDEFINED_ACRONYM, score=0.8, name=short
        )
        for short in sorted(shorts)
    )  # fmt: skip
    return Extraction(passage=replace(passage, sections=tuple(sections), acronyms=kept), mentions=mentions)


def senses(path: Path) -> None:
    """Print how many hidden acronyms were bound, and how many of these to what their paper defined."""
    passages = gather(read_papers([path], ReadSettings())).passages
    vocabulary = builtin_vocabulary()
    surfaces = Surfaces(vocabulary)
    keys = {
        each.paper.id: {
            short: long_key(long, surfaces)
            for short, long in Definitions(Extraction(passage=each)).long_of.items()
            if is_acronym(short)
        }
        for each in passages
    }
    defining: dict[str, Counter[str]] = defaultdict(Counter)
    for found in keys.values():
        for short, key in found.items():
            defining[short][key] += 1
    counts, right_by = Counter[str](), defaultdict[str, list[bool]](list)
    for fold in range(FOLDS):
        count_fold(passages, fold, keys, defining, counts, right_by)
    ambiguous = sum(len(found) > 1 for found in defining.values())
    print(f"{len(passages)} papers define {len(defining)} acronyms, {ambiguous} of them in two ways or more")
    for where in ("its sense defined elsewhere", "its sense defined nowhere else"):
        asked, bound, right = (counts[f"{where} {what}"] for what in ("asked", "bound", "right"))
        print(
            f"{where}: {asked} asked, {1 - bound / max(asked, 1):.3f} unbound, {bound} bound, "
            f"precision {right / max(bound, 1):.3f}"
        )
    mean = sum(sum(found) / len(found) for found in right_by.values()) / max(len(right_by), 1)
    print(f"precision as the mean over {len(right_by)} acronyms whose sense is defined elsewhere: {mean:.3f}")


def count_fold(
    passages: Sequence[Passage],
    fold: int,
    keys: dict[str, dict[str, str]],
    defining: dict[str, Counter[str]],
    counts: Counter[str],
    right_by: dict[str, list[bool]],
) -> None:
    asked = {
        each.paper.id: {short for short in keys[each.paper.id] if len(defining[short]) > 1}
        for place, each in enumerate(passages)
        if place % FOLDS == fold
    }
    extractions = [
        hidden(each, asked[each.paper.id]) if asked.get(each.paper.id) else Extraction(passage=each)
        for each in passages
    ]
    left: dict[str, Counter[str]] = defaultdict(Counter)
    for each in passages:
        for short, key in keys[each.paper.id].items():
            if short not in asked.get(each.paper.id, ()):
                left[short][key] += 1
    resolver = Resolver(extractions, builtin_vocabulary(), EntitySettings())
    for paper, shorts in asked.items():
        for short in shorts:
            truth = keys[paper][short]
            where = f"its sense defined {'elsewhere' if left[short][truth] else 'nowhere else'}"
            counts[f"{where} asked"] += 1
            sense = resolver.sense(paper, short)
            if sense.rule == DEFINED_ELSEWHERE:
                counts[f"{where} bound"] += 1
                counts[f"{where} right"] += sense.key == truth
                if left[short][truth]:
                    right_by[short].append(sense.key == truth)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, help="numbers of papers")
    parser.add_argument("--senses", type=Path, metavar="PAPERS", help="papers in any format that is read")
    given = parser.parse_args()
    if given.senses:
        senses(given.senses)
    elif len(given.sizes) == 1:
        measure(given.sizes[0])
    else:
        for size in given.sizes or (2500, 5000, 10000):
            subprocess.run([sys.executable, __file__, str(size)], check=True)


if __name__ == "__main__":
    main()
