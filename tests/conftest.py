"""An invented collection that tests of the graph, its questions and its exports share."""

from pathlib import Path

import pytest

from paperkg.build import build
from paperkg.records import (
    Broader,
    Collection,
    Entity,
    Evidence,
    Link,
    Merge,
    Paper,
    PaperRecord,
    Result,
    Run,
    Source,
)
from paperkg.settings import BuildSettings

SEEDS = Path(__file__).parents[1] / "seeds"

TEXTS = {
    "arxiv-2601.00001": "We propose Fernfold (Fern Folding), a decoding framework for diffusion language models. "
    "Fernfold beats Mossgrow on PuzzleBench by 3.5 points of accuracy with Tulip-7B as its model.",
    "doi-10.1234-plants.2": "Mossgrow speeds up diffusion language models. We evaluate it on PuzzleBench and Tulip.",
    "text-00000000000000a3": "Tulip-7B is probed for in-context learning. No code is given.",
    "text-00000000000000b4": "Nothing here is shared with anyone.",
}


def paper(identifier, position, **fields):
    source = Source("list.txt", position)
    return Paper(id=identifier, source=source, sources=(source,), text=TEXTS[identifier], language="en", **fields)


def evidence(identifier, text, rule="vocabulary", score=0.97):
    whole = TEXTS[identifier]
    start = whole.index(text)
    first = whole.rfind(". ", 0, start) + 2 if ". " in whole[:start] else 0
    last = whole.find(". ", start) + 1 or len(whole)
    return Evidence(identifier, "text", text, start, start + len(text), whole[first:last], rule, score)


def link(identifier, predicate, term, text, subject=None, **more):
    found = evidence(identifier, text, **more)
    return Link(identifier, subject or identifier, predicate, term, found.score, (found,))


FERN, MOSS, PROBE, ALONE = TEXTS
LINKS = (
    link(FERN, "about", "diffusion-language-model", "diffusion language models"),
    link(FERN, "comparesWith", "mossgrow", "Mossgrow", rule="comparison", score=0.8),
    link(FERN, "evaluatesOn", "puzzlebench", "PuzzleBench"),
    link(FERN, "measures", "accuracy", "accuracy"),
    link(FERN, "proposes", "fernfold-fern-folding", "Fernfold", rule="propose", score=0.9),
    link(FERN, "usesModel", "tulip-7b", "Tulip-7B"),
    link(FERN, "outperforms", "mossgrow", "Fernfold beats Mossgrow", subject="fernfold-fern-folding", score=0.85),
    link(MOSS, "about", "diffusion-language-model", "diffusion language models"),
    link(MOSS, "evaluatesOn", "puzzlebench", "PuzzleBench"),
    link(MOSS, "proposes", "mossgrow", "Mossgrow", rule="propose", score=0.9),
    link(MOSS, "usesModel", "tulip", "Tulip"),
    link(PROBE, "about", "in-context-learning", "in-context learning"),
    link(PROBE, "usesModel", "tulip-7b", "Tulip-7B"),
)
ENTITIES = (
    Entity(id="accuracy", kinds=("Metric",), label="accuracy", papers=1),
    Entity(
        id="diffusion-language-model",
        kinds=("Concept",),
        label="diffusion language model",
        aliases=("dLLM", "diffusion LM"),
        same_as=("https://example.org/topics/diffusion",),
        papers=2,
        merges=(Merge("diffusion-language-model", "diffusion LM", "plural"),),
    ),
    Entity(
        id="fernfold-fern-folding", kinds=("Method",), label="Fernfold", aliases=("Fern Folding", "Fernfold"), papers=1
    ),
    Entity(id="in-context-learning", kinds=("Concept",), label="in-context learning", aliases=("ICL",), papers=1),
    Entity(id="mossgrow", kinds=("Method",), label="Mossgrow", papers=2),
    Entity(id="puzzlebench", kinds=("Benchmark",), label="PuzzleBench", aliases=("Puzzle-Bench",), papers=2),
    Entity(id="tulip", kinds=("Model",), label="Tulip", papers=1),
    Entity(id="tulip-7b", kinds=("Model",), label="Tulip-7B", broader=(Broader("tulip", "size"),), papers=2),
)
RECORDS = (
    PaperRecord(
        paper=paper(
            FERN, 1, title="Fernfold: Folding for Speed", arxiv="2601.00001", year=2026, authors=("A. Fern", "B. Moss")
        ),
        label="Fernfold: Folding for Speed",
        keyphrases=("decoding framework", "folding"),
        contribution="framework",
        code_url="https://example.org/fern fold",
    ),
    PaperRecord(
        paper=paper(MOSS, 2, title="Growing Moss", doi="10.1234/plants.2", year=2025, venue="Garden Conference"),
        label="Growing Moss",
        contribution="method",
        code_announced=True,
    ),
    PaperRecord(paper=paper(PROBE, 3, keywords=("in-context learning",)), label="in-context learning"),
    PaperRecord(paper=paper(ALONE, 4), label='Nothing "shared"\nhere \\ at all'),
)
SENTENCE = TEXTS[FERN].partition(". ")[2]
RESULTS = (
    Result(
        id="00000000000000f1",
        paper=FERN,
        system="Fernfold",
        benchmark="PuzzleBench",
        metric="accuracy",
        value="3.5 points",
        number=3.5,
        direction="higher",
        baseline="Mossgrow",
        sentence=SENTENCE,
        start=TEXTS[FERN].index("3.5 points"),
        end=TEXTS[FERN].index("3.5 points") + len("3.5 points"),
        rule="by",
        score=0.8,
    ),
)


@pytest.fixture(scope="session")
def invented_collection():
    """Four papers: two meet in a concept and a benchmark, two in a model, the last one stands alone."""
    return Collection(papers=RECORDS, entities=ENTITIES, links=LINKS, results=RESULTS)


@pytest.fixture(scope="session")
def invented_run():
    return Run(version="0.1.0", settings=(("embedder", "hash"),), models=(("words", "00ff"),))


@pytest.fixture(scope="session")
def seeds_build(tmp_path_factory):
    """The folder of ``paperkg build seeds`` with the settings that users get."""
    folder = tmp_path_factory.mktemp("seeds")
    build([SEEDS], folder, BuildSettings(), jobs=1)
    return folder


@pytest.fixture
def collection(invented_collection):
    return invented_collection


@pytest.fixture
def run(invented_run):
    return invented_run
