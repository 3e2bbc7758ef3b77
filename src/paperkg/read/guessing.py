"""What bytes are in that are no UTF-8 and say nothing of their encoding: one of the East Asian or Cyrillic ones, or none.

charset-normalizer ranks the candidates; its answer is believed where bytes above 127 stand side by side by threes, as they do in
words of another script and hardly ever in words of the Latin one, and where the text that comes out is of that script.
"""

from __future__ import annotations

import re

SAMPLE = 1 << 16
LEAST_BYTES = 8
_NAMES: dict[str, tuple[str, str]] = {
    "gb18030": ("gb18030", "GB18030 (Chinese)"),
    "gbk": ("gb18030", "GB18030 (Chinese)"),
    "gb2312": ("gb18030", "GB18030 (Chinese)"),
    "big5": ("cp950", "Big5 (Chinese)"),
    "big5hkscs": ("big5hkscs", "Big5 (Chinese)"),
    "cp950": ("cp950", "Big5 (Chinese)"),
    "cp932": ("cp932", "Shift-JIS (Japanese)"),
    "shift_jis": ("cp932", "Shift-JIS (Japanese)"),
    "shift_jis_2004": ("cp932", "Shift-JIS (Japanese)"),
    "euc_jp": ("euc_jp", "EUC-JP (Japanese)"),
    "euc_jis_2004": ("euc_jp", "EUC-JP (Japanese)"),
    "cp949": ("cp949", "EUC-KR (Korean)"),
    "euc_kr": ("cp949", "EUC-KR (Korean)"),
    "johab": ("cp949", "EUC-KR (Korean)"),
    "cp1251": ("cp1251", "Windows-1251 (Cyrillic)"),
    "koi8_r": ("koi8_r", "KOI8-R (Cyrillic)"),
}
_CANDIDATES = ["gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1251", "koi8_r"]
_HIGH = re.compile(rb"[\x80-\xff]")
_SIDE_BY_SIDE = re.compile(rb"[\x80-\xff]{3,}")
_OF_ANOTHER_SCRIPT = re.compile("[\u0400-\u04ff\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]")


def guessed(data: bytes) -> tuple[str, str] | None:
    """Return the codec that some bytes are most likely in and its name for people; None where they may be Latin."""
    # Lines of ASCII tell nothing, and a long file has more of them than the sample is long.
    telling = b"\n".join(line for line in data.split(b"\n") if not line.isascii())
    if len(telling) > SAMPLE:
        telling = telling[: telling.rfind(b"\n", 0, SAMPLE) + 1] or telling[: telling.rfind(b" ", 0, SAMPLE) + 1]
    high = len(_HIGH.findall(telling))
    if high < LEAST_BYTES or 5 * sum(map(len, _SIDE_BY_SIDE.findall(telling))) < 2 * high:
        return None
    from charset_normalizer import from_bytes

    best = from_bytes(telling, cp_isolation=_CANDIDATES).best()
    found = _NAMES.get(best.encoding) if best is not None else None
    if found is None:
        return None
    text = telling.decode(found[0], errors="replace")
    foreign = len(_OF_ANOTHER_SCRIPT.findall(text))
    return found if 10 * foreign >= 9 * sum(character > "\x7f" for character in text) else None
