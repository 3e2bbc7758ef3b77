"""Whatever happens to a file, every reader comes to an end, raises nothing and counts its records from 1."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.read import READERS, read_papers
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

DATA = Path(__file__).parents[1] / "data"
FORMATS = [name for name in READERS if (DATA / name).is_dir()]
GRIT = st.sampled_from(
    [b"", b"\x00", b"\xff", b"\xc3", b'"', b"'", b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\n", b"\r\n", b"\t", b"|", b"<",
     b"&", b";", b"---\n", b"null", b"NaN", b"\\ud800", b"1e999", b"\xef\xbb\xbf", b"](http", b"**", b"\xe2\x80\xa8", b"- "]
)  # fmt: skip


def samples(name):
    return [path.read_bytes() for path in sorted((DATA / name).iterdir()) if not path.name.endswith(".out.json")]


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_damaged_file_raises_nothing(name, data, tmp_path_factory):
    content = data.draw(st.sampled_from(samples(name)))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.sampled_from([0, 0, 1, 2, 30])))
        content = content[:start] + data.draw(GRIT) * data.draw(st.sampled_from([1, 1, 3])) + content[end:]
    path = tmp_path_factory.mktemp("damage") / "a"
    path.write_bytes(content)
    for forced in (None, name):
        for outcome in read_papers([path], ReadSettings(format=forced)):
            assert isinstance(outcome, Paper | Rejected | Skipped | Warned)
            assert outcome.source.position >= 0
            if isinstance(outcome, Paper):
                assert outcome.source.position >= 1
                assert outcome.title or outcome.text
                repr(outcome).encode()
            if isinstance(outcome, Rejected):
                assert "\n" not in outcome.message
