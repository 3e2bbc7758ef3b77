"""The numbers that a paper reports about its own system, each with what it measures, where, and against whom.

A result is a quantity of a sentence on the paper's own work, whose clause has no other subject, and beside which the
text names a metric. Values of the baselines stand in ``baseline_value``; sizes, settings and probabilities are none.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paperkg.mentions.proposals import Proposal
from paperkg.mentions.result_metrics import RULE_SCORES, Measure, measure_before, measure_behind, metric_spans
from paperkg.mentions.result_owners import Owners, clause_end, clause_start, compared_name, is_own, owners_of
from paperkg.mentions.result_places import baseline_of, benchmarks_of, possessor
from paperkg.mentions.result_values import Value, find_values
from paperkg.records import Mention, Passage, Result, Section, Span

_LISTED = re.compile(r"^\s*(?:,|/|&|and|,\s*and|to|or)\s*$")
_GOES_ON = re.compile(r"(?:,|;|\(|\band\b|\bor\b|/)\s*$")
_PREDICATE = re.compile(
    r"\b(?:achiev|reach|improv|reduc|increas|outperform|surpass|with\b|using\b|while\b|compared|than\b|from\b|at\b)",
    re.IGNORECASE,
)
_DATA = ("Dataset", "Benchmark", "Metric", "Task")


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence being read for results."""

    section: Section
    sentence: Span
    mentions: tuple[Mention, ...]
    owners: Owners
    system: str | None


def find_results(
    passage: Passage, mentions: Sequence[Mention], ordered: Sequence[Proposal], own: frozenset[Span]
) -> tuple[Result, ...]:
    """Return the paper's own results in the order of the text; ``ordered`` are its proposals, the system first."""
    section = passage.section("text")
    owners = owners_of(passage, ordered)
    system = next((each.name for each in ordered if each.kind not in _DATA), None)
    found: list[Result] = []
    for sentence in sorted(own):
        if not any(map(str.isdigit, section.text[sentence.start : sentence.end])):
            continue
        here = tuple(each for each in mentions if each.field == "text" and sentence.start <= each.start < sentence.end)
        found += _of_sentence(_Read(section, sentence, here, owners, system))
    return tuple(dict.fromkeys(found))


def _of_sentence(read: _Read) -> Iterator[Result]:
    text = read.section.text
    spans = metric_spans(text, read.sentence, read.mentions)
    values = find_values(text, read.sentence, read.mentions)
    last: Result | None = None
    for group in _groups(text, values):
        start = clause_start(text, read.sentence, group[0].span.start)
        compared = compared_name(text[start : group[0].bare]) if not _is_rise(text, group) else None
        if compared is not None:
            if last is not None and len(group) == 1:
                last = replace(last, baseline_value=last.baseline_value or group[0].text)
            continue
        if last is not None:
            yield last
        fresh = list(_of_group(read, group, spans, values, start, last))
        yield from fresh[:-1]
        last = fresh[-1] if fresh else None
    if last is not None:
        yield last


def _groups(text: str, values: Sequence[Value]) -> list[list[Value]]:
    """Return the values of a sentence, those that a list joins ("5%, 7% and 9%") or a rise ("from 5% to 9%") together."""
    groups: list[list[Value]] = []
    for value in values:
        if groups and _LISTED.match(text[groups[-1][-1].span.end : value.span.start]):
            groups[-1].append(value)
        else:
            groups.append([value])
    return groups


def _is_rise(text: str, group: Sequence[Value]) -> bool:
    joined = len(group) == 2 and text[group[0].span.end : group[1].span.start].strip() == "to"
    return joined and re.search(r"\bfrom\s+(?:an?\s+average\s+of\s+)?$", text[: group[0].span.start]) is not None


def _of_group(
    read: _Read, group: Sequence[Value], spans: Sequence[Span], values: Sequence[Value], start: int, last: Result | None
) -> Iterator[Result]:
    text = read.section.text
    rise = _is_rise(text, group)
    if not rise and any(text[a.span.end : b.span.start].strip() == "to" for a, b in itertools.pairwise(group)):
        return
    if not is_own(read.section, read.mentions, read.owners, read.sentence, group[0].span.start):
        return
    end = group[-1].span.end
    limit = min((each.span.start for each in values if each.span.start >= end), default=read.sentence.end)
    measure = _measure(text, group, start, limit, spans, last)
    if measure is None:
        return
    shown = group[1:] if rise else group
    metrics = _metric_list(text, measure, spans, limit) if measure.rule == "value and metric" else [measure.metric]
    paired = len(metrics) == len(shown) and len(shown) > 1
    if len({each.unit for each in shown}) > 1 and not paired:
        return
    where = benchmarks_of(
        read.section,
        read.mentions,
        read.sentence,
        Span(end, clause_end(text, end, limit)),
        values[0].span.start,
        len(shown),
    )
    name = _baseline(read, measure, Span(start, limit), end) if rise or len(shown) == 1 else None
    for place, value in enumerate(shown):
        benchmark = where[place] if len(where) == len(shown) else None
        if (
            last is not None
            and measure.rule == "same metric"
            and benchmark is None
            and _bracketed(text[read.sentence.start : value.span.start])
        ):
            benchmark = last.benchmark
        for metric in [metrics[place]] if paired else metrics if len(shown) == 1 else [measure.metric]:
            yield Result(
                system=_system(read, value.span.start),
                benchmark=benchmark,
                metric=metric,
                value=value.text,
                number=value.number,
                direction=measure.direction,
                baseline=name,
                baseline_value=group[0].text if rise else None,
                sentence=text[read.sentence.start : read.sentence.end],
                start=value.span.start,
                end=value.span.end,
                rule=measure.rule,
                score=RULE_SCORES[measure.rule],
            )


def _bracketed(before: str) -> bool:
    """Return whether what follows stands in brackets that ``before`` opens and does not close."""
    return before.count("(") > before.count(")")


def _baseline(read: _Read, measure: Measure, clause: Span, end: int) -> str | None:
    section, own = read.section, read.owners.names
    metric = section.text.find(measure.metric, max(clause.start, measure.end - 80), clause.end)
    whose = possessor(section, read.mentions, own, metric) if metric >= 0 else None
    return whose or baseline_of(section, read.mentions, own, clause, end)


def _measure(
    text: str, group: Sequence[Value], start: int, limit: int, spans: Sequence[Span], last: Result | None
) -> Measure | None:
    """Return what a group of values measures: the words behind it, else those before it, else what the last one did."""
    end, begin = group[-1].span.end, group[0].span.start
    measure = measure_behind(text, text[start:begin], end, limit, spans) or measure_before(
        text, start, Span(group[0].bare, end), spans
    )
    if measure is not None or last is None or last.metric is None:
        return measure
    between = text[last.end : begin]
    inherits = last.end >= start and len(between) < 90 and _GOES_ON.search(between) and not _PREDICATE.search(between)
    like = last.value[-1:] == group[0].text[-1:] or not (last.value[-1:] + group[0].text[-1:]).strip("0123456789")
    if inherits and like:
        return Measure(last.metric, end, "same metric", last.direction)
    return None


def _metric_list(text: str, measure: Measure, spans: Sequence[Span], limit: int) -> list[str]:
    """Return the metric and those that a list goes on with: "accuracy, precision, and recall"."""
    metrics, end = [measure.metric], measure.end
    for span in spans:
        if (
            end < span.start
            and span.end <= limit
            and re.match(r"^\s*(?:,|and|,\s*and|/|&)\s*$", text[end : span.start])
        ):
            metrics.append(text[span.start : span.end])
            end = span.end
    return metrics


def _system(read: _Read, place: int) -> str | None:
    """Return the own name that stands nearest before a place in its sentence, else the paper's system."""
    said = read.section.text[read.sentence.start : place]
    named = [
        (match.start(), len(name), name)
        for name in sorted(read.owners.names)
        for match in re.finditer(rf"(?<![\w-]){re.escape(name)}(?!\w)", said)
    ]
    return max(named)[2] if named else read.system
