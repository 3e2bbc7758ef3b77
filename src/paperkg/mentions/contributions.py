"""What a paper contributes as a whole: its system, the kind of its contribution, and where its code is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperkg.mentions.proposal_cues import HEAD, HEADS, OWN_SUBJECT, VERB
from paperkg.mentions.proposals import Proposal
from paperkg.records import Passage, Section

_CODE_HOSTS = r"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|huggingface\.co|[\w-]+\.github\.io|anonymous\.4open\.science|zenodo\.org)"
_URL = re.compile(rf"(?:https?://)?(?:www\.)?{_CODE_HOSTS}/[^\s<>\"”’)\]}}]*[\w/]", re.IGNORECASE)
_ANY_URL = re.compile(r"https?://[^\s<>\"”’)\]}]*[\w/]", re.IGNORECASE)
_CODE = re.compile(
    r"\b(?:code|codes|codebase|source code|implementation|repository|software|toolkit|library|checkpoints|github)\b",
    re.IGNORECASE,
)
_RELEASED = re.compile(
    r"\b(?:available|releas\w+|open-?sourc\w+|publish\w*|public(?:ly)?|provided?|accessible|found|upload\w*|share[ds]?)\b",
    re.IGNORECASE,
)
_SURVEY = re.compile(
    r"\b(?:survey|systematic review|literature review|we review|this review|tutorial|position paper)\b", re.IGNORECASE
)
_THEORY = re.compile(
    r"\b(?:we (?:\w+ )?(?:prove|derive|characteri[sz]e|establish|study|analy[sz]e)|theoretical(?:ly)?|convergence|bounds?|"
    r"guarantees?|asymptotic\w*|theory|theorem|conservation laws?|minimax|regret)\b",
    re.IGNORECASE,
)
_EMPIRICAL = re.compile(
    r"\b(?:empirical study|systematic (?:re-)?evaluation|we (?:systematically )?(?:re-?)?(?:evaluate|investigate|examine|benchmark|compare)|"
    r"our (?:empirical )?(?:study|investigation|analysis|results|findings)|re-evaluation|case study|findings|reproduc\w+)\b",
    re.IGNORECASE,
)
# Verbs of handing out: what is released is not what is contributed.
_HANDS_OUT = frozenset({"releas", "publish", "offer", "collect"})
_ENOUGH_THEORY = 3


def order_by_weight(proposals: Sequence[Proposal], passage: Passage) -> list[Proposal]:
    """Return one proposal a name, the paper's system first.

    The system is told by the verb that proposes it, by the title, by how often it is named, and by being no mere setting.
    """
    text = passage.section("text").text
    best: dict[str, tuple[float, Proposal]] = {}
    for place, proposal in enumerate(proposals):
        named = len(re.findall(rf"(?<!\w){re.escape(proposal.name)}(?!\w)", text))
        score = proposal.weight + 0.1 * min(named, 5) - 0.02 * place + (0.5 if proposal.field == "title" else 0.0)
        score -= 0.4 if proposal.contribution in ("task", "theory", "metric") else 0.0
        score -= 0.2 if proposal.contribution == "dataset" else 0.0
        if proposal.name not in best or best[proposal.name][0] < score:
            best[proposal.name] = (score, proposal)
    ordered = sorted(best.values(), key=lambda item: (-item[0], item[1].field != "title", item[1].start))
    return [proposal for _, proposal in ordered]


def contribution_of(passage: Passage, ordered: Sequence[Proposal]) -> str | None:
    """Return the kind of a paper's contribution; None for a paper without an abstract."""
    text = passage.section("text")
    title = passage.section("title").text
    if not text.text:
        return None
    if _SURVEY.search(title) or re.search(r"\bthis (?:survey|review)\b|\bwe survey\b", text.text, re.IGNORECASE):
        return "survey"
    if ordered and ordered[0].contribution in ("task", "theory", "metric"):
        return "theory" if ordered[0].contribution == "theory" else "method"
    if ordered:
        return ordered[0].contribution
    theory = len(_THEORY.findall(text.text))
    if theory >= _ENOUGH_THEORY:
        return "theory"
    unnamed = _unnamed(text)
    if _EMPIRICAL.search(text.text) and unnamed in (None, "method"):
        return "empirical study" if unnamed is None or re.search(r"\bempirical study\b", text.text) else unnamed
    if unnamed:
        return unnamed
    return "theory" if theory >= 2 else "method"


def _unnamed(section: Section) -> str | None:
    """Return the kind of the first thing proposed without a name ("we propose a framework for")."""
    for sentence in section.sentences:
        said = section.text[sentence.start : sentence.end]
        subject = OWN_SUBJECT.search(said)
        verb = VERB.search(said, subject.end()) if subject else None
        if verb is None or verb["stem"].lower() in _HANDS_OUT:
            continue
        head = HEAD.search(said, verb.end(), min(len(said), verb.end() + 120))
        if head:
            contribution = HEADS[head.group().lower()][0]
            return "method" if contribution in ("task", "metric") else contribution
    return None


def code_of(passage: Passage) -> tuple[str | None, bool]:
    """Return the address of the paper's code, and whether code is promised or said to be there without an address."""
    if passage.paper.code_url:
        return passage.paper.code_url, False
    section = passage.section("text")
    for match in _URL.finditer(section.text):
        return _address(match.group()), False
    announced = False
    for sentence in section.sentences:
        said = section.text[sentence.start : sentence.end]
        if (
            _CODE.search(said)
            and _RELEASED.search(said)
            and re.search(r"\b(?:our|we|the|this|is|are|will)\b", said, re.IGNORECASE)
        ):
            url = _ANY_URL.search(said)
            if url:
                return _address(url.group()), False
            announced = announced or _promised(said)
    return None, announced


def _promised(said: str) -> bool:
    return bool(
        re.search(
            r"\b(?:code|codes|codebase|source code|implementation)\b[^.;]*\b(?:available|releas\w+|open-?sourc\w+|public\w*)\b",
            said,
            re.IGNORECASE,
        )
        or re.search(
            r"\b(?:releas\w+|open-?sourc\w+|publish|share)\b[^.;]*\b(?:code|codes|codebase|implementation)\b",
            said,
            re.IGNORECASE,
        )
    )


def _address(url: str) -> str:
    return url if "://" in url else f"https://{url}"


def label_of(passage: Passage, ordered: Sequence[Proposal], keyphrases: Sequence[str]) -> str:
    """Return the title, else the system with its expansion, else the best keyphrase, else the first words."""
    title = passage.section("title").text.strip()
    if title:
        return title
    if ordered:
        system = ordered[0]
        return f"{system.name}: {system.expansion}" if system.expansion else system.name
    if keyphrases:
        return keyphrases[0]
    words = passage.section("text").text.split()
    return " ".join(words[:8]) or str(passage.paper.key or passage.paper.id or "untitled")
