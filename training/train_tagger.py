"""Trains the tagger on tags that spaCy's pinned pipeline gives to abstracts, and writes its tables and weights.

    python training/train_tagger.py --corpus FILE.jsonl[.gz] ... [--silver FILE] [--out FOLDER]

The files hold abstracts; those of the first papers of the first file only measure. With ``--silver`` the tags are kept
in that file, and read from there where it is already. See ``training/tagger.md`` for what is in the data and what the
model is for.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from paperkg.mentions.lemmas import lemma_by_rule
from paperkg.mentions.noun_phrases import Tagger
from paperkg.mentions.perceptron import EDGE, OUTSIDE, Perceptron, Word, alone, around, look_of
from paperkg.mentions.pipeline import PINNED
from paperkg.mentions.tagger_model import MODEL_FOLDER
from paperkg.read import read_papers
from paperkg.records import Paper
from paperkg.settings import ReadSettings
from paperkg.text import passage

HELD_OUT = 500
"""Papers that only measure."""
EPOCHS = 4
LEAST_PLACES = 4
"""Places where a word must stand for the table to know it."""
SURE = 0.985
"""Share of the places of a word that must have one tag, for the word to have no other."""
LEAST_SHARE = 0.01
LEAST_RARE = 0.004
"""Share of the rare words that must have a tag, for an unknown word to have it."""
LEAST_UPDATES = 3
SCALE = 5
LEAST_WEIGHTS = (7.5, 7.5, 7.5, 7.5, 7.5, 7.5, 7.5, 10, 10, 7.5)
"""Weights nearer to nothing are left out, for each item of what stands around a word, and for the word alone."""
LEAST_LEMMAS = 2
FEATURES = 9

Tagged = list[tuple[str, str, str]]
"""The words of a title or an abstract, each with its tag and its lemma."""


def silver(corpus: Sequence[Path]) -> Iterator[Tagged]:
    """Yield the words of the titles and abstracts of the papers in some files, as spaCy tags them."""
    tagger = Tagger(PINNED)
    papers = (paper for path in corpus for paper in read_papers([path], ReadSettings()) if isinstance(paper, Paper))
    for found in map(passage, papers):
        for section in (found.section("title"), found.section("text")):
            tokens = tagger.analyse_section(section).tokens
            yield [(token.text, token.tag, token.lemma) for token in tokens]


def kept(corpus: Sequence[Path], file: Path | None) -> list[Tagged]:
    if file is not None and file.is_file():
        with file.open(encoding="utf-8") as lines:
            return [[tuple(word) for word in json.loads(line)] for line in lines]
    texts = [text for text in silver(corpus) if text]
    if file is not None:
        file.write_text("".join(json.dumps(text) + "\n" for text in texts), encoding="utf-8")
    return texts


class Trainer:
    """The averaged perceptron: weights, and their sums over all steps so far."""

    def __init__(self, table: dict[str, str], open_tags: str) -> None:
        self._table, self._open = table, open_tags
        self._steps = 0
        self._weights: list[dict[str, dict[str, list[int]]]] = [{} for _ in range(FEATURES + 1)]
        self._updates: list[Counter[str]] = [Counter() for _ in range(FEATURES + 1)]
        self._looks: dict[str, Word] = {}
        self._alone: dict[str, list[str]] = {}

    def learn(self, words: Sequence[str], tags: Sequence[str]) -> None:
        """Read one text as the tagger will, and correct the weights where they say another tag."""
        seen = [self._look(word) for word in words] + [EDGE, EDGE]
        before = second = OUTSIDE
        for at, tag in enumerate(tags):
            possible = seen[at].tags
            found = possible
            if len(possible) > 1:
                self._steps += 1
                keys = self._keys(words[at], seen, at, before, second)
                found = self._best(keys, possible)
                if found != tag and tag in possible:
                    self._correct(keys, tag, found)
            second, before = before, found

    def weights(self) -> tuple[dict[str, dict[str, int]], list[dict[str, dict[str, int]]]]:
        """Return the averages: of what is seen of a word alone, and of what stands around it."""
        every = []
        for table, updates, least in zip(self._weights, self._updates, LEAST_WEIGHTS, strict=True):
            means = {
                key: {
                    tag: round(mean) for tag, weight in sorted(each.items()) if abs(mean := self._mean(weight)) >= least
                }
                for key, each in sorted(table.items())
                if updates[key] >= LEAST_UPDATES
            }
            every.append({key: each for key, each in means.items() if each})
        return every[-1], every[:-1]

    def _look(self, word: str) -> Word:
        if word not in self._looks:
            self._looks[word] = look_of(word, self._table, self._open)
            self._alone[word] = alone(word, self._table)
        return self._looks[word]

    def _keys(self, word: str, seen: Sequence[Word], at: int, before: str, second: str) -> list[tuple[int, str]]:
        return [*enumerate(around(seen, at, before, second)), *((FEATURES, key) for key in self._alone[word])]

    def _best(self, keys: Sequence[tuple[int, str]], possible: str) -> str:
        scores = dict.fromkeys(possible, 0)
        for number, key in keys:
            for tag, weight in self._weights[number].get(key, {}).items():
                if tag in scores:
                    scores[tag] += weight[0]
        return max(possible, key=lambda tag: scores[tag])

    def _correct(self, keys: Iterable[tuple[int, str]], tag: str, wrong: str) -> None:
        for number, key in keys:
            self._updates[number][key] += 1
            weights = self._weights[number].setdefault(key, {})
            for each, change in ((tag, 1), (wrong, -1)):
                weight = weights.setdefault(each, [0, 0, 0])
                weight[1] += (self._steps - weight[2]) * weight[0]
                weight[2] = self._steps
                weight[0] += change

    def _mean(self, weight: Sequence[int]) -> float:
        return (weight[1] + (self._steps - weight[2]) * weight[0]) / self._steps * SCALE


def table_of(texts: Iterable[Tagged]) -> tuple[dict[str, str], str]:
    """Return the tags of each word that stands often enough, likeliest first, and those of all rarer words."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for word, tag, _ in text:
            counts[word][tag] += 1
    table: dict[str, str] = {}
    rare: Counter[str] = Counter()
    for word, tags in sorted(counts.items()):
        places = tags.total()
        if places < LEAST_PLACES:
            rare.update(tags.keys())
            continue
        ranked = sorted(tags.items(), key=lambda each: (-each[1], each[0]))
        likely = "".join(tag for tag, count in ranked if count > 1 and count / places > LEAST_SHARE)
        table[word] = ranked[0][0] if ranked[0][1] / places >= SURE else likely or ranked[0][0]
    return table, "".join(sorted(tag for tag, count in rare.items() if count / rare.total() > LEAST_RARE))


def lemmas_of(texts: Iterable[Tagged], names: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return by tag the lemmas of words that the rules get wrong."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for text in texts:
        for word, tag, lemma in text:
            counts[word.lower(), tag][lemma.lower()] += 1
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for (word, tag), lemmas in sorted(counts.items()):
        lemma = min(lemmas, key=lambda each: (-lemmas[each], each))
        if lemmas[lemma] >= LEAST_LEMMAS and lemma != lemma_by_rule(word, tag):
            found[names[tag]][word] = lemma
    return dict(found)


def agreement(texts: Iterable[Tagged], perceptron: Perceptron) -> float:
    """Return the share of words that have the tag that spaCy gives them."""
    pairs = [
        found == tag
        for text in texts
        for found, (_, tag, _) in zip(perceptron.tag([word for word, _, _ in text]), text, strict=True)
    ]
    return sum(pairs) / len(pairs)


def write(content: dict[str, object], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"
    (folder / "model.json").write_text(text, encoding="utf-8")
    manifest = {"made_by": "training/train_tagger.py", "sha256": sha256(text.encode()).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Train, measure on papers held out, write."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--corpus", type=Path, required=True, nargs="+", help="abstracts, JSON lines")
    parser.add_argument("--silver", type=Path, help="where the tags are kept")
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER)
    arguments = parser.parse_args()
    texts = kept(arguments.corpus, arguments.silver)
    letters = {tag: chr(ord("A") + number) for number, tag in enumerate(sorted({t for x in texts for _, t, _ in x}))}
    coded = [[(word, letters[tag], lemma) for word, tag, lemma in text] for text in texts]
    held_out, training = coded[: 2 * HELD_OUT], coded[2 * HELD_OUT :]
    table, open_tags = table_of(training)
    trainer = Trainer(table, open_tags)
    shuffled = random.Random(0)
    for epoch in range(EPOCHS):
        shuffled.shuffle(training)
        for text in training:
            trainer.learn([word for word, _, _ in text], [tag for _, tag, _ in text])
        alone_weights, around_weights = trainer.weights()
        perceptron = Perceptron(table, open_tags, alone_weights, around_weights)
        print(epoch, round(agreement(held_out, perceptron), 4), flush=True)
    words: dict[str, list[str]] = defaultdict(list)
    for word, tags in table.items():
        words[tags].append(word)
    content = {
        "tags": {letter: tag for tag, letter in letters.items()},
        "words": {tags: " ".join(each) for tags, each in words.items()},
        "open": open_tags,
        "alone": alone_weights,
        "around": around_weights,
        "lemmas": {
            letter: " ".join(f"{word} {lemma}" for word, lemma in each.items())
            for letter, each in lemmas_of(texts[2 * HELD_OUT :], letters).items()
        },
    }
    write(content, arguments.out)


if __name__ == "__main__":
    main()
