"""The language of a paper's texts as a BCP-47 primary tag: stated by its source, else guessed from the texts.

The guess looks at scripts, and for the Latin script at how many different function words of each language occur; both
are the oldest and simplest methods of language identification (Ingle 1976; Beesley 1988) and suffice for abstracts.
It is made to keep English in: what is short or unclear is English. Where a source states another language and a long
text is clearly English, or the other way round, the text decides, since databases state the language of the document
and give its abstract in English.
"""

from __future__ import annotations

import re
from functools import lru_cache

ENGLISH = "en"
_TAG = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]+)*\Z")
_STATED: dict[str, str] = {
    "en": "english british american usenglish ukenglish australian canadian eng englisch anglais ingles inglese engels англиискии 英语 英文 英語 영어",
    "de": "german ngerman austrian naustrian swissgerman nswissgerman ger deu deutsch allemand aleman tedesco 德语 德文",
    "fr": "french frenchb acadian canadien fre fra francais franzosisch frances francese 法语 法文",
    "es": "spanish spa espanol spanisch espagnol spagnolo castilian castellano 西班牙语",
    "pt": "portuguese brazilian brazil portuges por portugues portugiesisch portugais portoghese",
    "it": "italian ita italiano italienisch italien",
    "nl": "dutch dut nld nederlands flemish",
    "zh": "chinese chi zho chinesisch chinois chino mandarin 中文 汉语 漢語 简体中文 繁體中文 中国語 중국어",
    "ja": "japanese jpn japanisch japonais japones 日语 日文 日本語 일본어",
    "ko": "korean kor koreanisch coreen 韩语 韓国語 한국어",
    "ru": "russian rus russisch russe ruso русскии 俄语",
    "uk": "ukrainian ukr украінська",
    "pl": "polish pol polski",
    "cs": "czech cze ces cestina",
    "sk": "slovak slo slk",
    "sl": "slovenian slv",
    "hr": "croatian hrv scr",
    "sr": "serbian srp scc",
    "bg": "bulgarian bul",
    "sv": "swedish swe svenska",
    "da": "danish dan dansk",
    "no": "norwegian nor nob nno norsk nb nn",
    "fi": "finnish fin suomi",
    "hu": "hungarian hun magyar",
    "ro": "romanian rum ron",
    "tr": "turkish tur turkce",
    "el": "greek gre ell",
    "ar": "arabic ara العربية",
    "fa": "persian per fas farsi فارسی",
    "he": "hebrew heb iw",
    "hi": "hindi hin",
    "id": "indonesian ind bahasa",
    "ms": "malay may msa",
    "vi": "vietnamese vie",
    "th": "thai tha",
    "ca": "catalan cat",
    "eu": "basque baq eus",
    "gl": "galician glg",
    "lt": "lithuanian lit",
    "lv": "latvian lav",
    "et": "estonian est",
    "af": "afrikaans afr",
    "la": "latin lat",
}
_UNSTATED = frozenset({"und", "mul", "zxx", "mis", "xx", "xxx"})
_FUNCTION_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the of and to in is we for that with on are this by as an from be which our it at can these has have "
        "not or their its using based such show than between into but while however paper propose results",
        "de": "der die das und ist von mit für auf den dem ein eine einer eines nicht werden wird sich auch zur zum "
        "bei wir diese dieser oder als durch über nach wie aus kann sind im vom",
        "fr": "le la les des et est une du dans pour que qui par sur avec nous ce cette ces sont au aux plus pas ou en "
        "l d un se leur entre ainsi comme être",
        "es": "el la los las de del y que en un una por con para se es como este esta son al lo más su sus entre sobre "
        "no ha han nos estos o",
        "pt": "o a os as de do da dos das e que em um uma por com para se é como este esta são ao no na nos nas mais "
        "sua seu entre foi não ou pela pelo",
        "it": "il lo la i gli le di del della dei delle e che un una per con non si è come questo questa sono al alla "
        "nel nella più da dal tra o anche",
        "nl": "de het een en van is dat die te voor met op zijn niet aan door wordt worden als ook bij naar om deze "
        "dit we of uit kan over tot",
        "pl": "i w na z do się jest że to nie o dla przez oraz od jak który która są po ze być praca tym",
        "cs": "a v na se je že to s do z pro ve o jako které který jsou byl k i tento této práce pomocí",
        "sv": "och att det som en är på för av med den till har inte om ett vi kan från eller denna detta men",
        "da": "og at det som en er på for af med den til har ikke om et vi kan fra eller denne dette men der",
        "no": "og at det som en er på for av med den til har ikke om et vi kan fra eller denne dette men der",
        "fi": "ja on ei se että joka tämä myös ovat kun oli mutta tai kuin sekä voidaan",
        "hu": "a az és hogy nem egy is meg van ez de mint vagy volt amely",
        "ro": "și de la în a cu pe un o care pentru este nu din sunt mai prin sau această",
        "tr": "ve bir bu için ile da de olarak olan gibi daha çok en ise veya kadar bağlı çalışmada",
        "id": "yang dan di untuk dengan ini dari pada adalah dalam tidak oleh ke sebagai atau dapat",
        "vi": "và của các là cho trong được một có với này không những để",
        "ca": "el la els les de del i que en un una per amb es com aquest aquesta són al més dels",
    }.items()
}
_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("kana", "\u3040-\u30ff\u31f0-\u31ff"),
    ("hangul", "\uac00-\ud7af\u1100-\u11ff"),
    ("han", "\u3400-\u4dbf\u4e00-\u9fff"),
    ("cyrillic", "\u0400-\u04ff"),
    ("arabic", "\u0600-\u06ff\u0750-\u077f"),
    ("el", "\u0370-\u03ff"),
    ("he", "\u0590-\u05ff"),
    ("th", "\u0e00-\u0e7f"),
    ("hi", "\u0900-\u097f"),
    ("bn", "\u0980-\u09ff"),
    ("ta", "\u0b80-\u0bff"),
    ("ka", "\u10a0-\u10ff"),
    ("hy", "\u0530-\u058f"),
)
_OF_SCRIPT = tuple((name, re.compile(f"[{characters}]")) for name, characters in _SCRIPTS)
_FOREIGN = re.compile("[\u0370-\u058f\u0590-\u06ff\u0750-\u077f\u0900-\u0e7f\u10a0-\u11ff\u3040-\ud7af]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_NO_PROSE = re.compile(r"\$[^$]{0,300}\$|https?://\S+|\\[A-Za-z]+")
_WORD = re.compile(r"[^\W\d_]+")
_TELLING_OTHER = re.compile(" (?:d(?:er|es|ella)|und|les|el|que|het|är|się|på) ")
_ENGLISH_ALONE = (" the ", " of ", " and ", " with ", " that ", " this ")
_SHORT = 60
_TELLING = 600
"""So much of a text tells its language."""
_LONGER = 400
_LONG = 40
"""From so many words on, a text may outweigh what the source states."""


def language_of(title: str, text: str, stated: str | None) -> str:
    """Return the language of a title and an abstract, given what their source states."""
    known = primary(stated) if stated else None
    if (known is None or known == ENGLISH) and english_in_both_halves(text):
        return ENGLISH
    guessed = guess(text if _words(text, 5) else f"{title}\n{text}")
    if known is None:
        return guessed
    clear = ENGLISH in (known, guessed) and known != guessed and _is_long(text, guessed)
    return guessed if clear else known


@lru_cache(maxsize=1024)
def primary(stated: str) -> str | None:
    """Return the primary tag for a language's name or code; None where it names none."""
    for part in re.split(r"[;,/|]", stated.casefold()):
        name = _plain(part.strip())
        if name in _BY_NAME:
            return _BY_NAME[name]
        found = _TAG.match(name)
        if found and found[1] not in _UNSTATED:
            return _BY_NAME.get(found[1], found[1])
    return None


def guess(text: str) -> str:
    """Return the language that a text is most likely in; English where that is unclear."""
    if _plainly_english(text):
        return ENGLISH
    prose = _NO_PROSE.sub(" ", text)
    return _by_script(prose) or _by_words(prose)


def _plainly_english(text: str) -> bool:
    """Tell English fast: words that it alone has throughout, and no telling word of another language."""
    text = text[:_TELLING]
    if "\n" in text:
        text = text.replace("\n", " ")
    if len(text) < _SHORT or 250 * sum(map(text.count, _ENGLISH_ALONE)) < len(text):
        return False
    return not _TELLING_OTHER.search(text) and (text.isascii() or not _FOREIGN.search(text))


def english_in_both_halves(text: str) -> bool:
    """Tell, in a microsecond, a longer text that has words of English alone in both halves, so that no quoted title is."""
    if len(text) < _LONGER:
        return False
    half = len(text) // 2
    if 0 <= text.find(" the ") < half <= text.rfind(" the ") and " and " in text:
        return True
    if "\n" in text:
        text = text.replace("\n", " ")
    first, second = text[:half], text[half:]
    return (
        (" the " in first or " that " in first or " this " in first)
        and (" the " in second or " that " in second or " this " in second)
        and (" and " in text or " with " in text)
    )


def _by_script(text: str) -> str | None:
    if text.isascii():
        return None
    foreign = len(_FOREIGN.findall(text))
    if foreign < 4 or 2 * foreign < len(_LATIN.findall(text)):
        return None
    counts = {name: len(pattern.findall(text)) for name, pattern in _OF_SCRIPT}
    if counts["kana"] * 10 > counts["han"] and counts["kana"] >= counts["hangul"] and counts["kana"]:
        return "ja"
    script = max(counts, key=lambda name: counts[name])
    if script == "cyrillic":
        return "uk" if re.search("[іїєґ]", text) else "bg" if "ъ" in text and not re.search("[ыэё]", text) else "ru"
    if script == "arabic":
        return "ur" if re.search("[ٹڈڑے]", text) else "fa" if re.search("[پچژگ]", text) else "ar"
    return {"han": "zh", "hangul": "ko", "kana": "ja"}.get(script, script)


def _by_words(text: str) -> str:
    words = [word.casefold() for word in _WORD.findall(text[:4000])]
    present = set(words)
    distinct = {language: len(present & known) for language, known in _FUNCTION_WORDS.items()}
    most = max(distinct.values(), default=0)
    best = [language for language, count in distinct.items() if count == most]
    if ENGLISH in best or most < 3 or most < 2 * distinct[ENGLISH]:
        return _outweighed(words, distinct)
    share = sum(word in _FUNCTION_WORDS[best[0]] for word in words)
    return best[0] if share >= 0.12 * len(words) else ENGLISH


def _outweighed(words: list[str], distinct: dict[str, int]) -> str:
    """Return another language whose function words are many times as frequent as the English ones, else English."""
    english = sum(word in _FUNCTION_WORDS[ENGLISH] for word in words)
    if 8 * english >= len(words):
        return ENGLISH
    for language, known in _FUNCTION_WORDS.items():
        count = sum(word in known for word in words)
        if distinct[language] >= 6 and count > 2 * english and count >= 0.2 * len(words):
            return language
    return ENGLISH


def _words(text: str, least: int) -> bool:
    return len(text) > 200 or len(_WORD.findall(text)) >= least or bool(_FOREIGN.search(text))


def _is_long(text: str, guessed: str) -> bool:
    if len(text.split()) >= _LONG and (guessed != ENGLISH or _plainly_english(text)):
        return True
    return len(_FOREIGN.findall(text)) >= 2 * _LONG


def _plain(name: str) -> str:
    import unicodedata

    return "".join(
        character for character in unicodedata.normalize("NFKD", name) if not unicodedata.combining(character)
    )


_BY_NAME: dict[str, str] = {_plain(name): tag for tag, names in _STATED.items() for name in (tag, *names.split())}
