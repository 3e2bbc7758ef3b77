"""Whether the text around a spelling supports it: for names that are words, short acronyms, and letters of two owners.

Support is, from the strongest: the paper's own definition, another spelling of the term, a head noun beside it, a peer
in its list, a phrase that introduces names, a relative of the term in the same text, and the spelling's own frequency.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paperkg.mentions.folding import Folded
from paperkg.records import Kind
from paperkg.vocabulary import Term, Vocabulary

STRENGTH = ("frequent", "family", "general", "cue", "peer", "head", "surface", "defined")
FREQUENT = 100

_GROUP: dict[Kind, str] = {
    "Model": "system",
    "Method": "system",
    "Dataset": "data",
    "Benchmark": "data",
    "Metric": "metric",
    "Task": "idea",
    "Concept": "idea",
}
_DATA_HEADS = (
    "dataset data set benchmark corpus corpora collection suite leaderboard challenge testbed environment environments "
    "split splits test dev validation training images videos questions problems"
)
_MODEL_HEADS = (
    "model network architecture backbone encoder decoder llm vlm mllm checkpoint weight embedding feature family "
    "series variant baseline agent detector transformer tokenizer representation pretraining text image vision visual "
    "score similarity based style"
)
_METHOD_HEADS = (
    "algorithm optimizer method approach framework loss objective training update baseline sampler solver estimator "
    "regularization regularizer adapter finetuning fine technique strategy policy variant step gradient based style "
    "model"
)
_METRIC_HEADS = "score metric distance value error index measure gain improvement of"
# Of the heads, those that stand before a name too: "the optimizer Adam", "the dataset Texas".
_NOUNS = frozenset(
    ("dataset", "benchmark", "corpus", "model", "network", "architecture", "backbone", "llm", "optimizer", "algorithm")
)
_HEADS: dict[str, frozenset[str]] = {
    "data": frozenset(_DATA_HEADS.split()),
    "Model": frozenset(_MODEL_HEADS.split()),
    "Method": frozenset(_METHOD_HEADS.split()),
    "metric": frozenset(_METRIC_HEADS.split()),
    "idea": frozenset(),
}
_LIST_GAP = re.compile(
    r"\s*(?:[,;/&]|and|or|as well as|vs\.?|versus|with)?\s*(?:and|or|the)?\s*[(\[]?\s*", re.IGNORECASE
)
_NAMES_SYSTEM = re.compile(
    r"(?:\b(?:baselines?|methods?|models?|competitors?|optimi[sz]ers?|algorithms?|approaches|LLMs|backbones?)"
    r"(?:,? (?:such as|like|including|e\.g\.,?|i\.e\.,?|namely)|:| ?\((?:e\.g\.,?|i\.e\.,?|such as|like)?)"
    r"|\b(?:outperform\w*|surpass\w*|(?:compar|built|bas|train|test|validat|evaluat|appl)\w* (?:to|with|on|against)"
    r"|fine-?tun\w+|pre-?train\w+|us(?:e|es|ing)|over|than|extend\w*|adapt\w*|appl(?:y|ies|ying)|with|while|from"
    r"|like)) *$",
    re.IGNORECASE,
)
_NAMES_DATA = re.compile(
    r"(?:\b(?:datasets?|benchmarks?|corpora|suites?|tasks?|environments?|domains?)"
    r"(?:,? (?:such as|like|including|e\.g\.,?|i\.e\.,?|namely)|:| ?\((?:e\.g\.,?|i\.e\.,?|such as|like)?)"
    r"|\b(?:on|from|across|evaluat\w+ (?:on|with)|over|in)(?: the)?) *$",
    re.IGNORECASE,
)
_NAMES_METRIC = re.compile(
    r"(?:\d%? (?:in |of )?|\b(?:metrics?|by|in|of|higher|lower|better|improv\w+|an?|the) )$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a spelling of one or more terms stands: tokens ``first`` to ``last``, both included."""

    first: int
    last: int
    start: int
    end: int
    owners: Mapping[str, bool]
    """The terms by id, each with whether it needs support here."""
    support: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it is read for support: folded, with the ids of the terms that it names beyond doubt."""

    text: str
    folded: Folded
    sure: frozenset[str]
    vocabulary: Vocabulary


def supported(candidates: Sequence[Candidate], reading: Reading) -> list[Candidate]:
    """Return the candidates that need no support or have it, each with one owner: the one best supported."""
    relatives = _sure_relatives(reading)
    waiting: list[tuple[int, Candidate]] = []
    settled: dict[int, Candidate] = {}
    for index, candidate in enumerate(candidates):
        if len(candidate.owners) == 1 and not next(iter(candidate.owners.values())):
            settled[index] = candidate
        else:
            waiting.append((index, candidate))
    spoken: dict[str, str] = {}
    for index, candidate in waiting:
        choice = _best({o: _support(candidate, o, reading, relatives) for o in candidate.owners})
        if choice:
            settled[index] = replace(candidate, owners={choice[0]: False}, support=choice[1])
            spoken[reading.text[candidate.start : candidate.end]] = choice[0]
    _settle_peers(waiting, settled, spoken, reading)
    for index, candidate in waiting:
        owner = spoken.get(reading.text[candidate.start : candidate.end], "")
        if index not in settled and owner in candidate.owners:
            settled[index] = replace(candidate, owners={owner: False}, support="surface")
    return list(settled.values())


def _settle_peers(
    waiting: Sequence[tuple[int, Candidate]], settled: dict[int, Candidate], spoken: dict[str, str], reading: Reading
) -> None:
    """Settle the candidates that stand in a list beside a settled one, or beside another that waits."""
    unsettled = [(index, candidate) for index, candidate in waiting if index not in settled]
    groups_at_start: dict[int, set[str]] = defaultdict(set)
    groups_at_end: dict[int, set[str]] = defaultdict(set)
    for candidate in [*settled.values(), *(c for _, c in unsettled)]:
        for owner in candidate.owners:
            if (
                candidate.support
                or not candidate.owners[owner]
                or _is_name(reading.text[candidate.start : candidate.end])
            ):
                group = _GROUP[reading.vocabulary.terms[owner].kind]
                groups_at_start[candidate.first].add(group)
                groups_at_end[candidate.last].add(group)
    for index, candidate in unsettled:
        beside = _beside(candidate, groups_at_start, groups_at_end, reading)
        if not _is_name(reading.text[candidate.start : candidate.end]):
            continue
        fitting = [o for o in candidate.owners if _GROUP[reading.vocabulary.terms[o].kind] in beside]
        if len(fitting) == 1:
            settled[index] = replace(candidate, owners={fitting[0]: False}, support="peer")
            spoken[reading.text[candidate.start : candidate.end]] = fitting[0]


def _beside(
    candidate: Candidate, at_start: Mapping[int, set[str]], at_end: Mapping[int, set[str]], reading: Reading
) -> set[str]:
    """Return the groups of the candidates that stand in one list with this one, next to it."""
    found: set[str] = set()
    folded = reading.folded
    for gap in range(1, 5):
        before = candidate.first - gap
        if before >= 0 and before in at_end and _lists(reading.text[folded.ends[before] : candidate.start]):
            found |= at_end[before]
        after = candidate.last + gap
        if (
            after < len(folded.words)
            and after in at_start
            and _lists(reading.text[candidate.end : folded.starts[after]])
        ):
            found |= at_start[after]
    return found


def _lists(gap: str) -> bool:
    return bool(gap.strip()) and _LIST_GAP.fullmatch(gap) is not None


def _best(supports: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the owner with the strongest support, and that support; None where two are as strong."""
    ranked = sorted((-STRENGTH.index(support), owner) for owner, support in supports.items() if support)
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    owner = ranked[0][1]
    return owner, supports[owner]


def _support(candidate: Candidate, owner: str, reading: Reading, relatives: frozenset[str]) -> str:
    """Return the strongest support of one owner at one place, an empty string where there is none."""
    term = reading.vocabulary.terms[owner]
    written = reading.text[candidate.start : candidate.end]
    if not _is_name(written):
        return "general" if owner in reading.sure else ""
    if owner in reading.sure:
        return "surface"
    if _has_head(candidate, term, reading.folded):
        return "head"
    if _has_cue(candidate, term, reading):
        return "cue"
    if owner in relatives or not relatives.isdisjoint(term.broader):
        return "family"
    alone = len(candidate.owners) == 1
    return "frequent" if alone and term.papers >= FREQUENT and _is_opaque(written) else ""


def _has_head(candidate: Candidate, term: Term, folded: Folded) -> bool:
    heads = _HEADS.get(term.kind) or _HEADS[_GROUP[term.kind]]
    words, after = folded.words, candidate.last + 1
    if words[after : after + 2] == ("'", "s"):
        after += 2
    behind = words[after : after + 1]
    before = words[candidate.first - 1 : candidate.first] if candidate.first else ()
    return any(word in heads or (word.endswith("s") and word[:-1] in heads) for word in behind) or any(
        word in heads and word in _NOUNS for word in before
    )


def _has_cue(candidate: Candidate, term: Term, reading: Reading) -> bool:
    before = reading.text[max(0, candidate.start - 40) : candidate.start]
    group = _GROUP[term.kind]
    if group == "system":
        return _NAMES_SYSTEM.search(before) is not None
    if group == "data":
        return _NAMES_DATA.search(before) is not None
    return group == "metric" and _NAMES_METRIC.search(before) is not None


def _sure_relatives(reading: Reading) -> frozenset[str]:
    """Return the ids that stand above or below a term that the text names beyond doubt, and those terms' own."""
    terms = reading.vocabulary.terms
    wider = {broader for identifier in reading.sure for broader in terms[identifier].broader}
    return frozenset(wider) | reading.sure


def _is_name(written: str) -> bool:
    return any(c.isupper() or c.isdigit() for c in written)


def _is_opaque(written: str) -> bool:
    """Return whether a spelling is no word: four or more capitals, or letters and digits mixed, or an inner capital."""
    letters = [c for c in written if c.isalpha()]
    return (len(letters) > 3 and sum(c.isupper() for c in letters) > 3) or (
        len(written) > 3 and any(c.isupper() for c in written[1:]) and any(c.islower() for c in written)
    )
