"""One item of a Markdown list: its links and emphasis become title, authors, venue, year and addresses."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from paperkg.read import people

BULLET = re.compile(r"\s{0,12}(?:[-*+•]|\d{1,4}[.)])\s+(?=\S)")
LINK = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\]){0,1000})\]\(\s*<?(https?://[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?[^()\n]{0,200}\)"
)
RULE = re.compile(r"\s*+\|?\s*+:?-++:?\s*+(?:\|\s*+:?-++:?\s*+)++\|?\s*+\Z")
_SPACES = re.compile(r"[^\S\n]{2,}")
_LINE_ENDS = re.compile(r"\s*\n\s*")
_RUN = re.compile(r"([^\w\s.])\1{7,}")
"""A rule or ornament, of which eight characters are as good as all."""
_ANCHOR = re.compile(r"\[[^\[\]]*\]\(#[^()]*\)")
_HTML_LINK = re.compile(
    r"<a\s[^<>]*?href\s*=\s*[\"'](https?://[^\"'<>]+)[\"'][^<>]*>((?:[^<]|<(?!/?a\b))*+)</a>", re.IGNORECASE
)
_IMAGE = re.compile(r"!\[([^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)|<img\b[^<>]*>", re.IGNORECASE)
_LINKED_IMAGE = re.compile(r"\[!\[([^\[\]]*)\]\([^()]*\)\]\(")
_BARE = re.compile(r"<?(https?://[^\s<>\[\]|]{1,600}?)[.,;]?>?(?=[\s\])|]|\Z)")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.{1,500}?)(?<=\S)\1", re.DOTALL)
_EMPHASIS = re.compile(r"(?<!\w)[*_](?=\S)(.{1,500}?)(?<=\S)[*_](?!\w)")
_QUOTED = re.compile(r"[\"“](.{12,300}?)[.,]?[\"”]", re.DOTALL)
_PAPER_LABEL = re.compile(
    r"(?:the )?(?:full )?(?:paper|pdf|arxiv|abs|abstract|openreview|acl|doi|html|preprint|论文|link|url|ieee|acm|cvf|"
    r"pmlr)(?: (?:link|pdf|page|version|paper))?\Z",
    re.IGNORECASE,
)
_OTHER_LABEL = re.compile(
    r"(?:official |unofficial )?(?:code|github|repo|repository|pytorch|tensorflow|jax|tf|implementation|project|page|"
    r"project page|homepage|website|web|site|demo|slide|video|talk|poster|data|dataset|model|weights|blog|post|bib|"
    r"bibtex|colab|twitter|tweet|hf|hugging ?face|supp|supplementary|appendix|note|review|youtube|star|代码|项目|"
    r"主页)s?(?: (?:link|page|code))?\Z",
    re.IGNORECASE,
)
_PAPER_HOST = re.compile(
    r"arxiv\.org/|openreview\.net/(?:forum|pdf)|aclanthology\.org/|aclweb\.org/anthology|doi\.org/10|proceedings\.mlr\.press/|"
    r"(?:papers|proceedings)\.n(?:eur)?ips\.cc/|openaccess\.thecvf\.com/|semanticscholar\.org/paper|ieeexplore\.ieee\.org/|"
    r"dl\.acm\.org/|link\.springer\.com/|sciencedirect\.com/science/article|jmlr\.org/papers|biorxiv\.org/content|"
    r"medrxiv\.org/content|nature\.com/articles|ojs\.aaai\.org/|aaai\.org/(?:ojs|papers)|ijcai\.org/proceedings|ecva\.net/papers|"
    r"isca-(?:speech|archive)\.org/|usenix\.org/(?:conference|system)|pubmed\.ncbi|ncbi\.nlm\.nih\.gov/(?:pmc|pubmed)|"
    r"huggingface\.co/papers/|paperswithcode\.com/paper|hal\.science/|ssrn\.com/|onlinelibrary\.wiley\.com/|mdpi\.com/\d|"
    r"frontiersin\.org/articles|tandfonline\.com/doi|academic\.oup\.com/|science\.org/doi|cell\.com/|alphaxiv\.org/|\.pdf(?:\Z|[?#])",
    re.IGNORECASE,
)
_CODE_HOST = re.compile(
    r"https?://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/[\w.-]+/[\w.-]+", re.IGNORECASE
)
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_VENUE_YEAR = re.compile(
    rf"(?P<venue>[A-Z][^\d,;|]{{1,80}}?)[\s,.'’(_-]*{_YEAR}(?P<rest>(?:[./-]\d{{1,2}}){{0,2}}[^,;|]{{0,30}})\)?\Z"
)
_SHORT_YEAR = re.compile(r"(?P<venue>[A-Z][A-Za-z+& -]{1,30}?)\s*['’](?P<short>\d\d)(?P<rest>\s\([A-Za-z ]+\))?\Z")
_DATE = re.compile(rf"\(?{_YEAR}(?:[./-]\d{{1,2}}){{0,2}}\)?\Z")
_TRAILING = re.compile(
    r"\A(?P<before>.+?)[,.;]\s*(?P<venue>(?:[^,.;]{2,80}?[,\s]{0,9})?['’(]?(?:19|20)?\d\d\)?(?:\s?\([^()]*\))?)\Z"
)
_SEGMENTS = re.compile(r"<br\s*/?>|\n|\s+[|–—·-]+\s+|(?<=[^\W\d_]{2})\.\s+|\s*[*_]+\s*|\s*[\[\](){}|]\s*|;\s")
_ABSTRACT = re.compile(
    r"(?:<summary>\s*|(?<!\*))\**+\babstract\b\**\s*(?:</summary>)?\s*[:：]?\s*(.{60,}?)\s*(?:</details>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_LEADING = re.compile(
    r"\A(?:\*\*\[[^\[\]]{1,40}\]\*\*\s*|\s*(?:\[[^\[\]()]{1,40}\](?!\()|\([^()]{1,40}\)|`[^`]{1,40}`|(?:19|20)\d\d(?:[./-]\d{1,2}){0,2}\b|[:\-–—,.|]))+\s*"
)
_NAMES = re.compile(r"[^\W\d_][\w.'’-]*(?: [\w.'’-]+){1,4}\Z")
_CITED = re.compile(
    rf"(?P<authors>[^()\[\]]{{4,600}}?)\s*\({_YEAR}[a-z]?\)[.,:]?\s+(?P<title>[^\n]{{10,300}}?)[.?!](?=\s|\Z)"
)
"""A reference in the style of the American Psychological Association."""
_LEADING_LINKS = re.compile(rf"\A(?:\s*\[?{LINK.pattern}\]?[\s|,:;/–—-]*)+")
_TITLE_END = re.compile(r"https?://|\n|<br|\s[|–—-]\s|(?<=[^\W\d_]{2})\.\s|\s\((?=\*\*|[^()]*\d{4})")
_TITLE_WORDS = 3
_LONGEST_VENUE = 30


@dataclass(frozen=True, slots=True)
class Item:
    """What a list item says of a paper."""

    title: str
    authors: tuple[str, ...] = ()
    venue: str | None = None
    year: int | None = None
    addresses: tuple[str, ...] = ()
    code: str | None = None
    abstract: str = ""


def is_paper(address: str) -> bool:
    """Tell an address at which papers are."""
    return bool(_PAPER_HOST.search(address)) and not _CODE_HOST.match(address)


def is_code(address: str) -> bool:
    """Tell the address of a code repository."""
    return bool(_CODE_HOST.match(address))


def is_other(block: str) -> bool:
    """Tell an item that links to something and names no paper from an entry of a table of contents."""
    return bool(LINK.search(block)) and not _ANCHOR.search(block)


def belongs(line: str, first: str) -> bool:
    """Tell a deeper list item that only gives links to the paper of the item above, as in ``  - [code](...)``."""
    depth, above = (len(text) - len(text.lstrip()) for text in (line, first))
    found = LINK.search(_as_markdown(line))
    labels = found is not None and (_says_paper(found[1]) or _says(found[1], _OTHER_LABEL))
    return depth > above and labels


def cells(line: str) -> list[str]:
    """Return the cells of a table's row; a bar behind a backslash is part of one."""
    inner = line.strip().removeprefix("|")
    inner = inner.removesuffix("|") if not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def links(text: str) -> list[tuple[str, str]]:
    """Return the links of a text as (label, address), with bare addresses behind under an empty label."""
    markdown = _as_markdown(text)
    found = [(match[1].strip(), match[2]) for match in LINK.finditer(markdown)]
    return found + [("", match[1]) for match in _BARE.finditer(LINK.sub(" ", markdown))]


def plain(text: str) -> str:
    """Return a text without its links' addresses, its emphasis and its tags."""
    bare = LINK.sub(lambda match: match[1], _as_markdown(text))
    bare = _TAG.sub(" ", _BOLD.sub(lambda match: match[2], bare))
    bare = _EMPHASIS.sub(r"\1", bare)
    return " ".join(html.unescape(bare).split())


def title_cell(cell: str) -> tuple[str, str]:
    """Return the title in a table's cell, and what stands behind it: of a link its label, else all up to a break."""
    text = _as_markdown(cell)
    for match in LINK.finditer(text):
        if len(plain(match[1]).split()) > 1 and not _says_paper(match[1]) and not _says(match[1], _OTHER_LABEL):
            return plain(match[1]), text[match.end() :]
    head, _, behind = re.sub(r"<br\s*/?>", "\n", text).partition("\n")
    bare = LINK.sub(lambda match: "" if _says_paper(match[1]) or _says(match[1], _OTHER_LABEL) else match[0], head)
    return plain(bare).strip(" []()|"), behind


def parsed(block: str, heading: str) -> Item | None:
    """Return what an item says of a paper, None where it names none."""
    text = _as_markdown(_RUN.sub(r"\1\1\1", _SPACES.sub(" ", BULLET.sub("", block, count=1))))
    found = links(text)
    papers = [address for label, address in found if is_paper(address) or _says_paper(label)]
    title, behind = _cited(text) or _title(text, bool(papers))
    before = text.split(title, 1)[0] if title and title in text else ""
    venue, year, authors = beside(f"{_tags(before)}\n{behind}")
    code = next((address for _, address in found if is_code(address)), None)
    own = [address for label, address in found if title and label and plain(label) == plain(title)]
    if not title or not (papers or (code and not own and (year or venue))):
        return None
    if venue is None and year is None:
        venue, year, _ = beside(heading)
    abstract = _ABSTRACT.search(text)
    addresses = dict.fromkeys([*(address for address in own if not is_code(address)), *papers])
    return Item(
        title=plain(title).strip(' .,:;-–—|"“”'),
        authors=authors,
        venue=venue,
        year=year,
        addresses=tuple(addresses),
        code=code,
        abstract=plain(abstract[1]) if abstract else "",
    )


def _as_markdown(text: str) -> str:
    """Return the text with links in HTML as Markdown, and without images but for a link's label."""
    labelled = _LINKED_IMAGE.sub(lambda match: f"[{match[1]}](", text)
    return _HTML_LINK.sub(lambda match: f"[{match[2]}]({match[1]})", _IMAGE.sub("", labelled))


def _says(label: str, pattern: re.Pattern[str]) -> bool:
    return bool(pattern.match(" ".join(plain(label).strip(" []().:*_`📄💻🔗⭐").split())))


def _cited(text: str) -> tuple[str, str] | None:
    """Return the title and all else of a reference that begins with its authors and the year."""
    found = _CITED.match(text)
    names = _authors(found["authors"].strip()) if found else ()
    if not found or not names:
        return None
    return found["title"].strip(" *_"), f"{', '.join(names)}\n{found['year']}\n{text[found.end() :]}"


def _says_paper(label: str) -> bool:
    """Tell the label of a link to a paper: a word for it, or a venue with its year as in ``[[ACL 2024]]``."""
    bare = plain(label).strip(" []()")
    return _says(label, _PAPER_LABEL) or (len(bare) <= _LONGEST_VENUE and _venue_year(bare) is not None)


def _title(text: str, has_paper: bool) -> tuple[str, str]:
    """Return the title as it is written and what stands behind it; the strongest sign of a title comes first."""
    for match in LINK.finditer(text):
        label = plain(match[1])
        if not _says_paper(label) and not _says(label, _OTHER_LABEL) and len(label.split()) >= _TITLE_WORDS:
            return match[1], text[match.end() :]
    for pattern, group in ((_BOLD, 2), (_QUOTED, 1)):
        strong = pattern.search(text)
        if strong and len(plain(strong[group]).split()) >= 2 and not beside(plain(strong[group]))[0]:
            return strong[group], text[strong.end() :]
    for match in LINK.finditer(text):
        label = plain(match[1])
        if label and not _says_paper(label) and not _says(label, _OTHER_LABEL) and has_paper:
            return match[1], text[match.end() :]
    rest = text
    for pattern in (_LEADING, _LEADING_LINKS, _LEADING):
        rest = pattern.sub("", rest, count=1)
    link = LINK.search(rest)
    head = _TITLE_END.split(rest[: link.start()] if link else rest, maxsplit=1)[0]
    written = head.strip(" .,:;-–—|*_[")
    return (written, rest[len(head) :]) if len(written.split()) >= _TITLE_WORDS else ("", "")


def _tags(before: str) -> str:
    """Return what stands in brackets before a title."""
    bare = LINK.sub(" ", before)
    return "\n".join(re.findall(r"[\[(`]([^\[\]()`]{2,40})[\])`]", bare) + re.findall(r"\b(?:19|20)\d\d\b", bare))


def beside(text: str) -> tuple[str | None, int | None, tuple[str, ...]]:
    """Return venue, year and authors that a text has in segments of their own, or at a segment's end."""
    venue, year = None, None
    authors: tuple[str, ...] = ()
    labelled = LINK.sub(lambda match: f" | {plain(match[1]) if _says_paper(match[1]) else ''} | ", text)
    bare = _ABSTRACT.sub(" ", _BARE.sub(" ", labelled))
    for piece in _SEGMENTS.split(_LINE_ENDS.sub("\n", _SPACES.sub(" ", html.unescape(bare)))):
        segment = " ".join(_TAG.sub(" ", piece).split()).strip(' .,:;-–—|"“”')
        segment = re.sub(r"\A(?:by|authors?\s*:|in)\s+", "", segment, flags=re.IGNORECASE)
        trailing = _TRAILING.match(segment)
        if not authors and trailing and (names := _authors(trailing["before"])):
            authors, segment = names, trailing["venue"].strip(" .,()")
        elif not authors and (names := _authors(segment)):
            authors = names
            continue
        found = _venue_year(segment)
        if found and year is None:
            venue, year = found
    return venue, year, authors


def _venue_year(segment: str) -> tuple[str | None, int] | None:
    found = _VENUE_YEAR.match(segment)
    if found:
        return f"{found['venue'].strip()} {found['year']}" if not found["rest"].strip() else segment, int(found["year"])
    short = _SHORT_YEAR.match(segment)
    if short:
        return segment, 2000 + int(short["short"])
    dated = _DATE.match(segment)
    return (None, int(dated["year"])) if dated else None


def _authors(segment: str) -> tuple[str, ...]:
    """Return the names that a segment lists, none where a part of it is no name."""
    segment = re.sub(r",\s*&\s+", ", ", segment)
    many = "," in segment or " and " in segment or " & " in segment or "et al" in segment
    if not segment or any(character.isdigit() for character in segment):
        return ()
    names = people.split_names(segment)
    if not names or not all(_NAMES.match(name) and name[0].isupper() for name in names):
        return ()
    words = [word for name in names for word in name.split()]
    capitals = sum(word[0].isupper() for word in words)
    return names if capitals >= 0.7 * len(words) and (many or len(words) in (2, 3)) else ()
