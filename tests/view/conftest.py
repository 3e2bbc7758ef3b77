"""Collections to draw: a small one written by hand, and large ones made by rule."""

import random

import pytest

from paperkg.records import Broader, Collection, Entity, Evidence, Link, Paper, PaperRecord, Source

FIELDS = ("vision", "language", "graphs", "robots", "speech", "proofs", "climate", "genomes", "games", "markets")
PREDICATES = {
    "Concept": "about",
    "Task": "addresses",
    "Method": "usesMethod",
    "Model": "usesModel",
    "Dataset": "trainedOn",
    "Benchmark": "evaluatesOn",
    "Metric": "measures",
}


def evidence(paper: Paper, words: str, rule: str = "vocabulary", score: float = 0.9) -> Evidence:
    start = paper.text.index(words)
    before = paper.text.rfind(". ", 0, start)
    first = 0 if before < 0 else before + 2
    last = paper.text.find(". ", start)
    sentence = paper.text[first : len(paper.text) if last < 0 else last + 1]
    return Evidence(paper.id, "text", words, start, start + len(words), sentence, rule, score)


def link(paper: Paper, predicate, target: str, words: str, *, subject: str | None = None, score: float = 0.9) -> Link:
    return Link(paper.id, subject or paper.id, predicate, target, score, (evidence(paper, words, score=score),))


def record(identifier: str, label: str, text: str, **metadata) -> PaperRecord:
    paper = Paper(id=identifier, source=Source("small.jsonl", 1), text=text, **metadata)
    return PaperRecord(paper=paper, label=label)


@pytest.fixture(scope="session")
def small() -> Collection:
    """Three papers: two meet in GPQA and in Qwen3, one shares nothing."""
    one = record(
        "text-1",
        "ABC: Able Better Coding",
        "We propose ABC on top of Qwen3-8B. ABC outperforms XYZ on GPQA-Diamond.",
        title="Able Better Coding",
        authors=("Ada Example", "Bo Example"),
        year=2025,
        venue="Workshop A",
        url="https://example.org/abc",
    )
    two = record(
        "text-2",
        "Reading with Qwen3-8B",
        "We read with Qwen3-8B. GPQA-Diamond is hard for it.",
        year=2026,
        venue="Workshop B",
    )
    three = record("text-3", "Lonely Lemma", "A lemma is proved. It uses the tool SOLO.", year=2024)
    links = (
        link(one.paper, "proposes", "abc", "ABC"),
        link(one.paper, "usesModel", "qwen3-8b", "Qwen3-8B"),
        link(one.paper, "evaluatesOn", "gpqa-diamond", "GPQA-Diamond", score=0.7),
        link(one.paper, "outperforms", "xyz", "outperforms XYZ", subject="abc", score=0.6),
        link(one.paper, "comparesWith", "xyz", "XYZ"),
        link(two.paper, "usesModel", "qwen3-8b", "Qwen3-8B"),
        link(two.paper, "evaluatesOn", "gpqa-diamond", "GPQA-Diamond"),
        link(three.paper, "usesModel", "solo", "SOLO"),
    )
    entities = (
        Entity(id="abc", kinds=("Method",), label="ABC", papers=1),
        Entity(id="gpqa-diamond", kinds=("Benchmark", "Dataset"), label="GPQA-Diamond", aliases=("gpqa d",), papers=2),
        Entity(id="qwen3", kinds=("Model",), label="Qwen3", papers=0),
        Entity(id="qwen3-8b", kinds=("Model",), label="Qwen3-8B", broader=(Broader("qwen3", "version"),), papers=2),
        Entity(id="solo", kinds=("Model",), label="SOLO", papers=1),
        Entity(id="unused", kinds=("Concept",), label="Unused", papers=0),
        Entity(id="xyz", kinds=("Model",), label="XYZ", papers=1),
    )
    return Collection(papers=(one, two, three), entities=entities, links=links, results=())


def made(count: int) -> Collection:
    """Return ``count`` papers in ten fields; names of terms repeat within a field, seldom across."""
    chance = random.Random(count)
    terms: dict[str, tuple[str, str]] = {}
    users: dict[str, set[str]] = {}
    records, links = [], []
    for number in range(count):
        field = FIELDS[number * len(FIELDS) // count]
        chosen = [_term(chance, field, count) for _ in range(chance.randint(1, 9))]
        own = f"{field.capitalize()}Net-{number}"
        chosen.append((f"own-{number}", own, "Method"))
        text = f"We propose {own} for {field}. " + " ".join(f"It relies on {label} here." for _, label, _ in chosen)
        text += " The rest of this abstract says at length what was done and how well it went." * 9
        paper = Paper(id=f"text-{number:05}", source=Source("made", number + 1), text=text, year=2015 + number % 12)
        records.append(PaperRecord(paper=paper, label=f"{own}: {field} at scale {number}"))
        for identifier, label, kind in sorted(set(chosen)):
            terms[identifier] = (label, kind)
            users.setdefault(identifier, set()).add(paper.id)
            predicate = "proposes" if identifier.startswith("own-") else PREDICATES[kind]
            links.append(link(paper, predicate, identifier, label, score=round(chance.uniform(0.5, 1), 3)))
    entities = [
        Entity(id=identifier, kinds=(kind,), label=label, papers=len(users[identifier]))
        for identifier, (label, kind) in sorted(terms.items())
    ]
    return Collection(papers=tuple(records), entities=tuple(entities), links=tuple(links), results=())


def _term(chance: random.Random, field: str, count: int) -> tuple[str, str, str]:
    place = int(chance.paretovariate(0.7)) % max(count // 4, 6)
    kind = sorted(PREDICATES)[place % len(PREDICATES)]
    field = field if chance.random() < 0.85 else chance.choice(FIELDS)
    return f"{field}-{kind}-{place}".lower(), f"{field} {kind.lower()} {place}", kind


@pytest.fixture(scope="session")
def made_collection():
    return made
