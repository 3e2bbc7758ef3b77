"""Records become RDF: every paper, term, edge, piece of evidence, result and merge of a collection as triples.

The shape of the graph is told in ``ontology/paperkg.ttl`` and checked by ``ontology/shapes.ttl``. Nodes without a name
of their own are named by the hash of what they say, so that the same collection gives the same triples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain, groupby
from math import isfinite

from pyoxigraph import Literal, NamedNode, Triple

from paperkg.graph.iris import Names, address
from paperkg.graph.namespaces import (
    DC,
    DCTERMS,
    FABIO,
    KG,
    KIND_CLASSES,
    MLS,
    PROV,
    RDF,
    RDFS,
    SCHEMA,
    SKOS,
    XSD,
    typed,
)
from paperkg.graph.results import TermIndex
from paperkg.graph.touched import Touched, evidence_node, merge_node, wider_node
from paperkg.graph.withhold import without_text
from paperkg.records import KEYWORD_SEPARATOR, Collection, Entity, Link, Paper, PaperRecord, Result, Run
from paperkg.settings import GraphSettings

DOI_ADDRESS = "https://doi.org/"
AUTHOR_SEPARATOR = "; "

Statement = tuple[NamedNode, str | NamedNode | Literal | None]


def statements(
    collection: Collection, settings: GraphSettings, run: Run, only: Touched | None = None
) -> Iterator[Triple]:
    """Yield the triples of a collection, those of one node one after the other; the order follows the collection's.

    Without text (``settings.with_text``) abstracts are left out and sentences end after twelve words. With ``only``, no
    more is told than what is said of its nodes.
    """
    names = Names(settings.base)
    maker = names.run(run.version, run.settings, run.models)
    paper_ids = frozenset(record.paper.id for record in collection.papers)
    terms = TermIndex(collection.entities, collection.links)
    shared = _shared_terms(collection)
    told = collection if only is None else only.among(collection)
    triples: Iterator[Triple] = chain(
        _run(maker, run),
        chain.from_iterable(_paper(names, record, shared) for record in told.papers),
        chain.from_iterable(_term(names, entity, maker) for entity in told.entities),
        chain.from_iterable(_link(names, link, paper_ids, maker) for link in told.links),
        chain.from_iterable(_result(names, result, terms, maker) for result in told.results),
    )
    if only is not None:
        triples = (triple for triple in triples if triple.subject in only.nodes)
    return triples if settings.with_text else without_text(triples)


def _shared_terms(collection: Collection) -> Counter[str]:
    """Return for each paper how many of its terms another paper is linked to as well."""
    papers_of = Counter(term for _, terms in _terms_by_paper(collection) for term in terms)
    return Counter({paper: sum(papers_of[term] > 1 for term in terms) for paper, terms in _terms_by_paper(collection)})


def _terms_by_paper(collection: Collection) -> Iterator[tuple[str, set[str]]]:
    """Yield each paper with the terms that it has an edge of its own to; edges come in the order of papers."""
    for paper, links in groupby(collection.links, key=lambda link: link.paper):
        yield paper, {link.object for link in links if link.subject == paper}


def _about(node: NamedNode, *said: Statement) -> Iterator[Triple]:
    """Yield one triple for each statement about ``node`` that says something; strings become literals."""
    for predicate, value in said:
        if isinstance(value, str):
            yield Triple(node, predicate, text_literal(value))
        elif value is not None:
            yield Triple(node, predicate, value)


def text_literal(text: str) -> Literal:
    """Return ``text`` as a literal, with a question mark for each half of a character that UTF-8 cannot write."""
    return Literal(text.encode("utf-8", "replace").decode("utf-8"))


def decimal(number: float | None) -> Literal | None:
    """Return ``number`` as an xsd:decimal in plain digits, None for what is no finite number."""
    if number is None or not isfinite(number):
        return None
    return typed(format(Decimal(repr(number)), "f"), XSD.decimal)


def _run(node: NamedNode, run: Run) -> Iterator[Triple]:
    yield from _about(
        KG.terms,
        (RDF.type, SKOS.ConceptScheme),
        (RDFS.label, "Terms found in the papers"),
    )
    yield from _about(
        node,
        (RDF.type, KG.Run),
        (RDF.type, PROV.Activity),
        (KG.toolVersion, run.version),
        *((KG.setting, f"{name}={value}") for name, value in run.settings),
        *((KG.modelHash, f"{name}={value}") for name, value in run.models),
    )


def _paper(names: Names, record: PaperRecord, shared: Counter[str]) -> Iterator[Triple]:
    paper = record.paper
    code = address(record.code_url) if record.code_url else None
    yield from _about(
        names.paper(paper.id),
        (RDF.type, KG.Paper),
        (RDF.type, SCHEMA.ScholarlyArticle),
        (RDF.type, FABIO.ResearchPaper),
        (RDFS.label, record.label or paper.title or paper.id),
        (DCTERMS.title, paper.title),
        (DCTERMS.abstract, paper.text or None),
        *_metadata(paper),
        *((KG.keyphrase, phrase) for phrase in record.keyphrases),
        (KG.contribution, record.contribution),
        (SCHEMA.codeRepository, code),
        (KG.codeAnnounced, typed("true", XSD.boolean) if record.code_announced else None),
        (KG.sharedTermCount, Literal(shared[paper.id])),
        *_sources(paper),
    )


def _metadata(paper: Paper) -> Iterator[Statement]:
    yield KG.authors, AUTHOR_SEPARATOR.join(paper.authors) or None
    yield from ((DC.creator, author) for author in paper.authors)
    yield DCTERMS.issued, typed(f"{paper.year:04d}", XSD.gYear) if paper.year else None
    yield DCTERMS.language, paper.language
    yield KG.venue, paper.venue
    yield KG.key, paper.key
    yield SCHEMA.keywords, KEYWORD_SEPARATOR.join(paper.keywords) or None
    yield SCHEMA.url, address(paper.url) if paper.url else None
    yield DCTERMS.identifier, paper.doi
    yield SCHEMA.sameAs, address(DOI_ADDRESS + paper.doi) if paper.doi else None
    yield DCTERMS.identifier, f"arXiv:{paper.arxiv}" if paper.arxiv else None
    yield from ((DCTERMS.identifier, f"{registry}:{identifier}") for registry, identifier in paper.identifiers)


def _sources(paper: Paper) -> Iterator[Statement]:
    yield KG.sourceFile, paper.source.path
    yield KG.sourcePosition, Literal(paper.source.position)
    for source in paper.sources:
        if source != paper.source:
            yield KG.otherSource, f"{source.path}#{source.position}"


def _term(names: Names, entity: Entity, run: NamedNode) -> Iterator[Triple]:
    node = names.term(entity.id)
    classes = dict.fromkeys(chain.from_iterable(KIND_CLASSES[kind] for kind in entity.kinds))
    yield from _about(
        node,
        *((RDF.type, kind) for kind in classes),
        (RDF.type, SKOS.Concept),
        (SKOS.inScheme, KG.terms),
        (SKOS.prefLabel, entity.label),
        *((SKOS.altLabel, alias) for alias in entity.aliases if alias != entity.label),
        *((SKOS.broader, names.term(broader.term)) for broader in entity.broader),
        *((SKOS.exactMatch, address(same)) for same in entity.same_as),
        (KG.paperCount, Literal(entity.papers)),
    )
    for merge in entity.merges:
        yield from _about(
            merge_node(names, merge),
            (RDF.type, KG.Merge),
            (KG.term, names.term(merge.term)),
            (KG.label, merge.label),
            (KG.rule, merge.rule),
            (PROV.wasGeneratedBy, run),
        )
    for broader in entity.broader:
        yield from _about(
            wider_node(names, entity, broader),
            (RDF.type, KG.Derivation),
            (RDF.type, RDF.Statement),
            (RDF.subject, node),
            (RDF.predicate, SKOS.broader),
            (RDF.object, names.term(broader.term)),
            (KG.rule, broader.rule),
            (PROV.wasGeneratedBy, run),
        )


def _link(names: Names, link: Link, papers: frozenset[str], run: NamedNode) -> Iterator[Triple]:
    subject = names.paper(link.subject) if link.subject in papers else names.term(link.subject)
    predicate = getattr(KG, link.predicate)
    item = names.term(link.object)
    yield Triple(subject, predicate, item)
    for evidence in link.evidence:
        yield from _about(
            evidence_node(names, link, evidence),
            (RDF.type, KG.Evidence),
            (RDF.type, RDF.Statement),
            (RDF.subject, subject),
            (RDF.predicate, predicate),
            (RDF.object, item),
            (KG.paper, names.paper(evidence.paper)),
            (KG.field, evidence.field),
            (KG.exact, evidence.text),
            (KG.start, Literal(evidence.start)),
            (KG.end, Literal(evidence.end)),
            (KG.sentence, evidence.sentence),
            (KG.rule, evidence.rule),
            (KG.confidence, decimal(evidence.score)),
            (PROV.wasGeneratedBy, run),
        )


def _result(names: Names, result: Result, terms: TermIndex, run: NamedNode) -> Iterator[Triple]:
    found = terms.of(result)
    yield from _about(
        names.result(result.id),
        (RDF.type, KG.Result),
        (RDF.type, MLS.ModelEvaluation),
        (KG.paper, names.paper(result.paper)),
        (KG.systemLabel, result.system),
        (KG.benchmarkLabel, result.benchmark),
        (KG.metricLabel, result.metric),
        (KG.baselineLabel, result.baseline),
        *((getattr(KG, role), names.term(term)) for role, term in found),
        (KG.value, result.value),
        (KG.numericValue, decimal(result.number)),
        (KG.baselineValue, result.baseline_value),
        (KG.direction, result.direction),
        (KG.sentence, result.sentence),
        (KG.start, Literal(result.start)),
        (KG.end, Literal(result.end)),
        (KG.rule, result.rule),
        (KG.confidence, decimal(result.score)),
        (PROV.wasGeneratedBy, run),
    )
