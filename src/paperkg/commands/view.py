"""``paperkg view``: the map of a build, or of what stands around one node."""

from __future__ import annotations

from pathlib import Path

import click

from paperkg.commands.options import graph_option


@click.command()
@graph_option
@click.option("--focus", metavar="NODE", help="A paper or term: only what stands around it is drawn.")
@click.option(
    "--depth", type=click.IntRange(min=1), default=2, show_default=True, help="How many lines away, with --focus."
)
@click.option(
    "--max-nodes", type=click.IntRange(min=1), default=1500, show_default=True, help="How many nodes are shown first."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    required=True,
    help="The file to write.",
)
def command(graph: Path, focus: str | None, depth: int, max_nodes: int, output: Path) -> None:
    """Draw a build as one HTML page that opens offline.

    Example: paperkg view -g output --focus GPQA-Diamond -o gpqa.html
    """
    from paperkg.cache import Cache
    from paperkg.folder import CACHE, POSITIONS, REPORT_PAGE, BuildFolder
    from paperkg.query import find_node
    from paperkg.store import open_store
    from paperkg.view import page

    opened = BuildFolder(graph)
    center = None if focus is None else find_node(open_store(graph), focus).value.rpartition("/")[2]
    collection = opened.collection()
    in_folder = str(output) != "-" and output.resolve().parent == graph.resolve()
    kept = Cache(graph / CACHE / POSITIONS)
    html = page(
        collection,
        maximum_nodes=max_nodes,
        focus=center,
        depth=depth,
        report=REPORT_PAGE if in_folder else None,
        cache=kept,
    )
    kept.close()
    with click.open_file(str(output), "w", encoding="utf-8") as file:
        file.write(html)
