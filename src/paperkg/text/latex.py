"""LaTeX inside a text, read without a document around it.

A bare ``%`` is text; ``$`` opens mathematics only where it closes again and is no price; no word that stands inside
mathematics is lost. The scanner goes once from left to right and yields edits, so that offsets stay known; what a
symbol or an accent prints is pylatexenc's knowledge.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from paperkg.records import Span
from paperkg.text import commands
from paperkg.text.braces import closing_braces, is_grouping
from paperkg.text.draft import Draft, Edit
from paperkg.text.formulas import ADDRESS, formulas
from paperkg.text.typography import is_dash, is_tie, quotes

MAY_HOLD_LATEX = re.compile(r"[\\${}~`]|--|''")

_TOKEN = re.compile(r"\\|[{}^_~]|``?|''?|\"|-{2,}|\$")
_PIECE = re.compile(f"{_TOKEN.pattern}|{ADDRESS.pattern}")
_NAME = re.compile(r"[A-Za-z]+\*?")
_OPTION = re.compile(r"\*?\s?\[[^\[\]]{0,200}\]")
_SIMPLE_SCRIPT = re.compile(
    r"\s*(?:\\(?:text|mathrm|mathbf|rm|textrm)\s*\{)?\s*(?:\\[A-Za-z]+|[-+]?[^\W_.]+(?:\.[^\W_.]+)*|[-+*∗†‡'])\}?\s*"
)
_FONT = re.compile(
    r"(?:text|math)[a-z]+|boldsymbol|bm|(?:wide)?(?:hat|tilde)|bar|vec|d?dot|(?:over|under)(?:line|brace)|operatorname|emph"
)


@dataclass(slots=True)
class _Group:
    """An open brace: what its closing brace becomes, and where words set apart begin."""

    closing: str | None
    emphasis: int | None = None
    words: bool = False


@dataclass(slots=True)
class _Scanner:
    text: str
    bare_braces: bool
    formulas: tuple[Span, ...]
    edits: list[Edit] = field(default_factory=list)
    emphasis: list[Span] = field(default_factory=list)
    groups: list[_Group] = field(default_factory=list)
    quotes: dict[int, tuple[int, str]] = field(default_factory=dict)
    braces: dict[int, int] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    formula: Span | None = None

    def scan(self) -> None:
        """Walk over the text once."""
        ends = {span.start: span for span in self.formulas}
        self.quotes, self.braces = quotes(self.text), closing_braces(self.text)
        addresses = {match.start(): match.end() for match in ADDRESS.finditer(self.text)}
        at = 0
        while match := _PIECE.search(self.text, at):
            at = match.start()
            if self.formula and at >= self.formula.end:
                self.formula = None
            if at in ends:
                self.formula = ends[at]
            if at in addresses and match[0][0].isalpha():
                at = self._address(match)
            else:
                at = max(self._token(match[0], at), at + 1)

    def closing(self, at: int) -> int:
        """Return where the brace at ``at`` closes, the length of the text where it does not."""
        return self.braces.get(at, len(self.text))

    def replace(self, start: int, end: int, replacement: str = "") -> int:
        """Note an edit and return where to read on."""
        self.edits.append(Edit(start, end, replacement))
        return end

    def _address(self, match: re.Match[str]) -> int:
        for escape in re.finditer(r"\\(.)", match[0]):
            self.replace(match.start() + escape.start(), match.start() + escape.end(), escape[1])
        return match.end()

    def _token(self, piece: str, at: int) -> int:
        if piece == "\\":
            return self._command(at)
        if piece == "{":
            return self._open(at)
        if piece == "}":
            return self._close(at)
        if piece == "$":
            return self._mark_of_formula(at) if self.formula else at + 1
        if self.formula and not any(group.words for group in self.groups):
            return self._in_formula(piece, at)
        return self._in_words(piece, at)

    def _mark_of_formula(self, at: int) -> int:
        """Drop a mark of mathematics with the white space inside it."""
        assert self.formula is not None
        start, end = at, at + 1
        if at < self.formula.start + 2:
            while end < self.formula.end and self.text[end].isspace():
                end += 1
        else:
            taken = self.edits[-1].end if self.edits else 0
            while start > taken and self.text[start - 1].isspace():
                start -= 1
        return self.replace(start, end)

    def _in_formula(self, piece: str, at: int) -> int:
        if piece == "~":
            return self.replace(at, at + 1, " ")
        if piece not in "^_":
            return at + len(piece)
        braced = self.text[at + 1 : at + 2] == "{"
        inner = self.text[at + 2 : self.closing(at + 1)] if braced else self.text[at + 1 : at + 8]
        keep_mark = not self._is_outside_script(piece, at, inner) and not re.match(r"\{?\\prime\b", inner)
        mark = piece if keep_mark else ""
        if circle := re.compile(r"\^(?:\{\\circ\s*\}|\\circ(?![A-Za-z]))").match(self.text, at):
            return self.replace(at, circle.end(), "°")
        if not braced:
            return at + 1 if keep_mark else self.replace(at, at + 1)
        compound = keep_mark and not _SIMPLE_SCRIPT.fullmatch(inner)
        self.groups.append(_Group(")" if compound else ""))
        return self.replace(at, at + 2, mark + "(" * compound)

    def _is_outside_script(self, piece: str, at: int, inner: str) -> bool:
        """Return whether the script hangs on a word outside (``CO$_2$``, ``k$^{th}$``) and needs no mark."""
        assert self.formula is not None
        before = self.text[self.formula.start : at].strip("$\\( {}")
        return not before and (piece == "_" or not re.match(r"[-+]?\d", inner))

    def _in_words(self, piece: str, at: int) -> int:
        end = at + len(piece)
        if at in self.quotes:
            return self.replace(at, *self.quotes[at])
        if piece == "~":
            return self.replace(at, end, " ") if is_tie(self.text, at) else end
        if piece.startswith("--") and is_dash(self.text, at, end):
            return self.replace(at, end, "–" if end - at == 2 else "—")
        return end

    def _open(self, at: int) -> int:
        if at in self.taken:
            return at + 1
        end = self.closing(at)
        inner = self.text[at + 1 : end]
        if self.formula is None and (end == len(self.text) or not is_grouping(inner, bare=self.bare_braces)):
            self.groups.append(_Group(None))
            return at + 1
        declared = re.match(r"\\([A-Za-z]+)", inner)
        apart = declared is not None and declared[1] in commands.EMPHASIS and declared[1] in commands.DECLARATIONS
        self.groups.append(_Group("", at + 1 if apart else None))
        return self.replace(at, at + 1)

    def _close(self, at: int) -> int:
        if not self.groups:
            return at + 1
        group = self.groups.pop()
        if group.emphasis is not None:
            self.emphasis.append(Span(group.emphasis, at))
        return at + 1 if group.closing is None else self.replace(at, at + 1, group.closing)

    def _command(self, at: int) -> int:
        named = _NAME.match(self.text, at + 1)
        if named is None:
            return self._control_symbol(at)
        if re.match(r"n(?=[A-Z][a-z ]|\s|\d|$)", named.string[at + 1 : at + 4]):
            return self.replace(at, at + 2, " ")
        name, end = named[0].rstrip("*"), named.end()
        if (
            self.formula
            and self.formula.start < at
            and named[0].endswith("*")
            and name not in ("operatorname", "begin")
        ):
            end -= 1
        return self._named_command(name, at, end)

    def _control_symbol(self, at: int) -> int:
        sign = self.text[at + 1 : at + 2]
        if sign in commands.ACCENTS and sign:
            accent = _ACCENT.match(self.text, at)
            return self.replace(at, accent.end(), commands.accented(accent[0])) if accent else self.replace(at, at + 1)
        if sign == "\\":
            option = re.compile(r"\*?\[[\d.]+\w+\]").match(self.text, at + 2)
            return self.replace(at, option.end() if option else at + 2, " ")
        if self.formula and sign in commands.MATHEMATICS_MARKS and sign:
            return self.replace(at, at + 2)
        if sign in commands.CONTROL_SPACES and sign:
            return self.replace(at, at + 2, commands.CONTROL_SPACES[sign])
        if not sign or sign.isalnum():
            return at + 1
        return self.replace(at, at + 1) + 1

    def _named_command(self, name: str, at: int, end: int) -> int:
        text = self.text
        if name in commands.ACCENT_LETTERS and (accent := _ACCENT.match(text, at)):
            return self.replace(at, accent.end(), commands.accented(accent[0]))
        if name.startswith(("cite", "Cite", "nocite")) or name in commands.WITHOUT_ARGUMENT:
            return self._drop(at, end)
        if name in commands.WITHOUT_FIRST_ARGUMENT and text[end : end + 1] == "{":
            return self._second_argument(name, at, end)
        if name in commands.FRACTIONS and text[end : end + 1] == "{":
            return self._fraction(at, end)
        if name in commands.DECLARATIONS:
            spaces = re.compile(r"(?:\{\}|[ \t]+)?").match(text, end)
            return self.replace(at, spaces.end() if spaces and name != "xspace" else end)
        return self._printed(name, at, end)

    def _printed(self, name: str, at: int, end: int) -> int:
        """Replace a command by its symbol, keep the argument of one that has braces, else keep its name as a word."""
        text = self.text
        printed = commands.symbol(name)
        option = _OPTION.match(text, end)
        brace = option.end() if option and text[option.end() : option.end() + 1] == "{" else end
        if text[brace : brace + 2] == "{}":
            return self.replace(at, brace + 2, printed or name)
        if text[brace : brace + 1] == "{" and (not printed or name == "sqrt" or not self.formula or len(printed) > 1):
            inner = text[brace + 1 : self.closing(brace)]
            compound = name == "sqrt" and not _SIMPLE_SCRIPT.fullmatch(inner)
            note = name == "footnote"
            words = self.formula is None or name.startswith(("text", "mbox", "emph", "underline"))
            start = brace + 1 if name in commands.EMPHASIS else None
            self.groups.append(_Group(")" if compound or note else "", start, words))
            opening = (
                " ("
                if note and not text[at - 1 : at].isspace() and text[at - 1 : at] != "~"
                else "("
                if note
                else "√"
                if name == "sqrt"
                else ""
            ) + "(" * compound
            return self.replace(at, brace + 1, opening)
        if len(printed) == 1 and printed.isalpha() and printed.isascii() is False and printed < "\u0250":
            end += len(text[end:]) - len(text[end:].lstrip(" \t"))
        elif len(printed) > 1 and printed.isalpha():
            printed = " " * text[at - 1 : at].isalnum() + printed + " " * text[end : end + 1].isalnum()
        elif self.formula and printed and not printed[0].isalnum() and re.match(r"[\w$({\[)\]}]\Z", text[at - 1 : at]):
            end += len(text[end:]) - len(text[end:].lstrip(" "))
        if not printed and _FONT.fullmatch(name):
            return self.replace(at, end + len(text[end:]) - len(text[end:].lstrip(" ")))
        return self.replace(at, end, printed or name)

    def _drop(self, at: int, end: int) -> int:
        """Drop a command, its arguments, the space before it, and brackets that it alone filled."""
        text = self.text
        while option := _OPTION.match(text, end):
            end = option.end()
        while text[end : end + 1] == "{":
            end = min(self.closing(end) + 1, len(text))
        while at and text[at - 1] in " ~\t":
            at -= 1
        if text[at - 1 : at] and text[at - 1] + text[end : end + 1] in ("()", "[]"):
            at, end = at - 1, end + 1
            while at and text[at - 1] in " ~\t":
                at -= 1
        needs_space = text[end : end + 1].isalnum() and text[at - 1 : at].isalnum()
        return self.replace(at, end, " " if needs_space else "")

    def _second_argument(self, name: str, at: int, end: int) -> int:
        closing = self.closing(end)
        if self.text[closing + 1 : closing + 2] != "{":
            self.groups.append(_Group(""))
            return self.replace(at, end + 1)
        address = self.text[end + 1 : closing].replace("\\", "")
        words = self.text[closing + 2 : self.closing(closing + 1)]
        shown = name == "href" and address not in words.replace("\\", "")
        self.groups.append(_Group(f" ({address})" if shown else ""))
        return self.replace(at, closing + 2)

    def _fraction(self, at: int, end: int) -> int:
        middle = self.closing(end)
        last = self.closing(middle + 1) if self.text[middle + 1 : middle + 2] == "{" else middle
        above = "(" if not _SIMPLE_SCRIPT.fullmatch(self.text[end + 1 : middle]) else ""
        below = "(" if last > middle and not _SIMPLE_SCRIPT.fullmatch(self.text[middle + 2 : last]) else ""
        self.groups.append(_Group(")" if below else ""))
        if last > middle:
            self.groups.append(_Group((")" if above else "") + "/" + below))
            self.taken.add(middle + 1)
            self.replace(middle + 1, middle + 2)
        return self.replace(at, end + 1, above)


_ACCENT = re.compile(
    r"\\(?:[\"'`^~=.]\s*(?:\{\s*(?:\\?[A-Za-z])\s*\}|\\[ij]\b|[A-Za-z])|[uvHtcdbkr](?:\s*\{\\?[A-Za-z]{1,2}\}|\s+[A-Za-z]\b))"
)


def without_latex(draft: Draft, *, bare_braces: bool) -> Draft:
    """Return the draft without LaTeX; ``bare_braces`` drops every pair of braces, as in a BibTeX title."""
    if not MAY_HOLD_LATEX.search(draft.text):
        return draft
    scanner = _Scanner(draft.text, bare_braces, formulas(draft.text))
    scanner.scan()
    return draft.revised(scanner.edits, scanner.emphasis)
