"""The words that proposals are told by: verbs of proposing, who does it, and what kind of thing is proposed."""

from __future__ import annotations

import re

from paperkg.records import Kind

VERB_WEIGHT = {
    "propos": 1.0,
    "present": 0.9,
    "introduc": 0.9,
    "unveil": 0.9,
    "develop": 0.8,
    "design": 0.8,
    "devis": 0.8,
    "contribut": 0.8,
    "releas": 0.7,
    "construct": 0.7,
    "creat": 0.7,
    "build": 0.6,
    "curat": 0.6,
    "collect": 0.6,
    "establish": 0.6,
    "describ": 0.6,
    "formulat": 0.6,
    "publish": 0.6,
    "formaliz": 0.5,
    "formalis": 0.5,
    "incorporat": 0.5,
    "offer": 0.5,
}
"""How surely a verb, by its stem, says that its object is the paper's own: an order, not a probability."""

VERB = re.compile(rf"(?<![-‐–\w])(?P<stem>{'|'.join(VERB_WEIGHT)})(?:es|ed|ing|e|s)?\b", re.IGNORECASE)
NAMED = 0.8
"""The same for "which we call X" and "a framework called X"."""

NAMING = re.compile(
    r"\b(?:(?:which|that) we (?:call|name|term|dub|refer to as|coin|denote)|we (?:call|name|term|dub) (?:it|this \w+)|"
    r"called|named|dubbed|termed|coined|namely)\b",
    re.IGNORECASE,
)
OWN_SUBJECT = re.compile(
    r"\b(?:we|our|us|(?:this|the (?:present|current)) (?:paper|work|study|article|report|letter|thesis)|the paper|"
    r"is (?:introduced|proposed|presented))\b",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"\b(?:works?|methods?|approaches|studies|papers|researchers|literature|they|et al\.?|previous(?:ly)?|prior|existing|"
    r"recently|ha(?:s|ve) been|was|were|been|already)\W*(?:\w+ly\W+)?$",
    re.IGNORECASE,
)
PARTICIPLE = re.compile(r"ed$", re.IGNORECASE)
LEAD = re.compile(
    r"(?:[\s,:\"“”'‘’(]|also\b|further\b|then\b|first\b|newly\b|here\b|in this (?:paper|work)\b|an?\b|the\b|our\b|this\b|it\b|"
    r"two\b|three\b|novel\b|new\b|\w+ as\b|and\b|both\b|\(?[ivx1-9]{1,3}\)|efficient\b|simple\b|effective\b|yet\b)*",
    re.IGNORECASE,
)
CALLED = re.compile(
    r"(?:called|named|dubbed|termed|coined|namely|referred to as|:|,|—|–|-|\()\s*(?:the\s+)?[\"“'‘]?\s*(?:\(?[ivx1-9]{1,3}\)\s*)?(?:the\s+)?$",
    re.IGNORECASE,
)
BOUNDARY = re.compile(
    r"(?<![-‐–])\b(?:that|which|where|whose|who|to|by|based|built|using|via|through|from|under|over|inspired|leveraging|capable|so|"
    r"while|as|aim(?:s|ed|ing)?|consisting|is|are|can|could|has|have|with)\b|[;]",
    re.IGNORECASE,
)

_WORDS: tuple[tuple[str, Kind, str], ...] = (
    ("benchmark", "Benchmark", "benchmark benchmarks testbed leaderboard suite challenge arena"),
    ("dataset", "Dataset", "dataset datasets corpus corpora collection database treebank"),
    (
        "model",
        "Model",
        "model models network networks architecture architectures transformer transformers llm llms vlm vlms mllm mllms "
        "backbone encoder autoencoder generator classifier detector foundation-model",
    ),
    (
        "framework",
        "Method",
        "framework frameworks paradigm pipeline platform toolkit library environment codebase",
    ),
    ("system", "Method", "system systems agent agents tool engine simulator assistant"),
    (
        "method",
        "Method",
        "method methods approach approaches algorithm algorithms technique techniques strategy strategies scheme mechanism "
        "procedure module modules layer operator operators loss objective regularizer optimizer solution explainer "
        "guardrail estimator kernel sampler scheduler policy attack defense adapter variant extension decoder schedule "
        "protocol function attention cache sampling decoding mechanisms framework-agnostic plug-in",
    ),
    ("metric", "Metric", "metric metrics score measure"),
    ("task", "Task", "task tasks problem problems setting settings"),
    ("theory", "Concept", "theory theorem formalism concept notion principle hypothesis law taxonomy"),
)
HEADS: dict[str, tuple[str, Kind]] = {
    word: (contribution, kind) for contribution, kind, words in _WORDS for word in words.split()
}
"""Head nouns of what is proposed, each with the paper's kind of contribution and the thing's kind."""

HEAD = re.compile(r"\b(?:" + "|".join(sorted(HEADS, key=lambda word: (-len(word), word))) + r")\b", re.IGNORECASE)
