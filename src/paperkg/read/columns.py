"""What people and databases call the fields of a paper, in the languages they write tables in.

For each field its names in the order of preference: where a table has several, the first that is not empty is taken.
Names are compared by their letters and digits alone, without case and accents, so that ``Author Full Names``,
``author_full_names`` and ``authorFullNames`` are one. Index terms that a database added (Scopus ``Index Keywords``,
``IEEE Terms``, ``Keywords Plus``, MeSH) are no keywords of the authors and are left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

_NAMES: dict[str, str] = {
    "title": """
        title | paper title | article title | document title | item title | title of paper | publication title en
        | primary title | original title | name of paper | display name | manuscript title | title english | titel
        | titel des beitrags | aufsatztitel | titre | titre de l article | titulo | titulo del articulo
        | titulo do artigo | titolo | titolo dell articolo | titel van het artikel | tytul | nazov | baslik
        | название | заглавие | название статьи | 英文标题 | 英文題目 | 标题 | 标题 title | 题名 | 题名 title
        | title 题名 | 题目 | 篇名 | 论文标题 | 论文题目 | 论文名称 | 文献标题 | 文章标题 | 標題 | 題名 | 題目
        | 論文標題 | 論文名稱 | タイトル | 論文名 | 論文タイトル | 論題 | 表題 | 標題名 | 和文標題 | 제목
        | 논문제목 | 논문명
        """,
    "text": """
        abstract | abstract text | abstract en | abstract english | english abstract | paper abstract
        | abstract note | summary | text | article abstract | description abstract | zusammenfassung | kurzfassung
        | kurzbeschreibung | resume | resume de l article | resumen | resumo | riassunto | sommario
        | abstract italiano | samenvatting | streszczenie | ozet | sammanfattning | аннотация | реферат | резюме
        | 英文摘要 | 摘要 | 摘要 summary | summary 摘要 | 文摘 | 论文摘要 | 中文摘要 | 內容摘要 | 要旨 | 抄録
        | 概要 | 要約 | アブストラクト | 初録 | 초록 | 요약
        """,
    "authors": """
        author full names | authors full names | author names | authors | author | author s | authors names
        | author list | creators | creator | contributors | author names deduped | authors display name | names
        | authorships author display name | authors name | autoren | autor | autor en | autorinnen und autoren
        | verfasser | verfasserin | auteurs | auteur | auteur s | autores | autor es | autora | autori | autore
        | autore i | auteurs namen | autorzy | yazarlar | forfattare | авторы | автор | 英文作者 | 作者
        | 作者 author | author 作者 | 作者姓名 | 全部作者 | 著者 | 著者名 | 著者一覧 | 執筆者 | 발표자 | 저자
        | 저자명
        """,
    "year": """
        year | publication year | pub year | published year | year of publication | year published | yr | jahr
        | erscheinungsjahr | publikationsjahr | annee | annee de publication | ano | ano de publicacion
        | ano de publicacao | anno | anno di pubblicazione | jaar | rok | yil | год | 年 | 年份 | 年度 | 出版年
        | 出版年份 | 发表年份 | 发表年度 | 發表年份 | 発行年 | 刊行年 | 発表年 | 出版年月 | 연도 | 발행연도
        | 발행년도 | date | publication date | date published | published | published date | issued | cover date
        | publish date | pub date | conference date | datum | erscheinungsdatum | date de publication | fecha
        | fecha de publicacion | data | data de publicacao | data di pubblicazione | дата | 发表时间 | 出版日期
        | 发表日期 | 日期 | pubtime 发表时间 | 発行日 | online date | date added to xplore | created
        | submitted date | cdate
        """,
    "venue": """
        venue | source title | journal | publication | publication name | publication title | journal book
        | journal title | journal name | container title | conference | conference name | booktitle | book title
        | proceedings | proceedings title | full source title | published in | series title | secondary title
        | venue name | primary location source display name | source name | periodical | event | conference title
        | zeitschrift | zeitschriftentitel | konferenz | tagung | tagungsband | quelle | veranstaltung | revue
        | conference nom | actes | periodique | nom de la revue | revista | congreso | conferencia | congresso
        | fuente | fonte | periodico | rivista | convegno | conferenza | tijdschrift | czasopismo | dergi | журнал
        | источник | конференция | 期刊 | 期刊名称 | 刊名 | 来源 | 文献来源 | source 文献来源 | 来源出版物 | 会议
        | 会议名称 | 期刊 会议 | 會議 | 會議名稱 | 期刊名稱 | 刊名 source | 雑誌 | 雑誌名 | 掲載誌 | 会議 | 会議名
        | 学会 | 学会名 | ジャーナル | 収録刊行物 | 誌名 | 학술지 | 학술지명 | 저널 | 학회 | source
        """,
    "doi": """
        doi | item doi | doi link | digital object identifier | doi url | article doi | doi number | 数字对象标识符
        """,
    "arxiv": "arxiv | arxiv id | arxivid | arxiv url | arxiv link | eprint | arxiv number | arxiv paper",
    "url": """
        url | link | paper url | article url | paper link | html url | url paper | external url | web link
        | document url | landing page url | primary location landing page url | openreview url | openreview link | openreview | open review | forum url
        | site | forum | pdf url | pdf link | url pdf | pdf | paper pdf url | source urls | source url | permalink
        | dimensions url | uri | virtualsite url | webseite | adresse | internetadresse | lien | adresse web
        | enlace | liga | ligacao | endereco | collegamento | indirizzo | ссылка | 链接 | 网址 | 地址 | 連結 | 網址
        | リンク | 링크
        """,
    "code_url": """
        code url | code link | code | github | github url | github link | github repo | repository | repository url
        | repo | repo url | official code | source code | url code | code repository | project github
        | software url | software | implementation | official code url | quellcode | code source | codigo
        | codigo fuente | codice | код | 代码 | 代码链接 | 代碼 | 開源代碼 | コード | 코드
        """,
    "keywords": """
        author keywords | authors keywords | author keyword | authorkeywords | keywords author | keyword author
        | keywords | keyword | key words | author key words | keywords display name | manual tags | tags
        | keyword s | paper keywords | schlagworte | schlagworter | schlusselworter | schlusselbegriffe
        | stichworte | stichworter | mots cles | mots clefs | motscles | palabras clave | palabras claves
        | palavras chave | parole chiave | trefwoorden | slowa kluczowe | anahtar kelimeler | nyckelord
        | ключевые слова | 英文关键词 | 关键词 | 关键词 keyword | keyword 关键词 | 关键字 | 作者关键词 | 關鍵詞
        | 關鍵字 | キーワード | 키워드 | 주제어
        """,
    "language": """
        language | language of original document | lang | languages | document language | sprache | langue | idioma
        | lingua | lengua | taal | jezyk | dil | sprak | язык | 语言 | 语种 | 語言 | 言語 | 언어
        """,
    "key": """
        key | citation key | citekey | cite key | bibtex key | bibkey | bib id | id | uid | paper id | paperid
        | submission id | eid | lens id | ut unique wos id | accession number | publication id | record id
        | entry id | identifier | article id | number id | nummer
        """,
    "pmid": "pmid | pubmed id | pubmed",
    "openalex": "openalex | openalex id",
    "s2": "s2 id | semantic scholar id | corpus id | s2 paper id",
    "acl": "acl id | anthology id",
    "dblp": "dblp | dblp key | dblp id",
    "openreview": "openreview id | forum id",
    "kind": "item type | itemtype",
    "extra": "extra",
    "given": "given name | given names | first name | firstname | vorname | prenom | nombre | nome",
    "family": "family name | last name | lastname | surname | nachname | nom de famille | apellido | cognome",
}
_WEAK: dict[str, tuple[str, ...]] = {"title": ("name",), "text": ("description",)}
"""Names that mean a title or an abstract only beside another column of a paper's."""
WEB_OF_SCIENCE: dict[str, tuple[str, ...]] = {
    "title": ("ti",),
    "text": ("ab",),
    "authors": ("af", "au"),
    "year": ("py", "ey", "ea"),
    "venue": ("so", "ct", "se"),
    "doi": ("di",),
    "keywords": ("de",),
    "language": ("la",),
    "key": ("ut",),
    "pmid": ("pm",),
}
"""The two-letter heading of a tab-delimited export of the Web of Science."""
_LONGEST_NAME = 200
_BRACKETED = re.compile(r"\s*[(\[（【][^()\[\]（）【】]*[)\]）】]\s*\Z")
_PAPERLIKE = ("authors", "year", "venue", "doi", "arxiv", "text", "keywords")


@lru_cache(maxsize=4096)
def normal(name: str) -> str:
    """Return a column's name as its letters and digits, without case and accents."""
    decomposed = unicodedata.normalize("NFKD", name.replace("ß", "ss")).casefold()
    return "".join(character for character in decomposed if character.isalnum())


@cache
def _table() -> dict[str, tuple[str, int]]:
    """Return for each known name its field and its rank within it; computed from the constants above alone."""
    table: dict[str, tuple[str, int]] = {}
    for field, names in _NAMES.items():
        for rank, name in enumerate(names.split("|")):
            table.setdefault(normal(name), (field, rank))
    return table


def recognised(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return for each field the columns that hold it, the preferred first.

    A name that is not known is looked up without what it has in brackets behind, as in ``Abstract (English)``.
    """
    columns = list(names)
    normals = {name: normal(name) for name in columns}
    if {"pt", "ti"} <= set(normals.values()) or {"au", "ti", "so"} <= set(normals.values()):
        return _web_of_science(normals)
    table = _table()
    ranked: dict[str, list[tuple[int, str]]] = {}
    for name in columns:
        found = table.get(normals[name])
        if found is None and len(name) <= _LONGEST_NAME:
            found = table.get(normal(_BRACKETED.sub("", name)))
        if found:
            ranked.setdefault(found[0], []).append((found[1], name))
    fields = {
        field: tuple(name for _, name in sorted(entries, key=lambda entry: entry[0]))
        for field, entries in ranked.items()
    }
    return _with_weak(fields, normals)


def _web_of_science(normals: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    by_normal = {normal_name: name for name, normal_name in normals.items()}
    found = {
        field: tuple(by_normal[code] for code in codes if code in by_normal) for field, codes in WEB_OF_SCIENCE.items()
    }
    return {field: names for field, names in found.items() if names}


def _with_weak(fields: dict[str, tuple[str, ...]], normals: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    if any(field in fields for field in _PAPERLIKE):
        for field, weak in _WEAK.items():
            names = tuple(name for name, normal_name in normals.items() if normal_name in weak)
            if names and field not in fields and (field == "title" or "title" in fields):
                fields[field] = names
    return fields


def is_paper_heading(names: Iterable[str]) -> bool:
    """Tell whether columns of these names describe papers: a title or an abstract, and one more known field."""
    fields = recognised(names)
    return ("title" in fields or "text" in fields) and len(fields) > 1
