"""The how-to says of each target what the table of targets says."""

import re
from pathlib import Path

from paperkg.export import EXPORTERS
from paperkg.export.tables import EDGE_COLUMNS, NODE_COLUMNS

PAGE = (Path(__file__).parents[2] / "docs/how-to/export.md").read_text(encoding="utf-8")


def test_the_table_of_targets_is_the_one_in_the_code():
    rows = re.findall(r"^\| `([\w-]+)` \| (file|folder) \| ([^|]+) \| (run|validated) \|$", PAGE, re.MULTILINE)
    assert rows == [(name, each.kind, each.program, each.tried) for name, each in EXPORTERS.items()]


def test_every_validated_target_names_its_page():
    pages = re.findall(r"^\| (`.+`) \| .+: https://\S+ \|$", PAGE, re.MULTILINE)
    named = {name for cell in pages for name in re.findall(r"`([\w-]+)`", cell)}
    assert named == {name for name, each in EXPORTERS.items() if each.tried == "validated"}


def test_tables_and_columns_that_are_named_exist():
    assert all(f"`{kind}`" in PAGE for kind in NODE_COLUMNS)
    named = re.search(r"Every edge has the labels of its ends,\nand (.+?) of its best", PAGE, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", named[1])) <= {column.name for column in EDGE_COLUMNS}
