"""What a place says of the paper and the thing it names: the nearest cue before the name decides.

The cues are words that govern a list of names: "compared to X", "trained on X", "evaluate on X", "unlike X". What stands
before the paper speaks of its own work is background, and a name there is mentioned and no more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from paperkg.records import Kind, Predicate

Cue = Literal["win", "even", "compare", "contrast", "derive", "train", "evaluate", "extend", "use", "none"]

_CUES: tuple[tuple[Cue, str], ...] = (
    (
        "even",
        r"(?:(?-i:match(?:es|ed))|(?-i:match)(?=\s(?:the|or|that of)\b)|(?-i:matching)(?=\s(?:the|or|and|its|their|state|strong|proprietary)\b)|"
        r"(?:while|thereby|even|,|to) (?-i:match(?:ing)?)|equal(?:s|ing|led)?|on par with|compar(?:able|ably) (?:to|with)|competitive(?:ly)? (?:with|against)|rival(?:s|ing)?|"
        r"similar (?:\w+ )?to|close to|within \d[\d.]*\s?(?:%|points?|percent\w*) of|as (?:good|fast|accurate) as|(?:perform\w*|works?|do(?:es)?|just|almost|nearly|equally) as well as)",
    ),
    (
        "win",
        r"(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beat(?:s|ing)?|outclass\w*|superior to)",
    ),
    (
        "win",
        r"(?:better|faster|higher|lower|greater|stronger|larger|cheaper|fewer|less|smaller|shorter|milder|"
        r"more (?:accurate|efficient|effective|robust|reliable|stable|consistent|faithful|accurately|efficiently|effectively|reliably))\b"
        r"(?:[^.;,]{0,60}?)\bthan",
    ),
    (
        "win",
        r"(?:improv\w+|gains?|advantages?|boosts?|reduc\w+|speed-?ups?|increas\w+|superiority|accelerat\w+|decreas\w+|lift|"
        r"drops?|\d+\s?%|\d+\s?[×x]|points?|fold)(?:[^.;]{0,80}?)\b(?:over|compared (?:to|with)|relative to|versus|vs\.?)",
    ),
    (
        "compare",
        r"(?:compar\w+ (?:\w+ )?(?:to|with|against)|in comparison (?:to|with)|versus|vs\.?|baselines?|than|"
        r"(?:evaluat\w+|benchmarked|benchmark(?!s)|compet\w+|advantages?|superior\w*|wins?|validated|performs)\b[^.;]{0,80}?\bagainst)",
    ),
    (
        "contrast",
        r"(?:unlike|(?:in|by) contrast (?:to|with)|as opposed to|instead of|rather than|without|not|neither|nor|beyond|"
        r"alternatives? to|departing from|avoid\w*|eliminat\w+|no longer|limitations? of|fail\w*|struggl\w+)",
    ),
    (
        "derive",
        r"(?:deriv\w+|sampled|subsets?|built|construct\w*|collected|curated|sourced|extracted|annotations?|package|synthesi[sz]ed)\b"
        r"[^.;,]{0,40}?\b(?:from|of|for)",
    ),
    (
        "train",
        r"(?:(?:pre-?|post-?|re-?)?train(?:ed|ing|s)?|fine-?tun(?:ed|ing|es?)|learn(?:s|ed|ing)?|distill(?:ed|ing|s)?|optimi[sz]ed)"
        r"(?:[^.;,()]{0,40}?)\b(?:on|from|with|over)",
    ),
    (
        "evaluate",
        r"(?:evaluat\w+|experiment\w*|validat\w+|test(?:s|ed|ing)?|benchmark(?:s|ed|ing)?|results?|stud(?:y|ies)|assess\w*|"
        r"performance|accuracy|demonstrat\w+|datasets?|verif\w+|scor\w+|achiev\w+|state-of-the-art)"
        r"(?:[^.;]{0,90}?)\b(?:on|over|across|in|using|with|including|from)",
    ),
    ("evaluate", r"(?:benchmarks?|datasets?|suites?|corpora|tasks)\s*(?:\(|,|:|such as|including|like|e\.g\.)"),
    (
        "extend",
        r"(?:extend(?:s|ed|ing)?|build(?:s|ing)? (?:up)?on|built (?:up)?on|generali[sz](?:es|e|ing)|on top of|(?:variant|extension) of|"
        r"(?:framework|method|approach|algorithm|optimizer|variant|system|model|network|architecture|scheme|technique)s? based (?:up)?on|"
        r"improv(?:es|ing) upon|adapt(?:s|ed|ing)? from)",
    ),
    (
        "use",
        r"(?:us(?:es?|ed|ing)|utili[sz]\w+|with|via|through|by|leverag\w+|employ\w*|adopt\w*|appl(?:y|ies|ied|ying)|on|across|"
        r"over|combin\w+|integrat\w+|incorporat\w+|from|for|to|in|of|introduc\w+|into|fine-?tun\w+|evaluat\w+|derive\w*)",
    ),
)
# What may stand between a cue of comparison and the names it governs: "the SoTA baseline (i.e.".
_TAIL = (
    r"(?:\s+(?:the\s+|both\s+|all\s+)?(?:[\w-]+\s+){0,4}?(?:baselines?|methods?|models?|approaches|mllms?|llms?|algorithms?))?"
    r"(?:\s+(?:the\s+)?(?:[\w-]+\s+){0,2}?(?:scores?|performance|accuracy|results?|quality|abilit\w+|capabilit\w+|level)\s+of)?"
    r"(?:,?\s*\(?(?:i\.e\.|e\.g\.|such as|including|like|namely|especially),?)?"
)
_REACH: dict[Cue, int] = {
    "win": 90,
    "even": 90,
    "compare": 90,
    "contrast": 90,
    "derive": 60,
    "train": 60,
    "evaluate": 160,
    "extend": 40,
    "use": 400,
}
"""How many characters a cue may stand before the name that it governs."""
REMEMBERED = 256
"""The same places of one abstract are asked for several times; what is remembered changes no result."""
_UNLIKE = re.compile(r"(?:Unlike|Contrary to|In contrast (?:to|with)|As opposed to)\b[^,:;]*\Z")
"""All that stands before the first comma of such a sentence is what the paper does otherwise."""
_NEW_CLAUSE = re.compile(r"\b(?:that|which|where|while|whereas|although|because|then|thus|therefore)\b|;")
_NEEDED = tuple(
    parts.split("|")
    for parts in (
        "match|equal|on par|compar|competitive|rival|similar|close|within|s good|s fast|s accurate|s well",
        "outperform|surpass|exceed|beat|outclass|superior",
        "than",
        "over|compared|relative|versus|vs",
        "compar|versus|vs|baseline|than|against",
        "unlike|contrast|opposed|instead|rather|without|not|neither|nor|beyond|alternative|departing|avoid|eliminat|no longer|"
        "limitation|fail|struggl",
        "deriv|sampled|subset|built|construct|collected|curated|sourced|extracted|annotation|package|synthes",
        "train|tun|learn|distill|optim",
        "evaluat|experiment|validat|test|benchmark|result|stud|assess|performance|accuracy|demonstrat|dataset|verif|scor|"
        "achiev|state-of-the-art",
        "benchmark|dataset|suite|corpora|tasks",
        "extend|buil|general|on top|variant|extension|based|improv|adapt",
        "",
    )
)
"""For each of the cues, parts of words of which one has to be there: looked for first, since that costs next to nothing."""
_PATTERNS = tuple(
    (
        cue,
        re.compile(rf"\b{pattern}{_TAIL if cue in ('win', 'even', 'compare') else ''}(?=[\s(,:'’\"]|$)", re.IGNORECASE),
        needed,
    )
    for (cue, pattern), needed in zip(_CUES, _NEEDED, strict=True)
)
# Weak cues give way to a stronger one that ends at the same word.
_STRENGTH: dict[Cue, int] = {cue: rank for rank, (cue, _) in enumerate(reversed(_CUES))}
_HEDGE = re.compile(
    r"\b(?:match\w*|equal\w*|comparable|competitive|on par|rival\w*)\W+(?:or|and|to|or even|while)\W+\w+(?:\s+\w+)?$",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|never|no|cannot|can|could|may|might|fails? to|hardly|barely|without|whether|if|potential\w*)\W+(?:\w+\W+){0,2}$",
    re.IGNORECASE,
)
_SOURCES = frozenset(
    {"from", "for", "to", "of", "into", "by", "introducing", "introduce", "introduces", "through", "via"}
)
_NEAR_ON = re.compile(r"\b(?:on|across)\s+(?:the\s+)?(?:[\w+&.-]+(?:,|\sand|,\sand)?\s+){0,4}$", re.IGNORECASE)
_BEHIND_DATA = re.compile(
    r"data|datasets?|benchmarks?|corpus|corpora|tests?|sets?|splits?|suites?|collections?|tasks?|validation|challenges?|problems|questions|"
    r"subsets?|leaderboards?|domains?|environments?|games|with|and|or|for|to|using|in|is|are|by|at|under|as|while|when|where|that|which|"
    r"from|on|of|across|without|via|through|we|our|it|both|respectively|compared|than|over|even|after|but|show\w*|demonstrat\w*|reveal\w*|"
    r"achiev\w*|confirm\w*|indicat\w*|highlight\w*|validat\w*|prov\w*|support\w*|suggest\w*|verif\w*|lead\w*|yield\w*|underscor\w*|"
    r"outperform\w*|reach\w*|improv\w*"
)
_GLUE = re.compile(r"^[\s,()]*(?:(?:e\.g\.|i\.e\.|such as|including|like|namely)[\s,]*)?$")


@dataclass(frozen=True, slots=True)
class Governor:
    """The cue that governs a name, the text between the sentence's start and it, and the cue's last word."""

    cue: Cue
    before: str
    word: str = ""


@lru_cache(maxsize=REMEMBERED)
def governor(before: str) -> Governor:
    """Return the cue nearest to the end of ``before``, the part of a sentence that stands before a name."""
    if _UNLIKE.match(before):
        return Governor("contrast", "")
    best: tuple[int, int, Cue, int] | None = None
    lowered = before.lower()
    clause = max((match.start() + 1 for match in _NEW_CLAUSE.finditer(before)), default=0)
    for cue, pattern, needed in _PATTERNS:
        least = max(len(before) - _REACH[cue], clause)
        if not any(map(lowered.__contains__, needed)):
            continue
        for match in pattern.finditer(before, clause if cue == "use" else 0):
            end, strength = match.end(), _STRENGTH[cue]
            if end >= least and (best is None or (end, strength) > best[:2]):
                best = (end, strength, cue, match.start())
    if best is None:
        return Governor("none", "")
    cue, prefix = best[2], before[: best[3]]
    if cue == "win" and (
        _HEDGE.search(re.sub(r"\W+$", "", before[: best[3]]) + " " + before[best[3] : best[0]].split()[0])
        or _NEGATED.search(prefix)
    ):
        cue = "even"
    return Governor(cue, prefix, before[best[3] : best[0]].split()[-1].lower())


_GENERAL_HEAD = re.compile(
    r"(?:models?|networks?|backbones?|methods?|approach(?:es)?|baselines?|techniques?|systems?|architectures?|strateg(?:y|ies))\Z",
    re.IGNORECASE,
)


def says_used(described: str, cue: Cue) -> bool:
    """Return whether a method that only a phrase describes is used: by a word that says so, and as more than "a model"."""
    return cue in ("use", "extend", "train") and _GENERAL_HEAD.search(described) is None


def says_evaluated(before: str, after: str, *, guessed: bool) -> bool:
    """Return whether data that stands between these words is what was evaluated on, and not what something is made of.

    ``guessed`` says that the name is data only by the look of its place: then an evaluation has to be spoken of.
    """
    governed = governor(before)
    if governed.cue == "extend" or (governed.cue == "use" and governed.word in _SOURCES):
        return False
    if not guessed:
        return True
    next_word = re.match(r"[\s-]([a-z]+)", after)
    if next_word and not _BEHIND_DATA.fullmatch(next_word[1]):
        return False
    return governed.cue == "evaluate" or (governed.cue == "use" and _NEAR_ON.search(before) is not None)


def predicate_of(kind: Kind, cue: Cue, *, own: bool, topic: bool) -> Predicate:
    """Return what a place says of the paper and a thing of that kind.

    ``own`` says that the sentence speaks of the paper's own work, ``topic`` that the place tells what the paper is about.
    """
    if cue == "contrast":
        return "mentions"
    if kind in ("Dataset", "Benchmark"):
        return _data(cue, own=own)
    if kind == "Model":
        if not own:
            return "mentions"
        return "comparesWith" if cue in ("win", "even", "compare") else "usesModel"
    if kind == "Method":
        if own and cue in ("win", "even", "compare"):
            return "comparesWith"
        return "usesMethod" if own else "mentions"
    if kind == "Metric":
        return "measures" if own else "mentions"
    if not (own or topic):
        return "mentions"
    return "addresses" if kind == "Task" else "about"


def _data(cue: Cue, *, own: bool) -> Predicate:
    if cue == "train":
        return "trainedOn" if own else "mentions"
    if cue in ("win", "even", "compare", "derive"):
        return "mentions"
    return "evaluatesOn" if own else "mentions"
