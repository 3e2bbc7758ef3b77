"""Threads the finders over one passage, and decides between them where they meet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from paperkg.cache import Cache
from paperkg.mentions.concepts import (
    acronym_mentions,
    noun_phrase_mentions,
    undefined_acronym_mentions,
    verb_phrase_mentions,
)
from paperkg.mentions.contributions import code_of, contribution_of, label_of, order_by_weight
from paperkg.mentions.heads import class_terms, head_noun_mentions
from paperkg.mentions.method_phrases import as_methods, find_method_phrases
from paperkg.mentions.names import Weights, find_names
from paperkg.mentions.own_work import own_names, own_sentences
from paperkg.mentions.proposals import Proposal, find_proposals
from paperkg.mentions.relations import find_relations, is_object
from paperkg.mentions.results import find_results
from paperkg.mentions.roles import governor, predicate_of, says_evaluated, says_used
from paperkg.mentions.split_terms import find_split_terms
from paperkg.records import METHOD_PHRASE, NOUN_PHRASE, Extraction, Mention, Passage, Span, System
from paperkg.settings import MentionSettings
from paperkg.vocabulary import Vocabulary

if TYPE_CHECKING:
    from paperkg.mentions.noun_phrases import Analysis

MINED_LANGUAGES = frozenset({None, "en"})

_DESCRIBED = ("keyphrase", METHOD_PHRASE, NOUN_PHRASE)
_MODIFIES = re.compile(r"[-\u2010-\u2013](?:based|driven|guided|style|inspired|like)\b")
_WHAT_IT_IS = re.compile(
    r"(?: (?:benchmark|test|training|validation|evaluation))?[ -](?:datasets?|data|corpus|corpora|benchmarks?|sets?|splits?|models?|LLMs?|"
    r"backbones?|baselines?|architectures?|scores?|results?|performance|accuracy)",
    re.IGNORECASE,
)


class Extractor:
    """Finds what a passage holds; heavy parts are loaded once, when the first passage comes.

    Other weights than those that ship are for measuring under cross-validation.
    """

    def __init__(
        self,
        settings: MentionSettings,
        vocabulary: Vocabulary,
        cache: Cache | None = None,
        *,
        name_weights: Weights | None = None,
        keyphrase_weights: dict[str, float] | None = None,
    ) -> None:
        from paperkg.mentions.embedder import embedder_for
        from paperkg.mentions.keyphrases import Keyphrases
        from paperkg.mentions.noun_phrases import Tagger
        from paperkg.mentions.terms import TermFinder

        self._terms = TermFinder(vocabulary)
        self._classes = class_terms(vocabulary)
        self._tagger = Tagger(settings.spacy_model)
        self._keyphrases = Keyphrases(settings, embedder_for(settings), self._tagger, keyphrase_weights, cache)
        self._name_weights = name_weights

    def extract(self, passage: Passage) -> Extraction:
        """Return everything found in a passage; of one in another language than English, its author's keywords alone."""
        if passage.paper.language not in MINED_LANGUAGES:
            return self._unmined(passage)
        analysis = self._tagger.analyse_section(passage.section("text"))
        proposals = find_proposals(passage)
        ordered = order_by_weight(proposals, passage)
        keyphrases = self._keyphrases.rank(passage, analysis)
        found = self._mentions(passage, analysis, proposals, keyphrases)
        own = own_sentences(passage.section("text"), proposals)
        topics = _topics(found, keyphrases)
        parts = frozenset(each.name for each in ordered[1:])
        mentions = tuple(_with_role(_used(mention, parts), passage, own, topics) for mention in found)
        code_url, announced = code_of(passage)
        return Extraction(
            passage=passage,
            mentions=mentions,
            relations=find_relations(passage, mentions, ordered, own),
            results=find_results(passage, mentions, ordered, own),
            keyphrases=keyphrases,
            system=System(ordered[0].name, ordered[0].expansion) if ordered else None,
            components=tuple(System(each.name, each.expansion) for each in ordered[1:]),
            contribution=contribution_of(passage, ordered),
            code_url=code_url,
            code_announced=announced,
            label=label_of(passage, ordered, keyphrases),
        )

    def _unmined(self, passage: Passage) -> Extraction:
        keywords = tuple(_keyword_mentions(passage))
        code_url, announced = code_of(passage)
        return Extraction(
            passage=passage,
            mentions=keywords,
            keyphrases=passage.paper.keywords,
            code_url=code_url,
            code_announced=announced,
            label=label_of(passage, (), passage.paper.keywords),
        )

    def _split_terms(self, passage: Passage) -> Iterator[Mention]:
        for section in passage.sections:
            yield from find_split_terms(section, passage.acronyms, self._terms.find)

    def _mentions(
        self, passage: Passage, analysis: Analysis, proposals: Sequence[Proposal], keyphrases: Sequence[str]
    ) -> tuple[Mention, ...]:
        """Return all mentions, at most one a place: own names first, then terms, then what the paper defines, then phrases."""
        chosen = frozenset(phrase.lower() for phrase in keyphrases)
        own = tuple(own_names(passage, proposals))
        names = {mention.name for mention in own}
        terms = self._terms.find_all(passage)
        named = find_names(passage, terms, self._terms.kinds, self._name_weights)
        methods = find_method_phrases(analysis, (*own, *terms, *named))
        sources: tuple[Iterable[Mention], ...] = (
            own,
            (*terms, *self._split_terms(passage)),
            named,
            acronym_mentions(passage, [each for each in passage.acronyms if each.short not in names]),
            undefined_acronym_mentions(passage.section("text")),
            verb_phrase_mentions(passage.section("text"), analysis),
            head_noun_mentions(passage.section("text"), analysis, chosen, self._classes),
            as_methods(noun_phrase_mentions(passage.section("text"), analysis, chosen), methods),
            methods,
            _keyword_mentions(passage),
        )
        return tuple(_without_overlaps(sources))


def _without_overlaps(sources: Iterable[Iterable[Mention]]) -> Iterator[Mention]:
    """Yield the mentions of each source that none of an earlier source overlaps, in the order of fields and places.

    A noun phrase may hold a term: it says more than the term alone.
    """
    kept: list[Mention] = []
    taken: dict[str, list[Mention]] = defaultdict(list)
    for source in sources:
        fresh = []
        for mention in source:
            holds = mention.rule in (NOUN_PHRASE, "keyphrase", "keyword", "verb phrase")
            start, end = mention.start, mention.end
            meets = [other for other in taken[mention.field] if other.start < end and start < other.end]
            if not any(_clashes(other, mention, may_hold=holds) for other in meets):
                fresh.append(mention)
        kept += fresh
        for mention in fresh:
            taken[mention.field].append(mention)
    order = {"title": 0, "text": 1, "keywords": 2}
    yield from sorted(dict.fromkeys(kept), key=lambda m: (order[m.field], m.start, m.end, m.name, m.rule, m.kind))


def _clashes(taken: Mention, mention: Mention, *, may_hold: bool) -> bool:
    """Return whether a mention may not stand where it meets one that was taken before."""
    longer = (
        mention.start <= taken.start
        and taken.end <= mention.end
        and (mention.end - mention.start) > (taken.end - taken.start)
    )
    return not (may_hold and longer and not _is_named_again(taken, mention))


def _is_named_again(taken: Mention, mention: Mention) -> bool:
    """Return whether a phrase only adds to a name what it is: "the WikiFoo dataset"."""
    named = taken.kind in ("Model", "Dataset", "Benchmark") and mention.rule != "keyword"
    return (
        named
        and _WHAT_IT_IS.fullmatch(mention.text[taken.end - mention.start :]) is not None
        and taken.start == mention.start
    )


def _keyword_mentions(passage: Passage) -> Iterator[Mention]:
    """Yield the authors' keywords as concepts."""
    section = passage.section("keywords")
    place = 0
    for keyword in passage.paper.keywords:
        start = section.text.find(keyword, place)
        if start < 0:
            continue
        place = start + len(keyword)
        if keyword.strip():
            yield Mention(
                field="keywords",
                start=start,
                end=place,
                text=keyword,
                kind="Concept",
                rule="keyword",
                score=1.0,
                name=keyword,
                predicate="about",
            )


def _topics(mentions: Iterable[Mention], keyphrases: Sequence[str]) -> frozenset[str]:
    """Return the names that an abstract comes back to, or that its keyphrases hold."""
    counts: dict[str, int] = {}
    for mention in mentions:
        counts[mention.term or mention.name] = counts.get(mention.term or mention.name, 0) + 1
    phrases = [phrase.lower() for phrase in keyphrases]
    held = {
        mention.term or mention.name
        for mention in mentions
        if any(mention.text.lower() in phrase for phrase in phrases)
    }
    return frozenset({name for name, count in counts.items() if count > 1} | held)


def _used(mention: Mention, parts: frozenset[str]) -> Mention:
    """Return a later place of a method that is part of what the paper proposes as one that the paper uses."""
    uses = (
        mention.name in parts
        and mention.kind == "Method"
        and mention.predicate == "mentions"
        and mention.field == "text"
    )
    return replace(mention, predicate="usesMethod") if uses else mention


def _with_role(mention: Mention, passage: Passage, own: frozenset[Span], topics: frozenset[str]) -> Mention:
    """Return a mention with what its place says of the paper, and the cue behind its rule."""
    if mention.predicate is not None:
        return mention
    section = passage.section(mention.field)
    if mention.field != "text":
        predicate = predicate_of(mention.kind, "none", own=mention.field == "keywords", topic=True)
        return replace(mention, predicate=predicate)
    sentence = section.sentence_at(mention.start)
    cue = governor(section.text[sentence.start : mention.start]).cue
    if not is_object(section, mention):
        if mention.kind in ("Dataset", "Benchmark"):
            return replace(mention, predicate="mentions")
        cue = "none" if cue in ("win", "even", "compare") else cue
    first = sentence == section.sentences[0]
    topic = first or (mention.term or mention.name) in topics
    predicate = predicate_of(mention.kind, cue, own=sentence in own, topic=topic)
    if predicate == "usesMethod" and mention.rule in _DESCRIBED and not says_used(mention.text, cue):
        return replace(mention, predicate="mentions")
    if predicate == "addresses" and _MODIFIES.match(section.text, mention.end):
        return replace(mention, predicate="mentions")
    if predicate == "evaluatesOn":
        before, after = section.text[sentence.start : mention.start], section.text[mention.end : sentence.end]
        evaluated = says_evaluated(before, after, guessed=mention.rule.startswith("name-"))
        predicate = predicate if evaluated else "mentions"
    return replace(mention, predicate=predicate)


def model_hashes(settings: MentionSettings) -> tuple[tuple[str, str], ...]:
    """Return the names and hashes of the weights and pipelines that these settings use; nothing is loaded."""
    from paperkg.mentions.embedder import embedder_identity
    from paperkg.mentions.keyphrases import weights_hash
    from paperkg.mentions.noun_phrases import tagger_identity

    hashes = [("tagger", tagger_identity(settings.spacy_model)), ("keyphrase weights", weights_hash())]
    embedder = embedder_identity(settings)
    if embedder is not None:
        hashes.append(("embedder", embedder))
    return tuple(hashes)
