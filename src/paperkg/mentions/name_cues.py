"""What the words around a name, and the name itself, say of its kind: each rule a pattern with a name.

How much a rule says for a kind is fitted, not typed in: see ``name_weights.json`` and ``training/fit_name_weights.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_DATA = (
    r"datasets?|data ?sets?|corpus|corpora|treebanks?|databases?|lexicons?|wordnets?|testbeds?|collections?|splits?|"
    r"(?:test|dev|development|training|validation|evaluation|held-out)[ -]?(?:sets?|data|corpus|split)|"
    r"knowledge (?:base|graph)s?"
)
_BENCHMARK = r"benchmarks?|leaderboards?|test suites?|suites?|arenas?|environments?"
MODEL_HEADS = (
    r"models?|networks?|nets?|architectures?|LLMs?|VLMs?|MLLMs?|LMs?|backbones?|encoders?|decoders?|auto-?encoders?|"
    r"transformers?|GANs?|classifiers?|detectors?|parsers?|taggers?|embeddings?|agents?|chatbots?|assistants?|systems?|"
    r"toolkits?|simulators?|baselines?|checkpoints?|layers?|cells?|blocks?|units?|features?|variants?|famil(?:y|ies)|"
    r"vocoders?"
)
METHOD_HEADS = (
    r"methods?|algorithms?|approach(?:es)?|frameworks?|optimi[sz]ers?|loss(?:es)?|objectives?|techniques?|mechanisms?|"
    r"modules?|strateg(?:y|ies)|schemes?|procedures?|kernels?|samplers?|estimators?|polic(?:y|ies)|pipelines?|solvers?|"
    r"regulari[sz]ation|regulari[sz]ers?|attention|pooling|sampling|decoding|pretraining|pre-training|fine-tuning|"
    r"training|learning|optimi[sz]ation|inference|augmentation|normali[sz]ation|clustering|regression|search|prompting|"
    r"adapters?|learners?|operators?|filters?|paradigms?|planners?|heuristics?|convolutions?|"
    r"(?:discriminant|components?|correlation|semantic|factor) analysis"
)
_TASK = (
    r"tasks?|problems?|challenges?|competitions?|shared tasks?|track|recognition|classification|segmentation|detection|"
    r"generation|translation|prediction|retrieval|understanding|reasoning|answering|summari[sz]ation|analysis|"
    r"estimation|labell?ing|tagging|extraction|locali[sz]ation|tracking|captioning|forecasting|reconstruction|matching|"
    r"disambiguation|resolution|identification|verification|completion|editing|planning|navigation|grounding|"
    r"community|applications?"
)
_METRIC = (
    r"scores?|metrics?|points?|rates?|errors?|accurac(?:y|ies)|distances?|divergences?|ind(?:ex|ices)|gains?|values?|"
    r"improvements?|measures?|complexity|coefficients?"
)
_HEADS = {
    "dataset": _DATA,
    "benchmark": _BENCHMARK,
    "model": MODEL_HEADS,
    "method": METHOD_HEADS,
    "task": _TASK,
    "metric": _METRIC,
}
_FILLER = (
    r"(?:(?!(?:and|or|nor|but|with|without|on|in|for|of|to|is|are|was|were|be|the|an?|that|which|from|by|as|at|we|our|"
    r"using|over|than|while|when|can|has|have|do|does|into|via|show\w*|outperform\w*|achiev\w*|improv\w*|use[sd]?|based)"
    r"\b)[^\W_][\w-]*,?[ -])"
)
_GAP = r"(?:['’]s?)?(?: ?\([^()]{1,24}\))?[ -]"
_SUCH_AS = r"(?:,? ?\(?(?:such as|like|including|e\.g\.,?|i\.e\.,?|namely|viz\.)|:| ?\() ?(?:the )?$"
_NAMED = (
    r"(?:,? ?(?:which (?:we|is)|that we)? ?(?:called|named|call|name|dubbed|termed|denoted(?: as)?|coined|known as|is|are|"
    r"was|were))? ?[\"'“‘]?$"
)
_IS_A = r"(?: ?\([^()]*\))?(?:,| is|:| -|—)? (?:an?|the first|our|the) "
# What follows the head of an apposition: in "a training dataset of maps" the head is dataset, not training.
_HEAD_ENDS = (
    r"(?=[,.;:()]|$| (?:of|that|which|for|to|with|in|on|by|from|via|based|built|designed|consisting|containing|comprising|"
    r"spanning|covering|where|and|trained|using|as|at|we|called|is|has|can|across|featuring|capable)\b)"
)
_VERBS = (
    r"achiev|outperform|improv|learn|us|generat|perform|surpass|obtain|yield|enabl|leverag|employ|reduc|train|introduc|"
    r"exploit|outpac|deliver|operat|decompos|integrat|combin|extend|requir|optimi[sz]|predict|produc|models|captures|"
    r"exceeds|beats|maintains|attains|can|does|runs|works|relies|adapts|addresses|first"
)
_TESTS = (
    r"results?|performance|experiment\w*|evaluat\w+|accurac(?:y|ies)|F1|scores?|state-of-the-art|SOTA|test(?:ed|s|ing)?|"
    r"train(?:ed|ing)|validat\w+|improvements?|benchmarked|BLEU|perplexity|errors?|AP|mIoU|gains?|art|outperform\w*|"
    r"stud(?:y|ies)|FID|effective\w*"
)


@dataclass(frozen=True, slots=True)
class _Cue:
    rule: str
    pattern: re.Pattern[str]
    reach: int
    """How far before the name the pattern can begin, in characters."""
    spaced: bool
    """Whether the pattern ends in a space, right before the name."""


_SPACE = re.compile(r"\s+")
_FARTHEST = 110


def _cue(rule: str, pattern: str, flags: int = 0, *, reach: int = _FARTHEST) -> _Cue:
    return _Cue(rule, re.compile(pattern, flags), reach, pattern.endswith(" $"))


_BEHIND = (
    *(_cue(f"{name}-behind", rf"{_GAP}(?:{heads})(?![\w-])") for name, heads in _HEADS.items()),
    *(_cue(f"{name}-near", rf"{_GAP}{_FILLER}{{1,3}}?(?:{heads})(?![\w-])") for name, heads in _HEADS.items()),
    *(_cue(f"is-{name}", rf"{_IS_A}{_FILLER}{{0,7}}?(?:{heads}){_HEAD_ENDS}") for name, heads in _HEADS.items()),
    _cue("data-behind", rf"{_GAP}(?:data|texts?|articles|images|videos|sentences|tweets|reviews)\b"),
    _cue("based-behind", r"[- ](?:based|style|like|inspired|guided|enhanced|powered|driven)\b"),
    _cue(
        "acts",
        rf"(?:,? (?:also|further|consistently|significantly|effectively|thus|then|not only))? (?:{_VERBS})(?:e?s|ed)?\b",
    ),
    _cue("holds", r",? (?:which )?(?:contain|consist|compris|includ|cover|span|featur)\w*\b"),
    _cue("authors-behind", r" et al\b|, [A-Z][a-z]+ and [A-Z]|,? \(?(?:19|20)\d\d"),
    _cue("of-behind", r" of\b"),
    _cue("for-behind", r" for\b"),
    _cue("clause-behind", r"[,;]? (?:which|that|where|is|are|has|have|was|were)\b"),
    _cue("end-behind", r"[.;]"),
    _cue("comma-behind", r","),
    _cue("noun-behind", r" [a-z]+"),
    _cue("bracket-behind", r" \("),
    _cue("closed-behind", r"\)"),
    _cue("colon-behind", r":"),
    _cue("capital-behind", r" [A-Z]"),
)
_AHEAD = (
    *(_cue(f"{name}-before", rf"\b(?:{heads}){_NAMED}") for name, heads in _HEADS.items()),
    *(_cue(f"{name}-such-as", rf"\b(?:{heads}){_SUCH_AS}") for name, heads in _HEADS.items()),
    _cue(
        "field-before",
        r"\b(?:domains?|languages?|companies|venues|countries|platforms?)(?:,? (?:such as|like|including))? $",
    ),
    _cue("in-terms-of", r"\bin terms of (?:the )?$", reach=22),
    _cue("tested-on", rf"\b(?:{_TESTS})\b[^.;]{{0,60}}?\b(?:on|across)(?: both)?(?: the)? $"),
    _cue("on", r"\b[Oo]n(?: both)?(?: the)? $", reach=12),
    _cue("from", r"\b(?:from|across)(?: the)? $", reach=12),
    _cue("in", r"\bin(?: the)? $", reach=8),
    _cue("of", r"\bof(?: the)? $", reach=8),
    _cue("for", r"\b(?:for|to|towards?)(?: the)? $", reach=14),
    _cue(
        "released",
        r"\b(?:releas|construct|contribut|creat|collect|publish|curat|annotat|build|built)\w*(?: the| a new)? $",
    ),
    _cue(
        "proposed",
        r"\b(?:propos|present|introduc|develop|design|describ|devis)\w*(?: (?:an?|the|our|new|novel|called|named))* [\"'“‘]?$",
    ),
    _cue(
        "compared",
        r"\b(?:outperform\w*|surpass\w*|compar\w+ (?:to|with|against)|than|over|beat\w*|exceed\w*|vs\.?|versus|unlike|against)(?: the)? $",
        re.IGNORECASE,
    ),
    _cue("with", r"\b(?:using|us(?:e|es|ed)|with|via|by|through)(?: the| an?)? $", re.IGNORECASE, reach=20),
    _cue(
        "applied",
        r"\b(?:appl(?:y|ies|ied|ying)|adopt\w*|extend\w*|combin\w+|leverag\w+|employ\w*|fine-tun\w+|pre-?train\w*|based on|"
        r"built on|integrat\w+|into|as|like)(?: the| an?)? $",
        re.IGNORECASE,
    ),
    _cue("called", r"\b(?:called|named|dubbed|termed|coined|denoted(?: as)?)[ ,:]*[\"'“‘]?$"),
    _cue(
        "deep-before",
        r"\b(?:deep|recurrent|convolutional|neural|pre-?trained|deeper|stacked|bidirectional) $",
        re.IGNORECASE,
    ),
    _cue("opened-before", r"\($", reach=2),
    _cue("the-before", r"\b[Tt]he $", reach=6),
    _cue("article-before", r"\b[Aa]n? $", reach=5),
    _cue("possessive-before", r"\b(?:our|their|its|’s|'s) $", reach=8),
    _cue(
        "adjective-before", r"\b(?:popular|standard|challenging|public|large-scale|large|widely|benchmark|well-known) $"
    ),
    _cue("verb-before", r"\b\w+(?:ed|ing) $"),
    _cue("sentence-start", r"(?:^|[.!?] )$"),
    _cue("noun-comma-before", r"\b[a-z]{4,}, $"),
    _cue("comma-before", r", $", reach=3),
    _cue("and-before", r"\b(?:and|or) $", reach=6),
)
_INSIDE = (
    *(_cue(f"{name}-inside", rf"(?:^|[\s-])(?:{heads})$", re.IGNORECASE) for name, heads in _HEADS.items()),
    _cue("size-inside", r"(?:^|[\s-])\d+(?:\.\d+)?[BM](?:$|[\s-])"),
    _cue("benchmark-ending", r"[\w-](?:[Bb]ench|Eval|Arena|Suite|Gym|BENCH)(?:$|[\s-])"),
    _cue(
        "dataset-ending",
        r"[\w-](?:QA|Bank|bank|Corpus|DB|Set|NLI|Caps|Data|[Pp]edia|KB|Wiki|Dial|MNIST|VOC|Text|COCO|\d[Kk])$",
    ),
    _cue(
        "data-word-inside",
        r"(?:^|[\s-])(?:Corpus|Treebank|Dataset|Database|Dictionary|Lexicon|Thesaurus|Wordnet|Collection|Ontology|"
        r"Encyclopedia|Census|Survey|Archive)(?:$|\s(?:of|for|from|in)\s|\s\()",
    ),
    _cue("year-ending", r"[A-Za-z][\s-]?(?:(?:19|20)\d\d|['’]\d\d)$"),
    _cue("number-ending", r"\d$"),
    _cue("version-ending", r"(?:[\s-]?v?\d+\.\d+|[\s-]?v\d+)$"),
    _cue("net-ending", r"(?:[Nn]ets?|NETs?)$"),
    _cue(
        "model-ending",
        r"(?:GANs?|[Ff]ormers?|BERT|LMs?|GPT|CNNs?|RNNs?|LSTMs?|GRUs?|VAEs?|NNs?|Mamba|GCNs?|DNNs?|CRFs?|SVMs?|LLaMA|CLIP|"
        r"ViTs?|DiTs?|VLA|[Vv]ec|HMMs?|MLPs?|AEs?|YOLO\w*)$",
    ),
    _cue(
        "method-ending", r"(?:PO|RL|SGD|Adam|DQN|Loss|Flow|Diff|Prompt|CoT|MAE|Attn|KD|CL|FT|LoRA|RAG|SFT|Cache|Agent)$"
    ),
    _cue("adjective-ending", r"(?:al|ic|ive|ous|ed|an|ese|ish|ian)$"),
    _cue("noun-ending", r"(?:tion|ment|ness|ity|ing|ism)s?$"),
    _cue("plural-ending", r"[a-z]s$"),
    _cue("capitals-inside", r"^[A-Z]{3,}s?$"),
    _cue("short-inside", r"^[A-Z]{2}s?$"),
    _cue("hump-inside", r"[a-z][A-Z]"),
    _cue("digit-inside", r"\d"),
    _cue("hyphen-inside", r"-"),
    _cue("words-inside", r"\s"),
    _cue("many-words-inside", r"\s\S+\s"),
    _cue("link-inside", r" (?:of|for|the|and) "),
)


def rules_at(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the rules that hold for the name at one place: what stands right behind it and before it."""
    before = _SPACE.sub(" ", text[max(0, start - _FARTHEST) : start])
    after = _SPACE.sub(" ", text[end : end + _FARTHEST])
    for cue in _BEHIND:
        if cue.pattern.match(after):
            yield cue.rule
    spaced = before.endswith(" ")
    for cue in _AHEAD:
        if (spaced or not cue.spaced) and cue.pattern.search(before, max(0, len(before) - cue.reach)):
            yield cue.rule


def rules_inside(name: str) -> Iterator[str]:
    """Yield the rules that hold for a name's own words and letters, the same wherever it stands."""
    for cue in _INSIDE:
        if cue.pattern.search(name):
            yield cue.rule


_CLAIM = re.compile(
    r"\b(?:we|our|novel|new|propos\w+|introduc\w+|present(?:s|ed|ing)?|develop\w*|design\w*|devis\w+|releas\w+|construct\w*|"
    r"call(?:s|ed)?|named?|dubbed|termed|titled|via|using|use[sd]?)\b[^.;:?!]{0,90}$",
    re.IGNORECASE,
)


def claimed(text: str, start: int) -> bool:
    """Return whether the words before a long form say that the paper makes, or at least uses, what it defines."""
    return _CLAIM.search(text, max(0, start - _FARTHEST), start) is not None


def rules_of_long_form(long: str) -> Iterator[str]:
    """Yield the rules that hold for what a name is defined as: its last words, and whether it is written in capitals."""
    heads = [cue.rule.removesuffix("-inside") for cue in _INSIDE[: len(_HEADS)] if cue.pattern.search(long)]
    yield from (f"long-form-{head}" for head in heads or ["other"])
    yield "long-form-capital" if sum(c.isupper() for c in long) > 1 else "long-form-lower"


def rule_names() -> tuple[str, ...]:
    """Return the names of all rules of this file, sorted."""
    names = {cue.rule for cue in (*_BEHIND, *_AHEAD, *_INSIDE)}
    return tuple(sorted({*names, *(f"long-form-{head}" for head in _HEADS), "long-form-other"}))
