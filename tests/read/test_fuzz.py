"""Golden files with bytes changed, dropped and put in: whatever comes, a reader answers with records.

``PAPERKG_FUZZ=20000`` tries so many files instead of a few; what breaks a reader becomes a test of its own.
"""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperkg.read import READERS, read_papers
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

DATA = Path(__file__).parents[1] / "data"
FILES = {
    name: [path.read_bytes() for path in sorted((DATA / name).iterdir()) if not path.name.endswith(".out.json")]
    for name in READERS
    if (DATA / name).is_dir()
}
TOKENS = st.sampled_from(
    [b"\n", b"\r", b"\n\n", b" ", b"\t", b"{", b"}", b"(", b")", b"[", b"]", b'"', b"'", b"@", b"%", b"#", b"=", b",", b";",
     b"\\", b"<", b">", b"&", b"\x00", b"\xff", b"\xc3", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"-", b"  - ",
     b"TY  - JOUR\n", b"ER  - \n", b"PT J\n", b"ER\n", b"%0 Book\n", b"PMID- 1\n", b"@misc{", b"<record>", b"</record>",
     b"null", b"1e999", b"\\u0000", b"\\ud800", b"|", b"](http", b"**", b"- ", b"\x1a", b"\x0c", b"---\n", b"\\\\\narXiv:2101.00007\n"]
)  # fmt: skip
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), st.lists(TOKENS, max_size=3).map(b"".join)), max_size=6)
EXAMPLES = int(os.environ.get("PAPERKG_FUZZ", "40"))


def edited(content, edits):
    for place, dropped, added in edits:
        start = int(place * len(content))
        content = content[:start] + added + content[start + dropped :]
    return content


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_changed_file_is_read_as_records_whatever_the_change(name, tmp_path):
    path = tmp_path / "a"

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        derandomize=EXAMPLES < 100,
    )
    @given(content=st.sampled_from(FILES[name]), edits=EDITS, forced=st.booleans())
    def check(content, edits, forced):
        path.write_bytes(edited(content, edits))
        found = list(read_papers([path], ReadSettings(format=name if forced else None)))
        assert all(isinstance(outcome, (Paper, Rejected, Skipped, Warned)) for outcome in found)
        records = [outcome for outcome in found if not isinstance(outcome, Warned) and outcome.source.position]
        positions = sorted(outcome.source.position for outcome in records)
        assert positions == sorted(set(positions)) or any(isinstance(outcome, Rejected) for outcome in found)
        for paper in records:
            if isinstance(paper, Paper):
                assert paper.text or paper.title
                assert paper.title is None or paper.title == paper.title.strip() != ""
                json.dumps([paper.title, paper.text, paper.authors, paper.keywords]).encode()
                str((paper.title, paper.text, paper.authors, paper.key, paper.venue, paper.url)).encode("utf-8")

    check()
