"""Keeps passages and extractions that are costly to make, each under what it was made from and by whom.

What was made from the same input by the same code, models and settings is the same, so that a kept record stands for a
new one. Values are MessagePack (https://msgpack.org); one that cannot be read counts as absent.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache as once
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from paperkg.cache import Cache
from paperkg.records import Extraction, Paper, Passage, Source

if TYPE_CHECKING:
    import msgspec

Given = TypeVar("Given")
Made = TypeVar("Made")

PACKAGE = Path(__file__).resolve().parent
SHARED_SOURCES = ("records.py", "settings.py", "vocabulary.py", "names.py", "term_files.py", "skos.py")
"""Files outside of the rooms that decide what the rooms find."""
NOWHERE = Source("", 0)
FASTEST = 1


class RecordCache(Generic[Given, Made]):
    """Records that were made before, found by what they were made from."""

    def __init__(
        self,
        cache: Cache,
        made_by: str,
        kind: type[Made],
        *,
        of: Callable[[Given], object],
        bare: Callable[[Made], Made] = lambda made: made,
        whole: Callable[[Made, Given], Made] = lambda made, _given: made,
    ) -> None:
        """Keep in ``cache`` what ``made_by`` makes; ``of`` returns that part of the input which decides the result.

        ``bare`` returns a record without what its input tells anyway, ``whole`` puts that back.
        """
        self.made_by = made_by
        self._cache, self._kind = cache, kind
        self._of, self._bare, self._whole = of, bare, whole

    def get(self, given: Sequence[Given]) -> list[Made | None]:
        """Return what was made from each of ``given``, None where nothing is kept of it."""
        import msgspec

        decoder = msgspec.msgpack.Decoder(self._kind)
        keys = [self.key(each) for each in given]
        values = self._cache.get(self.made_by, list(dict.fromkeys(keys)))
        found = []
        for key, each in zip(keys, given, strict=True):
            made = _decoded(decoder, values[key]) if key in values else None
            found.append(None if made is None else self._whole(made, each))
        return found

    def values(self, given: Sequence[Given]) -> list[bytes | None]:
        """Return what is kept of each of ``given`` as it is on disk, None where nothing is."""
        keys = [self.key(each) for each in given]
        values = self._cache.get(self.made_by, list(dict.fromkeys(keys)))
        return [values.get(key) for key in keys]

    def has(self, given: Sequence[Given]) -> list[bool]:
        """Return of each of ``given`` whether something is kept that was made from it."""
        keys = [self.key(each) for each in given]
        known = self._cache.has(self.made_by, list(dict.fromkeys(keys)))
        return [key in known for key in keys]

    def put(self, given: Sequence[Given], made: Sequence[Made]) -> None:
        """Keep what was made from each of ``given``."""
        pairs = zip(given, made, strict=True)
        self._cache.put(self.made_by, {self.key(one): _encoded(self._bare(other)) for one, other in pairs})

    def key(self, given: Given) -> str:
        """Return what a record is found by that was made from ``given``."""
        import msgspec

        return sha256(msgspec.msgpack.encode(self._of(given))).hexdigest()


def passage_cache(path: Path) -> RecordCache[Paper, Passage]:
    """Return the passages kept in the file ``path``, found by the papers as they were read."""
    made_by = f"passage {code_hash('text')}"
    return RecordCache(
        Cache(path),
        made_by,
        Passage,
        of=_unplaced,
        whole=lambda passage, paper: replace(passage, paper=replace(passage.paper, source=paper.source)),
    )


def extraction_cache(path: Path, decided_by: Iterable[object]) -> RecordCache[Passage, Extraction]:
    """Return the extractions kept in the file ``path``, found by their passages.

    ``decided_by`` is whatever decides an extraction beside its passage and our code: settings, models, vocabulary.
    """
    made_by = "\n".join(["extraction", code_hash("mentions"), *map(repr, decided_by)])
    nothing = Passage(Paper(source=NOWHERE), ())
    return RecordCache(
        Cache(path),
        made_by,
        Extraction,
        of=lambda passage: replace(passage, paper=_unplaced(passage.paper)),
        bare=lambda extraction: replace(extraction, passage=nothing),
        whole=lambda extraction, passage: replace(extraction, passage=passage),
    )


def _unplaced(paper: Paper) -> Paper:
    """Return a paper without the places where it stood: they decide nothing that is found in it."""
    return replace(paper, source=NOWHERE, sources=())


@once
def code_hash(room: str, *others: str) -> str:
    """Return the SHA-256 of a room's code and word lists, of the modules it shares with others, and of ``others``."""
    files = [path for path in (PACKAGE / room).glob("**/*") if path.suffix in (".py", ".json", ".txt")]
    digest = sha256()
    for path in sorted([*files, *(PACKAGE / name for name in (*SHARED_SOURCES, *others))]):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _encoded(record: object) -> bytes:
    import msgspec

    return zlib.compress(msgspec.msgpack.encode(record), FASTEST)


def _decoded(decoder: msgspec.msgpack.Decoder[Made], value: bytes) -> Made | None:
    import msgspec

    try:
        return decoder.decode(zlib.decompress(value))
    except (zlib.error, msgspec.DecodeError):
        return None
