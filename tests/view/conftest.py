"""Collections to draw: a small one written by hand, and large ones made by rule."""

import os
import random
import shutil
import sys
from dataclasses import replace

import pytest

from paperkg.records import Broader, Collection, Entity, Evidence, Link, Paper, PaperRecord, Source
from paperkg.view import page

ATTACK = "</script><img src=x onerror=alert(1)>"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
INSTALL = "Chromium is missing: apt-get install chromium"
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


@pytest.fixture(scope="session")
def browser():
    program = shutil.which("chromium")
    if program is None:
        if os.environ.get("PAPERKG_ALL") == "1":
            pytest.fail(INSTALL)
        pytest.skip(INSTALL)
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


class Visit:
    """An open page, with all that it asked for and complained of."""

    def __init__(self, browser, file, *, size=(1440, 900), scheme="light", fragment=""):
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, offline=True, color_scheme=scheme, accept_downloads=True
        )
        self.tab = self.context.new_page()
        self.tab.set_default_timeout(10_000)
        self.troubles, self.requests = [], []
        self.tab.on("console", lambda message: self.troubles.append(message.text))
        self.tab.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.tab.on("dialog", self._dialog)
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.address = file.as_uri()
        self.tab.goto(self.address + fragment)
        self.tab.wait_for_selector("#map[data-drawn]")
        self.read()

    def _dialog(self, dialog):
        self.troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def search(self, text):
        self.tab.fill("#search", text)
        self.tab.press("#search", "Enter")
        self.read()

    def read(self):
        """Wait until the panel has all its texts."""
        self.tab.wait_for_selector("#panel[aria-busy=false]")

    def heading(self):
        return self.tab.inner_text("#panel h2").strip()

    def shown(self):
        return set(
            self.tab.evaluate("[...window.paperkg.current.shown].map((index) => window.paperkg.nodes[index].label)")
        )

    def bright(self):
        return set(
            self.tab.evaluate(
                "[...(window.paperkg.current.bright || [])].map((index) => window.paperkg.nodes[index].label)"
            )
        )

    def close(self):
        self.context.close()
        assert self.troubles == []
        assert {request.split("#")[0] for request in self.requests if not request.startswith("blob:")} == {self.address}


@pytest.fixture
def visit(browser, tmp_path, monkeypatch):
    opened = []

    def open_page(collection, *, packed=False, **how):
        monkeypatch.setattr(sys.modules["paperkg.view.page"], "PLAIN_NODES", 0 if packed else 10**6)
        file = tmp_path / "graph.html"
        file.write_text(page(collection, **how.pop("options", {})), encoding="utf-8")
        opened.append(Visit(browser, file, **how))
        return opened[-1]

    yield open_page
    for each in opened:
        each.close()


def _hostile_id(name: str) -> str:
    return f"{name}{ATTACK}"


@pytest.fixture(scope="session")
def hostile(small) -> Collection:
    """The small collection with the attack in every text that an input file can bring, ids among them."""
    papers = tuple(
        replace(
            record,
            label=ATTACK + record.label,
            code_url="javascript:alert(1)",
            keyphrases=(ATTACK,),
            contribution=ATTACK,
            paper=replace(
                record.paper,
                id=_hostile_id(record.paper.id),
                title=ATTACK,
                text=record.paper.text + ATTACK,
                authors=(ATTACK,),
                venue=f"{ATTACK} {record.paper.venue}",
                url="javascript:alert(1)",
                doi='10.1/"><script>alert(1)</script>',
                keywords=(ATTACK,),
                source=replace(record.paper.source, path=ATTACK),
            ),
        )
        for record in small.papers
    )
    entities = tuple(
        replace(
            entity,
            id=_hostile_id(entity.id),
            label=ATTACK + entity.label,
            aliases=(ATTACK,),
            broader=tuple(Broader(_hostile_id(each.term), ATTACK) for each in entity.broader),
        )
        for entity in small.entities
    )
    links = tuple(
        replace(
            each,
            paper=_hostile_id(each.paper),
            subject=_hostile_id(each.subject),
            object=_hostile_id(each.object),
            evidence=(_hostile_evidence(each.evidence[0]),),
        )
        for each in small.links
    )
    return Collection(papers=papers, entities=entities, links=links, results=())


def _hostile_evidence(quoted: Evidence) -> Evidence:
    return replace(
        quoted,
        paper=_hostile_id(quoted.paper),
        text=ATTACK,
        sentence=f"A sentence of {ATTACK} that no text holds.",
        rule=ATTACK,
    )


@pytest.fixture(scope="session")
def attack() -> str:
    return ATTACK
