"""F1 of keyphrases on abstracts whose keyphrases people marked, ours beside plainer ways.

    python benchmarks/keyphrases.py --gold FOLDER [--files inspec_dev,sem17kp_dev,sem10kp_train] [--first N]
                                    [--folds FILE --fold-weights WEIGHTS.json]

FOLDER holds JSON lines with "text" and "keyphrases". Precision divides by the number returned, at most k; phrases are
compared by stems, and F1 is averaged over documents. A file that the weights were trained on is measured with the
weights of the folds that ``training/train_keyphrases.py --folds`` writes, each on the fifth it has not seen.
"""

from __future__ import annotations

import argparse
import json
import re
import time
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from paperkg.mentions.embedder import OnnxEmbedder
from paperkg.mentions.keyphrases import Keyphrases
from paperkg.mentions.noun_phrases import Analysis, Tagger
from paperkg.records import Paper, Passage, Source
from paperkg.settings import MentionSettings
from paperkg.text import passage

FOLDS = 5
Way = Callable[[Passage, Analysis], Sequence[str]]
ENDINGS = ("ations", "ation", "ings", "ing", "ized", "izes", "ize", "edly", "ed", "ies", "es", "s", "ly", "e", "y")


def stem(word: str) -> str:
    """Return a word without its commonest endings: coarser than Porter's stemmer, and a few thousandths kinder."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def stems(phrase: str) -> str:
    folded = "".join(c for c in unicodedata.normalize("NFKD", phrase).lower() if not unicodedata.combining(c))
    return " ".join(stem(word) for word in re.sub(r"[\W_]+", " ", folded).split())


def f1(found: Sequence[str], gold: Sequence[str], k: int) -> float:
    wanted = {stems(phrase) for phrase in gold} - {""}
    given = list(dict.fromkeys(stem for phrase in found if (stem := stems(phrase))))[:k]
    both = len(wanted & set(given))
    return 2 * both / (len(given) + len(wanted)) if both else 0.0


def raw_keybert(embedder: OnnxEmbedder) -> Way:
    """KeyBERT over all runs of one to three words without stop words, with the same model."""
    from keybert import KeyBERT

    from paperkg.mentions.embedder import keybert_backend

    model = KeyBERT(model=keybert_backend(embedder))

    def way(given: Passage, _: Analysis) -> list[str]:
        text = given.section("text").text
        return [phrase for phrase, _ in model.extract_keywords(text, keyphrase_ngram_range=(1, 3), top_n=15)]

    return way


def noun_phrase_cosine(embedder: OnnxEmbedder) -> Way:
    """KeyBERT over whole noun phrases: no weights, only the cosine."""
    from keybert import KeyBERT
    from sklearn.feature_extraction.text import CountVectorizer

    from paperkg.mentions.embedder import keybert_backend

    model = KeyBERT(model=keybert_backend(embedder))

    def way(given: Passage, analysis: Analysis) -> list[str]:
        phrases = list({phrase.text.lower(): phrase.text for phrase in analysis.noun_phrases}.values())
        if not phrases:
            return []
        vectorizer = CountVectorizer(analyzer=lambda _: phrases, lowercase=False)
        found = model.extract_keywords(given.section("text").text, vectorizer=vectorizer, top_n=15)
        return [phrase for phrase, _ in found]

    return way


def first_noun_phrases(_: Passage, analysis: Analysis) -> list[str]:
    return [phrase.text for phrase in analysis.noun_phrases]


def ways(tagger: Tagger, weights: dict[str, float] | None) -> dict[str, Way]:
    embedder = OnnxEmbedder()
    ours = Keyphrases(MentionSettings(), embedder, tagger, weights)
    statistical = Keyphrases(MentionSettings(keyphrases="statistical"), None, tagger, weights)
    return {
        "paperkg": ours.rank,
        "paperkg, statistical": statistical.rank,
        "KeyBERT, noun phrases": noun_phrase_cosine(embedder),
        "KeyBERT, 1-3-grams": raw_keybert(embedder),
        "first noun phrases": first_noun_phrases,
    }


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--files", default="inspec_dev,sem17kp_dev,sem10kp_train")
    parser.add_argument("--first", type=int, help="only so many documents of each file")
    parser.add_argument("--folds", default="", help="the file whose fifths the fold weights have not seen")
    parser.add_argument("--fold-weights", type=Path, help="WEIGHTS.json, beside which WEIGHTS.0.json to .4.json stand")
    parser.add_argument("--ways", default="", help="only the ways whose name starts so")
    parser.add_argument("--write", type=Path, help="folder for the phrases found, a JSON lines file each")
    return parser.parse_args()


def by_folds(path: Path, tagger: Tagger) -> list[dict[str, Way]]:
    files = [path.with_suffix(f".{fold}.json") for fold in range(FOLDS)]
    return [ways(tagger, json.loads(file.read_text(encoding="utf-8"))["weights"]) for file in files]


def write(folder: Path, name: str, records: Sequence[dict[str, str]], found: Sequence[Sequence[str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps({"id": record["id"], "keyphrases": list(phrases)})
        for record, phrases in zip(records, found, strict=True)
    ]
    (folder / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    given = arguments()
    tagger = Tagger()
    shipped = ways(tagger, None)
    folds = by_folds(given.fold_weights, tagger) if given.fold_weights else []
    for name in given.files.split(","):
        lines = (given.gold / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[: given.first]
        records = [json.loads(line) for line in lines]
        passages = [passage(Paper(source=Source(name, 1), text=record["text"])) for record in records]
        analyses = [tagger.analyse_section(each.section("text")) for each in passages]
        for way in (way for way in shipped if way.startswith(given.ways)):
            start = time.process_time()
            found = [
                (folds[number % FOLDS] if folds and name == given.folds else shipped)[way](each, analysis)
                for number, (each, analysis) in enumerate(zip(passages, analyses, strict=True))
            ]
            spent = 1000 * (time.process_time() - start) / len(records)
            pairs = [(p, gold) for p, record in zip(found, records, strict=True) if (gold := record["keyphrases"])]
            five, ten = (sum(f1(phrases, gold, k) for phrases, gold in pairs) / len(pairs) for k in (5, 10))
            print(f"{name:16} {way:24} F1@5 {five:.3f}  F1@10 {ten:.3f}  {spent:6.1f} CPU ms a text", flush=True)
            if given.write:
                write(given.write, f"{name} {way}", records, found)


if __name__ == "__main__":
    main()
