"""What LaTeX commands mean inside an abstract: tables, and pylatexenc for the symbols and accents."""

from __future__ import annotations

from functools import cache

EMPHASIS = frozenset(
    "textbf textit emph texttt textsc textsf textsl textmd underline uline em bf it tt sf sc sl bfseries itshape "
    "ttfamily scshape sffamily mathbf mathtt mathsf mathit boldsymbol bm".split()
)
"""Commands and declarations that set words apart."""

DECLARATIONS = frozenset(
    "centering noindent xspace small footnotesize scriptsize normalsize large Large LARGE huge Huge tiny bf it em "
    "tt rm sc sf sl bfseries itshape ttfamily scshape sffamily rmfamily mdseries upshape normalfont left right "
    "middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr displaystyle textstyle scriptstyle limits nolimits "
    "protect strut mathstrut boldmath unboldmath sloppy raggedright hfill vfill smallskip medskip bigskip maketitle "
    "relax ignorespaces nobreak allowbreak unskip leavevmode indent selectfont".split()
)
"""Commands that print nothing."""

WITHOUT_ARGUMENT = frozenset(
    "ref eqref label cref Cref autoref pageref nameref vspace hspace includegraphics bibliography bibliographystyle "
    "color footnotemark phantom hphantom vphantom thispagestyle pagestyle usepackage input index glsadd begin end "
    "fontsize setlength vskip hskip kern".split()
)
"""Commands that are dropped with what stands in their braces, beside all that begin with ``cite`` or ``nocite``."""

WITHOUT_FIRST_ARGUMENT = frozenset("textcolor colorbox href fcolorbox raisebox parbox multicolumn resizebox".split())
"""Commands whose second argument is what is printed; ``href`` keeps its address behind the words."""

FRACTIONS = frozenset("frac dfrac tfrac nicefrac sfrac cfrac".split())

OWN_SYMBOLS = {
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "BibTeX": "BibTeX",
    "S": "§",
    "P": "¶",
    "item": " ",
    "par": "\n\n",
    "newline": " ",
    "linebreak": " ",
    "quad": " ",
    "qquad": " ",
    "enspace": " ",
    "thinspace": " ",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textunderscore": "_",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textquotesingle": "'",
    "slash": "/",
    "lbrace": "{",
    "rbrace": "}",
    "colon": ":",
    "dots": "…",
    "sqrt": "√",
    "mid": "|",
    "vert": "|",
    "Vert": "‖",
    "to": "→",
    "lVert": "‖",
    "rVert": "‖",
    "lvert": "|",
    "rvert": "|",
    "ell": "ℓ",
    "degree": "°",
    "celsius": "°C",
    "percent": "%",
    "bullet": "•",
    "backslash": "\\",
    "textbackslash": "\\",
    "mod": "mod",
    "bmod": "mod",
    "checkmark": "✓",
    "xmark": "✗",
}
"""Commands that pylatexenc has no text for, or a text that reads badly in a sentence."""

CONTROL_SPACES = {
    "\\": " ",
    ",": " ",
    ";": " ",
    ":": " ",
    " ": " ",
    "\n": " ",
    "!": "",
    "-": "",
    "/": "",
    "@": "",
    ">": " ",
}
MATHEMATICS_MARKS = frozenset("()[]")
ACCENTS = frozenset("\"'`^~=.")
ACCENT_LETTERS = frozenset("uvHtcdbkr")


@cache
def symbol(name: str) -> str:
    r"""Return the text of a command without arguments (``\alpha``: α), empty where it takes some or is not known."""
    from pylatexenc.latexwalker import get_default_latex_context_db

    if name in OWN_SYMBOLS:
        return OWN_SYMBOLS[name]
    specification = get_default_latex_context_db().get_macro_spec(name)
    parser = getattr(specification, "args_parser", None)
    return "" if getattr(parser, "argspec", "") else _rendered(f"\\{name}").strip()


@cache
def accented(snippet: str) -> str:
    r"""Return the letter that an accent command makes (``\"{o}``: ö), as one character where Unicode has it."""
    return _rendered(snippet).strip()


def _rendered(snippet: str) -> str:
    """Return pylatexenc's text of a snippet; imported here, as plain texts need none of it."""
    from pylatexenc.latex2text import LatexNodes2Text

    return str(LatexNodes2Text(keep_comments=True).latex_to_text(snippet))
