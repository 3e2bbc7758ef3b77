"""Runs the extractor on a Ray cluster: one actor a core, each with an extractor of its own, over shards of passages.

The rooms are the same as on one machine, and a passage is mined alone, so that the graph is the same, byte for byte. An
actor that dies is started again by Ray and given its shard once more (Ray Core, "Fault tolerance
of actors"; Ray Data sets no limit), so that nothing is lost and nothing comes twice.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperkg import __version__
from paperkg.cache import Cache
from paperkg.errors import UsageError
from paperkg.mentions import Extractor
from paperkg.record_cache import code_hash
from paperkg.records import Extraction, Passage
from paperkg.settings import MentionSettings
from paperkg.vocabulary import Vocabulary

if TYPE_CHECKING:
    from types import ModuleType

SHARD = 16
"""Passages that travel together: an actor that dies costs so many at most."""
STARTED_HERE = "local"


@dataclass(frozen=True, slots=True)
class Ray:
    """A Ray cluster: at ``address``, or without one, on this machine, started for the build and ended with it."""

    address: str | None = None

    def __call__(
        self,
        passages: Sequence[Passage],
        settings: MentionSettings,
        vocabulary: Vocabulary,
        jobs: int | None,
        cache: Cache | None,
    ) -> Iterator[Extraction]:
        """Yield what is found in each passage, in the order given; ``jobs`` is the number of actors, else all cores'.

        Raises:
            UsageError: Ray is not installed, nothing answers at the address, no core is there, or another paperkg runs there.
        """
        # The vectors' file is on this machine's disk: actors elsewhere do without.
        arguments = (settings, vocabulary, None if self.address else cache, _code())
        with _Session(self.address, jobs) as ray:
            cores = int(ray.cluster_resources().get("CPU", 0))
            if not cores:
                raise UsageError(
                    "The Ray cluster has no core to work with.", remedy="Add a machine to it: ray start --address=..."
                )
            # An actor beyond the cores would be waited for without end.
            actors = min(jobs or cores, cores)
            yield from _in_order(_rows(ray, passages, arguments, actors), len(passages))


class ShardExtractor:
    """An actor's extractor; called with the columns of a shard, it returns those of what it found."""

    def __init__(self, made_with: Sequence[Any]) -> None:
        """Make the extractor; ``made_with`` holds a reference to its settings, vocabulary, cache and code.

        A reference, since Ray would put the vocabulary away by itself and warn that it may be lost.
        """
        settings, vocabulary, cache, code = _ray().get(made_with[0])
        if code != _code():
            raise UsageError(
                "A worker of the cluster runs another paperkg than this machine.",
                remedy="Install the same version on all of them.",
            )
        self._extractor = Extractor(settings, vocabulary, cache)

    def __call__(self, shard: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Return the numbers of the shard, and the extractions as MessagePack."""
        import msgspec

        decode = msgspec.msgpack.Decoder(Passage).decode
        found = [self._extractor.extract(decode(bytes(passage))) for passage in shard["passage"]]
        return {"number": list(shard["number"]), "found": [msgspec.msgpack.encode(each) for each in found]}


class _Session:
    """A connection to Ray while the block runs; a cluster that was started for it ends with it."""

    def __init__(self, address: str | None, jobs: int | None) -> None:
        self._address, self._jobs = address, jobs

    def __enter__(self) -> ModuleType:
        ray = _ray()
        here: dict[str, Any] = {"num_cpus": self._jobs, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
        try:
            ray.init(
                address=self._address or STARTED_HERE,
                log_to_driver=False,
                logging_level=logging.ERROR,
                **({} if self._address else here),
            )
        # Ray raises the bare class where a node starts too late.
        except Exception as error:
            raise UsageError(
                f"Ray cannot be reached at {self._address or 'this machine'}: {error}",
                remedy="Start it there with ray start --head, or leave --address out to start it here.",
            ) from error
        return ray

    def __exit__(self, *_error: object) -> None:
        _ray().shutdown()


def _ray() -> ModuleType:
    # Set before the import: Ray sends usage statistics otherwise, and nothing of ours talks to the network.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Under ``uv run`` Ray would make an environment of its own for each worker, over the network and without our extras.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    # Ray's workers step back for every other program otherwise, and a busy laptop never gets to them.
    os.environ.setdefault("RAY_worker_niceness", "0")
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise UsageError(
            "--engine ray needs Ray, which is not installed.", remedy="Install it with: pip install 'paperkg[cluster]'"
        ) from error
    return ray  # type: ignore[no-any-return]


def _rows(
    ray: ModuleType, passages: Sequence[Passage], arguments: tuple[object, ...], actors: int
) -> Iterator[Mapping[str, Any]]:
    """Yield number and extraction of each passage, as they come."""
    import msgspec

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.verbose_stats_logs = False
    encode = msgspec.msgpack.Encoder().encode
    rows = [{"number": number, "passage": encode(passage)} for number, passage in enumerate(passages)]
    shards = ray.data.from_items(rows, override_num_blocks=-(-len(rows) // SHARD))
    found = shards.map_batches(
        ShardExtractor,
        fn_constructor_args=([ray.put(arguments)],),
        batch_size=SHARD,
        batch_format="numpy",
        compute=ray.data.ActorPoolStrategy(size=min(actors, -(-len(rows) // SHARD))),
        num_cpus=1,
    )
    return found.iter_rows()  # type: ignore[no-any-return]


def _in_order(rows: Iterator[Mapping[str, Any]], count: int) -> Iterator[Extraction]:
    """Yield the extractions by number, those that come early kept until their turn."""
    import msgspec

    decode = msgspec.msgpack.Decoder(Extraction).decode
    waiting: dict[int, bytes] = {}
    due = 0
    for row in rows:
        waiting[int(row["number"])] = bytes(row["found"])
        while due in waiting:
            yield decode(waiting.pop(due))
            due += 1
    if due != count:
        raise RuntimeError(f"Ray returned {due} of {count} extractions")


def _code() -> str:
    """Return what names the code that finds mentions: workers must run the same."""
    return f"{__version__} {code_hash('mentions')} {code_hash('text')}"
