import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.text.markup import clean, plain

PIECES = [
    *(
        "\\",
        "{",
        "}",
        "$",
        "$$",
        "^",
        "_",
        "*",
        "**",
        "***",
        "`",
        "``",
        "''",
        "--",
        "---",
        "~",
        "%",
        "&amp;",
        "&",
        "<i>",
    ),
    *(
        "</i>",
        "<p>",
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "a",
        "Word",
        "\\emph{",
        "\\textbf{",
        "\\frac{",
        "\\cite{",
        "\\'e",
        "\\alpha",
    ),
    *(
        "\\begin{x}",
        "\\(",
        "\\)",
        "(",
        ")",
        "[",
        "](https://x.y)",
        "https://x.y/a_b",
        "5",
        ".",
        "é",
        "\\href{",
        "\\sqrt{",
    ),
]
marked_up = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("**C**oherent **C**ontextual **D**ecoding (**CCD**)", "Coherent Contextual Decoding (CCD)"),
        ("rec**u**rsive e**X**plaining", "recursive eXplaining"),
        ("***Distribution Theory (DDT)***, which", "Distribution Theory (DDT), which"),
        ("on *online learning*, and *MindZero*.", "on online learning, and MindZero."),
        ("We introduce _Collapsed Effective Operators_, which", "We introduce Collapsed Effective Operators, which"),
        (
            "the tool `run_it` and [its code](https://example.org/a_b)",
            "the tool run_it and its code (https://example.org/a_b)",
        ),
    ],
)
def test_markdown_goes_and_words_stay(raw, expected):
    assert clean(raw).text == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (r"lightweight \emph{test-time} debiasing", "lightweight test-time debiasing"),
        (r"$\texttt{\textbf{AsyncSpade}}$, a framework", "AsyncSpade, a framework"),
        (r"$\textbf{(1) a whole phrase}$ that predicts", "(1) a whole phrase that predicts"),
        (r"$\textbf{optimal time-per-output-token~(TPOT)}$", "optimal time-per-output-token (TPOT)"),
        (r"by over 95\% and 50% (see {\bf Table} 2)", "by over 95% and 50% (see Table 2)"),
        (r"as shown \citep{smith2020,li2021}, and (\cite{a}).", "as shown, and."),
        (r"at \url{https://example.org/a_b--c} now", "at https://example.org/a_b--c now"),
        (r"at \href{https://example.org/x\_y}{this page}.", "at this page (https://example.org/x_y)."),
        (r"code\footnote{See https://example.org.} is", "code (See https://example.org.) is"),
        (r"Erd\H{o}s, M{\"u}ller, {\'E}cole, \o re, {\ss}", "Erdős, Müller, École, øre, ß"),
        (r"our method \ours\xspace beats \method{}", "our method ours beats method"),
        ("a resolution---a choice, and fairness--utility", "a resolution—a choice, and fairness–utility"),
        ("found ``in the wild'' or `tame'", "found “in the wild” or ‘tame’"),
        ("(e.g., to 60~Hz). See Fig.~2", "(e.g., to 60 Hz). See Fig. 2"),
        (r"\begin{itemize}\item one \item two\end{itemize}", "  one   two"),
    ],
)
def test_latex_goes_and_words_stay(raw, expected):
    assert clean(raw).text == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (r"$12.8{\times}$ fewer (4.7M vs.\ 60M)", "12.8× fewer (4.7M vs. 60M)"),
        (r"$\mathcal{O}((HW)^2 C)$ and $O(n \log n)$", "O((HW)^2 C) and O(n log n)"),
        (r"$O(t^{-2/5})$, $x^{-1}$, $\ell_1$, $x_{i,j}$", "O(t^(-2/5)), x^-1, ℓ_1, x_(i,j)"),
        (r"$>93\%$ ($\sim$0.8\%, $352{\times}352$, $c \ge 2$)", ">93% (∼0.8%, 352×352, c ≥ 2)"),
        (r"$\frac{a+b}{c}$ and $\sqrt{n}$ and $\sqrt{a+b}$", "(a+b)/c and √n and √(a+b)"),
        (r"CO$_2$, the k$^{th}$ step, 30$^\circ$, R$^2$", "CO2, the kth step, 30°, R^2"),
        (r"$\approx$$22$ and $$x^2$$ and \(y\)", "≈22 and x^2 and y"),
        (r"over $ 3\times 4 $ times", "over 3×4 times"),
    ],
)
def test_mathematics_is_readable(raw, expected):
    assert clean(raw).text == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("<jats:p>A <i>small</i> model &amp; a &lt; b</jats:p>", "A small model & a < b"),
        ("<jats:title>Abstract</jats:title><jats:p>We do.</jats:p>", "We do."),
        ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
        ("H<sub>2</sub>O at 10<sup>3</sup> &#x3b1;", "H2O at 10^3 α"),
        ("&amp;lt;i&amp;gt;", ""),
    ],
)
def test_html_and_jats_go(raw, expected):
    assert clean(raw).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "over 20% reduction and 50% more",
        "a snake_case_name and another_one_here, __init__ too",
        "a * b * c, 2**3 and 4**5, p* < 0.05, A* and RRT*-like",
        "it costs $5 and $10, $3/month or $4/month, or US$5 and US$10 a month",
        "for a < b and c > d, with <EOS> and <think> tokens, AT&T",
        "the set {0, 1}, the field {x}, and RL’s “use”",
        "see http://example.org/~name/a_b_c--d for ~5% more, 5~10 people",
        "run it with --jobs 2, and a -> b --> c",
        "A title's words, e.g. in ICML, 3' wide",
    ],
)
def test_text_without_markup_passes_through_character_for_character(text):
    assert clean(text).text == text
    assert clean(text).offsets == tuple(range(len(text)))


def test_a_line_break_inside_a_paragraph_becomes_one_space():
    assert clean("one\ntwo\r\n  three\n\n four\n").text == "one two three\n\nfour"


def test_what_markup_set_apart_is_remembered_in_whole_words():
    found = clean(r"**B**old, a *fine phrase* and \emph{another one}")
    assert [found.text[span.start : span.end] for span in found.emphasis] == ["fine phrase", "another one"]


def test_a_title_loses_its_braces_and_keeps_its_accents():
    assert plain(r"{BERT} and the M{\"u}ller {deep network}") == "BERT and the Müller deep network"
    assert plain("a\n  title of {0, 1}") == "a title of {0, 1}"


def test_offsets_lead_back_to_the_raw_text():
    raw = r"We use \textbf{Foo} at 60~Hz, \'eclair."
    found = clean(raw)
    at = found.text.index("Foo")
    assert raw[found.offsets[at] :].startswith("Foo}")
    assert raw[found.offsets[found.text.index("é")] :].startswith(r"\'e")


@given(marked_up)
def test_offsets_rise_and_stay_inside_the_raw_text(raw):
    found = clean(raw)
    assert len(found.offsets) == len(found.text)
    assert list(found.offsets) == sorted(found.offsets)
    assert all(0 <= offset < len(raw) for offset in found.offsets)
    assert all(0 <= span.start < span.end <= len(found.text) for span in found.emphasis)


@given(st.text(alphabet="abcXYZ019 .,;:()[]<>=+/%#&'\"’“é", max_size=60))
def test_any_text_without_marks_passes_through(text):
    if "''" not in text and "<" not in text and "&" not in text:
        assert clean(text).text == text


@given(marked_up)
def test_cleaning_what_is_clean_changes_nothing(raw):
    once = clean(raw).text
    assert clean(once).text == once
