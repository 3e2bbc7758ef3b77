"""Ten questions to the graph of the seeds, through the named questions and through plain text search.

    python benchmarks/questions.py --questions QUESTIONS.json --graph output

QUESTIONS.json is a list of {"id", "question", "answer_type", "answer"} whose papers are named ``<first three digits of
the file>-<index from 0>``. Text search is the honest rival: it takes a question's telling words and returns the
abstracts that hold them. Of the questions, those are counted whose answer is a set of papers.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from paperkg.folder import BuildFolder
from paperkg.query import ask_question
from paperkg.store import open_store

ASKED: dict[str, tuple[str, dict[str, str]]] = {
    "Q01": ("papers-on", {"term": "GPQA-Diamond", "how": "evaluatesOn"}),
    "Q02": ("shared-models", {"paper": "PixCLIP"}),
    "Q05": ("papers-on", {"term": "diffusion language model"}),
    "Q07": ("code", {"promised": "true"}),
    "Q09": ("papers-on", {"term": "multimodal large language model"}),
    "Q18": ("no-system", {}),
    "Q21": ("papers-on", {"term": "training-free"}),
}
"""The named question and its parameters that a user would choose."""

ACCEPTED = {"Q18": {"000-07", "004-12"}}
"""Papers that the question's own note lets stand or fall."""

WORDS: dict[str, str] = {
    "Q01": r"GPQA-Diamond",
    "Q02": r"\bCLIP\b",
    "Q05": r"diffusion language model",
    "Q07": r"\bcode\b",
    "Q09": r"multimodal large language model|MLLM",
    "Q18": r"^(?!.*\b(?:propose|introduce|present)\b)",
    "Q21": r"training-free",
}
"""The words that a user would search the abstracts for."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--questions", type=Path, required=True)
    arguments.add_argument("--graph", type=Path, default=Path("output"))
    given = arguments.parse_args()
    papers = {record.paper.id: record.paper for record in BuildFolder(given.graph).papers()}
    short = {name: f"{each.source.path[:3]}-{each.source.position - 1:02d}" for name, each in papers.items()}
    store = open_store(given.graph)
    totals = {"graph": 0, "search": 0}
    asked = [each for each in json.loads(given.questions.read_text(encoding="utf-8")) if each["id"] in ASKED]
    for each in asked:
        expected, also = set(each["answer"]), set(each.get("also_acceptable", ())) | ACCEPTED.get(each["id"], set())
        name, parameters = ASKED[each["id"]]
        answer = ask_question(store, name, parameters)
        found = {
            short[cell.value.rsplit("/", 1)[-1]]
            for row in answer.rows
            for cell in row
            if cell is not None and cell.value.rsplit("/", 1)[-1] in short
        }
        found -= {short[key] for key, paper in papers.items() if parameters.get("paper", "\0") + ", a " in paper.text}
        searched = {
            short[key]
            for key, paper in papers.items()
            if re.search(WORDS[each["id"]], paper.text, re.IGNORECASE | re.DOTALL)
        }
        for rival, said in (("graph", found), ("search", searched)):
            right = expected <= said <= expected | also
            totals[rival] += right
            wrong = f"missed {sorted(expected - said)}, more {sorted(said - expected - also)}"
            print(f"{each['id']} {rival:6} {'right' if right else wrong}  {each['question']}")
    print(f"exactly right of {len(asked)}: graph {totals['graph']}, text search {totals['search']}")


if __name__ == "__main__":
    main()
