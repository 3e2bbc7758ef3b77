"""A graph for those who may not publish the texts: no abstracts, and twelve words of each sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import Literal, Triple

from paperkg.graph.namespaces import DCTERMS, KG

WORDS = 12


def without_text(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Yield ``triples`` without abstracts, quotations cut to their first twelve words; offsets stay as they are."""
    quotations = frozenset((KG.sentence, KG.exact))
    for triple in triples:
        if triple.predicate == DCTERMS.abstract:
            continue
        if triple.predicate in quotations and isinstance(triple.object, Literal):
            yield Triple(triple.subject, triple.predicate, Literal(first_words(triple.object.value)))
        else:
            yield triple


def first_words(text: str) -> str:
    """Return the first twelve words of ``text``, an ellipsis behind them where there were more."""
    words = text.split()
    return text if len(words) <= WORDS else " ".join(words[:WORDS]) + " …"
