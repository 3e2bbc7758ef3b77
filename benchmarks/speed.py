"""Papers per CPU second: each stage of a build, cold and warm, beside spaCy alone and, where torch is, KeyBERT.

Run: ``python benchmarks/speed.py --corpus PAPERS.jsonl [--papers 200] [--repeat 2] [--growth 100,200,400]``

Everything runs in one process with one thread, over the same abstracts, and is timed in CPU seconds, the best of the
repetitions; loading of models is told apart. Cold is with an empty cache, warm a second build of the same folder.
(c) is spaCy's tagger, parser and lemmatizer alone. (a) is KeyBERT with its defaults through sentence-transformers, (b)
KeyBERT on the noun phrases of spaCy, both one document at a time; they run where ``sentence_transformers`` can be
imported and ``--weights`` names its folder. ``--growth`` builds that many papers each with ``--keyphrases statistical``
and prints the exponent by which CPU time grows.
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
from itertools import islice
from pathlib import Path

from paperkg import folder
from paperkg.build import build, vocabulary_of
from paperkg.gathering import gather
from paperkg.mentions import Extractor
from paperkg.mentions.pipeline import PINNED, data_folder
from paperkg.read import read_papers
from paperkg.records import Passage
from paperkg.settings import BuildSettings, MentionSettings

DEFAULT = BuildSettings(page=False)
STATISTICAL = replace(DEFAULT, mentions=MentionSettings(keyphrases="statistical"))
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


def cpu(work: Callable[[], object], repeat: int = 1) -> float:
    """Return the CPU seconds of the fastest of ``repeat`` runs."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def exhaust(items: Iterable[object]) -> None:
    for _ in items:
        pass


def stages_of(output: Path) -> dict[str, float]:
    timings = json.loads((output / folder.TIMINGS).read_text(encoding="utf-8"))
    return {stage: timings[stage]["cpu"] for stage in STAGES if stage in timings}


def spacy_alone(texts: Sequence[str], repeat: int) -> float:
    import spacy

    language = spacy.load(data_folder(PINNED), exclude=["ner", "senter"])
    exhaust(language.pipe(texts[:10]))
    return cpu(lambda: exhaust(language.pipe(texts)), repeat)


def extraction_alone(passages: Sequence[Passage], settings: BuildSettings, repeat: int) -> tuple[float, float]:
    """Return the CPU seconds of loading, and of extraction without any cache."""
    start = time.process_time()
    extractor = Extractor(settings.mentions, vocabulary_of(settings.vocabulary))
    extractor.extract(passages[0])
    loading = time.process_time() - start
    return loading, cpu(lambda: exhaust(map(extractor.extract, passages)), repeat)


def keybert_in_torch(texts: Sequence[str], weights: Path, repeat: int) -> dict[str, float]:
    import spacy
    import torch
    from keybert import KeyBERT

    torch.set_num_threads(1)
    from sentence_transformers import SentenceTransformer

    model = KeyBERT(SentenceTransformer(str(weights), device="cpu"))
    language = spacy.load(data_folder(PINNED), exclude=["ner", "senter"])

    def on_noun_phrases(text: str) -> None:
        phrases = {chunk.text.lower() for chunk in language(text).noun_chunks}
        model.extract_keywords(text, candidates=sorted(phrases), top_n=15)

    return {
        "(a) KeyBERT with its defaults": cpu(lambda: exhaust(map(model.extract_keywords, texts)), repeat),
        "(b) KeyBERT on noun phrases": cpu(lambda: exhaust(map(on_noun_phrases, texts)), repeat),
    }


def report_stages(path: Path, place: Path, count: int) -> None:
    for name, settings in (("default", DEFAULT), ("statistical", STATISTICAL)):
        output = place / f"build-{name}"
        print(f"\nbuild, {name}: papers per CPU second by stage, loading included")
        for state in ("cold", "warm"):
            build([path], output, settings, jobs=1)
            told = "  ".join(
                f"{stage} {count / max(seconds, 0.001):.0f}" for stage, seconds in stages_of(output).items()
            )
            print(f"  {state}  {told}")
            if state == "cold":
                cold = stages_of(output)["mentions"]
            else:
                print(f"  mention stage: warm is {cold / max(stages_of(output)['mentions'], 0.001):.0f} times faster")


def report_peers(passages: Sequence[Passage], weights: Path | None, repeat: int) -> None:
    texts = [passage.paper.text for passage in passages]
    floor = spacy_alone(texts, repeat)
    loading, default = extraction_alone(passages, DEFAULT, repeat)
    _, statistical = extraction_alone(passages, STATISTICAL, repeat)
    print(f"\nmentions of {len(texts)} abstracts, cold, loading ({loading:.1f} s) apart: papers per CPU second")
    rows = {"(c) spaCy alone": floor, "ours, default": default, "ours, statistical": statistical}
    if weights and importlib.util.find_spec("sentence_transformers"):
        rows |= keybert_in_torch(texts, weights, repeat)
    for name, seconds in rows.items():
        print(f"  {name:32}{len(texts) / seconds:8.1f}   {default / seconds:6.2f} of ours in time")
    print(
        f"  default is {default / floor:.2f} times spaCy alone; statistical is {default / statistical:.2f} times faster"
    )


def report_growth(source: Path, sizes: Sequence[int], place: Path) -> None:
    print("\ngrowth, statistical, cache off after each: papers and CPU seconds of a build")
    points = []
    for size in sizes:
        path = corpus_of(source, size, place)
        seconds = cpu(lambda: build([path], place / f"growth-{size}", STATISTICAL, jobs=1))  # noqa: B023
        points.append((math.log(size), math.log(seconds)))
        print(f"  {size:8}{seconds:10.1f}")
    (first, low), (last, high) = points[0], points[-1]
    if last > first:
        print(f"  exponent {(high - low) / (last - first):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="JSON lines with title and abstract or text")
    parser.add_argument("--papers", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--weights", type=Path, help="a folder of sentence-transformers, for (a) and (b)")
    parser.add_argument("--growth", default="", help="numbers of papers, parted by commas")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        path = corpus_of(given.corpus, given.papers, place)
        report_peers(passages_of(path), given.weights, given.repeat)
        report_stages(path, place, given.papers)
        if given.growth:
            report_growth(given.corpus, [int(size) for size in given.growth.split(",")], place)


if __name__ == "__main__":
    main()
