"""The namespaces of the graph, and the names in them that it uses.

A name that is not declared here is refused, so that a misspelt term fails where it is written. ``ontology/paperkg.ttl``
holds the definition of every one; a test compares the two.
"""

from __future__ import annotations

from pyoxigraph import Literal, NamedNode

from paperkg.settings import DEFAULT_BASE

COLLECTIONS = ("paper", "term", "evidence", "result", "merge", "run")
"""The prefixes below the base, one for each collection of nodes."""


class Namespace:
    """An IRI and the local names below it that may be used, each got as an attribute: ``KG.Paper``."""

    def __init__(self, iri: str, names: str) -> None:
        self.iri = iri
        self._nodes = {name: NamedNode(iri + name) for name in names.split()}

    def __getattr__(self, name: str) -> NamedNode:
        """Return the node of that name.

        Raises:
            AttributeError: the name is not declared.
        """
        try:
            return self._nodes[name]
        except KeyError as error:
            raise AttributeError(f"{name} is not declared in {self.iri}") from error

    def __iter__(self) -> object:
        """Return an iterator over the declared nodes in the order of their declaration."""
        return iter(self._nodes.values())


KG = Namespace(
    f"{DEFAULT_BASE}ontology#",
    "Paper Concept Task Method Model Dataset Benchmark Metric Evidence Derivation Result Merge Run terms "
    "mentions proposes about addresses usesMethod usesModel evaluatesOn trainedOn comparesWith measures "
    "outperforms extends partOf "
    "authors venue key keyphrase contribution codeAnnounced sourceFile sourcePosition otherSource sharedTermCount paperCount "
    "paper field exact start end sentence rule confidence "
    "systemLabel benchmarkLabel metricLabel baselineLabel system benchmark metric baseline "
    "value numericValue baselineValue direction term label toolVersion setting modelHash",
)
RDF = Namespace("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "type Statement subject predicate object")
RDFS = Namespace("http://www.w3.org/2000/01/rdf-schema#", "label")
XSD = Namespace("http://www.w3.org/2001/XMLSchema#", "gYear decimal integer boolean string")
SKOS = Namespace(
    "http://www.w3.org/2004/02/skos/core#", "Concept ConceptScheme inScheme prefLabel altLabel broader exactMatch"
)
DCTERMS = Namespace("http://purl.org/dc/terms/", "title abstract issued language identifier")
DC = Namespace("http://purl.org/dc/elements/1.1/", "creator")
SCHEMA = Namespace("https://schema.org/", "ScholarlyArticle Dataset sameAs url keywords codeRepository")
FABIO = Namespace("http://purl.org/spar/fabio/", "ResearchPaper")
PROV = Namespace("http://www.w3.org/ns/prov#", "Activity wasGeneratedBy")
FAIR4ML = Namespace("https://w3id.org/fair4ml#", "MLModel")
MLS = Namespace("http://www.w3.org/ns/mls#", "Task Algorithm EvaluationMeasure ModelEvaluation")
CROISSANT = Namespace("http://mlcommons.org/croissant/", "Task")

NAMESPACES = {
    "kg": KG,
    "rdf": RDF,
    "rdfs": RDFS,
    "xsd": XSD,
    "skos": SKOS,
    "dcterms": DCTERMS,
    "dc": DC,
    "schema": SCHEMA,
    "fabio": FABIO,
    "prov": PROV,
    "fair4ml": FAIR4ML,
    "mls": MLS,
    "cr": CROISSANT,
}

KIND_CLASSES: dict[str, tuple[NamedNode, ...]] = {
    "Concept": (KG.Concept,),
    "Task": (KG.Task, MLS.Task),
    "Method": (KG.Method, MLS.Algorithm),
    "Model": (KG.Model, FAIR4ML.MLModel),
    "Dataset": (KG.Dataset, SCHEMA.Dataset),
    "Benchmark": (KG.Benchmark, KG.Dataset, SCHEMA.Dataset, CROISSANT.Task),
    "Metric": (KG.Metric, MLS.EvaluationMeasure),
}
"""Our class of each kind, and every class that a reasoner would add, so that none is needed."""

PAPER_TO_TERM = (
    KG.proposes,
    KG.about,
    KG.addresses,
    KG.usesMethod,
    KG.usesModel,
    KG.evaluatesOn,
    KG.trainedOn,
    KG.comparesWith,
    KG.measures,
)
TERM_TO_TERM = (KG.outperforms, KG.extends, KG.partOf)


def prefixes(base: str = DEFAULT_BASE) -> dict[str, str]:
    """Return every prefix of a graph with that base and the namespace that it stands for."""
    fixed = {prefix: namespace.iri for prefix, namespace in NAMESPACES.items()}
    return fixed | {collection: f"{base}{collection}/" for collection in COLLECTIONS}


def typed(value: str, datatype: NamedNode) -> Literal:
    """Return a literal of that datatype."""
    return Literal(value, datatype=datatype)
