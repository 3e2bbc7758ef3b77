"""Papers per CPU second: each stage of a build, cold and warm, beside spaCy alone and, where torch is, KeyBERT.

    python benchmarks/speed.py --corpus PAPERS.jsonl [--papers 200] [--repeat 2] [--weights FOLDER] [--write speed.json]

Everything runs in one process with one thread, over the same abstracts, and is timed in CPU seconds, the best of the
repetitions, each with models loaded anew; loading is told apart. Cold is with an empty cache, warm a second build of
the same folder. (c) is spaCy's tagger, parser and lemmatizer alone. (a) is KeyBERT with its defaults through
sentence-transformers, (b) KeyBERT on the noun phrases of spaCy, both one document at a time; they run where
``sentence_transformers`` can be imported and ``--weights`` names its folder. How time and memory grow: ``growth.py``.
What ``--write`` keeps goes into ``docs/explanation`` by ``scale_page.py``.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from paperkg import __version__, folder
from paperkg.build import build, vocabulary_of
from paperkg.gathering import gather
from paperkg.mentions import Extractor
from paperkg.mentions.pipeline import PINNED, data_folder
from paperkg.read import read_papers
from paperkg.records import Passage
from paperkg.settings import BuildSettings, MentionSettings

DEFAULT = BuildSettings(page=False)
STATISTICAL = replace(DEFAULT, mentions=MentionSettings(keyphrases="statistical"))
FLOOR = "(c) spaCy alone"
STAGES = ("read", "mentions", "entities", "graph", "shapes")


def corpus_of(source: Path, count: int, place: Path) -> Path:
    """Return a file of the first ``count`` lines of ``source``, repeated with other words where there are too few."""
    path = place / f"{count}.jsonl"
    with source.open(encoding="utf-8") as lines:
        path.write_text("".join(islice(_endless(list(lines)), count)), encoding="utf-8")
    return path


def _endless(lines: Sequence[str]) -> Iterator[str]:
    yield from lines
    for turn in range(1, 1000):
        for line in lines:
            paper = json.loads(line)
            field = "abstract" if "abstract" in paper else "text"
            paper = {key: value for key, value in paper.items() if key in ("title", field)}
            paper["title"] = f"{paper.get('title')} {turn}"
            paper[field] = f"Part {turn}. {paper.get(field)}"
            yield json.dumps(paper) + "\n"


def passages_of(path: Path) -> Sequence[Passage]:
    return gather(read_papers([path], DEFAULT.read)).passages


def cpu(make: Callable[[], Callable[[], object]]) -> tuple[float, float]:
    """Return the CPU seconds of making some work, and of doing it."""
    start = time.process_time()
    work = make()
    begin = time.process_time()
    work()
    return begin - start, time.process_time() - begin


def exhaust(items: Iterable[object]) -> None:
    for _ in items:
        pass


def stages_of(output: Path) -> dict[str, float]:
    timings = json.loads((output / folder.TIMINGS).read_text(encoding="utf-8"))
    return {stage: timings[stage]["cpu"] for stage in STAGES if stage in timings}


def spacy_alone(texts: Sequence[str]) -> Callable[[], object]:
    import spacy

    language = spacy.load(data_folder(PINNED), exclude=["ner", "senter"])
    exhaust(language.pipe(texts[:1]))
    return lambda: exhaust(language.pipe(texts))


def ours(passages: Sequence[Passage], settings: BuildSettings) -> Callable[[], object]:
    extractor = Extractor(settings.mentions, vocabulary_of(settings.vocabulary))
    extractor.extract(passages[0])
    return lambda: exhaust(map(extractor.extract, passages))


def keybert_model(weights: Path) -> Any:
    import torch
    from keybert import KeyBERT
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(1)
    return KeyBERT(SentenceTransformer(str(weights), device="cpu"))


def keybert_default(texts: Sequence[str], weights: Path) -> Callable[[], object]:
    model = keybert_model(weights)
    model.extract_keywords(texts[0])
    return lambda: exhaust(map(model.extract_keywords, texts))


def keybert_on_noun_phrases(texts: Sequence[str], weights: Path) -> Callable[[], object]:
    import spacy

    model = keybert_model(weights)
    language = spacy.load(data_folder(PINNED), exclude=["ner", "senter"])

    def one(text: str) -> None:
        phrases = {chunk.text.lower() for chunk in language(text).noun_chunks}
        model.extract_keywords(text, candidates=sorted(phrases), top_n=15)

    one(texts[0])
    return lambda: exhaust(map(one, texts))


def report_stages(path: Path, place: Path, count: int) -> dict[str, Any]:
    """Return the CPU seconds of each stage of a build, by settings and state of the cache."""
    found: dict[str, Any] = {"papers": count}
    for name, settings in (("default", DEFAULT), ("statistical", STATISTICAL)):
        output = place / f"build-{name}"
        print(f"\nbuild, {name}: papers per CPU second by stage, loading included")
        found[name] = {}
        for state in ("cold", "warm"):
            build([path], output, settings, jobs=1)
            found[name][state] = stages_of(output)
            rates = {stage: count / max(seconds, 0.001) for stage, seconds in found[name][state].items()}
            print(f"  {state}  " + "  ".join(f"{stage} {rate:.0f}" for stage, rate in rates.items()))
        cold, warm = (found[name][state]["mentions"] for state in ("cold", "warm"))
        print(f"  mention stage: warm is {cold / max(warm, 0.001):.0f} times faster")
    return found


def report_peers(passages: Sequence[Passage], weights: Path | None, repeat: int) -> dict[str, Any]:
    """Return the CPU seconds of each way over the same abstracts."""
    texts = [passage.paper.text for passage in passages]
    ways: dict[str, Callable[[], Callable[[], object]]] = {
        FLOOR: partial(spacy_alone, texts),
        "ours, default": partial(ours, passages, DEFAULT),
        "ours, statistical": partial(ours, passages, STATISTICAL),
    }
    if weights and importlib.util.find_spec("sentence_transformers"):
        ways["(a) KeyBERT with its defaults"] = partial(keybert_default, texts, weights)
        ways["(b) KeyBERT on noun phrases"] = partial(keybert_on_noun_phrases, texts, weights)
    print(f"\nmentions of {len(texts)} abstracts, cold, loading apart: papers per CPU second")
    loading, measured = dict.fromkeys(ways, math.inf), dict.fromkeys(ways, math.inf)
    for _ in range(repeat):  # in turns, since what else the machine does slows down all of them alike
        for name, make in ways.items():
            made, done = cpu(make)
            loading[name], measured[name] = min(loading[name], made), min(measured[name], done)
    for name, seconds in measured.items():
        print(f"  {name:32}{len(texts) / seconds:8.1f}   loading {loading[name]:.1f} s", flush=True)
    default, floor = measured["ours, default"], measured[FLOOR]
    for name, seconds in measured.items():
        print(f"  {name:32}{seconds / default:8.2f} times our default, {seconds / floor:.2f} times spaCy alone")
    return {"papers": len(texts), "seconds": measured}


def keep(path: Path, found: dict[str, Any]) -> None:
    """Put what was measured into a file of figures, beside what other runs have put there."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    path.write_text(json.dumps({**known, **found}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="JSON lines with title and abstract or text")
    parser.add_argument("--papers", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--weights", type=Path, help="a folder of sentence-transformers, for (a) and (b)")
    parser.add_argument("--write", type=Path, help="a JSON file for the figures")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        path = corpus_of(given.corpus, given.papers, place)
        found = {"version": __version__, "peers": report_peers(passages_of(path), given.weights, given.repeat)}
        found["stages"] = report_stages(path, place, given.papers)
    if given.write:
        keep(given.write, found)


if __name__ == "__main__":
    main()
