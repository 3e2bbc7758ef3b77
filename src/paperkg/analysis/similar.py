"""Papers like a paper: those that share most terms with it, a rare term counting for more than a common one."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from pyoxigraph import NamedNode

from paperkg.analysis.edges import Edges, Thing
from paperkg.store import GraphStore


@dataclass(frozen=True, slots=True)
class Similar:
    """A paper, how like it is, and the terms shared, the rarest first."""

    paper: Thing
    score: float
    shared: tuple[Thing, ...]


def similar(store: GraphStore, paper: NamedNode, *, limit: int = 10) -> tuple[Similar, ...]:
    """Return the papers most like ``paper``, best first.

    The score is the sum of the shared terms' inverse document frequencies, log(papers / papers with the term) (Spärck
    Jones 1972), to three decimals. Background terms are left out.
    """
    edges = Edges(store)
    everything = len(edges.papers)
    weights: dict[NamedNode, float] = {}
    shared: dict[NamedNode, list[NamedNode]] = {}
    for term in sorted(edges.terms_of(paper), key=lambda term: (edges.paper_count(term), term.value)):
        others = (edges.linked_to(term).keys() & edges.papers) - {paper}
        if not others or edges.is_background(term):
            continue
        weights[term] = log(everything / (len(others) + 1))
        for other in others:
            shared.setdefault(other, []).append(term)
    scores = {other: round(sum(weights[term] for term in terms), 3) for other, terms in shared.items()}
    best = sorted(scores, key=lambda other: (-scores[other], -len(shared[other]), other.value))[:limit]
    return tuple(
        Similar(edges.thing(other), scores[other], tuple(edges.thing(term) for term in shared[other])) for other in best
    )
