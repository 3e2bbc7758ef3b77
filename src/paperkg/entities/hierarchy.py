"""Wider terms: from the vocabulary, from the family of a named thing, from the head noun of a phrase, and from CSO.

"Qwen3-8B" is under "Qwen3", and "multimodal large language model" under "large language model". A wider term that is
no node itself is left out, and so is an edge that would close a circle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from paperkg.entities.families import member
from paperkg.entities.nodes import NAMED, Node
from paperkg.entities.normal_forms import normal_form
from paperkg.entities.senses import Surfaces
from paperkg.names import singular
from paperkg.records import Broader
from paperkg.vocabulary import Term, Vocabulary, broader_topics

CSO_TOPIC = "https://cso.kmi.open.ac.uk/topics/"
# What CSO puts into a field by another meaning of the word.
_NO_FIELD = frozenset(
    (
        ("interpretability", "linguistics"),
        ("sign_language_recognition", "linguistics"),
        ("machine_translations", "information_theory"),
        ("machine_translation", "information_theory"),
        ("medical_imaging", "bioinformatics"),
        ("quantization", "signal_processing"),
    )
)
_FAMILIES = NAMED | {"Method"}


def broader_terms(
    nodes: Mapping[str, Node], labels: Mapping[str, str], vocabulary: Vocabulary, surfaces: Surfaces
) -> dict[str, list[tuple[str, str]]]:
    """Return for each key its wider keys with the rule of each; a wider key is in ``nodes`` or in the vocabulary."""
    wider: dict[str, list[tuple[str, str]]] = {}
    for key in nodes:
        term = vocabulary.get(key.removeprefix("term:")) if key.startswith("term:") else None
        if term is not None and term.broader:
            wider[key] = [(f"term:{identifier}", "vocabulary") for identifier in term.broader]
            continue
        found = _family(key, labels[key], nodes, surfaces, vocabulary) if NAMED & set(nodes[key].kinds) else None
        spellings = (labels[key], *sorted(nodes[key].expansions))
        found = found or next(filter(None, (_head(key, spelling, nodes, surfaces) for spelling in spellings)), None)
        if found:
            wider[key] = [found]
    for key, above in _topics(nodes, vocabulary).items():
        known = {up for up, _ in wider.get(key, ())}
        wider[key] = [*wider.get(key, ()), *((up, "topic of CSO") for up in above if up not in known)]
    return wider


def _topics(nodes: Mapping[str, Node], vocabulary: Vocabulary) -> dict[str, list[str]]:
    """Return for each key that is a topic of the Computer Science Ontology the keys of its broader topics."""
    topics = {key: _topic(vocabulary.get(key.removeprefix("term:"))) for key in nodes if key.startswith("term:")}
    keys = {topic: key for key, topic in sorted(topics.items()) if topic}
    if not keys:
        return {}
    broader = broader_topics()
    above = {
        key: sorted(
            {keys[up] for up in broader.get(topic, ()) if up in keys and _is_field_of(topic, up, keys, vocabulary)}
        )
        for topic, key in keys.items()
    }
    return {key: ups for key, ups in above.items() if ups}


def _is_field_of(topic: str, wider: str, keys: Mapping[str, str], vocabulary: Vocabulary) -> bool:
    """Return whether a broader topic is a field of research: of CSO's other pairs, most only occur together."""
    term = vocabulary.get(keys[wider].removeprefix("term:"))
    return (
        keys[topic] != keys[wider] and term is not None and term.variety == "field" and (topic, wider) not in _NO_FIELD
    )


def _topic(term: Term | None) -> str:
    """Return the local name of the topic that a term is, empty where it is none."""
    found = (
        address.removeprefix(CSO_TOPIC) for address in (term.same_as if term else ()) if address.startswith(CSO_TOPIC)
    )
    return next(found, "")


def _known(name: str, nodes: Mapping[str, Node], surfaces: Surfaces) -> str | None:
    """Return the key of the node that ``name`` spells, None where there is none."""
    term = surfaces.find(name)
    key = f"term:{term}" if term else f"name:{normal_form(name)}"
    return key if term or key in nodes else None


def _family(
    key: str, label: str, nodes: Mapping[str, Node], surfaces: Surfaces, vocabulary: Vocabulary
) -> tuple[str, str] | None:
    for family in member(label).families:
        known = _known(family, nodes, surfaces)
        if known and known != key and _is_named(known, nodes, vocabulary):
            return known, "model family"
    return None


def _is_named(key: str, nodes: Mapping[str, Node], vocabulary: Vocabulary) -> bool:
    term = vocabulary.get(key.removeprefix("term:")) if key.startswith("term:") else None
    return bool(_FAMILIES & ({term.kind} if term else set(nodes[key].kinds)))


def _head(key: str, label: str, nodes: Mapping[str, Node], surfaces: Surfaces) -> tuple[str, str] | None:
    """Return the longest ending of a phrase that is a node; a single word counts only where the vocabulary has it."""
    words = label.split()
    for start in range(1, len(words)):
        rest = words[start:]
        ending = " ".join([*rest[:-1], singular(rest[-1].lower())])
        known = _known(ending, nodes, surfaces)
        if known and known != key and (len(rest) > 1 or known.startswith("term:")):
            return known, "head noun"
    return None


def ancestors(
    kept: Mapping[str, Node], wider: Mapping[str, list[tuple[str, str]]], vocabulary: Vocabulary
) -> dict[str, list[tuple[str, str]]]:
    """Return ``wider`` closed upwards through the vocabulary, circles cut: every wider key has its own entry."""
    closed: dict[str, list[tuple[str, str]]] = {}
    waiting = sorted(kept)
    while waiting:
        key = waiting.pop()
        if key in closed:
            continue
        term = vocabulary.get(key.removeprefix("term:")) if key.startswith("term:") else None
        above = wider.get(key) or [(f"term:{each}", "vocabulary") for each in (term.broader if term else ())]
        closed[key] = [(up, rule) for up, rule in above if up != key]
        waiting.extend(up for up, _ in closed[key] if up not in closed)
    return _without_circles(closed)


def _without_circles(wider: dict[str, list[tuple[str, str]]]) -> dict[str, list[tuple[str, str]]]:
    for key in sorted(wider):
        wider[key] = [(up, rule) for up, rule in wider[key] if not _reaches(up, key, wider)]
    return wider


def regrouped(
    wider: Mapping[str, list[tuple[str, str]]], merged: Mapping[str, str], banned: Collection[str]
) -> dict[str, list[tuple[str, str]]]:
    """Return ``wider`` with keys that became others under those, and without keys that are no nodes any more."""
    grouped: dict[str, dict[str, str]] = {}
    for key in sorted(wider):
        if key not in banned:
            ups = grouped.setdefault(merged.get(key, key), {})
            for up, rule in wider[key]:
                ups.setdefault(merged.get(up, up), rule)
    return _without_circles(
        {key: [(up, rule) for up, rule in ups.items() if up in grouped and up != key] for key, ups in grouped.items()}
    )


def _reaches(start: str, goal: str, wider: Mapping[str, list[tuple[str, str]]]) -> bool:
    seen, waiting = set(), [start]
    while waiting:
        key = waiting.pop()
        if key == goal:
            return True
        if key not in seen:
            seen.add(key)
            waiting.extend(up for up, _ in wider.get(key, ()))
    return False


def as_broader(wider: list[tuple[str, str]], names: Mapping[str, str]) -> tuple[Broader, ...]:
    """Return wider keys as records with the ids of their terms, sorted."""
    return tuple(sorted((Broader(names[up], rule) for up, rule in wider), key=lambda each: each.term))
