"""Print the precision of each rule for terms and names, and write it as the confidence of what the rule finds.

    python training/measure_rules.py --gold DIR [--corpus FILE.jsonl[.gz] ...] [--write]

A rule is right for a name in a document when one of the name's mentions by that rule meets a gold span of its group:
a system (Model, Method), data (Dataset, Benchmark), a task, a metric. Sets count only for the groups that they mark.
Names in abstracts that the vocabulary knows, found with the vocabulary hidden, count as gold for the rules for names.
A rule seen less than ``FEWEST`` times is drawn towards the precision of all rules of its family.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from fit_name_weights import gold_passages, silver_passages

from paperkg.mentions.method_phrases import find_method_phrases
from paperkg.mentions.names import find_names
from paperkg.mentions.noun_phrases import Tagger
from paperkg.mentions.terms import TermFinder
from paperkg.records import Mention, Passage
from paperkg.vocabulary import Vocabulary, builtin_vocabulary

FEWEST = 20
GROUPS = {
    "Model": "system",
    "Method": "system",
    "Dataset": "data",
    "Benchmark": "data",
    "Material": "data",
    "Task": "task",
    "Metric": "metric",
}
MARKED = {
    "scirex_abs_dev": {"system", "data", "task", "metric"},
    "tdmsci_train": {"data", "task", "metric"},
    "scierc_train": {"system", "task", "metric"},
}
TARGET = Path(__file__).parents[1] / "src" / "paperkg" / "mentions" / "rule_scores.json"


def judged_by_gold(folder: Path, finder: TermFinder) -> Iterator[tuple[str, bool]]:
    """Yield each rule with whether it was right, once a name, a rule and a document."""
    tagger = Tagger()
    for name, record, whole in gold_passages(folder):
        terms = finder.find_all(whole)
        gold = [(e["start"], e["end"], GROUPS.get(e["type"])) for e in record["entities"]]
        found = (*terms, *find_names(whole, terms, finder.kinds))
        phrases = find_method_phrases(tagger.analyse_section(whole.section("text")), found)
        yield from _judged((*found, *phrases), whole, gold, MARKED[name])


def judged_by_silver(files: list[Path], limit: int) -> Iterator[tuple[str, bool]]:
    """Yield the rules for names as they judge what the vocabulary knows."""
    blind = TermFinder(Vocabulary({}))
    for whole, kinds in silver_passages(files, limit):
        rights: dict[tuple[str, str], bool] = {}
        for mention in find_names(whole, (), blind.kinds):
            kind = kinds.get((mention.field, mention.start, mention.end))
            if kind:
                right = GROUPS.get(kind) == GROUPS[mention.kind]
                key = (mention.name, mention.rule)
                rights[key] = rights.get(key, False) or right
        yield from ((rule, right) for (_, rule), right in sorted(rights.items()))


def _judged(
    mentions: tuple[Mention, ...], whole: Passage, gold: list[tuple[int, int, str | None]], marked: set[str]
) -> Iterator[tuple[str, bool]]:
    rights: dict[tuple[str, str], bool] = {}
    for mention in mentions:
        group = GROUPS.get(mention.kind)
        if mention.field == "text" and group in marked:
            start, end = whole.raw_offsets[mention.start], whole.raw_offsets[mention.end - 1] + 1
            right = any(group == wanted and first < end and start < last for first, last, wanted in gold)
            key = (mention.name.lower(), mention.rule)
            rights[key] = rights.get(key, False) or right
    yield from ((rule, right) for (_, rule), right in sorted(rights.items()))


def precisions(judged: Iterator[tuple[str, bool]]) -> dict[str, tuple[float, int]]:
    """Return the precision of each rule, drawn towards its family's where the rule is rare, and how often it was seen."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for rule, right in judged:
        for name in (rule, rule.partition("-")[0] + "-*"):
            counts[name][0] += right
            counts[name][1] += 1
    found = {}
    for rule, (right, seen) in sorted(counts.items()):
        family_right, family_seen = counts[rule.partition("-")[0] + "-*"]
        drawn = max(0, FEWEST - seen)
        found[rule] = ((right + drawn * family_right / family_seen) / (seen + drawn), seen)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True, help="folder of gold files")
    parser.add_argument("--corpus", type=Path, nargs="*", default=[], help="abstracts for silver names")
    parser.add_argument("--limit", type=int, default=1500, help="abstracts taken of each file")
    parser.add_argument("--write", action="store_true", help="write rule_scores.json")
    options = parser.parse_args()
    judged = [*judged_by_gold(options.gold, TermFinder(builtin_vocabulary()))]
    judged += judged_by_silver(options.corpus, options.limit)
    found = precisions(iter(judged))
    print(f"{'rule':40}{'precision':>10}{'seen':>8}")
    for rule, (precision, seen) in found.items():
        print(f"{rule:40}{precision:10.3f}{seen:8}")
    if options.write:
        scores = json.loads(TARGET.read_text(encoding="utf-8"))
        measured = {rule: round(precision, 2) for rule, (precision, _) in found.items() if not rule.endswith("*")}
        kept = {rule: score for rule, score in scores.items() if not rule.startswith("name-")}
        body = json.dumps(kept | measured, indent=2, sort_keys=True)
        TARGET.write_text(body + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
