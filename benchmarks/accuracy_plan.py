"""Which gold sets are measured, how the scorer is to count them, and what is asked of paperkg on each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Scores = dict[str, Any]
Role = Literal["fitted on", "tuned on", "measured only"]


@dataclass(frozen=True)
class Goal:
    """The least F1 that is asked, and the one that is aimed at."""

    floor: float
    aim: float


@dataclass(frozen=True)
class Row:
    """A gold set: ``mapping`` and ``only`` are the scorer's options, ``fitted`` names the weights it helped to fit.

    A ``quick`` row is read with ``--keyphrases statistical``.
    """

    file: str
    goal: Goal | None = None
    mapping: tuple[tuple[str, str], ...] = ()
    only: tuple[str, ...] = ()
    fitted: Literal["", "names", "keyphrases"] = ""
    quick: bool = False

    @property
    def role(self) -> Role:
        """Return whether the set had a part in what ships."""
        if self.fitted:
            return "fitted on"
        return "measured only" if self.file.startswith(MEASURED_ONLY) else "tuned on"


@dataclass(frozen=True)
class Table:
    """Sets that are counted the same way, and beside whom."""

    title: str
    note: str
    rivals: Literal["acronyms", "keyphrases", "names", "links"]
    pick: Callable[[Scores], Scores]
    rows: tuple[Row, ...]
    rankings: tuple[Literal["keybert", "statistical"], ...] = ("keybert",)
    named: bool = False
    linking: bool = False
    reads_terms: bool = True


MEASURED_ONLY = ("sdu21", "sdu22", "scier_", "rdtec2")
"""Sets that nothing was taken from; the others could be read while rules were written and settings chosen."""

SYSTEMS = (("Method", "Model"), ("Material", "Dataset"), ("Benchmark", "Dataset"))
DATA = (("Benchmark", "Dataset"), ("DatasetProduct", "Dataset"))
BOTH = ("Model", "Dataset")


def name_rows(scier: Goal, tdmsci: Goal, scirex: Goal) -> tuple[Row, ...]:
    return (
        Row("scier_dev", scier, SYSTEMS, BOTH),
        Row("tdmsci_train", tdmsci, DATA, ("Dataset",), fitted="names", quick=True),
        Row("scirex_abs_dev", scirex, SYSTEMS, BOTH, fitted="names"),
        Row("scierc_dev", None, SYSTEMS, BOTH),
        Row("rdtec2_dev", None, DATA, ("Dataset",), quick=True),
    )


def overlap(scores: Scores) -> Scores:
    found: Scores = scores["entities"]["overlap"]["micro"]
    return found


def at_ten(scores: Scores) -> Scores:
    found: Scores = scores["keyphrases"]["@10"]
    return found


TABLES = (
    Table(
        "Acronyms",
        "Pairs of short and long form, over all pairs of a file. Acronyms are found before the vocabulary is read, so it changes nothing.",
        "acronyms",
        lambda scores: scores["acronyms"],
        (
            Row("sdu21_acronym_dev", Goal(0.96, 0.97)),
            Row("sdu22_acronym_sci_train", Goal(0.85, 0.90)),
            Row("ab3p_dev", Goal(0.85, 0.90)),
        ),
        reads_terms=False,
    ),
    Table(
        "Keyphrases",
        "F1 of the first ten, by Porter's stems, averaged over papers. Every way may return fifteen. KeyBERT has the embedder that paperkg ships. Keyphrases are ranked before the vocabulary is read, so it changes nothing.",
        "keyphrases",
        at_ten,
        (
            Row("inspec_dev", Goal(0.40, 0.44)),
            Row("sem17kp_dev", Goal(0.33, 0.37)),
            Row("sem10kp_train", Goal(0.27, 0.30), fitted="keyphrases"),
        ),
        rankings=("keybert", "statistical"),
        reads_terms=False,
    ),
    Table(
        "Models and datasets",
        "Spans that overlap a marked one of the same type, one to one. Methods count as models and benchmarks as datasets, since no set tells them apart; what only a phrase describes is marked in some sets, too. In TDMSci and ACL RD-TEC only data sets are counted, and `--keyphrases statistical` is used, to save time.",
        "names",
        overlap,
        name_rows(Goal(0.72, 0.80), Goal(0.60, 0.75), Goal(0.50, 0.65)),
    ),
    Table(
        "Models and datasets, names only",
        "The same over mentions that hold a capital letter or a digit, on both sides: these become nodes.",
        "names",
        overlap,
        name_rows(Goal(0.80, 0.88), Goal(0.60, 0.78), Goal(0.68, 0.80)),
        named=True,
    ),
    Table(
        "Data sets of a paper",
        "The names of the data sets that a title and abstract are about, as a set a paper; many stand in no abstract.",
        "names",
        lambda scores: scores["labels"]["micro"],
        (Row("nlptdms_dev", None, DATA, ("Dataset",), quick=True),),
    ),
    Table(
        "Linking",
        "B-cubed over mentions whose places are given: do mentions of one thing meet in one node, and only they?",
        "links",
        lambda scores: scores["links"],
        (Row("scirex_abs_dev", Goal(0.82, 0.88)),),
        linking=True,
    ),
)
