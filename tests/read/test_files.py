"""Inputs become documents: walking, unpacking, decoding, and files that are no papers."""

import bz2
import gzip
import io
import lzma
import os
import zipfile
from pathlib import Path

import pytest

from paperkg.errors import UsageError
from paperkg.read import read_papers
from paperkg.records import Paper, Rejected, Skipped, Warned
from paperkg.settings import ReadSettings

ABSTRACT = "We study how small models learn from few examples and show that care pays."


def outcomes(*inputs):
    return list(read_papers([Path(given) for given in inputs], ReadSettings()))


def of(kind, found):
    return [outcome for outcome in found if isinstance(outcome, kind)]


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_path_that_does_not_exist_is_wrong_usage_at_once(tmp_path):
    with pytest.raises(UsageError, match="nowhere"):
        read_papers([tmp_path / "nowhere"], ReadSettings())


def test_a_format_that_is_not_known_is_wrong_usage_and_the_names_are_told(tmp_path):
    with pytest.raises(UsageError, match="jsonl"):
        read_papers([tmp_path], ReadSettings(format="papyrus"))


def test_a_folder_is_read_in_sorted_order_with_paths_relative_to_it(tmp_path):
    for name in ("b.txt", "a/z.txt", "a/b/c.txt", "a.txt"):
        write(tmp_path / name, ABSTRACT)
    assert [paper.source.path for paper in outcomes(tmp_path)] == ["a/b/c.txt", "a/z.txt", "a.txt", "b.txt"]


def test_a_single_file_is_known_by_its_name(tmp_path):
    assert outcomes(write(tmp_path / "deep" / "one.txt", ABSTRACT))[0].source.path == "one.txt"


def test_a_file_reached_twice_is_read_once(tmp_path):
    path = write(tmp_path / "one.txt", ABSTRACT)
    (tmp_path / "other.txt").symlink_to(path)
    assert len(of(Paper, outcomes(tmp_path, path, tmp_path))) == 1


def test_a_link_to_a_folder_is_not_followed(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path)
    assert of(Skipped, outcomes(tmp_path))[0].source.path == "loop"


def test_hidden_files_are_told_and_not_read(tmp_path):
    write(tmp_path / ".git" / "x.txt", ABSTRACT)
    assert [(skipped.source.path, skipped.reason) for skipped in outcomes(tmp_path)] == [
        (".git", "hidden file or folder")
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything; run the tests as another user")
def test_a_file_that_may_not_be_read_is_a_loss(tmp_path):
    write(tmp_path / "secret.txt", ABSTRACT).chmod(0)
    assert of(Rejected, outcomes(tmp_path))[0].reason == "unreadable"


def test_a_pipe_in_a_folder_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert of(Skipped, outcomes(tmp_path))[0].reason == "not a file"


def test_standard_input_is_a_document(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ABSTRACT.encode())))
    found = outcomes("-", "-")
    assert [(paper.source.path, paper.text) for paper in found] == [("-", ABSTRACT)]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_packed_files_are_read_whatever_their_names(tmp_path, pack):
    assert outcomes(write(tmp_path / "papers.txt", pack(ABSTRACT.encode())))[0].text == ABSTRACT


def zipped(*members):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return target.getvalue()


def test_the_members_of_a_zip_are_read_in_sorted_order(tmp_path):
    content = zipped(("b.txt", ABSTRACT), ("a/c.jsonl.gz", gzip.compress(b'{"title": "Of small things"}')))
    found = outcomes(write(tmp_path / "library.zip", content))
    assert [paper.source.path for paper in found] == ["library.zip/a/c.jsonl.gz", "library.zip/b.txt"]


def test_a_zip_inside_a_zip_is_read_and_deeper_ones_are_told(tmp_path):
    inner = zipped(("a.txt", ABSTRACT), ("c.zip", zipped(("d.txt", ABSTRACT))))
    found = outcomes(write(tmp_path / "b.zip", zipped(("a.zip", inner))))
    assert [type(outcome) for outcome in found] == [Paper, Skipped]


def test_a_zip_on_standard_input_is_read(monkeypatch):
    content = zipped(("a.txt", ABSTRACT))

    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Pipe(content))))
    assert outcomes("-")[0].source.path == "-/a.txt"


def test_a_damaged_zip_is_one_loss(tmp_path):
    content = zipped(("a.txt", ABSTRACT))
    found = outcomes(write(tmp_path / "a.zip", content[:-30]))
    assert [outcome.reason for outcome in found] == ["damaged-archive"]


def test_a_cut_gzip_loses_its_end_and_keeps_its_beginning(tmp_path):
    lines = b"".join(b'{"title": "Paper %d of many"}\n' % number for number in range(20000))
    found = outcomes(write(tmp_path / "a.gz", gzip.compress(lines)[:-2000]))
    assert len(of(Paper, found)) > 1000
    assert "damaged-archive" in [rejected.reason for rejected in of(Rejected, found)]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_an_archive_that_grows_without_end_is_cut(tmp_path, monkeypatch, pack):
    monkeypatch.setattr("paperkg.read.unpacking.FREE_BYTES", 1 << 20)
    found = outcomes(write(tmp_path / "bomb", pack(b"a line of a bomb\n" * (1 << 20))))
    assert [rejected.reason for rejected in of(Rejected, found)] == ["archive-bomb"]


def test_a_zip_bomb_is_cut(tmp_path, monkeypatch):
    monkeypatch.setattr("paperkg.read.unpacking.FREE_BYTES", 1 << 20)
    found = outcomes(write(tmp_path / "bomb", zipped(("a.txt", b"a line of a bomb\n" * (1 << 20)))))
    assert [rejected.reason for rejected in of(Rejected, found)] == ["archive-bomb"]


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"%PDF-1.7\n1 0 obj", "PDF is not read"),
        (b"\x89PNG\r\n\x1a\n0000", "image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office"),
        (bytes(range(256)) * 8, "binary"),
        (b"", "empty"),
        (b"<!DOCTYPE html><html><p>We study many things in this page of ours.", "web page"),
        (zipped(("[Content_Types].xml", ""), ("word/document.xml", "")), "Word"),
        (b"int x;\n", "no reader"),
    ],
)
def test_what_is_no_bibliography_is_told_plainly(tmp_path, content, word):
    (skipped,) = outcomes(write(tmp_path / "thing.txt", content))
    assert isinstance(skipped, Skipped)
    assert word in skipped.reason


def test_a_line_of_a_hundred_megabytes_is_one_loss(tmp_path):
    content = b'{"title": "One"}\n{"title": "' + b"a" * (100 << 20) + b'"}\n{"title": "Two"}\n'
    found = outcomes(write(tmp_path / "a.jsonl", content))
    assert [paper.title for paper in of(Paper, found)] == ["One", "Two"]
    assert [rejected.reason for rejected in of(Rejected, found)] == ["too-long"]


def test_an_abstract_of_a_megabyte_is_read(tmp_path):
    text = "A sentence of a very long abstract. " * 30000
    assert outcomes(write(tmp_path / "a.txt", text))[0].text == text.strip()


NAMES = "Étude naïve de Žižek – “très” €5"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_unicode_is_read_without_a_word(tmp_path, encoding, end):
    text = f'{{"title": "{NAMES}"}}{end}{{"title": "Next"}}{end}'
    found = outcomes(write(tmp_path / "a", text.encode(encoding)))
    assert [paper.title for paper in found] == [NAMES, "Next"]


def test_windows_1252_is_a_guess_that_is_named(tmp_path):
    found = outcomes(write(tmp_path / "a", f'{{"title": "{NAMES}"}}\n'.encode("cp1252")))
    assert [paper.title for paper in of(Paper, found)] == [NAMES]
    assert ["Windows-1252" in warned.message for warned in of(Warned, found)] == [True]


def test_a_file_pasted_from_two_encodings_comes_out_right(tmp_path):
    line = f'{{"title": "{NAMES}"}}\n'
    found = outcomes(write(tmp_path / "a", line.encode() + line.encode("cp1252")))
    assert [paper.title for paper in of(Paper, found)] == [NAMES, NAMES]


def test_nul_bytes_are_left_out_and_told(tmp_path):
    found = outcomes(write(tmp_path / "a", b'{"title": "Of many small \0 things and large"}\n'))
    assert [paper.title for paper in of(Paper, found)] == ["Of many small  things and large"]
    assert ["NUL" in warned.message for warned in of(Warned, found)] == [True]


def test_a_zip_member_without_a_name_is_read(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        member = zipfile.ZipInfo("b")
        member.filename = ""
        archive.writestr(member, ABSTRACT)
    assert [outcome.text for outcome in of(Paper, outcomes(path))] == [ABSTRACT]


@pytest.mark.parametrize("label", ["idna", "punycode", "raw_unicode_escape", "undefined", "unicode_escape", "utf-7"])
def test_an_encoding_that_no_file_is_in_is_not_believed(tmp_path, label):
    content = f"% encoding: {label}\n@misc{{a, title = {{On Räume +2AA- \\ud800 leaves}}}}\n"
    for codec in ("utf-8", "cp1252"):
        found = outcomes(write(tmp_path / "a", content.encode(codec)))
        assert [paper.title for paper in of(Paper, found)] == ["On Räume +2AA- \\ud800 leaves"]
