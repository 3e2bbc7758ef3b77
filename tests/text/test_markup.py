import pytest

from paperkg.text.markup import clean, plain


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("**C**oherent **C**ontextual **D**ecoding (**CCD**)", "Coherent Contextual Decoding (CCD)"),
        (r"lightweight \emph{test-time} debiasing", "lightweight test-time debiasing"),
        (r"$\texttt{\textbf{AsyncSpade}}$, an asynchronous framework", "AsyncSpade, an asynchronous framework"),
        (r"$\textbf{(1) a whole phrase}$ that predicts", "(1) a whole phrase that predicts"),
        (r"$\textbf{optimal time-per-output-token~(TPOT)}$", "optimal time-per-output-token (TPOT)"),
        (r"$12.8{\times}$ fewer parameters (4.7M vs.\ 60M)", "12.8× fewer parameters (4.7M vs. 60M)"),
        ("***Distribution Theory (DDT)***, which", "Distribution Theory (DDT), which"),
        ("We introduce _Collapsed Effective Operators_, which", "We introduce Collapsed Effective Operators, which"),
        ("a resolution---a choice", "a resolution—a choice"),
        ("(e.g., to 60~Hz). At such", "(e.g., to 60 Hz). At such"),
        (r"complexity $\mathcal{O}((HW)^2 C)$ here", "complexity O((HW)^2 C) here"),
        ("found ``in the wild'' on", "found “in the wild” on"),
        ("<jats:p>A <i>small</i> model &amp; a &lt; b</jats:p>", "A small model & a < b"),
    ],
)
def test_markup_goes_and_words_stay(raw, expected):
    assert clean(raw).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "over 20% reduction and 50% more",
        "a snake_case_name and another_one_here",
        "a * b * c, 2**3 and 4**5, and p* < 0.05",
        "it costs $5 and $10, or US$5 and US$10 a month",
        "for a < b and c > d, with <EOS> and <think> tokens",
        "the set {0, 1} and RL’s “use”",
        "see http://example.org/~name/a_b_c--d for ~5% more",
    ],
)
def test_text_without_markup_passes_through(text):
    assert clean(text).text == text
    assert clean(text).offsets == tuple(range(len(text)))


def test_a_line_break_inside_a_paragraph_becomes_one_space():
    assert clean("one\ntwo\r\nthree\n\nfour").text == "one two three\n\nfour"


def test_a_title_loses_its_braces_and_keeps_its_accents():
    assert plain(r"{BERT} and the M{\"u}ller {Deep Network}") == "BERT and the Müller Deep Network"
