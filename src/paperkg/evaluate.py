"""Precision, recall and F1 of predictions against a gold file, by kind and by rule, and how far scores can be believed.

Both files hold one JSON object a line, matched by ``id``; a gold record that has no prediction counts as an empty one.
What is counted, by the fields that gold has:

- ``entities``: exact (same span and type), overlap (same type, spans share a character, one to one, the largest overlap
  first) and text (the set of normalised texts with their types in a record); each of them also without the types;
- ``relations``: strict (both spans and the type) and pair (both spans, in any direction);
- ``keyphrases``: F1 at 5, at 10 and of all after Porter stemming, averaged over the records that have some;
- ``acronyms`` and ``labels``: sets in a record;
- ``links``: B-cubed (Bagga and Baldwin, 1998) over all gold mentions with a link.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperkg.errors import UsageError
from paperkg.tallies import Score, Tally, balanced, folded, is_name, prf, spans_of, squashed, stemmed

Record = dict[str, Any]
Pair = tuple[Record, Record]
"""A prediction and the gold record of the same id."""
Span = tuple[int, int, str]
CUTS = (5, 10, None)
BINS = 10


def read_records(path: Path) -> dict[str, Record]:
    """Return the records of a file of JSON lines by id.

    Raises:
        UsageError: the file does not exist, a line is no JSON object with an ``id``, or an id comes a second time.
    """
    if not path.is_file():
        raise UsageError(f"There is no file {path}.")
    records: dict[str, Record] = {}
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            record = _parsed(line)
            if not isinstance(record, dict) or "id" not in record:
                raise UsageError(f"{path} line {number} is no JSON object with an id.")
            if record["id"] in records:
                raise UsageError(f"{path} line {number}: the id {record['id']!r} comes a second time.")
            records[record["id"]] = record
    return records


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def evaluate(
    predicted: Mapping[str, Record],
    gold: Mapping[str, Record],
    *,
    renamed: Mapping[str, str] | None = None,
    only: frozenset[str] = frozenset(),
    named: bool = False,
) -> Score:
    """Return the scores of all that gold has; types are ``renamed`` in both first ("-" drops one), then ``only`` kept.

    ``named`` keeps only mentions with a capital letter or a digit, in both.
    """
    pairs = [
        (
            _kept(predicted.get(key, {"id": key}), renamed or {}, only, named=named),
            _kept(record, renamed or {}, only, named=named),
        )
        for key, record in gold.items()
    ]
    scores: Score = {"documents": len(pairs), "predicted": sum(key in predicted for key in gold)}
    for name, score in SCORERS.items():
        if any(record.get(name) for _, record in pairs):
            scores[name] = score(pairs)
    if "entities" in scores:
        scores["rules"], scores["reliability"] = _by_rule(pairs), _reliability(pairs)
    if any(each.get("link") for _, record in pairs for each in record.get("entities", ())):
        scores["links"] = _links(pairs)
    return scores


def _kept(record: Record, renamed: Mapping[str, str], only: frozenset[str], *, named: bool) -> Record:
    """Return a record with its types renamed and dropped; relations go on pointing into ``_all``, the whole list."""
    kept = {**record, "_all": record.get("entities", [])}
    for field in ("entities", "labels"):
        if field in record:
            typed = [{**each, "type": renamed.get(each["type"], each["type"])} for each in record[field]]
            kept[field] = [
                each
                for each in typed
                if each["type"] != "-" and (not only or each["type"] in only) and (not named or is_name(each["text"]))
            ]
    return kept


def _entities(pairs: Sequence[Pair]) -> Score:
    scores: Score = {}
    for suffix, kind in (("", None), (" untyped", "any")):
        tallies = {name: Tally() for name in ("exact", "overlap", "text")}
        for ours, theirs in ((p.get("entities", []), g.get("entities", [])) for p, g in pairs):
            predicted, gold = spans_of(ours, kind), spans_of(theirs, kind)
            tallies["exact"].add_sets(set(predicted), set(gold))
            for each in sorted({span[2] for span in predicted | gold}):
                mine, right = _of_kind(predicted, each), _of_kind(gold, each)
                tallies["overlap"].add(each, len(overlapping(mine, right)), len(mine), len(right))
            for each, count in Counter(kind or e["type"] for e in ours if e.get("start") is None).items():
                tallies["exact"].add(each, 0, count, 0)
                tallies["overlap"].add(each, 0, count, 0)
            tallies["text"].add_sets(_texts(ours, kind), _texts(theirs, kind))
        scores |= {f"{name}{suffix}": tally.score() for name, tally in tallies.items()}
    order = ("exact", "overlap", "text", "exact untyped", "overlap untyped", "text untyped")
    return {name: scores[name] for name in order}


def _of_kind(spans: Iterable[Span], kind: str) -> list[Span]:
    return sorted(span for span in spans if span[2] == kind)


def _texts(entities: Iterable[Record], kind: str | None) -> set[tuple[Any, ...]]:
    return {(folded(each["text"]), kind or each["type"]) for each in entities}


def overlapping(predicted: Sequence[Span], gold: Sequence[Span]) -> dict[int, int]:
    """Return which gold span each predicted span is matched with, by index: one to one, the largest overlap first."""
    shared = sorted(
        (
            (min(ours[1], theirs[1]) - max(ours[0], theirs[0]), -i, -j)
            for i, ours in enumerate(predicted)
            for j, theirs in enumerate(gold)
            if min(ours[1], theirs[1]) > max(ours[0], theirs[0])
        ),
        reverse=True,
    )
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in shared:
        if -i not in matched and -j not in taken:
            matched[-i] = -j
            taken.add(-j)
    return matched


def _relations(pairs: Sequence[Pair]) -> Score:
    strict, loose = Tally(), Tally()
    for pair in pairs:
        ours, theirs = ({_relation(record, each) for each in record.get("relations", [])} - {None} for record in pair)
        strict.add_sets(set(filter(None, ours)), set(filter(None, theirs)))
        loose.add_sets(*({(*sorted([r[:2], r[2:4]], key=str), "any") for r in side if r} for side in (ours, theirs)))
    return {"strict": strict.score(), "pair": loose.score()}


def _relation(record: Record, relation: Record) -> tuple[Any, ...] | None:
    """Return the spans of a relation's ends and its type; None where it does not say what its ends are."""
    if "head" not in relation or "tail" not in relation:
        return None
    head, tail = (record["_all"][relation[end]] for end in ("head", "tail"))
    return head.get("start"), head.get("end"), tail.get("start"), tail.get("end"), relation["type"]


def _keyphrases(pairs: Sequence[Pair]) -> Score:
    counted = [(ours, theirs) for ours, theirs in pairs if theirs.get("keyphrases")]
    scores = {}
    for cut in CUTS:
        sums = [0.0, 0.0, 0.0]
        for ours, theirs in counted:
            gold = {stemmed(phrase) for phrase in theirs["keyphrases"]} - {""}
            found = list(dict.fromkeys(filter(None, map(stemmed, ours.get("keyphrases", [])))))[:cut]
            score = prf(len(set(found) & gold), len(found), len(gold))
            sums = [total + score[key] for total, key in zip(sums, ("p", "r", "f1"), strict=True)]
        count = max(len(counted), 1)
        means = dict(zip(("p", "r", "f1"), (total / count for total in sums), strict=True))
        scores[f"@{cut or 'all'}"] = {**means, "docs": len(counted)}
    return scores


def _acronyms(pairs: Sequence[Pair]) -> Score:
    tally = Tally()
    for pair in pairs:
        tally.add_sets(
            *(
                {(a["short"].strip(), squashed(a["long"]), "pair") for a in record.get("acronyms", [])}
                for record in pair
            )
        )
    micro: Score = tally.score()["micro"]
    return micro


def _labels(pairs: Sequence[Pair]) -> Score:
    tally = Tally()
    for ours, theirs in pairs:
        said = ours["labels"] if "labels" in ours else ours.get("entities", [])
        tally.add_sets(
            *({(squashed(each["text"]), each["type"]) for each in side} for side in (said, theirs.get("labels", [])))
        )
    return tally.score()


SCORERS: dict[str, Callable[[Sequence[Pair]], Score]] = {
    "entities": _entities,
    "relations": _relations,
    "keyphrases": _keyphrases,
    "acronyms": _acronyms,
    "labels": _labels,
}
"""What is scored where gold has the field of that name."""


def _links(pairs: Sequence[Pair]) -> Score:
    gold: list[str] = []
    found: list[str | tuple[str, int]] = []
    for ours, theirs in pairs:
        placed = [each for each in ours.get("entities", []) if each.get("start") is not None]
        for mention in theirs.get("entities", []):
            if mention.get("link"):
                gold.append(mention["link"])
                found.append(_link_at(placed, mention) or ("alone", len(found)))
    together, ours_by, theirs_by = Counter(zip(found, gold, strict=True)), Counter(found), Counter(gold)
    count = len(gold)
    precision = sum(n * n / ours_by[link] for (link, _), n in together.items()) / count
    recall = sum(n * n / theirs_by[link] for (_, link), n in together.items()) / count
    linked = sum(isinstance(link, str) for link in found)
    return {**balanced(precision, recall), "mentions": count, "linked": linked}


def _link_at(entities: Sequence[Record], mention: Record) -> str | None:
    """Return the link of the entity that shares most characters with a mention; None where none does or it has none."""

    def shared(entity: Record) -> int:
        return int(min(entity["end"], mention["end"]) - max(entity["start"], mention["start"]))

    best = max(entities, key=shared, default=None)
    return best.get("link") or None if best is not None and shared(best) > 0 else None


def _right(pairs: Sequence[Pair]) -> Iterable[tuple[Record, bool]]:
    """Yield every predicted entity that has a place, and whether a gold one of its type overlaps it, one to one."""
    for ours, theirs in pairs:
        placed = [each for each in ours.get("entities", []) if each.get("start") is not None]
        for kind in sorted({each["type"] for each in placed}):
            mine = sorted((e for e in placed if e["type"] == kind), key=lambda e: (e["start"], e["end"]))
            gold = _of_kind(spans_of(theirs.get("entities", [])), kind)
            matched = overlapping([(e["start"], e["end"], kind) for e in mine], gold)
            yield from ((each, index in matched) for index, each in enumerate(mine))


def _by_rule(pairs: Sequence[Pair]) -> Score:
    """Return for each rule of the predictions how many it found, how many of these overlap gold, and the share."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for entity, right in _right(pairs):
        rule = counts[str(entity.get("rule") or "")]
        rule[0] += right
        rule[1] += 1
    return {rule: {"p": right / said, "tp": right, "pred": said} for rule, (right, said) in sorted(counts.items())}


def _reliability(pairs: Sequence[Pair]) -> list[Score]:
    """Return for each tenth of the scores the mean score of the predictions there, and how many overlap gold."""
    bins: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for entity, right in _right(pairs):
        if entity.get("score") is not None:
            row = bins[min(int(entity["score"] * BINS), BINS - 1)]
            row[0] += right
            row[1] += 1
            row[2] += entity["score"]
    return [
        {"from": place / BINS, "to": (place + 1) / BINS, "score": total / said, "p": right / said, "pred": int(said)}
        for place, (right, said, total) in sorted(bins.items())
    ]
