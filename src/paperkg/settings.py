"""One frozen record of settings per stage; what changes a result goes into the manifest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DEFAULT_BASE = "https://w3id.org/paperkg/"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSettings:
    """How files become papers: ``format`` overrides the guess by content."""

    format: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionSettings:
    """How passages become mentions."""

    keyphrases: Literal["keybert", "statistical"] = "keybert"
    embedder: Literal["minilm", "hash"] = "minilm"
    spacy_model: str | None = None
    """A spaCy pipeline that tags instead of the tagger that ships, by name."""
    keyphrase_count: int = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class VocabularySettings:
    """Which term tables are looked up."""

    files: tuple[str, ...] = ()
    builtin: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitySettings:
    """When names are one thing, and when a thing is a node."""

    decisions: str | None = None
    minimum_papers: int = 2
    """In how many papers a concept, task, method or metric that nobody vouches for must occur to be a node."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """How records become RDF."""

    base: str = DEFAULT_BASE
    with_text: bool = True
    shapes_up_to: int = 5_000
    """SHACL runs on a build of at most so many papers; ``paperkg check`` runs it on any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSettings:
    """All settings of a build that change its result."""

    read: ReadSettings = ReadSettings()
    mentions: MentionSettings = MentionSettings()
    vocabulary: VocabularySettings = VocabularySettings()
    entities: EntitySettings = EntitySettings()
    graph: GraphSettings = GraphSettings()
    page: bool = True
