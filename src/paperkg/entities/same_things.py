"""Things that the collection calls in two ways, one of them longer: where both are named, they are one thing.

A noun that only says a kind ("garden mapping problem"), a word that says no more than that the thing is meant as such
("vanilla"), and a gerund before its object ("mapping gardens") go where what is left is itself named in the collection,
as a thing of a fitting kind. Two words or a name that is no word must be left: a kernel method is no kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paperkg.entities.nodes import Node, Nodes
from paperkg.entities.normal_forms import normal_form
from paperkg.entities.senses import MADE_KINDS, OTHER_WORDS, SHORTER
from paperkg.entities.shorter_names import is_no_word, reworded, without_degree, without_kind
from paperkg.records import Kind

_TASKS: frozenset[Kind] = frozenset({"Task", "Concept"})
_ALSO: dict[Kind, frozenset[Kind]] = {"Task": _TASKS, "Model": frozenset({"Method"})}
"""Kinds that a place may give to what the noun of a kind stands behind: a task that is only spoken of is a concept."""


def same_things(nodes: Nodes) -> dict[str, tuple[str, str]]:
    """Return for each key that is another thing in other words that thing's key, and the rule.

    Both keys are of names: what the vocabulary has is found when a name is looked up.
    """
    found: dict[str, tuple[str, str]] = {}
    for key, label in nodes.names():
        same = next(_same(key, label, nodes), None)
        if same is not None:
            found[key] = same
    return {key: (_last(target, found), rule) for key, (target, rule) in found.items()}


def _same(key: str, label: str, nodes: Nodes) -> Iterator[tuple[str, str]]:
    for other, kinds, rule in _ways(label):
        target = f"name:{normal_form(other)}"
        node = nodes.get(target)
        if node is not None and target != key and _fits(node, kinds):
            yield target, rule


def _ways(label: str) -> Iterator[tuple[str, frozenset[Kind], str]]:
    """Yield the shorter and the turned names that a name may have, with the kinds that they must be of."""
    for rest, kinds in without_kind(label):
        # A hyphen makes a name: Moss-Net is not called Moss.
        if label[len(rest)] == " " and (" " in rest or is_no_word(rest)):
            yield rest, kinds.union(*(_ALSO.get(kind, ()) for kind in kinds)), SHORTER
    plain = without_degree(label)
    if plain != label and (" " in plain or is_no_word(plain)):
        yield plain, MADE_KINDS, OTHER_WORDS
    for other in reworded(label, {}):
        yield other, _TASKS, OTHER_WORDS


def _fits(node: Node, kinds: frozenset[Kind]) -> bool:
    """Return whether most places that name a thing give it one of these kinds."""
    return 2 * sum(node.kinds[kind] for kind in kinds) > sum(node.kinds.values())


def _last(key: str, found: Mapping[str, tuple[str, str]]) -> str:
    """Return where a chain of names ends; each is shorter than the one before, or turned and then shorter."""
    seen = {key}
    while key in found and found[key][0] not in seen:
        key = found[key][0]
        seen.add(key)
    return key
