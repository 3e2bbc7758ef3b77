"""Whose number it is: the paper's own, another system's, or the baseline's that the paper compares itself with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperkg.mentions.contributions import contribution_of
from paperkg.mentions.name_shapes import is_shaped
from paperkg.mentions.proposals import Proposal
from paperkg.mentions.result_values import HEDGE
from paperkg.records import Mention, Passage, Section, Span

_CLAUSE = re.compile(
    r";|[.:]\s(?=[A-Z(])|(?:,\s|\s)(?:while|whereas|although|though|but|yet|however|despite|even though|even if)\b|,\s(?:where|and)\s(?=(?:the|even|most|all|"
    r"existing|prior)\s)"
)
_OPEN = re.compile(r"^\W*(?:\w+ly\s)?(?:being\b|\w+ing\b|still\b|using\b|with\b|only\b|at\b|also\b)")
_THING = (
    r"(?:method|model|framework|approach|system|algorithm|pipeline|network|architecture|technique|strategy|solution|"
    r"agent|classifier|detector|scheme|implementation|design|module|policy|controller|decoder|optimizer|variant|estimator|"
    r"training|scheduler|formulation|attack|defen[cs]e|tool|engine)s?"
)
_OWN_ALWAYS = re.compile(
    rf"\b(?:our (?:[\w-]+ ){{0,4}}{_THING}|(?:the )?proposed|(?:our|the proposed) results?)\b", re.IGNORECASE
)
_OWN = re.compile(
    rf"\b(?:we|our|ours|us|it|its|this|these (?:improvements|gains|techniques)|experiments?|evaluations?|"
    rf"(?:empirical|experimental|simulation|numerical) results|"
    rf"the (?:resulting|final|full|learned|trained|optimi[sz]ed|overall|same|new|fine-tuned|complete|entire|hybrid|integrated|"
    rf"combined|developed|best)?\s?(?:[\w-]+ )?{_THING})\b",
    re.IGNORECASE,
)
_VERB = (
    r"(?:achiev|reach|scor|obtain|attain|drop|fall|falls|fell|show|yield|fail|remain|exhibit|suffer|struggl|operat|perform|"
    r"lag|produc|requir|consum|tak(?:es|ing)|deliver|provid|is|are|was|were|has|have|improv|reduc|increas|decreas|lead|"
    r"surpass|outperform|rank|solv|incur|degrad|collaps|hit|hits|gain|retain|reveal|correctly|only|still|can|cannot|often|"
    r"plateau|peak|rang|averag|los)\w*"
)
_AFTER_SUBJECT = re.compile(
    rf"^(?:'s|’s)?(?:\s*\([^)]*\)|\s(?:models?|alone|itself|variants?|baselines?|and [\w.-]+|\d[\w.]*|[A-Z][\w.-]*)|, the [^,]{{0,60}},)*\s"
    rf"(?:\w+ly\s)?{_VERB}\b"
)
_RELATIVE = re.compile(rf"^,? (?:which|that|who)\s(?:\w+ly\s)?{_VERB}\b")
_SUBJECT_PLACE = re.compile(
    r"(?:^\s*|[.;:,(]\s*|\b(?:that|where|while|whereas|and|but|show|find|reveal|only|even|with|the|a|an|vanilla|standard|"
    r"original|plain|best|model|baseline|based|although|though|[\w-]+based)\s+)$",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    rf"(?<!than )(?<!over )(?<!to )(?<!outperforming )(?<!surpassing )(?<!outperforms )(?<!of )(?<!with )"
    rf"(?:\b(?:existing|prior|previous|current|state-of-the-art|sota|leading|frontier|proprietary|commercial|closed(?:-source)?|"
    rf"open-?(?:source|weight)|baseline|conventional|traditional|standard|best|best-performing|strongest|top|top-performing|even|"
    rf"other|most|all|many|several|some|these|those|various|evaluated|tested|modern|popular|recent|vanilla|advanced|"
    rf"individual|two|three|four|five|large|small|smaller|larger|today's|contemporary|another|each|single|every|one)\s"
    rf"(?:[\w./-]+ ){{0,4}}?(?:models?|methods?|approach(?:es)?|systems?|llms?|vlms?|mllms?|lvlms?|baselines?|agents?|"
    rf"techniques?|algorithms?|detectors?|classifiers?|annotators?)|\b(?:llms|vlms|mllms|models|methods|humans?|human performance|"
    rf"participants|annotators|experts|baselines?|users|students|agents|patients|attacks|attackers))"
    rf"\s(?:\([^)]*\)\s)?(?:\w+ly\s)?{_VERB}\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    rf"(?:(?<!lower )(?<!higher )(?<!better )\bthan|\bversus|\bvs\.?|\bcompared (?:to|with)|\bover|\bagainst|\brelative to|\bsurpass\w*|"
    rf"\boutperform\w*|\bexceed\w*|\bthan)\s(?P<name>[^,;()]{{1,70}}?)(?:'s|’s|\sat|\sof|\swith|\s\(|\()\s*(?:{HEDGE}\s*)*$",
    re.IGNORECASE,
)
_PLAINLY_COMPARED = re.compile(
    r"(?:\bthan|\bversus|\bvs\.?|\bcompared (?:to|with)(?: the)?|\bfrom|\bdown from|\bup from|\brelative to|\binstead of|\bagainst|→|->)\s*$",
    re.IGNORECASE,
)
_METRIC_MOVES = re.compile(
    r"\b(?:ris|improv|increas|drop|fall|decreas|climb|grow|jump|declin|shrink)(?:es?|s|ed|ing|ping|bing)?\s(?:by|from)\s[^,;]{0,40}$"
)
_WORD = re.compile(r"(?<![\w-])[A-Z][\w.+/-]*\w")
_GAIN = re.compile(r"\b(?:improvement|gain|reduction|increase|speed-?up|boost|advantage|decrease|margin)s?\s*$", re.I)


@dataclass(frozen=True, slots=True)
class Owners:
    """The names that are the paper's own, and whether its only named thing is data, on which others' systems run."""

    names: frozenset[str]
    strict: bool


_OTHER_WORK = ("survey", "empirical study", "theory", "benchmark", "dataset")
_DATA = ("Dataset", "Benchmark", "Metric", "Task")


def owners_of(passage: Passage, ordered: Sequence[Proposal]) -> Owners:
    """Return whose things a paper calls its own; ``ordered`` are its proposals, the system first."""
    systems = [each for each in ordered if each.kind not in _DATA]
    names = frozenset(name for each in systems for name in (each.name, each.expansion) if name)
    strict = contribution_of(passage, ordered) in _OTHER_WORK and not (ordered and ordered[0].kind not in _DATA)
    return Owners(names, strict)


def clause_start(text: str, sentence: Span, place: int) -> int:
    """Return where the clause that holds ``place`` starts; one that opens without a subject belongs to the one before."""
    starts = [sentence.start]
    starts += [match.end() for match in _CLAUSE.finditer(text, sentence.start, place)]
    while len(starts) > 1 and _OPEN.match(text[starts[-1] : place + 1]):
        starts.pop()
    return starts[-1]


def is_own(section: Section, mentions: Sequence[Mention], owners: Owners, sentence: Span, place: int) -> bool:
    """Return whether the number at ``place`` is said of the paper's own work: its subject is ours and nobody else's."""
    start = clause_start(section.text, sentence, place)
    clause = section.text[start:place]
    own = _last_own(clause, owners)
    if own < 0 and not owners.strict and _METRIC_MOVES.search(clause):
        whole = Span(sentence.start, place)
        return _last_other(section, mentions, owners, whole) < 0
    if own < 0 and start > sentence.start and not owners.strict:
        before = section.text[sentence.start : start]
        own = (
            -1 if _last_other(section, mentions, owners, Span(start, place)) >= 0 else min(0, _last_own(before, owners))
        )
    return own >= 0 and own >= _last_other(section, mentions, owners, Span(start, place))


def clause_end(text: str, place: int, limit: int) -> int:
    """Return where the clause that holds ``place`` ends."""
    match = _CLAUSE.search(text, place, limit)
    return match.start() if match else limit


def _last_own(clause: str, owners: Owners) -> int:
    """Return where the last pointer to the paper's own work stands in a clause, -1 where none does."""
    places = [match.start() for match in _OWN_ALWAYS.finditer(clause)]
    if not owners.strict:
        places += [match.start() for match in _OWN.finditer(clause)]
    for name in owners.names:
        places += [match.start() for match in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w])", clause)]
    return max(places, default=-1)


def _last_other(section: Section, mentions: Sequence[Mention], owners: Owners, clause: Span) -> int:
    """Return where the last subject that is somebody else's ends, counted from the clause's start; -1 for none."""
    text = section.text[clause.start : clause.end]
    places = [match.end() for match in _OTHERS.finditer(text + " ")]
    named = [
        (mention.start - clause.start, mention.end - clause.start)
        for mention in mentions
        if clause.start <= mention.start < clause.end
        and mention.kind in ("Model", "Method", "Concept")
        and mention.name not in owners.names
        and any(character.isupper() for character in mention.text)
    ]
    named += [
        match.span()
        for match in _WORD.finditer(text)
        if is_shaped(match.group()) and not any(match.group() in own or own in match.group() for own in owners.names)
    ]
    places += [end for start, end in named if _is_subject(text, start, end)]
    return max(places, default=-1)


def _is_subject(text: str, start: int, end: int) -> bool:
    """Return whether a name is the subject of a verb, of its own clause or of a relative clause behind it."""
    after = text[end : end + 90]
    stands = _AFTER_SUBJECT.match(after) and _SUBJECT_PLACE.search(text[:start])
    return bool(stands) or _RELATIVE.match(after) is not None


def compared_name(before: str) -> str | None:
    """Return whom a number belongs to that stands behind a comparison ("over UMamba at"); empty for "than"; else None."""
    if _PLAINLY_COMPARED.search(before):
        return ""
    match = _COMPARED.search(before)
    if match is None or (_GAIN.search(before[: match.start()]) and not before.rstrip().endswith(("(", "at"))):
        return None
    return match["name"].strip()
