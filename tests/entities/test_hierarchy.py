"""What stands above what: over a whole build, by the rules of SKOS, and by each way to find it."""

from collections import defaultdict

import pyoxigraph
import pytest

from paperkg.entities.hierarchy import broader_terms
from paperkg.entities.nodes import Node
from paperkg.entities.senses import Surfaces
from paperkg.vocabulary import Term, Vocabulary

SKOS = "http://www.w3.org/2004/02/skos/core#"


@pytest.fixture(scope="module")
def told(seeds_build):
    """What the seeds' graph says by predicate: subject to objects."""
    found = defaultdict(lambda: defaultdict(list))
    for triple in pyoxigraph.parse(path=str(seeds_build / "graph.nt")):
        found[triple.predicate.value][triple.subject].append(triple.object)
    return found


def concepts(told):
    types = told["http://www.w3.org/1999/02/22-rdf-syntax-ns#type"]
    return [node for node, kinds in types.items() if any(kind.value == f"{SKOS}Concept" for kind in kinds)]


def test_every_term_has_one_preferred_label_and_a_scheme(told):
    assert concepts(told)
    for node in concepts(told):
        assert len(told[f"{SKOS}prefLabel"][node]) == 1, node
        assert told[f"{SKOS}inScheme"][node], node


def test_no_label_is_both_preferred_and_alternative(told):
    for node in concepts(told):
        assert not set(told[f"{SKOS}prefLabel"][node]) & set(told[f"{SKOS}altLabel"][node]), node


def test_nothing_stands_above_itself(told):
    broader = told[f"{SKOS}broader"]
    for start in list(broader):
        above, waiting = set(), list(broader[start])
        while waiting:
            node = waiting.pop()
            if node not in above:
                above.add(node)
                waiting.extend(broader.get(node, ()))
        assert start not in above, start


def test_what_stands_above_a_term_is_a_term(told):
    known = set(concepts(told))
    assert all(wider in known for wides in told[f"{SKOS}broader"].values() for wider in wides)


def wider(labels, *terms):
    """Return what stands above what, where each label is a node of its kind."""
    vocabulary = Vocabulary({term.id: term for term in terms})
    nodes = {f"term:{term.id}": Node(f"term:{term.id}") for term in terms}
    for term in terms:
        nodes[f"term:{term.id}"].kinds[term.kind] += 1
    for label, kind in labels.items():
        key = f"name:{''.join(label.lower().replace('-', ' ').split())}"
        nodes[key] = Node(key)
        nodes[key].kinds[kind] += 1
        nodes[key].labels[label] += 1
    names = {key: next(iter(node.labels), key.removeprefix("term:")) for key, node in nodes.items()}
    return broader_terms(nodes, names, vocabulary, Surfaces(vocabulary))


def topic(identifier, label, name, variety=""):
    return Term(
        id=identifier,
        table="concepts",
        label=label,
        kind="Concept",
        variety=variety,
        same_as=(f"https://cso.kmi.open.ac.uk/topics/{name}",),
    )


def test_a_model_stands_under_the_nearest_of_its_families_that_is_a_node():
    found = wider({"Mossnet3": "Model", "Mossnet3-8B": "Model", "Mossnet3-8B-Instruct": "Model"})
    assert found["name:mossnet38binstruct"] == [("name:mossnet38b", "model family")]
    assert found["name:mossnet38b"] == [("name:mossnet3", "model family")]


def test_a_concept_is_no_family():
    assert wider({"Mossnet": "Concept", "Mossnet-8B": "Model"}) == {}


def test_a_phrase_stands_under_its_head():
    found = wider({"moss growth": "Concept", "winter moss growth": "Concept"})
    assert found == {"name:wintermossgrowth": [("name:mossgrowth", "head noun")]}


def test_a_topic_of_the_computer_science_ontology_stands_under_the_fields_above_it_that_are_nodes():
    parsing = topic("dependency-parsing", "dependency parsing", "dependency_parsing")
    field = topic("natural-language-processing", "natural language processing", "natural_language_processing", "field")
    assert wider({}, parsing, field) == {
        "term:dependency-parsing": [("term:natural-language-processing", "topic of CSO")]
    }


def test_what_only_occurs_with_a_topic_is_no_field_of_it():
    kernel = topic("kernel-method", "kernel method", "kernel_method")
    machine = topic("support-vector-machine", "support vector machine", "support_vector_machine")
    assert wider({}, kernel, machine) == {}
