"""A collection for a page that may not publish the texts."""

from __future__ import annotations

from dataclasses import replace

from paperkg.records import Collection


def without_text(collection: Collection) -> Collection:
    """Return the collection with empty abstracts and with twelve words of each sentence; offsets stay as they are."""
    from paperkg.graph.withhold import first_words

    papers = tuple(replace(record, paper=replace(record.paper, text="")) for record in collection.papers)
    links = tuple(
        replace(
            link,
            evidence=tuple(
                replace(each, text=first_words(each.text), sentence=first_words(each.sentence))
                for each in link.evidence
            ),
        )
        for link in collection.links
    )
    return replace(collection, papers=papers, links=links)
