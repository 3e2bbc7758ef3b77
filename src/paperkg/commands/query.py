"""``paperkg query``: SPARQL, or a question with a name."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from paperkg.commands.options import graph_option
from paperkg.errors import UsageError


@click.command()
@click.argument("sparql", required=False)
@click.option("--name", metavar="NAME", help="Ask the question of that name.")
@click.option(
    "--set", "given", metavar="KEY=VALUE", multiple=True, help="What the question is asked about; repeatable."
)
@click.option("--list", "listed", is_flag=True, help="List the named questions and their parameters.")
@graph_option
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["table", "csv", "json", "ttl"]),
    default="table",
    show_default=True,
    help="json is the SPARQL 1.1 results format; ttl is for CONSTRUCT and DESCRIBE.",
)
@click.option(
    "--limit", type=click.IntRange(min=0), help="At most so many rows; a question with a name has 300 by default."
)
def command(
    sparql: str | None,
    name: str | None,
    given: tuple[str, ...],
    listed: bool,
    graph: Path,
    output_format: str,
    limit: int | None,
) -> None:
    """Ask the graph: SPARQL (- reads it from stdin), or a question with a name.

    Example: paperkg query --name papers-on --set term=GPQA-Diamond
    """
    from paperkg.query import FORMATS, ask_question, ask_sparql, question, questions
    from paperkg.query.answers import Table
    from paperkg.query.tables import draw
    from paperkg.store import open_store

    if listed:
        rows = [
            [each.name, each.title, ", ".join(f"[{p.name}]" if p.optional else p.name for p in each.parameters)]
            for each in questions().values()
        ]
        click.echo(draw(["question", "what it asks", "parameters"], rows), nl=False)
        return
    if (sparql is None) == (name is None):
        raise UsageError("Give either SPARQL or --name.", remedy="paperkg query --list shows the names.")
    store = open_store(graph)
    if name is not None:
        answer = ask_question(store, name, _pairs(given), limit=limit)
    else:
        text = sys.stdin.read() if sparql == "-" else str(sparql)
        answer = ask_sparql(store, text, limit=limit)
    click.echo(FORMATS[output_format](answer, store.base), nl=False)
    if name is not None and limit is None and isinstance(answer, Table) and len(answer.rows) == question(name).rows:
        click.echo(f"These are {len(answer.rows)} rows. There may be more: --limit N", err=True)


def _pairs(given: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals:
            raise UsageError(f"--set takes KEY=VALUE, not {each!r}.")
        pairs[key.strip()] = value
    return pairs
