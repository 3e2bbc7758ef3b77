"""JSON-LD with the context of ``ontology/context.jsonld``: a node a line, its properties by plain names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple

from paperkg.export.contents import Contents
from paperkg.export.ntriples import TRIPLES, Tally, count_triples
from paperkg.graph.iris import compact
from paperkg.graph.namespaces import RDF, XSD, prefixes
from paperkg.vocabulary import ontology_folder

CONTEXT = "context.jsonld"
NATIVE: dict[NamedNode, Callable[[str], Any]] = {XSD.integer: int, XSD.boolean: lambda text: text == "true"}


def write(contents: Contents, path: Path) -> dict[str, int]:
    """Write the graph to the file ``path``."""
    names = _Names(contents.base)
    tally = Tally(contents.triples())
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f'{{"@context": {json.dumps(names.context)},\n"@graph": [')
        for number, node in enumerate(_nodes(tally, names)):
            file.write(",\n" if number else "\n")
            file.write(json.dumps(node, ensure_ascii=False))
        file.write("\n]}\n")
    return {TRIPLES: tally.count}


def read_back(path: Path) -> dict[str, int]:
    """Return how many triples the file has."""
    return count_triples(path, RdfFormat.STREAMING_JSON_LD)


class _Names:
    """What IRIs are called in the document."""

    def __init__(self, base: str) -> None:
        self.base = base
        stored = json.loads((ontology_folder() / CONTEXT).read_text(encoding="utf-8"))["@context"]
        self.context: dict[str, Any] = stored | prefixes(base)
        self._keys: dict[str, tuple[str, str]] = {}
        for key, term in self.context.items():
            iri, of = (term["@id"], term["@type"]) if isinstance(term, dict) else (term, "")
            self._keys[self._expanded(iri)] = (key, self._expanded(of))
        self._compacted: dict[str, str] = {}

    def key(self, predicate: str) -> tuple[str, str]:
        """Return the name of a property and the type that its values have without saying so."""
        return self._keys.get(predicate, (self.node(predicate), ""))

    def node(self, iri: str) -> str:
        """Return an IRI behind its prefix."""
        known = self._compacted.get(iri)
        if known is None:
            known = self._compacted[iri] = compact(iri, self.base)
        return known

    def _expanded(self, name: str) -> str:
        prefix, colon, local = name.partition(":")
        return self.context[prefix] + local if colon and prefix in self.context and local[:2] != "//" else name


def _nodes(triples: Tally, names: _Names) -> Iterator[dict[str, Any]]:
    """Yield an object for each node; the triples of one node stand together."""
    for subject, said in groupby(triples, key=lambda triple: triple.subject):
        values: dict[str, list[Any]] = {}
        types: list[str] = []
        for triple in said:
            if triple.predicate == RDF.type and isinstance(triple.object, NamedNode):
                types.append(names.node(triple.object.value))
            else:
                key, of = names.key(triple.predicate.value)
                values.setdefault(key, []).append(_value(triple, of, names))
        # Types stand first, so that the document can be read as a stream (Streaming JSON-LD, section 3.2).
        node: dict[str, Any] = {"@type": types} if types else {}
        yield (
            node
            | {"@id": _identifier(subject, names)}
            | {key: many[0] if len(many) == 1 else many for key, many in values.items()}
        )


def _identifier(node: Any, names: _Names) -> str:
    return str(node) if isinstance(node, BlankNode) else names.node(node.value)


def _value(triple: Triple, of: str, names: _Names) -> Any:
    said = triple.object
    if not isinstance(said, Literal):
        identifier = _identifier(said, names)
        return identifier if of == "@id" else {"@id": identifier}
    if said.datatype.value == of:
        return said.value
    native = NATIVE.get(said.datatype)
    if native is not None and not of:
        return native(said.value)
    if said.datatype == XSD.string and not of:
        return said.value
    return {"@value": said.value, "@type": names.node(said.datatype.value)}
