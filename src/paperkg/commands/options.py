"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from paperkg.settings import EntitySettings, MentionSettings, VocabularySettings

Function = TypeVar("Function", bound=Callable[..., Any])

input_paths = click.argument(
    "inputs", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True), metavar="INPUT..."
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), help="Processes to use; as many as there are cores by default."
)
DECISIONS = "paperkg.decisions.csv"
output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    help="The folder to write.",
)
graph_option = click.option(
    "-g",
    "--graph",
    "graph",
    type=click.Path(path_type=Path),
    default=Path("output"),
    show_default=True,
    help="A build's folder.",
)


def mention_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the mention stage; the command gets them as one ``mentions: MentionSettings``."""

    @click.option(
        "--keyphrases",
        type=click.Choice(["keybert", "statistical"]),
        default="keybert",
        show_default=True,
        help="How keyphrases are ranked; statistical needs no embedder.",
    )
    @click.option(
        "--embedder",
        type=click.Choice(["minilm", "hash"]),
        default="minilm",
        show_default=True,
        help="What turns phrases into vectors; hash needs no weights and is for tests.",
    )
    @click.option("--spacy-model", metavar="NAME", help="A spaCy pipeline that tags instead of the tagger that ships.")
    @wraps(function)
    def with_settings(*args: Any, keyphrases: Any, embedder: Any, spacy_model: str | None, **options: Any) -> Any:
        settings = MentionSettings(keyphrases=keyphrases, embedder=embedder, spacy_model=spacy_model)
        return function(*args, mentions=settings, **options)

    return with_settings


def vocabulary_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the vocabulary; the command gets them as one ``vocabulary: VocabularySettings``."""

    @click.option(
        "--terms",
        "files",
        metavar="FILE",
        multiple=True,
        type=click.Path(),
        help="Terms of your own: a table (.csv) or SKOS (.ttl, .rdf, .jsonld...); repeatable.",
    )
    @click.option("--no-builtin-terms", is_flag=True, help="Do without the vocabulary that paperkg ships.")
    @wraps(function)
    def with_settings(*args: Any, files: tuple[str, ...], no_builtin_terms: bool, **options: Any) -> Any:
        settings = VocabularySettings(files=files, builtin=not no_builtin_terms)
        return function(*args, vocabulary=settings, **options)

    return with_settings


def decisions_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--decisions``; the command gets it as ``entities: EntitySettings``."""

    @click.option(
        "--decisions",
        metavar="FILE",
        type=click.Path(),
        help=f"What you decided about names; {DECISIONS} in the working folder where there is one.",
    )
    @wraps(function)
    def with_settings(*args: Any, decisions: str | None, **options: Any) -> Any:
        found = decisions or (DECISIONS if Path(DECISIONS).is_file() else None)
        return function(*args, entities=EntitySettings(decisions=found), **options)

    return with_settings
