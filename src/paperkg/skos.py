"""Reads concepts from a SKOS file in any RDF syntax (https://www.w3.org/TR/skos-reference/, sections 5, 8 and 10).

Labels count in English and without a language; SKOS-XL labels too (appendix B of the same). What is deprecated, and what
is a scheme or a collection of concepts, is none.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg.errors import VocabularyError

if TYPE_CHECKING:
    from pyoxigraph import Quad, RdfFormat

SKOS = "http://www.w3.org/2004/02/skos/core#"
SKOS_XL = "http://www.w3.org/2008/05/skos-xl#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated"
_NO_CONCEPT = frozenset(f"{SKOS}{name}" for name in ("ConceptScheme", "Collection", "OrderedCollection"))
_NAMES = {"owl": "rdf", "skos": "rdf", "json": "jsonld", "n3": "ttl"}
"""Endings of file names that stand for another one's syntax."""


@dataclass(slots=True)
class SkosConcept:
    """One concept: its IRI (None for a blank node), its labels in English, and the IRIs it points to."""

    iri: str | None
    preferred: list[tuple[str, str]] = field(default_factory=list)
    """Pairs of language tag and label, as they stand in the file."""
    others: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    broader: list[str] = field(default_factory=list)
    exact: list[str] = field(default_factory=list)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return every label once, the preferred one first."""
        preferred = [label for _, label in sorted(self.preferred, key=_language_order)]
        return tuple(dict.fromkeys((*preferred, *sorted(self.others))))


def rdf_format(path: Path) -> RdfFormat | None:
    """Return the RDF syntax that a file's name tells, ``.gz`` aside; None where it tells none."""
    from pyoxigraph import RdfFormat

    ending = path.name.lower().removesuffix(".gz").rpartition(".")[2]
    return RdfFormat.from_extension(_NAMES.get(ending, ending))


def read_concepts(path: Path) -> list[SkosConcept]:
    """Return the concepts of a SKOS file that have an English label, sorted by IRI and label.

    Raises:
        VocabularyError: the file cannot be parsed, or has no concept with an English label.
    """
    from pyoxigraph import parse

    content = path.read_bytes()
    try:
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        # A relative IRI must mean the same wherever the file lies.
        found = _gathered(parse(input=content, format=rdf_format(path), base_iri=f"file:///{path.name}"))
    except (SyntaxError, ValueError, OSError, EOFError) as error:
        raise VocabularyError(f"{path} cannot be read as RDF: {error}.", remedy="Mend it or leave it out.") from error
    concepts = [concept for concept in found.values() if concept.labels]
    if not concepts:
        raise VocabularyError(
            f"{path} has no concept with a label in English.", remedy="Labels are skos:prefLabel and skos:altLabel."
        )
    return sorted(concepts, key=lambda concept: (concept.iri or "", concept.labels))


def _gathered(quads: Iterator[Quad]) -> dict[str, SkosConcept]:
    """Return the concepts of a file by the name of their node."""
    by_predicate: dict[str, dict[object, list[object]]] = defaultdict(lambda: defaultdict(list))
    for quad in quads:
        if quad.object not in by_predicate[quad.predicate.value][quad.subject]:
            by_predicate[quad.predicate.value][quad.subject].append(quad.object)
    no_concept = {
        node for node, types in by_predicate[RDF_TYPE].items() if any(_value(t) in _NO_CONCEPT for t in types)
    }
    no_concept |= {node for node, told in by_predicate[DEPRECATED].items() if any(_value(t) == "true" for t in told)}
    typed = {
        node for node, types in by_predicate[RDF_TYPE].items() if any(_value(t) == f"{SKOS}Concept" for t in types)
    }
    found: dict[str, SkosConcept] = {}
    preferred = by_predicate[f"{SKOS}prefLabel"].keys() | by_predicate[f"{SKOS_XL}prefLabel"].keys()
    for node in (preferred | typed) - no_concept:
        concept = _concept(node, by_predicate)
        if not concept.preferred and node in typed:
            concept.preferred = _english(by_predicate[RDFS_LABEL].get(node, ()))
        if concept.preferred:
            found[str(node)] = concept
    for wider, narrower in by_predicate[f"{SKOS}narrower"].items():
        for node in narrower:
            if str(node) in found and _value(wider) not in found[str(node)].broader:
                found[str(node)].broader.append(_value(wider))
    return found


def _concept(node: object, by_predicate: dict[str, dict[object, list[object]]]) -> SkosConcept:
    from pyoxigraph import NamedNode

    def said(predicate: str) -> list[object]:
        return by_predicate[predicate].get(node, [])

    def labels(name: str) -> list[tuple[str, str]]:
        forms = by_predicate[f"{SKOS_XL}literalForm"]
        long = [form for label in said(f"{SKOS_XL}{name}") for form in forms.get(label, ())]
        return _english([*said(f"{SKOS}{name}"), *long])

    return SkosConcept(
        iri=node.value if isinstance(node, NamedNode) else None,
        preferred=labels("prefLabel"),
        others=[label for name in ("altLabel", "hiddenLabel") for _, label in labels(name)],
        types=sorted(_value(each) for each in said(RDF_TYPE)),
        broader=sorted(_value(each) for each in said(f"{SKOS}broader")),
        exact=sorted(each.value for each in said(f"{SKOS}exactMatch") if isinstance(each, NamedNode)),
    )


def _english(objects: object) -> list[tuple[str, str]]:
    from pyoxigraph import Literal

    found = []
    for each in objects if isinstance(objects, list | tuple) else ():
        if isinstance(each, Literal):
            language, label = (each.language or "").lower(), " ".join(each.value.split())
            if label and language.partition("-")[0] in ("", "en"):
                found.append((language, label))
    return found


def _language_order(label: tuple[str, str]) -> tuple[int, str, str]:
    language, text = label
    return (0 if language == "en" else 1 if language else 2), language, text


def _value(term: object) -> str:
    value: str = getattr(term, "value", "")
    return value
