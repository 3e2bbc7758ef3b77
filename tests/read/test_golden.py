"""Golden pairs: each file in ``tests/data/FORMAT`` reads as the ``.out.json`` beside it says.

A file shows one quirk. Where records of its format may simply follow each other, the quirk is read alone, after good
text and before good text (``good.*``). ``PAPERKG_REWRITE=1`` writes the expected side anew; look at it then.
"""

import dataclasses
import json
import os
import re
from pathlib import Path

import pytest

from paperkg.read import READERS, json_records, read_papers
from paperkg.records import Source
from paperkg.settings import ReadSettings

DATA = Path(__file__).parents[1] / "data"
FOLDERS = sorted(folder for folder in DATA.iterdir() if folder.name in READERS)
INPUTS = sorted(path for folder in FOLDERS for path in folder.iterdir() if not path.name.endswith(".out.json"))
FRAMED = ("endnote-xml", "pubmed-xml", "zotero-rdf", "arxiv-atom", "dblp-xml", "acl-xml")
JSON = tuple(reader.name for reader in json_records.readers())
FOLLOWING = ("bibtex", "ris", "refer", "wos", "nbib", "arxiv-list", *JSON)


def name_of(path):
    return f"{path.parent.name}/{path.name}"


def read(path, forced=None):
    return list(read_papers([path], ReadSettings(format=forced)))


def plain(outcome):
    fields = {"is": type(outcome).__name__}
    for field in dataclasses.fields(outcome):
        value = getattr(outcome, field.name)
        if isinstance(value, Source):
            fields["position"] = value.position
        elif value not in (None, "", ()):
            fields[field.name] = json.loads(json.dumps(value))
    return fields


def moved(outcomes, by):
    return [
        {**outcome, "position": outcome["position"] + by if outcome["position"] else 0}
        for outcome in map(plain, outcomes)
    ]


def told(outcomes):
    """What is compared when texts are put together: a warning about the file as a whole may come earlier."""
    return sorted((outcome for outcome in outcomes if outcome["position"]), key=lambda outcome: outcome["position"])


@pytest.mark.parametrize("path", INPUTS, ids=name_of)
def test_a_golden_file_reads_as_written(path):
    expected = path.with_name(f"{path.name.split('.')[0]}.out.json")
    found = [plain(outcome) for outcome in read(path)]
    if os.environ.get("PAPERKG_REWRITE") == "1":
        expected.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert found == json.loads(expected.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", INPUTS, ids=name_of)
def test_a_golden_file_is_told_by_its_content(path, tmp_path):
    bare = tmp_path / "nameless"
    bare.write_bytes(path.read_bytes())
    formats = {outcome.format for outcome in read(bare) if hasattr(outcome, "format")}
    assert formats <= {path.parent.name}
    assert [plain(outcome) for outcome in read(bare)] == [
        plain(outcome) for outcome in read(path, forced=path.parent.name)
    ]


CHAINED = [
    path for path in INPUTS if path.parent.name in FOLLOWING + FRAMED and not path.name.startswith(("good", "whole"))
]


def together(first, second):
    """The records of two files in one, inside the root of the first where the format has one."""
    if first.parent.name in FOLLOWING:
        return first.read_bytes() + b"\n" + second.read_bytes()
    head, body, tail = frame(first.read_text(encoding="utf-8"))
    return (head + body + frame(second.read_text(encoding="utf-8"))[1] + tail).encode()


def frame(text):
    found = re.match(r"(?s)(.*?<(?!\?|!)([\w:]+)[^>]*>)(.*)(</\2>\s*)\Z", text)
    return found[1], found[3], found[4]


@pytest.mark.parametrize("path", CHAINED, ids=name_of)
def test_a_quirk_costs_its_neighbours_nothing(path, tmp_path):
    (good,) = path.parent.glob("good.[!o]*")
    forced = path.parent.name
    before, after = tmp_path / "before", tmp_path / "after"
    after.write_bytes(together(good, path))
    before.write_bytes(together(path, good))
    quirk, fine = read(path, forced), read(good, forced)
    assert told(moved(read(after, forced), 0)) == told(moved(fine, 0) + moved(quirk, fine[-1].source.position))
    last = max(outcome.source.position for outcome in quirk)
    assert told(moved(read(before, forced), 0)) == told(moved(quirk, 0) + moved(fine, last))
