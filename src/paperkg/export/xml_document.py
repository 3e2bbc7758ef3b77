"""XML documents of nodes and edges, written and read an element at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from paperkg.export.graph_document import EDGES, NODES, Attributes, attributes
from paperkg.export.tables import Row


@contextmanager
def xml_document(path: Path, root: str, namespace: str, own: Mapping[str, str]) -> Iterator[Any]:
    """Open the file ``path`` for the content of its root element, which has the attributes ``own``."""
    from lxml import etree

    with etree.xmlfile(str(path), encoding="utf-8") as xml:
        xml.write_declaration()
        with xml.element(root, own, nsmap={None: namespace}):
            yield xml


def write_rows(rows: Iterable[Row], write: Callable[[Attributes], None]) -> int:
    """Write each row by its attributes, and return how many there were."""
    count = 0
    for row in rows:
        write(attributes(row))
        count += 1
    return count


def count_elements(path: Path, namespace: str) -> dict[str, int]:
    """Return how many ``node`` and ``edge`` elements of a namespace an XML file has."""
    from lxml import etree

    names = {f"{{{namespace}}}node": NODES, f"{{{namespace}}}edge": EDGES}
    counts = {NODES: 0, EDGES: 0}
    for _, element in etree.iterparse(
        str(path), tag=tuple(names), resolve_entities=False, no_network=True, huge_tree=True
    ):
        counts[names[element.tag]] += 1
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
    return counts
