"""What was kept is not looked for again, and what cannot be read is."""

import pytest

from paperkg import extraction
from paperkg.cache import Cache
from paperkg.record_cache import extraction_cache
from paperkg.records import Extraction, Paper, Passage, Section, Source, Span
from paperkg.settings import MentionSettings
from paperkg.vocabulary import Vocabulary


def passages(count):
    made = []
    for number in range(count):
        text = f"Moss {number} grows."
        section = Section("text", text, (Span(0, len(text)),))
        made.append(Passage(Paper(id=f"p{number:04}", source=Source("x", number), text=text), (section,)))
    return made


@pytest.fixture
def found(tmp_path, monkeypatch):
    """Return a function that extracts with a cache, and says in which papers something was looked for."""
    kept = extraction_cache(tmp_path / "kept.sqlite", ())

    def pool(wanted, settings, vocabulary, jobs, cache):
        for passage in wanted:
            looked_into.append(passage.paper.id)
            yield Extraction(passage=passage, label=passage.paper.text)

    def found_in(given):
        looked_into.clear()
        extractions = extraction.extract_all(given, MentionSettings(), Vocabulary({}), kept=kept, pool=pool)
        return list(extractions), list(looked_into)

    looked_into: list[str] = []
    monkeypatch.setattr(extraction, "in_processes", pool)
    return found_in


def test_old_and_new_papers_come_in_their_order_and_only_new_ones_are_looked_into(found):
    given = passages(600)
    found(given[::2])
    extractions, looked_into = found(given)
    assert [each.passage for each in extractions] == given
    assert [each.label for each in extractions] == [each.paper.text for each in given]
    assert looked_into == [each.paper.id for each in given[1::2]]


def test_what_was_kept_and_is_damaged_is_looked_for_again(found, monkeypatch):
    given = passages(4)
    found(given)
    monkeypatch.setattr(Cache, "get", lambda self, maker, keys: {})
    extractions, looked_into = found(given)
    assert [each.label for each in extractions] == [each.paper.text for each in given]
    assert looked_into == [each.paper.id for each in given]
