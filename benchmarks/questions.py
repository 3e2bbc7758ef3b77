"""Ten questions to the graph of the seeds, beside plain text search; and how long every named question takes.

    python benchmarks/questions.py --graph output --questions QUESTIONS.json
    python benchmarks/questions.py --graph output [--rdflib]

QUESTIONS.json is a list of {"id", "question", "answer_type", "answer"} whose papers are named ``<first three digits of
the file>-<index from 0>``. Text search is the honest rival: it takes a question's telling words and returns the
abstracts that hold them. Of the questions, those are counted whose answer is a set of papers, or that there are none.

Without QUESTIONS.json each named question is asked of the graph with what it needs, and once more with each parameter
that may be left out: about the paper with most edges, the term of most papers, and so on. Times are the median of
five, warm; the fewest CPU seconds stand beside it for machines that have other work. ``--rdflib`` asks a handful of plain
SPARQL queries of the same triples in an rdflib graph in memory too.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from pyoxigraph import Literal, NamedNode
from rdflib import Graph

from paperkg.folder import NTRIPLES, BuildFolder
from paperkg.graph.namespaces import KIND_CLASSES
from paperkg.query import Question, Table, ask_question, questions
from paperkg.store import GraphStore, open_store

Given = dict[str, str]

ASKED: dict[str, tuple[str, Given]] = {
    "Q01": ("papers-on", {"term": "GPQA-Diamond", "how": "evaluatesOn"}),
    "Q02": ("shared-models", {"paper": "PixCLIP"}),
    "Q05": ("papers-on", {"term": "diffusion language model"}),
    "Q07": ("code", {"promised": "true"}),
    "Q08": ("proposals", {"kind": "Dataset"}),
    "Q09": ("papers-on", {"term": "multimodal large language model"}),
    "Q12": ("papers-on", {"term": "speculative decoding"}),
    "Q17": ("outperforms", {"loser": "DPO"}),
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
    "Q08": r"(?:introduce|present|propose|release|construct)[^.]*\b(?:dataset|benchmark)",
    "Q09": r"multimodal large language model|MLLM",
    "Q12": r"speculative decoding",
    "Q17": r"outperform[^.]*\bDPO\b",
    "Q18": r"^(?!.*\b(?:propose|introduce|present)\b)",
    "Q21": r"training-free",
}
"""The words that a user would search the abstracts for."""

WARM_RUNS = 5
COLD_RUNS = 3
MOST = "SELECT ?x (COUNT(*) AS ?n) WHERE {{ {} }} GROUP BY ?x ORDER BY DESC(?n) ?x LIMIT 1"
LARGEST: dict[str, str] = {
    "paper": "?x a kg:Paper ; ?how ?term . ?term kg:paperCount ?papers",
    "term": "?p kg:about ?x",
    "benchmark": "?p kg:evaluatesOn ?x",
    "dataset": "?p kg:trainedOn ?x",
    "metric": "?p kg:measures ?x",
    "whole": "?part kg:partOf ?x",
    "winner": "?x kg:outperforms ?loser",
    "loser": "?winner kg:outperforms ?x",
    "author": "?p dc:creator ?x",
    "keyphrase": "?p kg:keyphrase ?x",
    "contribution": "?p kg:contribution ?x",
    "short": "?t skos:altLabel ?x",
}
"""What a question is asked about: whatever has most of these."""
PLAIN: dict[str, str] = {
    "papers on a term": "SELECT ?l WHERE {{ ?p kg:about {term} ; rdfs:label ?l }}",
    "terms of a paper": "SELECT ?how ?l WHERE {{ {paper} ?how ?t . ?t skos:prefLabel ?l }}",
    "evidence in a paper": "SELECT ?s ?r WHERE {{ ?e kg:paper {paper} ; kg:sentence ?s ; kg:rule ?r }}",
    "who shares a model": "SELECT DISTINCT ?p ?q WHERE {{ ?p kg:usesModel ?m . ?q kg:usesModel ?m FILTER(?p != ?q) }}",
    "papers by kind": "SELECT ?k (COUNT(DISTINCT ?p) AS ?n) WHERE {{ ?p kg:addresses|kg:about ?t . ?t a ?k }} GROUP BY ?k",
}


def main() -> None:
    """Print what was asked for."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--questions", type=Path)
    arguments.add_argument("--graph", type=Path, default=Path("output"))
    arguments.add_argument("--rdflib", action="store_true")
    given = arguments.parse_args()
    if given.questions:
        asked = [each for each in json.loads(given.questions.read_text(encoding="utf-8")) if each["id"] in ASKED]
        beside_text_search(given.graph, asked)
        return
    speed(given.graph)
    if given.rdflib:
        beside_rdflib(given.graph)


def beside_text_search(graph: Path, asked: Sequence[dict[str, object]]) -> None:
    """Print what the graph and what text search answer to each question."""
    papers = {record.paper.id: record.paper for record in BuildFolder(graph).papers()}
    short = {name: f"{each.source.path[:3]}-{each.source.position - 1:02d}" for name, each in papers.items()}
    store = open_store(graph)
    totals = {"graph": 0, "search": 0}
    for each in asked:
        name = str(each["id"])
        wanted, more = each["answer"], each.get("also_acceptable", ())
        expected = set(wanted) if isinstance(wanted, list | dict) else set()
        also = {*(more if isinstance(more, list) else ()), *ACCEPTED.get(name, ())}
        about = ASKED[name][1].get("paper", "\0") + ", a "
        own = {short[key] for key, paper in papers.items() if about in paper.text}
        found = {short[key] for key, paper in papers.items() if re.search(WORDS[name], paper.text, re.I | re.S)}
        for rival, said in (("graph", answered(store, *ASKED[name], short) - own), ("search", found - own)):
            right = expected <= said <= expected | also
            totals[rival] += right
            wrong = f"missed {sorted(expected - said)}, more {sorted(said - expected - also)}"
            print(f"{name} {rival:6} {'right' if right else wrong}  {each['question']}")
    print(f"exactly right of {len(asked)}: graph {totals['graph']}, text search {totals['search']}")


def answered(store: GraphStore, name: str, given: Given, short: Mapping[str, str]) -> set[str]:
    """Return the papers in the answer to a named question."""
    answer = ask_question(store, name, given)
    assert isinstance(answer, Table)
    nodes = {cell.value.rpartition("/")[2] for row in answer.rows for cell in row if isinstance(cell, NamedNode)}
    return {short[key] for key in nodes & short.keys()}


def speed(graph: Path) -> None:
    """Print the median time of each named question, warm, and of the command from its start."""
    store = open_store(graph)
    subjects = {key: _value(store, MOST.format(pattern)) for key, pattern in LARGEST.items()}
    subjects |= {"subject": subjects["paper"], "object": subjects["term"], "promised": "true", "how": "about"}
    subjects["other"] = subjects["paper"]
    print(f"{'question':20} {'wall ms':>8} {'CPU ms':>8} {'rows':>6}  asked with")
    slow = []
    for question in questions().values():
        for given in _askings(question, subjects):
            wall, cpu, rows = _timed(partial(_rows, store, question.name, given), WARM_RUNS)
            slow.append((wall, question.name))
            told = ", ".join(f"{key}={value.rpartition('/')[2].strip('>')}" for key, value in given.items())
            print(f"{question.name:20} {1000 * wall:8.0f} {1000 * cpu:8.0f} {rows:6}  {told}", flush=True)
    print(f"slowest: {max(slow)[1]}, {1000 * max(slow)[0]:.0f} ms wall")
    command = [sys.executable, "-m", "paperkg", "query", "-g", str(graph), "--name"]
    for rest in (["central-terms"], ["papers-on", "--set", f"term={subjects['term']}"], ["rising"]):
        wall, _, _ = _timed(partial(_run, [*command, *rest]), COLD_RUNS)
        print(f"from start: {1000 * wall:.0f} ms wall  paperkg query --name {rest[0]}")


def beside_rdflib(graph: Path) -> None:
    """Print how long plain queries take here and in an rdflib graph in memory."""
    store, other = open_store(graph), Graph()
    other.parse(graph / NTRIPLES, format="nt")
    names = {key: _value(store, MOST.format(LARGEST[key])) for key in ("paper", "term")}
    for title, pattern in PLAIN.items():
        query = pattern.format(**names)
        ours, _, rows = _timed(partial(_select, store, query), WARM_RUNS)
        theirs, _, others = _timed(partial(_rdflib_rows, other, query, store.prefixes), 1)
        assert rows == others, (title, rows, others)
        print(f"{title:20} ours {1000 * ours:8.1f} ms, rdflib {1000 * theirs:8.1f} ms, {theirs / ours:6.1f} times")


def _askings(question: Question, subjects: Mapping[str, str]) -> Iterator[Given]:
    """Yield what to ask a question with: what it needs, then that with each of its other parameters; every kind."""
    known = {parameter.name for parameter in question.parameters}
    needed = {p.name: subjects[p.name] for p in question.parameters if not p.optional and p.kind != "kind"}
    kinds = [{"kind": kind} for kind in KIND_CLASSES] if "kind" in known else []
    if not any(p.kind == "kind" and not p.optional for p in question.parameters):
        yield needed
    yield from ({**needed, **kind} for kind in kinds)
    first = kinds[0] if kinds and question.parameter("kind").optional is False else {}
    yield from (
        {**needed, **first, p.name: subjects[p.name]} for p in question.parameters if p.optional and p.kind != "kind"
    )


def _rows(store: GraphStore, name: str, given: Given) -> int:
    answer = ask_question(store, name, given)
    assert isinstance(answer, Table)
    return len(answer.rows)


def _select(store: GraphStore, query: str) -> int:
    return sum(1 for _ in store.select(query))


def _rdflib_rows(graph: Graph, query: str, prefixes: dict[str, str]) -> int:
    return len(graph.query(query, initNs=prefixes))


def _timed(run: Callable[[], int], runs: int) -> tuple[float, float, int]:
    """Return the median wall seconds and the fewest CPU seconds of several runs, and what the last one returned."""
    walls, cpus, found = [], [], 0
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        found = run()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return median(walls), min(cpus), found


def _run(command: Sequence[str]) -> int:
    return len(subprocess.run(command, check=True, capture_output=True).stdout)


def _value(store: GraphStore, sparql: str) -> str:
    """Return the first value of an answer, as a person would write it; a name that nothing has where there is none."""
    for row in store.select(sparql):
        node = row["x"]
        return node.value if isinstance(node, Literal) else f"<{node.value}>"
    return "none"


if __name__ == "__main__":
    main()
