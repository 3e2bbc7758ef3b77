"""Which reader a document is for: told by what it says, never by its file name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperkg.read.reader import Reader, Sample

_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "PDF is not read; give the paper's abstract or its entry in a bibliography"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office files are not read; save as .xlsx, CSV or plain text"),
    (b"{\\rtf", "rich text (RTF) is not read; save as plain text"),
    (b"\x89PNG\r\n", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"II*\x00", "an image (TIFF)"),
    (b"MM\x00*", "an image (TIFF)"),
    (b"%!PS", "PostScript is not read"),
    (b"SQLite format 3\x00", "a database (SQLite) is not read; export its records"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"PAR1", "Parquet is not read; export it as JSON lines or CSV"),
    (b"Rar!\x1a\x07", "a RAR archive is not unpacked; unpack it or use zip"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive is not unpacked; unpack it or use zip"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data is not unpacked; unpack it or use gzip"),
    (b"\x04\x22\x4d\x18", "LZ4 data is not unpacked; unpack it or use gzip"),
    (b"\xca\xfe\xba\xbe", "a program"),
)
_PARTS: tuple[tuple[str, str], ...] = (
    ("word/document.xml", "a Word document (.docx) is not read; save as plain text"),
    ("ppt/presentation.xml", "slides (.pptx) are not read"),
    ("META-INF/container.xml", "an e-book (EPUB) is not read"),
    ("content.xml", "OpenDocument files are not read; save as .xlsx, CSV or plain text"),
)
_HTML = re.compile(r"\A\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_CONTROLS = bytes(sorted(set(range(32)) - set(b"\t\n\r\f\v\x1b"))) + b"\x7f"


def foreign(sample: Sample) -> str | None:
    """Return why no reader is for the document, or None where one may be."""
    raw = sample.raw
    if not raw:
        return "the file is empty"
    for magic, reason in _FOREIGN:
        if raw.startswith(magic):
            return reason
    if raw.startswith(b"PK"):
        names = sample.text.split("\n")
        return next((reason for part, reason in _PARTS if part in names), None)
    if raw[257:262] == b"ustar":
        return "a tar archive is not unpacked; unpack it or use zip"
    if raw[:4] == b"RIFF":
        return "sound or an image (RIFF)"
    if not sample.encoding.startswith(("utf-16", "utf-32")):
        controls = len(raw) - len(raw.translate(None, _CONTROLS))
        if controls > 0.05 * len(raw):
            return "binary data that no reader knows"
    if _HTML.match(sample.text):
        return "a web page (HTML) is not read; export the records from the site"
    return None


def choose(sample: Sample, readers: Iterable[Reader]) -> Reader | None:
    """Return the first reader whose format the document is in, in the order of the table."""
    return next((reader for reader in readers if reader.detect(sample)), None)
