"""Which metric a quantity measures: the words beside it, by the way that results are written.

Behind the value: "91.9% accuracy", "26% reduction in WER", "50% TPOT reduction", "8× fewer FLOPs", "92% of its speed".
Before it: "accuracy of 68%", "improves recall by 3 points", "latency drops from 9 ms to 4 ms".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from paperkg.mentions.result_values import HEDGE
from paperkg.records import Mention, Span

Direction = Literal["higher", "lower"]

_LOWER_IS_BETTER = re.compile(
    r"\b(?:errors?|latency|losses|loss|perplexity|fid|fvd|lpips|wer|cer|mae|rmse|mse|mape|nll|time|times|cost|costs|memory|"
    r"overhead|footprint|consumption|usage|flops|tpot|ttft|eer|regret|bias|variance|tokens|parameters|hallucinations?|runtime|"
    r"delay|energy|distance|false[ -]positives?|rates? of false positives|bd-rate|ece|storage|calls|steps|gap|violations?|degradation|drift|bandwidth|"
    r"false-positive rates?|false positive rates?|error rates?|collision rates?|computation|compute|complexity|toxicity|length)\b",
    re.IGNORECASE,
)
_HEADS = (
    r"accuracy|accuracies|precision|recall|f1|f1-?scores?|f-?scores?|f-?measure|macro-f1|micro-f1|speed-?ups?|speed|latency|latencies|"
    r"throughput|errors?|rates?|scores?|runtime|time|times|costs?|memory|usage|consumption|overhead|footprint|performance|"
    r"quality|robustness|efficiency|similarity|distance|loss|perplexity|variance|correlation|agreement|compliance|"
    r"coverage|fidelity|returns?|rewards?|energy|sensitivity|specificity|parameters|flops|bandwidth|storage|kappa|"
    r"consistency|utility|regret|degradation|diversity|faithfulness|adherence|pass@\d+|recall@\d+|hits?@\d+|ndcg@\d+|map@[\d.:]+|rank-\d+|r@\d+|top-\d|"
    r"map\d*|miou|iou|psnr|ssim|lpips|fid|fvd|bleu|rouge(?:-\w)?|meteor|cider|wer|cer|fps|dice|auroc|auc|roc-auc|auprc|mae|"
    r"rmse|mse|r2|r²|mcc|eer|srcc|plcc|hota|idf1|mota|nds|pck|acceptance length|hallucinations?|generali[sz]ation|alignment|calibration"
)
_HEAD = re.compile(rf"(?<![\w@-])(?:{_HEADS})(?![\w@]|-[a-z])", re.IGNORECASE)
_STOP = frozenset(
    (
        "a an the its their our his of in on at by to for from with and or as than over under is are was were be been that which "
        "it this these while up only about around nearly achieves achieve achieving achieved improves improve improving improved "
        "reduces reduce reducing reduced increases increase increasing increased boosts boosting yields yielding shows showing "
        "reaching reaches reached attains attaining obtains obtaining delivers delivering gains gaining higher lower better best "
        "highest lowest state-of-the-art outperforms outperforming also both respectively retains retaining maintains maintaining "
        "preserves preserving preserve maintain raises raising lowers lowering cuts cutting enhances enhancing decreases decreasing "
        "demonstrates demonstrate demonstrating has have having using via through into per strong stronger competitive superior "
        "significant significantly high low remarkable impressive good great exceptional consistent notable new record all any each more "
        "less fewer across between within during after before against if than provides provide exceeds surpasses surpass surpassing exceeding where when but can could may will we not no"
    ).split()
)
_CHANGE = (
    r"(?:reductions?|increases?|improvements?|gains?|decreases?|drops?|boosts?|lifts?|rise|savings?|uplift|enhancements?|jump|"
    r"decline|cut|leads?|advantage)"
)
_CHANGE_LOWER = re.compile(r"^(?:reduction|decrease|drop|saving|decline|cut)", re.IGNORECASE)
_WORD = r"[A-Za-z][\w@./²+&-]*(?:['’]s)?"
_PHRASE = rf"(?:{_WORD}\s+){{0,4}}?{_WORD}"
_ADJECTIVE = r"(?:(?:relative|absolute|average|mean|overall|further|additional|total|maximum|significant|substantial|large|consistent|median|peak|end-to-end|notable|performance|single)\s+)*"
_CHANGE_IN = re.compile(
    rf"^\s*(?:an?\s+)?{_ADJECTIVE}(?P<change>{_CHANGE})\s+(?:in|of)\s+(?:the\s+|its\s+|both\s+|average\s+|overall\s+)*(?P<metric>{_PHRASE})"
    rf"(?=\s+(?:on|over|across|compared|relative|for|while|with|without|at|by|and|in|from|under|when|against|than|versus|through|via|during|to|using|vs|per|as)\b|\s*[,.;:()]|\s*$)",
    re.IGNORECASE,
)
_CHANGE_ON = re.compile(
    rf"^\s*(?:an?\s+)?{_ADJECTIVE}(?P<change>{_CHANGE})\s+(?:on|for|to)\s+(?:the\s+|its\s+)?", re.IGNORECASE
)
_METRIC_CHANGE = re.compile(rf"^\s*{_ADJECTIVE}(?P<metric>{_PHRASE})\s+(?P<change>{_CHANGE})\b", re.IGNORECASE)
_FASTER = re.compile(
    r"^\s*(?:(?P<speed>(?:[\w-]+\s+){0,3}?(?:speed-?ups?|acceleration))|(?P<faster>faster)(?:\s+(?P<what>(?:inference|training|decoding|"
    r"generation|sampling|rendering|convergence|processing|runtime|execution|optimization|simulation|prediction|prefill\w*|search|retrieval)))?)\b",
    re.IGNORECASE,
)
_COMPARATIVE = re.compile(
    rf"^\s*(?P<how>lower|higher|fewer|less|more|greater|smaller|shorter|reduced|increased|better|improved)\s+(?P<metric>{_PHRASE})"
    rf"(?=\s+(?:than|compared|on|over|across|while|with|without|and|in|for|at|by|relative|when|against|per|to|from|vs)\b|\s*[,.;:()]|\s*$)",
    re.IGNORECASE,
)
_OF_WHOLE = re.compile(
    rf"^\s*of\s+(?:the\s+|its\s+)?(?P<metric>{_PHRASE})(?=\s+(?:on|of|over|across|while|with|and|in|for|at|by|when|under|using)\b|\s*[,.;:()]|\s*$)"
)
_KEEPS = re.compile(r"\b(?:retain|preserv|maintain|recover|keep|achiev|reach|attain|captur)\w*\s*$", re.IGNORECASE)
_IN_METRIC = re.compile(
    r"^\s*(?:points?\s+)?(?:in|on|for)\s+(?:the\s+|average\s+|overall\s+|terms of\s+|both\s+)*", re.IGNORECASE
)
_LINK = re.compile(
    r"^(?:\s*\([^)]*\))?(?:\s+(?:scores?|values?|rates?|levels?|results?|errors?|metric|performance|accuracy|"
    r"on (?:the )?[\w.-]+(?:\s(?:dataset|benchmark|test set))?))?\s*"
    r"(?:of|=|:|is|was|\(|to|by|at|from|reach(?:es|ed|ing)?|exceed(?:s|ed|ing)?|approach(?:es|ing)?|"
    r"(?:increas|improv|ris|decreas|drop|reduc|fall|grow|declin|jump|climb)\w*(?:\s(?:significantly|substantially|further))?\s(?:by|to|from))"
    r"\s*(?:an?\s+(?:average|mean|maximum)\s+(?:of\s+)?)?(?:the\s+)?$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"^(?:['’]s|\s(?:scores?|points?|gains?|rates?))?(?:\s*(?:[,.;:()/&|\]–—-]|$)|\s+(?:on|in|for|of|over|at|with|and|or|while|compared|relative|"
    r"than|by|across|from|to|as|when|where|under|per|using|without|against|vs|versus|during|through|via|respectively|"
    r"is|are|among|within|after|before|even|despite|yet|but|which|that|improvements?|gains?|increases?|reductions?|score)\b)",
    re.IGNORECASE,
)
_VERB_CHANGE = re.compile(
    rf"\b(?P<verb>improv(?:es?|ed|ing)|reduc(?:es?|ed|ing)|increas(?:es?|ed|ing)|boost(?:s|ed|ing)?|cut(?:s|ting)?|lower(?:s|ed|ing)|decreas(?:es?|ed|ing)|"
    rf"rais(?:es?|ed|ing)|enhanc(?:es?|ed|ing)|lift(?:s|ed|ing)?|accelerat(?:es?|ed|ing)|speed(?:s|ing)?(?: up)?|shorten(?:s|ed|ing)?|compress(?:es|ed|ing)?|elevat(?:es?|ed|ing))\s+"
    rf"(?:the\s+|its\s+|average\s+|overall\s+|both\s+)*(?P<metric>(?:{_WORD}\s+){{0,6}}?{_WORD})(?:\s+\([^)]*\))?(?:\s+(?:score|on|over|across|in|compared to|relative to|of)\s[^,;]{{1,50}}?)?"
    rf"\s+(?:by|from|to)\s*(?:an?\s+(?:average|mean|maximum)\s+(?:of\s+)?)?$",
    re.IGNORECASE,
)
_LOWERING = re.compile(r"^(?:reduc|cut|lower|decreas|shorten|compress)", re.IGNORECASE)
_SPEEDING = re.compile(r"^(?:accelerat|speed)", re.IGNORECASE)
_NO_METRIC = re.compile(
    r"^(?:[A-Z][a-z][\w-]*|it|them|results?|the|this|sota|state-of-the-art|baselines?|.*\b(?:baselines?|methods?|models?|cases?|settings?|tasks?|"
    r"benchmarks?|datasets?|scenarios?|approach(?:es)?|(?<!\w)number|average|comparison|terms|existing|previous|prior|order|which|that))$"
)


RULE_SCORES = {
    "metric and value": 0.93,
    "value and metric": 0.95,
    "change of a metric": 0.95,
    "metric and change": 0.93,
    "comparative": 0.9,
    "factor of speed": 0.95,
    "change by": 0.9,
    "in a metric": 0.87,
    "share of a metric": 0.9,
    "same metric": 0.85,
}
"""The share of right results by rule, as read by eye in abstracts of the arXiv and PMLR samples."""
_SETTING = re.compile(
    r"\b(?:learning|dropout|sampling|masking|mask|mutation|refresh|label|noise|compression|pruning|sparsity|missing|contamination|poisoning) "
    r"rates?$|\bweight decay|\bstep size|\bconfidence level|\bsignificance level|\bpruning|\bsparsity",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a value measures: the words, the span of the text up to which they reach, how they were found, and what is better."""

    metric: str
    end: int
    rule: str
    direction: Direction | None


def metric_spans(text: str, region: Span, mentions: Iterable[Mention]) -> list[Span]:
    """Return the places that name a metric in a region: known metrics and head words, with the words that narrow them."""
    spans = [
        Span(each.start, each.end)
        for each in mentions
        if each.field == "text" and each.kind == "Metric" and region.start <= each.start < region.end
    ]
    spans += [Span(*match.span()) for match in _HEAD.finditer(text, region.start, region.end)]
    widened = sorted({_widened(text, region, span) for span in spans})
    return [
        span for span in widened if not any(o != span and o.start <= span.start and span.end <= o.end for o in widened)
    ]


def _widened(text: str, region: Span, span: Span) -> Span:
    """Return a metric with up to three words before it that narrow it: "peak memory", "false-positive rate"."""
    start = span.start
    for match in reversed(list(re.finditer(r"[\w@/+-]+(?=\s)", text[region.start : start]))[-3:]):
        word, end = match.group(), region.start + match.end()
        possessive = text[: match.start() + region.start].endswith(("'", "’"))
        if (
            text[end:start].strip()
            or possessive
            or word.lower() in _STOP
            or re.match(r"[\d+-]", word)
            or word.lower().endswith(("ly",))
        ):
            break
        start = region.start + match.start()
    tail = re.match(r"\s(?:scores?|rates?|errors?|gains?(?= of))(?![\w-])", text[span.end : region.end])
    end = span.end + (tail.end() if tail and not tail.group().strip().startswith("gain") else 0)
    return Span(start, end)


def measure_behind(text: str, before: str, place: int, limit: int, spans: Iterable[Span]) -> Measure | None:
    """Return what the words behind a value, from ``place`` to ``limit``, say that it measures."""
    after = text[place:limit]
    fast = _FASTER.match(after)
    if fast:
        words = fast["speed"] or (f"{fast['what']} speed" if fast["what"] else "speed")
        return Measure(_trimmed(words), place + fast.end(), "factor of speed", "higher")
    for pattern, rule in (
        (_CHANGE_IN, "change of a metric"),
        (_METRIC_CHANGE, "metric and change"),
        (_COMPARATIVE, "comparative"),
    ):
        found = pattern.match(after)
        words = _trimmed(found["metric"]) if found else ""
        listed = (
            rule == "change of a metric" and not _HEAD.search(words) and after[found.end() :].startswith(" and ")
            if found
            else False
        )
        if found and _says_something(words) and not listed:
            lower = _lowers(found)
            return Measure(words, place + found.end(), rule, _direction(words, lower=lower))
    on = _CHANGE_ON.match(after) or _IN_METRIC.match(after)
    reach = place + (on.end() if on else len(re.match(rf"\s*\(?\s*(?:in\s)?{_ADJECTIVE}", after).group()))  # type: ignore[union-attr]
    direct = next(
        (span for span in spans if span.start <= reach <= span.end and span.start >= place and span.end <= limit), None
    )
    if direct and _ENDS.match(text[direct.end : limit]):
        words = text[max(direct.start, place) : direct.end].strip()
        changed = on is not None and "change" in on.re.groupindex and _CHANGE_LOWER.match(on["change"])
        return Measure(
            _trimmed(words),
            direct.end,
            "in a metric" if on else "value and metric",
            _direction(words, lower=True if changed else None),
        )
    return _whole(after, before, place)


def _whole(after: str, before: str, place: int) -> Measure | None:
    found = _OF_WHOLE.match(after)
    if not found or not _KEEPS.search(before) or not _HEAD.search(found["metric"]):
        return None
    words = _trimmed(re.sub(r"^.*['’]s\s", "", found["metric"]))
    return Measure(words, place + found.end(), "share of a metric", _direction(words))


def _lowers(found: re.Match[str]) -> bool | None:
    groups = found.groupdict()
    if groups.get("change"):
        return bool(_CHANGE_LOWER.match(groups["change"]))
    how = groups["how"].lower()
    return None if how in ("better", "improved") else how in ("lower", "fewer", "less", "smaller", "shorter", "reduced")


def measure_before(text: str, start: int, value: Span, spans: Iterable[Span]) -> Measure | None:
    """Return what the words between ``start`` and a value say that it measures; a noun behind the value forbids it."""
    place = value.start
    if not _ENDS.match(text[value.end :]):
        return None
    before = re.sub(rf"(?:\s*\b{HEDGE}\s*)+$", " ", text[start:place])
    for span in reversed([span for span in spans if start <= span.start and span.end <= place]):
        gap = before[span.end - start :]
        words = text[span.start : span.end]
        if _LINK.match(gap) and not _SETTING.search(words):
            verb = _VERB_CHANGE.search(before)
            lower = bool(_LOWERING.match(verb["verb"])) if verb and not _SPEEDING.match(verb["verb"]) else None
            falls = re.search(r"\b(?:decreas|drop|reduc|fall|declin)\w*\s+(?:by|to|from)", gap)
            return Measure(
                _trimmed(words),
                span.end,
                "metric and value",
                _direction(words, lower=lower or (True if falls else None)),
            )
        break
    verb = _VERB_CHANGE.search(before)
    if not verb:
        return None
    words = _trimmed(re.sub(r"^.*['’]s\s", "", verb["metric"]))
    if _SPEEDING.match(verb["verb"]):
        return Measure(f"{words} speed" if _says_something(words) else "speed", place, "change by", "higher")
    if not _says_something(words):
        return None
    return Measure(words, place, "change by", _direction(words, lower=bool(_LOWERING.match(verb["verb"]))))


def _trimmed(words: str) -> str:
    """Return a metric's words without the articles, adjectives of degree and verbs before it."""
    parts = words.split()
    while len(parts) > 1 and parts[0].lower() in _STOP:
        parts = parts[1:]
    return " ".join(parts).strip(" ,.;:()")


def _says_something(words: str) -> bool:
    last = words.split()[-1] if words.split() else ""
    if not last or last[0].isdigit():
        return False
    known = _HEAD.search(words) is not None
    return (
        last.lower() not in _STOP
        and (known or not _NO_METRIC.match(words))
        and words.lower() not in ("relative", "absolute", "performance improvement")
    )


def _direction(words: str, *, lower: bool | None = None) -> Direction | None:
    if lower is not None:
        return "lower" if lower else "higher"
    places = [match.end() for match in _LOWER_IS_BETTER.finditer(words)]
    heads = [match.end() for match in _HEAD.finditer(words)]
    if not places and not heads:
        return None
    return "lower" if max(places, default=0) >= max(heads, default=0) else "higher"
