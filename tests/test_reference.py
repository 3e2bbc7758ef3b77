"""The reference pages of the graph and of the questions say what the ontology and the questions say.

``PAPERKG_WRITE_REFERENCE=1 pytest tests/test_reference.py`` writes the tables again.
"""

import os
from pathlib import Path

import pytest
from rdflib import OWL, RDF, RDFS, SKOS, Graph

from paperkg.graph.namespaces import COLLECTIONS, KG, NAMESPACES
from paperkg.query import questions
from paperkg.vocabulary import ontology_folder

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
BEGIN, END = "<!-- table: {} -->", "<!-- end -->"


def table(header, rows):
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def prefixed(iri):
    for prefix, namespace in NAMESPACES.items():
        if str(iri).startswith(namespace.iri):
            return f"`{prefix}:{str(iri).removeprefix(namespace.iri)}`"
    return f"`{iri}`"


def ontology_tables():
    ontology = Graph().parse(ontology_folder() / "paperkg.ttl")

    def rows(*kinds, ours):
        found = {term for kind in kinds for term in ontology.subjects(RDF.type, kind)}
        named = sorted(term for term in found if str(term).startswith(KG.iri) == ours)
        for term in named:
            wider = sorted(ontology.objects(term, RDFS.subClassOf if OWL.Class in kinds else RDFS.subPropertyOf))
            limits = [ontology.value(term, RDFS.domain), ontology.value(term, RDFS.range)]
            yield (
                prefixed(term),
                ", ".join(map(prefixed, wider)),
                " → ".join(prefixed(each) if each else "any" for each in limits) if any(limits) else "",
                str(ontology.value(term, SKOS.definition)),
            )

    others = [
        (prefixed(term), str(ontology.value(term, SKOS.definition)))
        for term in sorted(ontology.subjects(SKOS.definition))
        if not str(term).startswith(KG.iri)
    ]
    return {
        "prefixes": table(
            ["prefix", "namespace"],
            [[f"`{prefix}:`", f"`{namespace.iri}`"] for prefix, namespace in NAMESPACES.items()]
            + [[f"`{name}:`", f"`BASE{name}/`"] for name in COLLECTIONS],
        ),
        "classes": table(["class", "also", "meaning"], [[a, b, d] for a, b, _, d in rows(OWL.Class, ours=True)]),
        "properties": table(
            ["property", "also", "from → to", "meaning"],
            rows(OWL.ObjectProperty, OWL.DatatypeProperty, ours=True),
        ),
        "reused": table(["term", "how it is used here"], others),
    }


def question_tables():
    return {
        "questions": table(
            ["question", "what it asks", "parameters", "example"],
            [
                [
                    f"`{each.name}`",
                    each.title,
                    "<br>".join(
                        f"`{p.name}`{' (optional)' if p.optional else ''}: {p.description}" for p in each.parameters
                    ),
                    "`paperkg query --name "
                    + each.name
                    + "".join(f' --set {key}="{value}"' for key, value in each.example)
                    + "`",
                ]
                for each in questions().values()
            ],
        )
    }


@pytest.mark.parametrize(("page", "tables"), [("graph.md", ontology_tables), ("questions.md", question_tables)])
def test_a_reference_page_says_what_the_code_says(page, tables):
    path = REFERENCE / page
    for name, expected in tables().items():
        text = path.read_text(encoding="utf-8")
        before, begin, rest = text.partition(BEGIN.format(name))
        shown, end, after = rest.partition(END)
        assert begin and end, f"{page} has no table {name}"
        if os.environ.get("PAPERKG_WRITE_REFERENCE"):
            path.write_text(f"{before}{begin}\n{expected}\n{end}{after}", encoding="utf-8")
        else:
            assert shown.strip().splitlines() == expected.splitlines()
