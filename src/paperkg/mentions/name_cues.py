"""What the words around a name, and the name itself, say of its kind: one rule a line, each with a name and a weight.

``Other`` is a kind here: a task, a measure, a field. A name for which that wins is no mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from paperkg.records import Kind

Sort = Literal["Model", "Method", "Dataset", "Benchmark", "Other"]

_DATA = (
    r"datasets?|data ?sets?|corpus|corpora|treebanks?|(?:test|dev|development|training|validation|evaluation|held-out)[ -]?"
    r"(?:sets?|data|corpus|split)|databases?|lexicons?|wordnets?|testbeds?|collections?|knowledge (?:base|graph)s?|splits?"
)
_BENCHMARK = r"benchmarks?|leaderboards?|test suites?|suites?|arenas?|environments?"
_MODEL = (
    r"models?|networks?|nets?|architectures?|LLMs?|VLMs?|MLLMs?|LMs?|backbones?|encoders?|decoders?|auto-?encoders?|"
    r"transformers?|GANs?|classifiers?|detectors?|parsers?|taggers?|embeddings?|agents?|chatbots?|assistants?|systems?|"
    r"toolkits?|simulators?|baselines?|checkpoints?|layers?|cells?|blocks?|units?|features?|variants?|famil(?:y|ies)|vocoders?"
)
_METHOD = (
    r"methods?|algorithms?|approach(?:es)?|frameworks?|optimi[sz]ers?|loss(?:es)?|objectives?|techniques?|mechanisms?|"
    r"modules?|strateg(?:y|ies)|schemes?|procedures?|kernels?|samplers?|estimators?|polic(?:y|ies)|pipelines?|solvers?|"
    r"regulari[sz]ation|regulari[sz]ers?|attention|pooling|sampling|decoding|pretraining|pre-training|fine-tuning|training|"
    r"learning|optimi[sz]ation|inference|augmentation|normali[sz]ation|clustering|regression|search|prompting|"
    r"adapters?|learners?|operators?|filters?|paradigms?|planners?|heuristics?|convolutions?"
)
_TASK = (
    r"tasks?|problems?|challenges?|competitions?|shared tasks?|track|recognition|classification|segmentation|detection|"
    r"generation|translation|prediction|retrieval|understanding|reasoning|answering|summari[sz]ation|analysis|estimation|"
    r"labell?ing|tagging|extraction|localization|tracking|captioning|forecasting|reconstruction|matching|disambiguation|"
    r"resolution|identification|verification|completion|editing|planning|navigation|grounding|community|applications?"
)
_METRIC = (
    r"scores?|metrics?|points?|rates?|errors?|accurac(?:y|ies)|distances?|divergences?|ind(?:ex|ices)|gains?|values?|"
    r"improvements?|measures?|complexity"
)
_FILLER = (
    r"(?:(?!(?:and|or|nor|but|with|without|on|in|for|of|to|is|are|was|were|be|the|an?|that|which|from|by|as|at|we|our|using|"
    r"over|than|while|when|can|has|have|do|does|into|via|show\w*|outperform\w*|achiev\w*|improv\w*|use[sd]?|based)\b)"
    r"[^\W_][\w-]*,?[ -])"
)
_GAP = r"(?:['’]s?)?(?: ?\([^()]{1,24}\))?[ -]"


@dataclass(frozen=True, slots=True)
class Vote:
    """One rule's word for a kind, with its weight."""

    rule: str
    sort: Sort
    weight: float


@dataclass(frozen=True, slots=True)
class _Cue:
    rule: str
    sort: Sort
    weight: float
    pattern: re.Pattern[str]


def _after(rule: str, sort: Sort, heads: str, near: float, far: float) -> list[_Cue]:
    """Return the cues of a head noun right behind a name, and of one behind up to three words more."""
    return [
        _Cue(f"{rule}-behind", sort, near, re.compile(rf"{_GAP}(?:{heads})(?![\w-])")),
        _Cue(f"{rule}-near", sort, far, re.compile(rf"{_GAP}{_FILLER}{{1,3}}?(?:{heads})(?![\w-])")),
    ]


_SUCH_AS = r"(?:,? ?\(?(?:such as|like|including|e\.g\.,?|i\.e\.,?|namely|viz\.)|:| ?\() ?(?:the )?$"
_NAMED = r"(?:,? ?(?:which (?:we|is)|that we)? ?(?:called|named|call|name|dubbed|termed|denoted(?: as)?|coined|known as|is|are|was|were))? ?[\"'“‘]?$"


def _before(rule: str, sort: Sort, heads: str, near: float, listed: float) -> list[_Cue]:
    """Return the cues of a head noun right before a name, and of one that opens a list or a bracket of names."""
    return [
        _Cue(f"{rule}-before", sort, near, re.compile(rf"\b(?:{heads}){_NAMED}")),
        _Cue(f"{rule}-such-as", sort, listed, re.compile(rf"\b(?:{heads}){_SUCH_AS}")),
    ]


_BEHIND = (
    *_after("dataset", "Dataset", _DATA, 3.0, 1.8),
    *_after("benchmark", "Benchmark", _BENCHMARK, 3.0, 1.8),
    *_after("model", "Model", _MODEL, 2.5, 1.0),
    *_after("method", "Method", _METHOD, 2.5, 1.0),
    *_after("task", "Other", _TASK, 1.2, 0.5),
    *_after("metric", "Other", _METRIC, 1.6, 0.3),
    _Cue(
        "data-behind",
        "Dataset",
        1.0,
        re.compile(rf"{_GAP}(?:data|texts?|articles|images|videos|sentences|tweets|reviews)\b"),
    ),
    _Cue("based", "Method", 1.2, re.compile(r"[- ](?:based|style|like|inspired|guided|enhanced|powered|driven)\b")),
    _Cue(
        "acts",
        "Method",
        1.2,
        re.compile(
            r"(?:,? (?:also|further|consistently|significantly|substantially|effectively|thus|first|then|not only))?"
            r" (?:achiev|outperform|improv|learn|us|generat|perform|surpass|obtain|yield|enabl|leverag|employ|reduc|train|"
            r"introduc|exploit|outpac|deliver|operat|decompos|integrat|combin|extend|requir|optimi[sz]|predict|produc|models"
            r"|captures|exceeds|beats|maintains|attains|can|does|runs|works|relies|adapts|addresses|first)(?:e?s|es|ed|ing)?\b"
        ),
    ),
    _Cue(
        "holds", "Dataset", 1.5, re.compile(r",? (?:which )?(?:contain|consist|compris|includ|cover|span|featur)\w*\b")
    ),
    _Cue(
        "is-data",
        "Dataset",
        3.0,
        re.compile(rf"(?: ?\([^()]*\))?(?:,| is|:| -|—)? an? {_FILLER}{{0,7}}?(?:{_DATA})(?![\w-])"),
    ),
    _Cue(
        "is-benchmark",
        "Benchmark",
        3.0,
        re.compile(rf"(?: ?\([^()]*\))?(?:,| is|:| -|—)? (?:an?|the first) {_FILLER}{{0,7}}?(?:{_BENCHMARK})(?![\w-])"),
    ),
    _Cue(
        "is-model",
        "Model",
        2.5,
        re.compile(rf"(?: ?\([^()]*\))?(?:,| is|:| -|—)? (?:an?|the first) {_FILLER}{{0,7}}?(?:{_MODEL})(?![\w-])"),
    ),
    _Cue(
        "is-method",
        "Method",
        2.5,
        re.compile(rf"(?: ?\([^()]*\))?(?:,| is|:| -|—)? (?:an?|the first) {_FILLER}{{0,7}}?(?:{_METHOD})(?![\w-])"),
    ),
)
_TESTS = (
    r"results?|performance|experiment\w*|evaluat\w+|accurac(?:y|ies)|F1|scores?|state-of-the-art|SOTA|test(?:ed|s|ing)?|train(?:ed|ing)|"
    r"validat\w+|improvements?|benchmarked|BLEU|perplexity|errors?|AP|mIoU|gains?|art|outperform\w*|stud(?:y|ies)|FID|effective\w*"
)
_AHEAD = (
    *_before("dataset", "Dataset", _DATA, 2.5, 3.0),
    *_before("benchmark", "Benchmark", _BENCHMARK, 2.5, 3.0),
    *_before("model", "Model", _MODEL, 2.0, 2.5),
    *_before("method", "Method", _METHOD, 2.0, 2.5),
    *_before("task", "Other", r"tasks?|problems?|domains?|languages?|companies|venues", 1.0, 2.0),
    *_before("metric", "Other", r"metrics?|measures?|in terms of|scores?", 2.0, 3.0),
    _Cue(
        "tested-on", "Dataset", 2.5, re.compile(rf"\b(?:{_TESTS})\b[^.;]{{0,60}}?\b(?:on|across)(?: both)?(?: the)? $")
    ),
    _Cue("on", "Dataset", 0.8, re.compile(r"\b[Oo]n(?: both)?(?: the)? $")),
    _Cue("from", "Dataset", 0.4, re.compile(r"\b(?:from|in|across)(?: the)? $")),
    _Cue(
        "released",
        "Dataset",
        1.0,
        re.compile(r"\b(?:releas|construct|contribut|creat|collect|publish|curat|annotat)\w*(?: the| a new)? $"),
    ),
    _Cue(
        "proposed",
        "Method",
        1.5,
        re.compile(
            r"\b(?:propos|present|introduc|develop|design|describ|devis)\w*(?: (?:an?|the|our|new|novel|called|named))* [\"'“‘]?$"
        ),
    ),
    _Cue(
        "compared",
        "Method",
        1.2,
        re.compile(
            r"\b(?:outperform\w*|surpass\w*|compar\w+ (?:to|with|against)|than|over|beat\w*|exceed\w*|vs\.?|versus|unlike|against)"
            r"(?: the)? $",
            re.IGNORECASE,
        ),
    ),
    _Cue(
        "used",
        "Method",
        1.0,
        re.compile(
            r"\b(?:us(?:e|es|ed|ing)|with|via|by|appl(?:y|ies|ied|ying)|adopt\w*|extend\w*|combin\w+|leverag\w+|employ\w*|through|"
            r"fine-tun\w+|pre-?train\w*|based on|built on|integrat\w+|into|as|like)(?: the| an?)? $",
            re.IGNORECASE,
        ),
    ),
    _Cue(
        "called", "Method", 1.2, re.compile(r"\b(?:called|named|dubbed|termed|coined|denoted(?: as)?)[ ,:]*[\"'“‘]?$")
    ),
    _Cue(
        "deep",
        "Model",
        1.0,
        re.compile(
            r"\b(?:deep|recurrent|convolutional|neural|pre-?trained|deeper|stacked|bidirectional) $", re.IGNORECASE
        ),
    ),
)
_INSIDE = (
    _Cue(
        "dataset-inside",
        "Dataset",
        3.0,
        re.compile(rf"(?:^|[\s-])(?:{_DATA}|bank|Data|Corpus|Treebank|Dataset|Bank)$", re.IGNORECASE),
    ),
    _Cue("benchmark-inside", "Benchmark", 3.0, re.compile(rf"(?:^|[\s-])(?:{_BENCHMARK})$", re.IGNORECASE)),
    _Cue("model-inside", "Model", 3.0, re.compile(rf"(?:^|[\s-])(?:{_MODEL})$", re.IGNORECASE)),
    _Cue("method-inside", "Method", 2.5, re.compile(rf"(?:^|[\s-])(?:{_METHOD})$", re.IGNORECASE)),
    _Cue("task-inside", "Other", 3.0, re.compile(rf"(?:^|[\s-])(?:{_TASK})$", re.IGNORECASE)),
    _Cue("metric-inside", "Other", 3.0, re.compile(rf"(?:^|[\s-])(?:{_METRIC})$", re.IGNORECASE)),
    _Cue("size", "Model", 3.0, re.compile(r"(?:^|[\s-])\d+(?:\.\d+)?[BM](?:$|[\s-])")),
    _Cue("benchmark-ending", "Benchmark", 2.0, re.compile(r"[\w-](?:[Bb]ench|Eval|Arena|Suite|Gym|BENCH)(?:$|[\s-])")),
    _Cue(
        "dataset-ending",
        "Dataset",
        1.5,
        re.compile(r"[\w-](?:QA|Bank|bank|Corpus|DB|Set|NLI|Caps|Data|Pedia|pedia|KB|Wiki|Dial|MNIST|VOC)$"),
    ),
    _Cue("dataset-year", "Dataset", 1.2, re.compile(r"[A-Za-z][\s-]?(?:(?:19|20)\d\d|[\u2019']\d\d)$")),
    _Cue(
        "model-ending",
        "Model",
        1.5,
        re.compile(
            r"(?:Nets?|NETs?|GANs?|[Ff]ormers?|BERT|LMs?|GPT|CNNs?|RNNs?|LSTMs?|GRUs?|VAEs?|NNs?|Mamba|GCNs?|DNNs?|CRFs?|SVMs?|LLaMA|"
            r"CLIP|ViTs?|DiTs?|VLA|[Vv]ec|HMMs?|MLPs?|AEs?|YOLO\w*|net)$"
        ),
    ),
    _Cue(
        "method-ending",
        "Method",
        1.5,
        re.compile(r"(?:PO|RL|SGD|Adam|DQN|Loss|Flow|Diff|Prompt|CoT|MAE|Attn|KD|CL|FT|LoRA|RAG|SFT|Cache|Agent)$"),
    ),
)


def votes_at(text: str, start: int, end: int) -> Iterator[Vote]:
    """Yield the votes of the rules that hold for the name at one place, what stands around it and its own words."""
    before = re.sub(r"\s+", " ", text[max(0, start - 110) : start])
    after = re.sub(r"\s+", " ", text[end : end + 110])
    for cue in _BEHIND:
        if cue.pattern.match(after):
            yield Vote(cue.rule, cue.sort, cue.weight)
    for cue in _AHEAD:
        if cue.pattern.search(before):
            yield Vote(cue.rule, cue.sort, cue.weight)


def votes_inside(name: str) -> Iterator[Vote]:
    """Yield the votes of a name's own words and letters, the same wherever it stands."""
    for cue in _INSIDE:
        if cue.pattern.search(name):
            yield Vote(cue.rule, cue.sort, cue.weight)


def votes_of_long_form(long: str) -> Iterator[Vote]:
    """Yield the votes of what a name is defined as: of its last words."""
    for cue in _INSIDE[:6]:
        if cue.pattern.search(long):
            yield Vote(f"long-form-{cue.rule.removesuffix('-inside')}", cue.sort, 3.0)
            return


def kind_of(sort: Sort) -> Kind | None:
    """Return the kind of a mention, None for what is no model, method or data."""
    return None if sort == "Other" else sort
