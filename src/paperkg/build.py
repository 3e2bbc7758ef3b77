"""Threads the stages: files in, a folder with the graph out; the one place that knows every room."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg import folder
from paperkg.cache import Cache
from paperkg.decisions import Decision, read_decisions
from paperkg.entities import resolve
from paperkg.entities.papers import identified, unify
from paperkg.errors import GraphError
from paperkg.extraction import default_jobs, extract_all
from paperkg.manifest import file_hash, manifest, run_of
from paperkg.mentions import model_hashes
from paperkg.read import read_papers
from paperkg.records import Collection, Extraction, Paper, Passage, Rejected, Run, Skipped, Warned
from paperkg.report import Report, report
from paperkg.settings import BuildSettings, EntitySettings, GraphSettings, VocabularySettings
from paperkg.term_files import with_term_files
from paperkg.text import passage
from paperkg.vocabulary import Vocabulary, builtin_vocabulary, table_paths

if TYPE_CHECKING:
    from paperkg.view.report import Gap

GAPS_UP_TO = 3_000
"""In so many papers at most a build looks for gaps for its summary; ``paperkg gaps`` does it for any."""

Progress = Callable[[str, int, int | None], None]
"""Told the stage, how many are done, and how many there are (None where nobody knows)."""


@dataclass(slots=True)
class Gathered:
    """What reading gave: one passage a paper, and what became none."""

    passages: tuple[Passage, ...] = ()
    duplicates: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    warned: list[Warned] = field(default_factory=list)


@dataclass(slots=True)
class Timings:
    """Wall and CPU seconds of this process by stage, in the order in which the stages ran."""

    seconds: dict[str, dict[str, float]] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what runs inside."""
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.seconds[name] = {
            "wall": round(time.perf_counter() - wall, 3),
            "cpu": round(time.process_time() - cpu, 3),
        }


def silent(_stage: str, _done: int, _total: int | None) -> None:
    """Tell nobody."""


def build(
    inputs: Sequence[Path],
    output: Path,
    settings: BuildSettings,
    *,
    jobs: int | None = None,
    progress: Progress = silent,
) -> Report:
    """Write the graph of the papers in ``inputs`` into the folder ``output`` and return what was counted.

    Raises:
        UsageError: an input does not exist, or a line of the decisions cannot be read.
        GraphError: the graph does not conform to its shapes, or another build is writing the folder.
    """
    timings = Timings()
    with timings.stage("read"):
        gathered = gather(inputs, settings, progress)
    vocabulary = vocabulary_of(settings.vocabulary)
    decisions = decisions_of(settings.entities)
    with folder.staged(output) as stage:
        with timings.stage("mentions"):
            cache = Cache(output / folder.CACHE / "embeddings.sqlite")
            extractions = extract(gathered.passages, settings, vocabulary, jobs=jobs, cache=cache, progress=progress)
        with timings.stage("entities"):
            collection = resolve(extractions, vocabulary, settings.entities, decisions)
            rejected = sorted(
                gathered.rejected, key=lambda each: (each.source.path, each.source.position, each.message)
            )
            skipped = sorted(gathered.skipped, key=lambda each: (each.source.path, each.source.position, each.reason))
            collection = replace(
                collection, rejected=tuple(rejected), skipped=tuple(skipped), duplicates=gathered.duplicates
            )
        counted = report(collection, rejected, skipped, (*gathered.warned, *collection.warned))
        run = run_of(settings, hashes(settings))
        write(collection, counted, stage, settings, run, timings, progress)
        outputs = [path for path in stage.iterdir() if path.name != folder.LOCK]
        content = manifest(inputs, outputs, settings, run)
        (stage / folder.MANIFEST).write_text(_pretty(content), encoding="utf-8")
        (stage / folder.TIMINGS).write_text(_pretty(timings.seconds), encoding="utf-8")
    _prepare_store(output)
    return counted


def _prepare_store(output: Path) -> None:
    """Load a large graph into its store on disk now, so that the first question is answered as fast as the next."""
    from paperkg.store import prepare

    prepare(folder.BuildFolder(output))


def gather(
    inputs: Sequence[Path], settings: BuildSettings, progress: Progress = silent, *, unique: bool = True
) -> Gathered:
    """Return one passage a paper in the order of ids, and what became none; with ``unique`` off, one a record.

    Raises:
        UsageError: an input does not exist.
    """
    gathered = Gathered()
    passages: list[Passage] = []
    for outcome in read_papers(inputs, settings.read):
        if isinstance(outcome, Paper):
            passages.append(passage(outcome))
            progress("reading", len(passages), None)
        elif isinstance(outcome, Rejected):
            gathered.rejected.append(outcome)
        elif isinstance(outcome, Skipped):
            gathered.skipped.append(outcome)
        else:
            gathered.warned.append(outcome)
    if unique:
        gathered.passages, gathered.duplicates = unify(passages)
    else:
        gathered.passages = tuple(identified(each) for each in passages)
    return gathered


def extract(
    passages: Sequence[Passage],
    settings: BuildSettings,
    vocabulary: Vocabulary,
    *,
    jobs: int | None = None,
    cache: Cache | None = None,
    progress: Progress = silent,
) -> list[Extraction]:
    """Return what is found in each passage, in their order."""

    def told(done: int) -> None:
        progress("finding mentions", done, len(passages))

    jobs = default_jobs(len(passages)) if jobs is None else jobs
    return list(extract_all(passages, settings.mentions, vocabulary, jobs=jobs, cache=cache, told=told))


def vocabulary_of(settings: VocabularySettings) -> Vocabulary:
    """Return the vocabulary that the settings name.

    Raises:
        UsageError: a term file does not exist.
        VocabularyError: a term file cannot be used.
    """
    vocabulary = builtin_vocabulary() if settings.builtin else Vocabulary({})
    return with_term_files(vocabulary, [Path(file) for file in settings.files])


def decisions_of(settings: EntitySettings) -> tuple[Decision, ...]:
    """Return the decisions in the file that the settings name, none where they name none.

    Raises:
        UsageError: the file does not exist, or a line of it says nothing that can be done.
    """
    return read_decisions(Path(settings.decisions)) if settings.decisions else ()


def hashes(settings: BuildSettings) -> tuple[tuple[str, str], ...]:
    """Return the SHA-256 of all weights, pipelines, term tables and decisions that a build uses, by name."""
    decisions = settings.entities.decisions
    decided = [(f"decisions:{Path(decisions).name}", file_hash(Path(decisions)))] if decisions else []
    return (*model_hashes(settings.mentions), *vocabulary_hashes(settings.vocabulary), *decided)


def vocabulary_hashes(settings: VocabularySettings) -> tuple[tuple[str, str], ...]:
    """Return the SHA-256 of each term table and term file in use, by file name, a user's own behind ``terms:``."""
    builtin = [(path.name, file_hash(path)) for path in table_paths()] if settings.builtin else []
    own = [
        (f"terms:{number}:{Path(file).name}", file_hash(Path(file))) for number, file in enumerate(settings.files, 1)
    ]
    return (*builtin, *own)


def write(
    collection: Collection,
    counted: Report,
    stage: Path,
    settings: BuildSettings,
    run: Run,
    timings: Timings,
    progress: Progress = silent,
) -> None:
    """Write the files of a build but its manifest into ``stage``.

    Raises:
        GraphError: the graph does not conform to its shapes.
    """
    from paperkg.export.ntriples import ntriples
    from paperkg.export.turtle import turtle
    from paperkg.graph import statements
    from paperkg.graph.shapes import validate

    folder.write_collection(collection, stage)
    (stage / folder.REPORT).write_text(_pretty(counted.as_json()), encoding="utf-8")
    with timings.stage("graph"):
        progress("writing the graph", 0, None)
        canonical = ntriples(statements(collection, settings.graph, run))
        (stage / folder.NTRIPLES).write_bytes(canonical)
        (stage / folder.TURTLE).write_bytes(turtle(canonical, settings.graph.base))
    if len(collection.papers) <= settings.graph.shapes_up_to:
        with timings.stage("shapes"):
            progress("checking the graph", 0, None)
            violations = validate(statements(collection, settings.graph, run))
        if violations:
            raise GraphError(
                f"The graph breaks {len(violations)} rules of ontology/shapes.ttl, the first: {violations[0]}.",
                remedy="This is a fault of paperkg: please report it with the input.",
            )
    if settings.page:
        with timings.stage("page"):
            progress("drawing the page", 0, None)
            _write_pages(collection, stage, settings.graph, run)


def _write_pages(collection: Collection, stage: Path, settings: GraphSettings, run: Run) -> None:
    from paperkg.view import page
    from paperkg.view import report as summary

    (stage / folder.PAGE).write_text(page(collection, with_text=settings.with_text), encoding="utf-8")
    gaps = _gaps(collection, settings, run) if len(collection.papers) <= GAPS_UP_TO else ()
    (stage / folder.REPORT_PAGE).write_text(summary(collection, gaps=gaps), encoding="utf-8")


def _gaps(collection: Collection, settings: GraphSettings, run: Run) -> tuple[Gap, ...]:
    """Return the pairs of concepts that much connects and no paper joins, as the summary shows them."""
    from paperkg.analysis.gaps import gaps
    from paperkg.graph import statements
    from paperkg.store import store_of
    from paperkg.view.report import Gap

    found = gaps(store_of(statements(collection, settings, run)))
    return tuple(Gap(each.one.label, each.other.label, len(each.common)) for each in found)


def _pretty(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
