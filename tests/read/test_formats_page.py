"""The page on formats says what the table of readers says."""

import re
from pathlib import Path

from paperkg.read import READERS, unpacking

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"


def test_the_page_lists_the_readers_in_their_order():
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows[1:] == [(reader.name, reader.title) for reader in READERS.values()]


def test_every_format_has_golden_files():
    data = Path(__file__).parents[1] / "data"
    assert [name for name in READERS if name != "xlsx" and not list((data / name).glob("*.out.json"))] == []


def test_the_page_has_the_limits_of_archives():
    text = PAGE.read_text(encoding="utf-8")
    limits = f"{unpacking.HIGHEST_RATIO} times (counted from {unpacking.FREE_BYTES >> 20} MiB on), or past {unpacking.MOST_BYTES >> 30} GiB"
    assert limits in text
