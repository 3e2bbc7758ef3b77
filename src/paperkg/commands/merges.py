"""``paperkg merges``: how names were merged, and which look-alikes were not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperkg.commands.options import DECISIONS, graph_option
from paperkg.commands.output import Rows, emit, format_option

if TYPE_CHECKING:
    from paperkg.analysis.merges import Merged
    from paperkg.analysis.proposals import Proposed
    from paperkg.analysis.versions import Versions
    from paperkg.decisions import Decision
    from paperkg.folder import BuildFolder

PARTS = ("merges", "proposals", "versions")


@click.command()
@graph_option
@click.option("--why", nargs=2, metavar="A B", help="Why two names are one node, or why they are two.")
@click.option("--only", type=click.Choice(PARTS), help="Print one of the three lists alone.")
@click.option("--decisions", metavar="FILE", type=click.Path(path_type=Path), help="What you decided about names.")
@format_option("table", "json", "csv")
def command(
    graph: Path, why: tuple[str, str] | None, only: str | None, decisions: Path | None, output_format: str
) -> None:
    """Print every merged spelling with its rule, and what only looks alike: nodes, and papers as versions.

    Nothing is merged because it looks alike. Write what you decide into paperkg.decisions.csv
    (action,name,other,papers,note with accept, reject, rename, split or ban), and build again.

    Example: paperkg merges --why "GD" "gradient descent"
    """
    from paperkg.decisions import read_decisions
    from paperkg.folder import BuildFolder

    folder = BuildFolder(graph)
    path = decisions or Path(DECISIONS)
    decided = read_decisions(path) if decisions or path.is_file() else ()
    if why is not None:
        from paperkg.analysis.merges import why_merged
        from paperkg.vocabulary import builtin_vocabulary

        entities, links = list(folder.entities()), list(folder.links())
        answer = why_merged(*why, entities, links, builtin_vocabulary(), decided)
        rows: Rows = [[each.one, each.other, each.reason] for each in answer.reasons]
        click.echo(f"{why[0]} and {why[1]} are {'one node' if answer.same else 'two nodes'}.", err=True)
        emit(answer, ["name", "node" if answer.same else "other", "because"], rows, output_format)
        return
    found = {part: _PARTS[part](folder, decided) for part in ([only] if only else PARTS)}
    rows = [row for part, each in found.items() for row in _ROWS[part](each)]
    emit(found, ["what", "name", "other", "because", "score", "papers"], rows, output_format)


def _merges(folder: BuildFolder, _decided: Sequence[Decision]) -> tuple[Merged, ...]:
    from paperkg.analysis.merges import merges

    return merges(folder.entities(), folder.links())


def _proposals(folder: BuildFolder, decided: Sequence[Decision]) -> tuple[Proposed, ...]:
    from paperkg.analysis.proposals import proposals
    from paperkg.cache import Cache
    from paperkg.folder import CACHE
    from paperkg.mentions.embedder import CachedEmbedder, OnnxEmbedder

    embedder = CachedEmbedder(OnnxEmbedder(), Cache(folder.path / CACHE / "embeddings.sqlite"))
    return proposals(folder.entities(), decided, embedder)


def _versions(folder: BuildFolder, _decided: Sequence[Decision]) -> tuple[Versions, ...]:
    from paperkg.analysis.versions import versions

    return versions(folder.papers())


def _merge_rows(found: Sequence[Merged]) -> Rows:
    return [["merge", each.label, each.spelling, each.rule, "", " | ".join(each.papers)] for each in found]


def _proposal_rows(found: Sequence[Proposed]) -> Rows:
    return [["proposal", each.one_label, each.other_label, each.likeness, each.score, each.papers] for each in found]


def _version_rows(found: Sequence[Versions]) -> Rows:
    return [["version", each.one, each.other, "nearly the same abstract", each.shared, 2] for each in found]


_PARTS: dict[str, Callable[..., Any]] = {"merges": _merges, "proposals": _proposals, "versions": _versions}
_ROWS: dict[str, Callable[..., Rows]] = {"merges": _merge_rows, "proposals": _proposal_rows, "versions": _version_rows}
