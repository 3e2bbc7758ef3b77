"""Changes the graph of a folder without doing again what need not be done: adds, replaces and retracts papers.

The outcome is that of a build of the same papers: what was read is kept beside the graph, what was found in a paper
is kept in the folder's cache, and everything that depends on the whole collection is made anew from these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from paperkg import folder
from paperkg.ahead import go_ahead
from paperkg.build import Making, construct, decisions_of, hashes, prepare_store, vocabulary_of
from paperkg.entities.papers import members
from paperkg.gathering import Outcome, Progress, passages_of, silent
from paperkg.kept import KEPT, kept_records, kept_settings
from paperkg.manifest import InputFile, input_files, run_of
from paperkg.query import find_node
from paperkg.read import read_papers
from paperkg.read.files import STANDARD_INPUT
from paperkg.record_cache import passage_cache
from paperkg.records import Paper, Warned
from paperkg.report import Report
from paperkg.settings import BuildSettings, EntitySettings
from paperkg.store import open_store
from paperkg.store_files import succeed


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change counted in all, and the ids of the papers that are new, are not as they were, or are gone."""

    report: Report
    new: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]


def update(
    inputs: Sequence[Path],
    output: Path,
    *,
    entities: EntitySettings | None = None,
    jobs: int | None = None,
    progress: Progress = silent,
) -> Changed:
    """Bring the papers in ``inputs`` into the graph of the folder ``output``, which keeps its settings.

    A file stands for all that was read before from a file of the same path, relative to the input given; what comes
    from standard input is added to what came before. ``entities`` takes the place of the folder's settings of that
    stage where it names a file of decisions.

    Raises:
        UsageError: an input, or a term file that the build named, does not exist.
        GraphError: the folder holds no graph, or another command is writing it.
    """

    def renewed(settings: BuildSettings) -> tuple[Iterable[Outcome], list[InputFile]]:
        files = input_files(inputs)
        replaced = {file["path"] for file in files}
        old = [file for file in build.json(folder.MANIFEST)["inputs"] if file["path"] not in replaced]
        return _renewed(read_papers(inputs, settings.read), kept_records(output / KEPT), replaced), old + files

    build = folder.BuildFolder(output)
    return _change(
        output, renewed, entities, jobs, progress, ahead=() if STANDARD_INPUT in map(str, inputs) else inputs
    )


def remove(
    names: Sequence[str],
    output: Path,
    *,
    entities: EntitySettings | None = None,
    jobs: int | None = None,
    progress: Progress = silent,
) -> Changed:
    """Take the papers that ``names`` mean out of the graph of the folder ``output``, with every record of them.

    Raises:
        UsageError: no paper has that name, or several have it.
        GraphError: the folder holds no graph, or another command is writing it.
    """
    store = open_store(output)
    papers = {find_node(store, name, "paper").value.removeprefix(f"{store.base}paper/") for name in names}

    def remaining(_settings: BuildSettings) -> tuple[Iterable[Outcome], list[InputFile]]:
        left = _without(list(kept_records(output / KEPT)), papers, output)
        paths = {outcome.source.path for outcome in left}
        inputs = folder.BuildFolder(output).json(folder.MANIFEST)["inputs"]
        return left, [file for file in inputs if _beneath(paths, file["path"])]

    return _change(output, remaining, entities, jobs, progress)


def _change(
    output: Path,
    outcomes_of: Callable[[BuildSettings], tuple[Iterable[Outcome], list[InputFile]]],
    entities: EntitySettings | None,
    jobs: int | None,
    progress: Progress,
    ahead: Sequence[Path] = (),
) -> Changed:
    """Make the folder's graph anew from what ``outcomes_of`` says, told the folder's settings while nobody writes it.

    The store answers with the new papers in ``ahead`` before that.
    """
    with folder.staged(output) as stage:
        settings = kept_settings(output / KEPT)
        if entities is not None and entities.decisions:
            settings = replace(settings, entities=entities)
        vocabulary, decisions = vocabulary_of(settings.vocabulary), decisions_of(settings.entities)
        if ahead:
            run = run_of(settings, hashes(settings))
            read = read_papers(ahead, settings.read)
            there = go_ahead(read, folder.BuildFolder(output), stage, settings, vocabulary, run)
            progress("in the store ahead of the files", there, there)
        outcomes, inputs = outcomes_of(settings)
        making = Making(output, stage, settings, vocabulary, decisions, jobs, progress, output / folder.NTRIPLES)
        report = construct(outcomes, inputs, making)
        before, after = _lines(output / folder.PAPERS), _lines(stage / folder.PAPERS)
        succeed(output, stage)
    prepare_store(output)
    return Changed(
        report,
        new=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(paper for paper in after.keys() & before.keys() if after[paper] != before[paper])),
        gone=tuple(sorted(before.keys() - after.keys())),
    )


def _renewed(fresh: Iterable[Outcome], kept: Iterable[Outcome], replaced: set[str]) -> Iterator[Outcome]:
    """Yield what was kept of other files, then what is fresh."""
    for outcome in kept:
        if not _within(outcome.source.path, replaced):
            yield outcome
    yield from fresh


def _within(path: str, files: set[str]) -> bool:
    """Return whether ``path`` is one of ``files``, or lies in one that is an archive."""
    return path in files or any(str(parent) in files for parent in PurePosixPath(path).parents)


def _beneath(paths: set[str], file: str) -> bool:
    """Return whether something was read from ``file``, or from within it where it is an archive."""
    return file in paths or any(path.startswith(f"{file}/") for path in paths)


def _without(outcomes: Sequence[Outcome], papers: set[str], output: Path) -> list[Outcome]:
    """Return what is left when the records of ``papers`` are taken away, and warnings about files that held no others."""
    places = [place for place, outcome in enumerate(outcomes) if isinstance(outcome, Paper)]
    records = [outcome for outcome in outcomes if isinstance(outcome, Paper)]
    kept = passage_cache(output / folder.CACHE / folder.PASSAGES)
    gone = {places[index] for index in members(list(passages_of(records, kept)), papers)}
    left = [outcome for place, outcome in enumerate(outcomes) if place not in gone]
    emptied = {outcomes[place].source.path for place in gone}
    emptied -= {outcome.source.path for outcome in left if not isinstance(outcome, Warned)}
    return [outcome for outcome in left if not (isinstance(outcome, Warned) and outcome.source.path in emptied)]


def _lines(path: Path) -> dict[str, bytes]:
    """Return the lines of ``papers.jsonl`` by the id that each begins with."""
    with path.open("rb") as file:
        return {line.split(b'"', 4)[3].decode(): line for line in file}
