"""A user's own terms: reads term tables and SKOS files, and merges their entries into a vocabulary.

An entry of a file that spells an entry of the vocabulary is that entry and wins over it: its label, its kind where the
file tells one, and the spellings that both claim are the file's. Of several files the later wins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from paperkg.errors import UsageError, VocabularyError
from paperkg.names import HASH_DIGITS, LOCAL_NAME, term_slug
from paperkg.records import Kind
from paperkg.skos import SkosConcept, rdf_format, read_concepts
from paperkg.vocabulary import KIND, Term, Vocabulary, read_table, split_cell, term_of_row

ONTOLOGY = "https://w3id.org/paperkg/ontology#"
_TABLE_OF: dict[Kind, str] = {**{kind: table for table, kind in KIND.items()}, "Dataset": "benchmarks"}


@dataclass(frozen=True, slots=True)
class GivenTerm:
    """An entry as its file has it; ``term.broader`` are ids of the same file, or else of the vocabulary."""

    term: Term
    path: Path
    tells_kind: bool
    tells_id: bool
    """Whether the file gave the id, rather than its label."""


def with_term_files(vocabulary: Vocabulary, paths: Sequence[Path]) -> Vocabulary:
    """Return the vocabulary with the entries of the files at ``paths``, merged in their order.

    Raises:
        UsageError: a path does not exist.
        VocabularyError: a file is neither a term table nor RDF, or names a broader entry that nobody has.
    """
    for path in paths:
        vocabulary = _merged(vocabulary, read_term_file(path))
    return vocabulary


def read_term_file(path: Path) -> list[GivenTerm]:
    """Return the entries of a term table or of a SKOS file, sorted by id.

    Raises:
        UsageError: the path does not exist.
        VocabularyError: the file is neither a term table nor RDF.
    """
    if not path.is_file():
        raise UsageError(
            f"There is no file {path}.", remedy="--terms takes a table (.csv) or a SKOS file (.ttl, .rdf)."
        )
    given = _of_concepts(path) if rdf_format(path) else _of_table(path)
    return sorted(given, key=lambda each: each.term.id)


def _of_table(path: Path) -> list[GivenTerm]:
    table = path.stem.lower()
    told = table in KIND
    given = []
    for row in read_table(path):
        identifier = _local_name(row["id"].strip())
        broader = tuple(_local_name(wider) for wider in split_cell(row.get("broader", "")))
        term = term_of_row(table if told else "concepts", row, identifier, broader)
        given.append(GivenTerm(term, path, tells_kind=told, tells_id=True))
    return given


def _local_name(identifier: str) -> str:
    return identifier if LOCAL_NAME.fullmatch(identifier) else term_slug(identifier)


def _of_concepts(path: Path) -> list[GivenTerm]:
    concepts = read_concepts(path)
    identifiers = _identifiers(concepts)
    by_iri = {concept.iri: identifier for concept, identifier in zip(concepts, identifiers, strict=True) if concept.iri}
    return [
        GivenTerm(_of_concept(concept, identifier, by_iri), path, tells_kind=_kind(concept) is not None, tells_id=False)
        for concept, identifier in zip(concepts, identifiers, strict=True)
    ]


def _identifiers(concepts: Sequence[SkosConcept]) -> list[str]:
    """Return a local name for each concept: the slug of its label, and digits of its IRI's hash where two share that."""
    slugs = [term_slug(concept.labels[0]) for concept in concepts]
    taken: dict[str, int] = defaultdict(int)
    for slug in slugs:
        taken[slug] += 1
    return [
        slug if taken[slug] == 1 else f"{slug}-{sha256(repr((c.iri, c.labels)).encode()).hexdigest()[:HASH_DIGITS]}"
        for slug, c in zip(slugs, concepts, strict=True)
    ]


def _of_concept(concept: SkosConcept, identifier: str, by_iri: Mapping[str, str]) -> Term:
    label, *aliases = concept.labels
    kind = _kind(concept) or "Concept"
    single = [spelling for spelling in concept.labels if " " not in spelling]
    return Term(
        id=identifier,
        table=_TABLE_OF[kind],
        label=label,
        kind=kind,
        aliases=tuple(aliases),
        broader=tuple(sorted({by_iri[wider] for wider in concept.broader if wider in by_iri} - {identifier})),
        same_as=tuple(dict.fromkeys([*([concept.iri] if concept.iri else []), *concept.exact])),
        # AIDS is no plural of aid.
        case_sensitive=bool(single) and all(spelling.isupper() for spelling in single),
    )


def _kind(concept: SkosConcept) -> Kind | None:
    """Return the kind that a concept's types tell in paperkg's own words, None where they tell none."""
    names = [name.removeprefix(ONTOLOGY) for name in concept.types if name.startswith(ONTOLOGY)]
    return next((kind for kind in (*KIND.values(), "Dataset") if kind in names), None)


def _merged(vocabulary: Vocabulary, given: Sequence[GivenTerm]) -> Vocabulary:
    found = _found(vocabulary, given)
    final = {each.term.id: found.get(each.term.id) or _free(each, vocabulary) for each in given}
    merged: dict[str, Term] = {}
    for each in given:
        identifier = final[each.term.id]
        broader = tuple(_known(wider, final, vocabulary, each) for wider in each.term.broader)
        other = merged.get(identifier) or vocabulary.get(identifier)
        term = replace(each.term, id=identifier, broader=tuple(wider for wider in broader if wider != identifier))
        merged[identifier] = _joined(term, other, tells_kind=each.tells_kind) if other else term
    kept = _without(vocabulary, merged)
    terms = {**kept, **merged}
    gone = {term.id: term.broader for term in vocabulary if term.id not in terms}
    relinked = (_relinked(terms[identifier], gone) for identifier in sorted(terms))
    return Vocabulary({term.id: term for term in relinked})


def _found(vocabulary: Vocabulary, given: Iterable[GivenTerm]) -> dict[str, str]:
    """Return for each entry of a file the id of the one that it is: by id, by its label, or by the label of only one."""
    labels: dict[str, set[str]] = defaultdict(set)
    surfaces: dict[str, set[str]] = defaultdict(set)
    for term in vocabulary:
        labels[_key(term, term.label)].add(term.id)
        for surface in term.surfaces:
            surfaces[_key(term, surface)].add(term.id)
    found: dict[str, str] = {}
    for each in given:
        term = each.term
        if each.tells_id and vocabulary.get(term.id):
            found[term.id] = term.id
            continue
        for spelling, owners in (
            (term.label, labels),
            (term.label, surfaces),
            *((other, labels) for other in term.aliases),
        ):
            matched = {owner for key in (spelling, _folded(spelling)) for owner in owners.get(key, ())}
            if each.tells_kind and len(matched) > 1:
                matched = {owner for owner in matched if vocabulary.terms[owner].kind == term.kind}
            if len(matched) == 1:
                found[term.id] = matched.pop()
                break
    return found


def _free(each: GivenTerm, vocabulary: Vocabulary) -> str:
    """Return the id of a new entry: its own, with its kind behind it where the vocabulary has that for another thing."""
    term = each.term
    return term.id if vocabulary.get(term.id) is None else f"{term.id}-{term.kind.lower()}-own"


def _key(term: Term, surface: str) -> str:
    """Return what a spelling is compared by: itself where its case counts."""
    exact = surface in term.context_surfaces or (term.case_sensitive and " " not in surface)
    return surface if exact else _folded(surface)


def _folded(surface: str) -> str:
    return f"\0{term_slug(surface)}"


def _known(wider: str, final: Mapping[str, str], vocabulary: Vocabulary, each: GivenTerm) -> str:
    if wider in final:
        return final[wider]
    if vocabulary.get(wider):
        return wider
    raise VocabularyError(
        f"{each.path}: the entry {each.term.id!r} has the broader id {wider!r}, which nobody has.",
        remedy="Add the entry or empty the cell.",
    )


def _joined(term: Term, other: Term, *, tells_kind: bool) -> Term:
    """Return one entry of a file's and of the vocabulary's: the file's word first."""
    spellings = tuple(
        spelling for spelling in dict.fromkeys((*term.surfaces, *other.surfaces)) if spelling != term.label
    )
    return replace(
        term,
        table=term.table if tells_kind else other.table,
        kind=term.kind if tells_kind else other.kind,
        variety=term.variety or other.variety,
        aliases=spellings,
        broader=tuple(wider for wider in dict.fromkeys((*term.broader, *other.broader)) if wider != term.id),
        year=term.year or other.year,
        same_as=tuple(dict.fromkeys((*term.same_as, *other.same_as))),
        case_sensitive=term.case_sensitive or other.case_sensitive,
        # What the file spells needs no support; what the vocabulary alone spells still does.
        context_surfaces=term.context_surfaces | (other.context_surfaces - set(term.surfaces)),
        papers=other.papers,
    )


def _without(vocabulary: Vocabulary, merged: Mapping[str, Term]) -> dict[str, Term]:
    """Return the vocabulary's other entries without the spellings that the file claims; one with none left is gone."""
    claimed = {key for term in merged.values() for surface in term.surfaces for key in (surface, _folded(surface))}
    kept = {}
    for term in vocabulary:
        if term.id in merged:
            continue
        left = [surface for surface in term.surfaces if _key(term, surface) not in claimed]
        if len(left) == len(term.surfaces):
            kept[term.id] = term
        elif left:
            kept[term.id] = replace(term, label=left[0], aliases=tuple(left[1:]))
    return kept


def _relinked(term: Term, gone: Mapping[str, tuple[str, ...]]) -> Term:
    """Return a term whose wider entries that are gone are replaced by what stood above those."""
    if not gone.keys() & set(term.broader):
        return term
    wider = (up for each in term.broader for up in gone.get(each, (each,)))
    return replace(term, broader=tuple(dict.fromkeys(up for up in wider if up not in gone and up != term.id)))
