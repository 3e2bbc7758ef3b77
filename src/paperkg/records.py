"""The nouns of paperkg: frozen records that travel from room to room.

A stage is a function from an iterable of these records to an iterator of these records. Offsets are counted in
characters of the field they name, start included and end excluded, so that ``field[start:end]`` is the text meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["Concept", "Task", "Method", "Model", "Dataset", "Benchmark", "Metric"]
Field = Literal["title", "text", "keywords"]
Predicate = Literal[
    "mentions",
    "proposes",
    "about",
    "addresses",
    "usesMethod",
    "usesModel",
    "evaluatesOn",
    "trainedOn",
    "comparesWith",
    "measures",
    "outperforms",
    "extends",
    "partOf",
]

KEYWORD_SEPARATOR = "; "
UNDEFINED_ACRONYM = "undefined acronym"
"""The rule of a mention that names something only where other papers of the collection define it."""
NOUN_PHRASE, METHOD_PHRASE = "noun phrase", "method-phrase"
"""The rules of mentions that nobody vouches for: they make no node by themselves."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record was read: ``path`` relative to the input given, ``position`` counted in records from 1."""

    path: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper as its source describes it.

    Leaves ``read`` with the source's markup in its texts, leaves ``text`` without it, and leaves ``entities`` with an
    ``id`` and with every source that told of it. ``title`` is None where the source gives none; ``text`` is the
    abstract and is empty where there is none. ``doi`` is bare and lower-case, ``arxiv`` has no version.
    """

    source: Source
    title: str | None = None
    text: str = ""
    key: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    url: str | None = None
    code_url: str | None = None
    language: str | None = None
    keywords: tuple[str, ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()
    """Identifiers of other registries as (registry, identifier): openreview, acl, pmid, openalex, s2, dblp."""
    sources: tuple[Source, ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that should have been a paper and could not be read, with the reason as a word and as a sentence."""

    source: Source
    format: str
    reason: str
    message: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that no reader knows, or a record that is no paper: told to the user, and no loss."""

    source: Source
    reason: str


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that was read with a guess, such as a file's encoding: told to the user, and no loss."""

    source: Source
    message: str


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of characters, end excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Acronym:
    """A pair that the paper itself defines; the spans are into ``field``."""

    short: str
    long: str
    field: Field
    short_span: Span
    long_span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """One field of a paper as clean text, cut into sentences; ``emphasis`` holds what its markup set apart."""

    field: Field
    text: str
    sentences: tuple[Span, ...]
    emphasis: tuple[Span, ...] = ()

    def sentence_at(self, start: int) -> Span:
        """Return the sentence that holds the character at ``start``; the whole section where none does."""
        for span in self.sentences:
            if span.start <= start < span.end:
                return span
        return Span(0, len(self.text))


@dataclass(frozen=True, slots=True)
class Passage:
    """A paper without markup, its sections in the order title, text, keywords (absent ones left out)."""

    paper: Paper
    sections: tuple[Section, ...]
    acronyms: tuple[Acronym, ...] = ()
    raw_offsets: tuple[int, ...] = ()
    """For each character of the clean abstract, where it stood in the abstract as read."""

    def section(self, field: Field) -> Section:
        """Return the section named, an empty one where the paper has none."""
        for section in self.sections:
            if section.field == field:
                return section
        return Section(field, "", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place in a paper where something is named."""

    field: Field
    start: int
    end: int
    text: str
    kind: Kind
    rule: str
    score: float
    name: str
    """The thing's name in full: the surface, or what the surface stands for (``AIME 2025`` in ``AIME-24/25``)."""
    term: str | None = None
    """Id of the vocabulary's entry, where it has one."""
    expansion: str | None = None
    predicate: Predicate | None = None
    """How the paper relates to it, where this place says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A relation that one sentence states; ``subject`` is None where it is the paper or its own system."""

    subject: str | None
    predicate: Predicate
    object: str
    field: Field
    start: int
    end: int
    text: str
    sentence: str
    rule: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A number that a paper reports: the words of the text, and the value as a number where it is one."""

    id: str = ""
    paper: str = ""
    system: str | None = None
    benchmark: str | None = None
    metric: str | None = None
    value: str
    number: float | None = None
    direction: Literal["higher", "lower"] | None = None
    baseline: str | None = None
    baseline_value: str | None = None
    sentence: str
    start: int
    end: int
    rule: str
    score: float


@dataclass(frozen=True, slots=True)
class System:
    """What a paper proposes, by the name it gives and that name's expansion."""

    name: str
    expansion: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Everything found in one paper, before papers are compared."""

    passage: Passage
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    results: tuple[Result, ...] = ()
    keyphrases: tuple[str, ...] = ()
    system: System | None = None
    components: tuple[System, ...] = ()
    contribution: str | None = None
    code_url: str | None = None
    code_announced: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why an edge is there: the words, their offsets in the field of the paper, the sentence, the rule, its score."""

    paper: str
    field: Field
    text: str
    start: int
    end: int
    sentence: str
    rule: str
    score: float


@dataclass(frozen=True, slots=True)
class Link:
    """An edge from a paper or a term to a term; its score is that of its best evidence."""

    paper: str
    subject: str
    predicate: Predicate
    object: str
    score: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Merge:
    """A spelling that became a label of a term, and the rule that made it one."""

    term: str
    label: str
    rule: str


@dataclass(frozen=True, slots=True)
class Broader:
    """A wider term, and the rule that made it wider."""

    term: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One thing, whatever its spellings: a node of the graph."""

    id: str
    kinds: tuple[Kind, ...]
    label: str
    aliases: tuple[str, ...] = ()
    broader: tuple[Broader, ...] = ()
    same_as: tuple[str, ...] = ()
    papers: int = 0
    merges: tuple[Merge, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRecord:
    """A paper as the graph knows it: its metadata, and what was found of it as a whole."""

    paper: Paper
    label: str
    keyphrases: tuple[str, ...] = ()
    contribution: str | None = None
    code_url: str | None = None
    code_announced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """All that a build knows, each tuple sorted by id: what the graph, the page and the exports are made from."""

    papers: tuple[PaperRecord, ...]
    entities: tuple[Entity, ...]
    links: tuple[Link, ...]
    results: tuple[Result, ...]
    rejected: tuple[Rejected, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    duplicates: int = 0
    dropped: tuple[tuple[str, int], ...] = ()
    """How many things were left out of the graph, by reason."""
    warned: tuple[Warned, ...] = ()
    """Decisions that changed nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The build that made a graph: what decides its result, and no clock."""

    version: str
    settings: tuple[tuple[str, str], ...] = ()
    """Settings by name, sorted."""
    models: tuple[tuple[str, str], ...] = ()
    """Weights, pipelines and term tables by name with their SHA-256, sorted."""
