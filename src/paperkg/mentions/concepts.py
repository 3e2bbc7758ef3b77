"""Concepts that no vocabulary has: noun phrases under a normal label, and what the paper's own acronyms stand for.

A label is the phrase in lower case without the words that praise or point ("novel", "existing", "our"), its head in the
singular. What kind of thing it is shows in its head noun.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from paperkg.mentions.name_shapes import is_shaped
from paperkg.mentions.noun_phrases import Analysis, NounPhrase
from paperkg.mentions.word_places import NO_NAME_BEHIND, lowered, word_places
from paperkg.names import singular
from paperkg.records import NOUN_PHRASE, UNDEFINED_ACRONYM, Acronym, Kind, Mention, Passage, Section

_EVALUATIVE = frozenset(
    "novel new existing recent current previous prior efficient effective robust strong simple general generic various "
    "several many multiple different diverse extensive comprehensive thorough significant substantial promising popular "
    "prominent common standard typical traditional conventional classical modern state-of-the-art sota key main major "
    "core central important crucial critical essential fundamental principled practical systematic rigorous unified "
    "proposed introduced resulting corresponding respective underlying overall entire such same "
    "other certain specific particular given first second third two three four five six seven eight nine ten one "
    "high low good better best poor superior inferior competitive remarkable impressive notable consistent considerable "
    "large-scale well-known widely-used challenging difficult hard complex powerful flexible scalable lightweight light-weight "
    "plug-and-play end-to-end inherent intrinsic potential possible available public open-source real-world broad wide "
    "additional further more most less least very highly next last similar related relevant appropriate suitable useful "
    "rich large small big limited sufficient insufficient necessary careful detailed explicit implicit direct indirect "
    "correct incorrect accurate inaccurate subtle nuanced intricate meaningful valuable vital pivotal high-fidelity high-quality "
    "downstream unseen entire numerous rapid growing increasing emerging dominant prevalent widespread own so-called".split()
)
_FILLER = frozenset(
    "method approach paper work study result experiment model framework problem task setting technique performance "
    "challenge issue limitation contribution way manner case example number set kind type form part aspect factor feature "
    "range variety series lot thing use usage approach solution idea insight finding observation analysis evaluation "
    "effectiveness efficiency capability ability advantage benefit improvement gain quality process procedure step stage "
    "paradigm strategy mechanism design scheme algorithm system baseline benchmark dataset data code sample instance "
    "input output information knowledge user people researcher community domain field area application scenario context "
    "condition environment property characteristic structure component module function value level degree amount size "
    "scale time cost effort attention importance role goal objective aim purpose assumption constraint requirement need "
    "practice theory literature direction future perspective viewpoint lens question answer success failure impact effect "
    "influence trade-off gap bottleneck evidence proof theorem guarantee bound state art metric measure score accuracy".split()
)
_KIND_BY_HEAD: dict[str, Kind] = {
    **dict.fromkeys(
        "task forecasting classification segmentation detection recognition generation retrieval answering translation "
        "summarization captioning prediction estimation completion synthesis tracking navigation planning parsing tagging "
        "extraction localization reconstruction grounding ranking recommendation diagnosis editing insertion".split(),
        "Task",
    ),
    **dict.fromkeys(
        "algorithm loss regularization optimization decoding training learning sampling pretraining fine-tuning finetuning "
        "distillation pruning quantization attention encoding masking augmentation adaptation alignment inference descent "
        "gradient search prompting normalization embedding tuning".split(),
        "Method",
    ),
    **dict.fromkeys(
        "rate score accuracy error latency throughput precision recall perplexity speedup".split(), "Metric"
    ),
}
# Heads that add nothing to the words before them: "parallel decoding scenarios".
_EMPTY_HEADS = frozenset(
    "scenario setting regime problem task paradigm approach method technique strategy framework performance capability "
    "ability procedure pipeline algorithm effect case issue challenge behavior phenomenon concept notion aspect".split()
)
# Heads that no concept has, whatever stands before them.
_NO_CONCEPT = frozenset(
    "baseline result experiment work paper study finding contribution example number set kind type lot way manner thing "
    "author researcher people community repository literature code evaluation finding observation assumption part art".split()
)
# Two words of which the second is one of these say no more than the first: "segmentation performance", "bandit problem".
_WEAK_HEADS = frozenset(
    "scenario setting problem task approach performance capability ability case issue challenge aspect "
    "effect strategy".split()
)
# Words that make no concept of each other, though each may be part of one: "theoretical analysis", "training dataset".
_GENERIC = frozenset(
    "theoretical empirical computational mathematical provable prohibitive original trained training single constant "
    "logarithmic comparable competing open supplementary material interesting attractive machine deep learning upper "
    "lower real synthetic overhead demand burden resource bottleneck memory usage requirement phase target factor "
    "justification connection degradation inspiration property collection technique dataset true base final initial whole "
    "experimental numerical qualitative quantitative extra total average standard desired optimal good-quality high-quality "
    "dependence problem-dependent quantity technical program project page website repository release "
    "implementation line direction body branch end start research study group team work class model problem setting".split()
)
_GENERIC_PHRASES = frozenset(("data point", "ground truth", "state space", "general purpose", "drawing inspiration"))
# Verbs that the tagger takes for the first word of a noun: "enabling generalization".
_VERBS = frozenset(
    "achieving addressing allowing applying avoiding building capturing combining considering demonstrated demonstrating "
    "drawing enabling ensuring exploiting generating giving handling imposing improving including increasing leveraging "
    "limiting maintaining making offering outperforming preserving providing reducing requiring showing solving tackling "
    "using utilizing yielding shown achieved learned proposing".split()
)
# Adverbs that are part of a term; any other in front of a phrase is praise or manner.
_TERM_ADVERBS = frozenset(
    "partially weakly strongly locally globally fully differentially conditionally doubly uniformly jointly linearly "
    "randomly sparsely densely causally logarithmically exponentially polynomially continuously physically".split()
)
# Words from the names of people, which keep their capital in the middle of a phrase in lower case.
_EPONYMS = frozenset(
    "Banach Bayes Bayesian Bellman Bernoulli Boltzmann Brownian Cauchy Dikin Dirichlet Euclidean Fisher Fourier Frobenius "
    "Gaussian Gibbs Hamiltonian Hermitian Hessian Hilbert Jacobian Kalman Koopman Lagrangian Langevin Laplace Laplacian "
    "Lipschitz Lyapunov Markov Markovian Nash Newton Pareto Poisson Riemannian Shapley Sobolev Stein Wasserstein".split()
)
_UNDEFINED = re.compile(r"(?<![\w-])[A-Z][A-Z\d]{1,5}(?:s(?!\w))?(?!\w|-[A-Z\d])")
_IN_PARALLEL = re.compile(r"\bin parallel\b")
_ANY_WORD = re.compile(r"\S+")
_ACRONYM_PLURAL = re.compile(r"(?<=[A-Z\d])s$")
_HYPHENED = re.compile(r"(?<=[-–])")
_PARTS = re.compile(r"[ -]")
_WORD = re.compile(r"^[^\W\d_][\w+’'-]*$")


@dataclass(frozen=True, slots=True)
class Concept:
    """A label and the offsets of the words that it stands for."""

    label: str
    start: int
    end: int


def concept_of(phrase: NounPhrase) -> Concept | None:
    """Return the concept of a noun phrase, None where nothing but praise, pointers or filler is left."""
    words = _words(phrase)
    places = [(match.start(), match.end()) for match in _ANY_WORD.finditer(phrase.text)]
    if len(words) > 2 and words[0].endswith("ing") and words[1].lower() in _EVALUATIVE:
        # "training such agents": a verb that the tagger took for a noun.
        words, places = words[1:], places[1:]
    while words and _leads_nowhere(words[0].lower()):
        words, places = words[1:], places[1:]
    while len(words) > 2 and (_singular(words[-1]) in _EMPTY_HEADS or _is_model_again(words)):
        words, places = words[:-1], places[:-1]
    if len(words) < 2 or len(words) > 5 or not all(_WORD.match(word) for word in words):
        return None
    words[-1] = _singular(words[-1])
    if words[-1] in _NO_CONCEPT or (len(words) == 2 and words[-1] in _WEAK_HEADS):
        return None
    if _says_nothing(words):
        return None
    return Concept(" ".join(words), phrase.start + places[0][0], phrase.start + places[-1][1])


def _is_model_again(words: Sequence[str]) -> bool:
    """Return whether a phrase calls a model a model: "neural network models"."""
    return _singular(words[-1]) == "model" and words[-2].lower() in ("network", "transformer", "autoencoder")


def _says_nothing(words: Sequence[str]) -> bool:
    """Return whether each word is praise, a pointer or filler: "theoretical analysis", "state-of-the-art"."""
    return " ".join(words) in _GENERIC_PHRASES or all(
        word in _FILLER or word in _EVALUATIVE or word in _GENERIC for word in words
    )


def _leads_nowhere(word: str) -> bool:
    """Return whether a word in front of a phrase is praise, a pointer, manner, or no part of it at all."""
    return word in _EVALUATIVE or word in _VERBS or (word.endswith("ly") and word not in _TERM_ADVERBS)


def _words(phrase: NounPhrase) -> list[str]:
    """Return a phrase's words in lower case, but names and acronyms."""
    return [
        word if is_shaped(word.removesuffix("s")) or word in _EPONYMS else word.lower() for word in phrase.text.split()
    ]


def _singular(word: str) -> str:
    """Return a head in the singular: an acronym without its plural s, the last part of a hyphenated word as a noun."""
    if is_shaped(word):
        return _ACRONYM_PLURAL.sub("", word)
    *front, last = _HYPHENED.split(word)
    return "".join(front) + singular(last)


def kind_of(label: str) -> Kind:
    """Return the kind that a label's head noun tells."""
    return _KIND_BY_HEAD.get(_PARTS.split(label)[-1], "Concept")


def noun_phrase_mentions(section: Section, analysis: Analysis, keyphrases: frozenset[str]) -> Iterator[Mention]:
    """Yield the noun phrases of a section that can be concepts; the paper's keyphrases among them are told by rule."""
    for phrase in analysis.noun_phrases:
        concept = concept_of(phrase)
        if concept is None:
            continue
        text = section.text[concept.start : concept.end]
        chosen = not keyphrases.isdisjoint((phrase.text.lower(), text.lower(), concept.label))
        yield Mention(
            field=section.field,
            start=concept.start,
            end=concept.end,
            text=text,
            kind=kind_of(concept.label),
            rule="keyphrase" if chosen else NOUN_PHRASE,
            score=0.7 if chosen else 0.5,
            name=concept.label,
        )


def verb_phrase_mentions(section: Section, analysis: Analysis) -> Iterator[Mention]:
    """Yield what is done "in parallel" under the name of the doing: "decode tokens in parallel" is parallel decoding."""
    for match in _IN_PARALLEL.finditer(section.text):
        sentence = section.sentence_at(match.start())
        before = analysis.tokens_in(sentence.start, match.start())[-4:]
        verb = next((token for token in reversed(before) if token.tag.startswith("VB")), None)
        if verb is not None:
            yield Mention(
                field=section.field,
                start=verb.start,
                end=match.end(),
                text=section.text[verb.start : match.end()],
                kind="Method",
                rule="verb phrase",
                score=0.6,
                name=f"parallel {gerund(verb.lemma)}",
            )


def gerund(lemma: str) -> str:
    """Return the -ing form of a verb, without the doubling of consonants.

    >>> gerund("decode"), gerund("verify"), gerund("see")
    ('decoding', 'verifying', 'seeing')
    """
    return (lemma[:-1] if lemma.endswith("e") and not lemma.endswith("ee") else lemma) + "ing"


def undefined_acronym_mentions(section: Section) -> Iterator[Mention]:
    """Yield capitals that may be an acronym which other papers define; alone they name nothing."""
    for match in _UNDEFINED.finditer(section.text):
        if _says_nothing([match.group().lower().removesuffix("s")]):
            continue
        yield Mention(
            field=section.field,
            start=match.start(),
            end=match.end(),
            text=match.group(),
            kind="Concept",
            rule=UNDEFINED_ACRONYM,
            score=0.8,
            name=match.group(),
        )


def acronym_mentions(passage: Passage, acronyms: Iterable[Acronym]) -> Iterator[Mention]:
    """Yield the places of what the paper defines for itself, short and long."""
    for acronym in acronyms:
        if _says_nothing(acronym.long.lower().split()):
            continue
        label = acronym.long.lower() if not acronym.long[:1].isupper() or acronym.long[1:].islower() else acronym.long
        kind = kind_of(acronym.long.lower())
        for section in passage.sections:
            forms = (
                (acronym.short, section.text, acronym.short),
                (lowered(acronym.long), lowered(section.text), label),
            )
            for form, text, name in forms:
                for place in word_places(form, text, NO_NAME_BEHIND):
                    yield Mention(
                        field=section.field,
                        start=place.start,
                        end=place.end,
                        text=section.text[place.start : place.end],
                        kind=kind,
                        rule="acronym",
                        score=0.9,
                        name=name,
                        expansion=acronym.long,
                    )
