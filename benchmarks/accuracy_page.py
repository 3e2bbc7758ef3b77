"""Writes the page of figures; every number on it is measured, and the goals are those of ``accuracy_plan``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from accuracy_plan import Goal, Row, Table

FORMAT = "<!-- Written by benchmarks/accuracy.py, format 1: do not edit. -->"
Results = Sequence[tuple[Table, Sequence["Measured"]]]
OURS, BARE, FOLDED = "paperkg", "paperkg, without terms", "paperkg, 5-fold"
REMAINING_RECALL = 0.15
"""How much recall models and datasets may lose without the vocabulary."""


@dataclass(frozen=True)
class Figures:
    """Precision, recall and F1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Measured:
    """What one way reaches on one set; without figures, the note says why."""

    row: Row
    way: str
    figures: Figures | None
    note: str
    records: int = 0

    def words(self) -> str:
        """Return the figures, or why there are none."""
        return " ".join(cells(self.figures)) if self.figures else self.note


def cells(figures: Figures) -> tuple[str, ...]:
    return tuple(f"{value:.3f}" for value in (figures.precision, figures.recall, figures.f1))


def reached(goal: Goal | None, figures: Figures | None) -> str:
    """Return which of the goals a figure reaches, compared as it is printed."""
    if goal is None or figures is None:
        return ""
    value = round(figures.f1, 3)
    return "aim" if value >= goal.aim else "floor" if value >= goal.floor else "no"


def as_page(
    results: Results,
    *,
    version: str,
    date: str,
    sample: int | None,
    rivals: Sequence[str] = (),
    seeds: Sequence[str] = (),
) -> str:
    """Return the page as Markdown; ``rivals`` are the packages measured, ``seeds`` the lines of the section on the seeds."""
    head = _head(version, date, sample, rivals)
    return "\n".join([FORMAT, *head, *summary(results), *_tables(results), *seeds]) + "\n"


def _head(version: str, date: str, sample: int | None, rivals: Sequence[str]) -> Iterator[str]:
    yield "# Accuracy\n"
    yield f"paperkg {version}, measured on the state of {date or 'an unknown day'}, on texts that people annotated."
    if sample:
        yield f"**Only the first {sample} records of each file were measured.**"
    yield "The sets are public, and not part of paperkg; `benchmarks/accuracy.py` counts with the scorer beside them."
    yield f"Beside it stand {', '.join(rivals) or 'no packages'}, and plain methods written for the comparison.\n"
    yield "- *without terms*: the same without the vocabulary in `ontology/`."
    yield "- *fitted on*: weights were fitted on this set; *5-fold* rows are measured on papers that the weights have not seen."
    yield "- *tuned on*: the set could be read while rules were written and settings chosen. *measured only*: nothing was taken from it."
    yield "- *floor* and *aim*: the least F1 that was asked of paperkg before it was written, and what it aims at.\n"
    yield "To measure again:\n"
    yield "```text"
    yield "uv sync --group dev --group rivals"
    yield "uv run --group dev --group rivals python benchmarks/accuracy.py --gold DIR --folds --corpus FILE --out docs/accuracy.md"
    yield "```\n"
    yield "## Summary\n"


def counted(results: Results) -> Iterator[tuple[Table, Measured]]:
    """Yield for each set with a goal the figure that counts: cross-validated where weights were fitted on the set."""
    for table, measured in results:
        chosen: dict[Row, Measured] = {}
        for each in measured:
            if each.row.goal and each.way in (OURS, FOLDED) and (each.figures or each.row not in chosen):
                chosen[each.row] = each
        yield from ((table, each) for each in chosen.values())


def summary(results: Results) -> Iterator[str]:
    """Yield which floors and aims are reached, and what the vocabulary gives."""
    asked = list(counted(results))
    goals = [(table, each) for table, each in asked if each.figures]
    states = [reached(each.row.goal, each.figures) for _, each in goals]
    floors = sum(state in ("floor", "aim") for state in states)
    yield f"- {floors} of {len(goals)} floors and {states.count('aim')} of {len(goals)} aims are reached (5-fold where that was measured)."
    for (table, each), state in zip(goals, states, strict=True):
        goal = each.row.goal
        assert goal is not None
        if state == "no":
            yield f"- Below the floor of {goal.floor:.2f}: {table.title.lower()}, {each.row.file}: {each.words()} (P R F1)."
    for table, each in asked:
        if each.figures is None:
            yield f"- Without a figure: {table.title.lower()}, {each.row.file}: {each.note}."
    losses = list(_lost_recall(results))
    if losses:
        worst, where = max(losses)
        yield f"- Without terms, models and datasets lose at most {worst:.3f} recall ({where}); {REMAINING_RECALL:.2f} was allowed."


def _lost_recall(results: Results) -> Iterator[tuple[float, str]]:
    for table, measured in results:
        by_way = {(each.row.file, each.way): each.figures for each in measured}
        for (file, way), figures in by_way.items():
            bare = by_way.get((file, BARE))
            if table.rivals == "names" and way == OURS and figures and bare:
                yield round(figures.recall - bare.recall, 3), f"{table.title.lower()}, {file}"


def _tables(results: Results) -> Iterator[str]:
    for table, measured in results:
        yield f"\n## {table.title}\n\n{table.note}\n"
        yield "| set | records | role | way | P | R | F1 | floor | aim | reached |"
        yield "| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
        before = None
        for each in measured:
            row = each.row
            first = row is not before
            before = row
            numbers = cells(each.figures) if each.figures else (each.note, "", "")
            goal = (f"{row.goal.floor:.2f}", f"{row.goal.aim:.2f}") if row.goal and _is_ours(each) else ("", "")
            state = reached(row.goal, each.figures) if _is_ours(each) else ""
            names = (row.file, str(each.records), row.role) if first else ("", "", "")
            yield "| " + " | ".join((*names, _strong(each), *numbers, *goal, state)) + " |"


def _is_ours(each: Measured) -> bool:
    return each.way.startswith(OURS)


def _strong(each: Measured) -> str:
    return f"**{each.way}**" if _is_ours(each) else each.way
