"""``paperkg evaluate``: predictions against a gold file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from paperkg.errors import UsageError


@click.command()
@click.argument("predicted", type=click.Path(path_type=Path), metavar="PRED")
@click.argument("gold", type=click.Path(path_type=Path), metavar="GOLD")
@click.option(
    "--map", "mapping", default="", metavar="OLD=NEW,...", help="Rename types in both files; OLD=- drops one."
)
@click.option("--only", default="", metavar="TYPE,...", help="Types to keep, after --map.")
@click.option("--named", is_flag=True, help="Only mentions with a capital letter or a digit, in both files.")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as one JSON object.")
def command(predicted: Path, gold: Path, mapping: str, only: str, named: bool, as_json: bool) -> None:
    """Score predictions against gold: precision, recall and F1 of all fields that gold has, by kind and by rule.

    Example: paperkg evaluate extract.jsonl gold.jsonl --map Method=Model,Material=Dataset --only Model,Dataset
    """
    from paperkg.evaluate import evaluate, read_records

    scores = evaluate(
        read_records(predicted),
        read_records(gold),
        renamed=_mapping(mapping),
        only=frozenset(filter(None, only.split(","))),
        named=named,
    )
    if as_json:
        click.echo(json.dumps(scores, indent=1, ensure_ascii=False))
    else:
        for line in _lines(scores):
            click.echo(line)


def _mapping(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    for old, equals, _ in pairs:
        if not equals:
            raise UsageError(f"--map has {old!r}, which renames nothing.", remedy="Write OLD=NEW, with commas between.")
    return {old: new for old, _, new in pairs}


def _lines(scores: dict[str, Any]) -> Iterator[str]:
    yield f"documents {scores['documents']}, with a prediction {scores['predicted']}"
    for section in ("entities", "relations"):
        for kind, score in scores.get(section, {}).items():
            yield f"{section}, {kind}"
            yield from _rows(score, types=not kind.endswith("untyped") and kind != "pair")
    for cut, score in scores.get("keyphrases", {}).items():
        yield _row(f"keyphrases {cut}", score)
    if "acronyms" in scores:
        yield _row("acronym pairs", scores["acronyms"])
    if "labels" in scores:
        yield "labels (of the record as a whole)"
        yield from _rows(scores["labels"], types=True)
    if "links" in scores:
        yield _row("links, B-cubed", scores["links"])
        yield f"    gold mentions {scores['links']['mentions']}, given a link {scores['links']['linked']}"
    yield from _believed(scores)


def _rows(score: dict[str, Any], *, types: bool) -> Iterator[str]:
    yield _row("micro", score["micro"])
    if types:
        yield _row("macro", score["macro"])
        for kind, each in score["types"].items():
            yield _row(kind, each)


def _row(name: str, score: dict[str, Any]) -> str:
    counts = f"  tp {score['tp']} pred {score['pred']} gold {score['gold']}" if "tp" in score else ""
    return f"  {name:<28} P {score['p']:.3f}  R {score['r']:.3f}  F1 {score['f1']:.3f}{counts}"


def _believed(scores: dict[str, Any]) -> Iterator[str]:
    """Yield precision by rule and by score, of predictions that overlap gold of their type."""
    if scores.get("rules"):
        yield "precision by rule (overlap)"
        for rule, score in scores["rules"].items():
            yield f"  {rule or '(no rule)':<28} P {score['p']:.3f}  tp {score['tp']} pred {score['pred']}"
    if scores.get("reliability"):
        yield "precision by score (overlap)"
        for row in scores["reliability"]:
            yield f"  {row['from']:.1f} to {row['to']:.1f}, mean {row['score']:.3f}       P {row['p']:.3f}  pred {row['pred']}"
