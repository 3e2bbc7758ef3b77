"""How nodes are named: IRIs from local names, addresses from text, and hashes of content for nodes without a name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import quote, urlsplit

from pyoxigraph import NamedNode

from paperkg.graph.namespaces import COLLECTIONS, prefixes
from paperkg.names import LOCAL_NAME

CONTENT_DIGITS = 16
# The characters that RFC 3986 lets stand in an address, and "%" for what is escaped already.
ADDRESS_CHARACTERS = "!#$%&'()*+,/:;=?@[]~-._"


class Names:
    """Makes the nodes of a graph with one base: ``names.paper("arxiv-2512.02044")``."""

    def __init__(self, base: str) -> None:
        self._prefixes = {collection: f"{base}{collection}/" for collection in COLLECTIONS}

    def paper(self, identifier: str) -> NamedNode:
        """Return the node of a paper."""
        return self._node("paper", identifier)

    def term(self, identifier: str) -> NamedNode:
        """Return the node of a term."""
        return self._node("term", identifier)

    def evidence(self, *content: object) -> NamedNode:
        """Return the node of a piece of evidence, named by the hash of what it says."""
        return self._node("evidence", content_hash(content))

    def result(self, identifier: str) -> NamedNode:
        """Return the node of a result."""
        return self._node("result", identifier)

    def merge(self, *content: object) -> NamedNode:
        """Return the node of a merge, named by the hash of what it says."""
        return self._node("merge", content_hash(content))

    def run(self, *content: object) -> NamedNode:
        """Return the node of a run, named by the hash of what decides its result."""
        return self._node("run", content_hash(content))

    def _node(self, collection: str, local_name: str) -> NamedNode:
        if not LOCAL_NAME.fullmatch(local_name):
            raise ValueError(f"{local_name!r} cannot stand behind the prefix {collection}:")
        return NamedNode(self._prefixes[collection] + local_name)


def content_hash(content: Sequence[object]) -> str:
    """Return 16 hex digits that depend on ``content`` alone: strings, numbers, None and sequences of them."""
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:CONTENT_DIGITS]


def address(url: str) -> NamedNode | None:
    """Return the node of a web address, its illegal characters escaped; None where it is no http or https address."""
    trimmed = url.strip()
    if "\\" in trimmed or urlsplit_scheme(trimmed) not in ("http", "https"):
        return None
    return NamedNode(quote(trimmed, safe=ADDRESS_CHARACTERS))


def urlsplit_scheme(url: str) -> str:
    """Return the scheme of an address that names a host, an empty string where it names none or is malformed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return parts.scheme.lower() if parts.netloc else ""


def compact(iri: str, base: str) -> str:
    """Return ``iri`` behind its prefix where it has one, as it is where it has none.

    >>> compact("https://w3id.org/paperkg/term/llada", "https://w3id.org/paperkg/")
    'term:llada'
    """
    for prefix, namespace in prefixes(base).items():
        if iri.startswith(namespace) and len(iri) > len(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


def expand(name: str, base: str) -> str | None:
    """Return the IRI that a prefixed name stands for, None where it has no prefix of ours."""
    prefix, colon, local = name.partition(":")
    namespace = prefixes(base).get(prefix)
    return namespace + local if colon and namespace and local else None
