"""Threads the stages: files in, a folder with the graph out; the one place that knows every room."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import RdfFormat, parse

from paperkg import __version__, folder
from paperkg.cache import Cache
from paperkg.decisions import Decision, read_decisions
from paperkg.entities import collected
from paperkg.entities.resolver import Resolver
from paperkg.entities.senses import Surfaces
from paperkg.errors import GraphError
from paperkg.extraction import Pool, extract_all, in_processes
from paperkg.gathering import Outcome, Progress, gather, silent
from paperkg.kept import KEPT, kept_while_read
from paperkg.manifest import InputFile, file_hash, input_files, manifest, run_of, versions
from paperkg.mentions import model_hashes
from paperkg.read import read_papers
from paperkg.readings import KeptReadings
from paperkg.record_cache import RecordCache, extraction_cache, passage_cache
from paperkg.records import Collection, Extraction, Passage, Run
from paperkg.report import Report, report
from paperkg.settings import BuildSettings, EntitySettings, GraphSettings, VocabularySettings
from paperkg.succession import Succession
from paperkg.term_files import with_term_files
from paperkg.vocabulary import Vocabulary, builtin_vocabulary, table_paths

if TYPE_CHECKING:
    from paperkg.view.report import Gap

GAPS_UP_TO = 3_000
"""In so many papers at most a build looks for gaps for its summary; ``paperkg gaps`` does it for any."""


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


def build(
    inputs: Sequence[Path],
    output: Path,
    settings: BuildSettings,
    *,
    jobs: int | None = None,
    progress: Progress = silent,
    pool: Pool = in_processes,
) -> Report:
    """Write the graph of the papers in ``inputs`` into the folder ``output`` and return what was counted.

    ``pool`` runs the extractors: the processes of this machine, or ``paperkg.cluster.Ray``.

    Raises:
        UsageError: an input does not exist, or a line of the decisions cannot be read.
        GraphError: the graph does not conform to its shapes, or another build is writing the folder.
    """
    outcomes = read_papers(inputs, settings.read)
    vocabulary = vocabulary_of(settings.vocabulary)
    decisions = decisions_of(settings.entities)
    with folder.staged(output) as stage:
        making = Making(output, stage, settings, vocabulary, decisions, jobs, progress, pool=pool)
        counted = construct(outcomes, input_files(inputs), making)
    prepare_store(output)
    return counted


@dataclass(frozen=True, slots=True)
class Making:
    """What a build is made with: the folder that will hold it, where it is staged, and how it is made."""

    output: Path
    stage: Path
    settings: BuildSettings
    vocabulary: Vocabulary
    decisions: tuple[Decision, ...] = ()
    jobs: int | None = None
    progress: Progress = silent
    previous: Path | None = None
    """The graph before, where what it says needs no second check."""
    pool: Pool = in_processes


def construct(outcomes: Iterable[Outcome], inputs: Sequence[InputFile], making: Making) -> Report:
    """Write the graph of what was read into the stage of a folder, and return what was counted.

    ``inputs`` are the files that were read, as the manifest names them. Nothing that was made before is made again:
    the folder's cache has it.

    Raises:
        GraphError: the graph does not conform to its shapes.
    """
    settings, stage, timings = making.settings, making.stage, Timings()
    cache_folder = making.output / folder.CACHE
    found_by = (*model_hashes(settings.mentions), *vocabulary_hashes(settings.vocabulary))
    with timings.stage("read"):
        kept = kept_while_read(outcomes, stage / KEPT, settings)
        gathered = gather(kept, making.progress, kept=passage_cache(cache_folder / folder.PASSAGES))
    kept_before = extraction_cache(
        cache_folder / folder.EXTRACTIONS, (settings.mentions, found_by, versions(), __version__)
    )
    surfaces = Surfaces(making.vocabulary)
    extracting = partial(_extracting, making, kept_before, Cache(cache_folder / folder.EMBEDDINGS))
    with KeptReadings(stage, cache_folder / folder.READINGS, kept_before.made_by, surfaces, extracting) as readings:
        with timings.stage("mentions"):
            readings.fill(gathered.passages, kept_before.key)
            gathered.passages = ()
        with timings.stage("entities"):
            resolver = Resolver(readings, making.vocabulary, settings.entities, making.decisions, surfaces)
            collection = collected(resolver, readings.told(resolver.answers()))
    collection = replace(
        collection,
        rejected=tuple(gathered.rejected),
        skipped=tuple(gathered.skipped),
        duplicates=gathered.duplicates,
    )
    counted = report(collection, gathered.rejected, gathered.skipped, (*gathered.warned, *collection.warned))
    run = run_of(settings, hashes(settings))
    succession = Succession(cache_folder, settings.graph, run)
    write(collection, counted, stage, settings, run, timings, making.progress, making.previous, succession)
    outputs = [path for path in stage.iterdir() if path.is_file() and path.name not in folder.NO_OUTPUT]
    told = manifest(inputs, outputs, settings, run)
    succession.add(told["outputs"])
    (stage / folder.MANIFEST).write_text(_pretty(told), encoding="utf-8")
    (stage / folder.TIMINGS).write_text(_pretty(timings.seconds), encoding="utf-8")
    return counted


def _extracting(
    making: Making, kept: RecordCache[Passage, Extraction], cache: Cache, passages: Sequence[Passage]
) -> Iterator[Extraction]:
    """Yield what is found in each passage, in their order."""
    return extract(
        passages,
        making.settings,
        making.vocabulary,
        jobs=making.jobs,
        cache=cache,
        kept=kept,
        progress=making.progress,
        pool=making.pool,
    )


def prepare_store(output: Path) -> None:
    """Load a large graph into its store on disk now, so that the first question is answered as fast as the next."""
    from paperkg.store_files import prepare

    prepare(folder.BuildFolder(output))


def extract(
    passages: Sequence[Passage],
    settings: BuildSettings,
    vocabulary: Vocabulary,
    *,
    jobs: int | None = None,
    cache: Cache | None = None,
    kept: RecordCache[Passage, Extraction] | None = None,
    progress: Progress = silent,
    pool: Pool = in_processes,
) -> Iterator[Extraction]:
    """Yield what is found in each passage, in their order."""

    def told(done: int) -> None:
        progress("finding mentions", done, len(passages))

    return extract_all(passages, settings.mentions, vocabulary, jobs=jobs, cache=cache, kept=kept, told=told, pool=pool)


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
    previous: Path | None = None,
    succession: Succession | None = None,
) -> None:
    """Write the files of a build but its manifest into ``stage``; what is as in the ``previous`` graph is not checked.

    ``succession`` knows whether the previous graph can be revised instead of being written anew.

    Raises:
        GraphError: the graph does not conform to its shapes.
    """
    from paperkg.export.ntriples import write_canonical
    from paperkg.export.turtle import write_from
    from paperkg.graph import statements

    folder.write_collection(collection, stage)
    (stage / folder.REPORT).write_text(_pretty(counted.as_json()), encoding="utf-8")
    with timings.stage("graph"):
        progress("writing the graph", 0, None)
        if not (succession and previous and succession.write(collection, previous.parent, stage)):
            write_canonical(statements(collection, settings.graph, run), stage / folder.NTRIPLES)
            write_from(stage / folder.NTRIPLES, stage / folder.TURTLE, settings.graph.base)
    if previous is not None or len(collection.papers) <= settings.graph.shapes_up_to:
        with timings.stage("shapes"):
            progress("checking the graph", 0, None)
            _check_shapes(stage / folder.NTRIPLES, previous)
    if settings.page:
        with timings.stage("page"):
            progress("drawing the page", 0, None)
            _write_pages(collection, stage, settings.graph, run)


def _check_shapes(graph: Path, previous: Path | None) -> None:
    """Check a graph against its shapes, or only what in it is not as in the ``previous`` one.

    Raises:
        GraphError: the graph does not conform.
    """
    from paperkg.graph.changes import changes
    from paperkg.graph.shapes import validate

    if previous is None:
        violations = validate(quad.triple for quad in parse(path=graph, format=RdfFormat.N_TRIPLES))
    else:
        changed = changes(previous, graph)
        violations = validate(changed.triples, only=changed.nodes)
    if violations:
        raise GraphError(
            f"The graph breaks {len(violations)} rules of ontology/shapes.ttl, the first: {violations[0]}.",
            remedy="This is a fault of paperkg: please report it with the input.",
        )


def _write_pages(collection: Collection, stage: Path, settings: GraphSettings, run: Run) -> None:
    from paperkg.view import page
    from paperkg.view import report as summary
    from paperkg.view.network import network_of

    network = network_of(collection)
    kept = Cache(stage.parent / folder.CACHE / folder.POSITIONS)
    shown = network if settings.with_text else None
    drawn = page(collection, with_text=settings.with_text, cache=kept, network=shown)
    kept.close()
    (stage / folder.PAGE).write_text(drawn, encoding="utf-8")
    gaps = _gaps(collection, settings, run) if len(collection.papers) <= GAPS_UP_TO else ()
    (stage / folder.REPORT_PAGE).write_text(summary(collection, gaps=gaps, network=network), encoding="utf-8")


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
