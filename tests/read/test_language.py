"""A paper's language is what its source states, unless the text is clearly another; short and unclear is English."""

import pytest

from paperkg.read import language

TEXTS = {
    "de": "In dieser Arbeit stellen wir ein Verfahren vor, das mit wenigen Beispielen auskommt und schnell ist.",
    "fr": "Nous présentons une méthode pour la lecture des plans qui ne demande que peu d'exemples et de temps.",
    "es": "Presentamos un método para la lectura de los planos que necesita pocos ejemplos y es rápido.",
    "pt": "Apresentamos um método para a leitura dos planos que precisa de poucos exemplos e não é lento.",
    "it": "Presentiamo un metodo per la lettura delle piante che richiede pochi esempi ed è veloce nella pratica.",
    "nl": "Wij beschrijven een methode voor het lezen van plannen die met weinig voorbeelden werkt en snel is.",
    "sv": "Vi beskriver en metod för att läsa planer som kräver få exempel och är snabb.",
    "pl": "W pracy opisano metodę czytania planów, która nie wymaga wielu przykładów i jest szybka.",
    "zh": "本文提出一种阅读平面图的方法，只需要少量样本，并且速度很快。",
    "ja": "本論文では、少数の例から図面を読む手法を提案する。",
    "ko": "본 논문에서는 적은 예제로 도면을 읽는 방법을 제안한다.",
    "ru": "В работе предложен метод чтения планов, который требует мало примеров и работает быстро.",
    "uk": "У роботі запропоновано метод читання планів, який потребує мало прикладів і працює швидко.",
    "ar": "نقدم في هذه الورقة طريقة لقراءة المخططات باستخدام أمثلة قليلة.",
    "el": "Παρουσιάζουμε μια μέθοδο για την ανάγνωση σχεδίων με λίγα παραδείγματα.",
    "en": "We describe a method to read the plans of a hall that needs few examples and is fast.",
}
ENGLISH = "The hall is the place of the study, and what is studied in the hall is how readers find a seat. " * 4
GERMAN = f"{TEXTS['de']} {TEXTS['de']} Die Ergebnisse sind mit denen der anderen nicht zu vergleichen. " * 2


@pytest.mark.parametrize("tag", TEXTS)
def test_an_abstract_is_told_by_its_words_or_its_script(tag):
    assert language.guess(TEXTS[tag]) == tag


@pytest.mark.parametrize(
    "text",
    ["", "La La Land", "De novo design", "Die hard", "El Niño", "BERT", "一", "x = y", "Über-Transformer: a study",
     "Der-Simonian and Laird revisited", "GPT-4 在 use"],
)  # fmt: skip
def test_what_is_short_or_unclear_is_english(text):
    assert language.guess(text) == "en"


@pytest.mark.parametrize(
    ("stated", "tag"),
    [
        ("English", "en"), ("eng", "en"), ("en-US", "en"), ("EN_gb", "en"), ("Français", "fr"), ("Deutsch", "de"),
        ("ger", "de"), ("ngerman", "de"), ("zh-Hans", "zh"), ("Chinese; English", "zh"), ("日本語", "ja"), ("und", None),
        ("", None), ("nonsense words", None), ("xh", "xh"),
    ],
)  # fmt: skip
def test_a_stated_language_becomes_its_primary_tag(stated, tag):
    assert language.primary(stated) == tag


def test_what_the_source_states_is_believed():
    assert language.language_of("Kurz", "Eine Halle.", "German") == "de"
    assert language.language_of("", TEXTS["pt"], "gl") == "gl"


def test_a_long_text_in_english_outweighs_the_language_of_the_document():
    assert language.language_of("A Hall", ENGLISH, "Chinese") == "en"


def test_a_long_text_in_another_language_outweighs_a_stated_english():
    assert language.language_of("Eine Halle", GERMAN, "English") == "de"


def test_the_abstract_decides_where_the_title_is_in_another_language():
    assert language.language_of("A Hall", TEXTS["fr"], None) == "fr"


def test_formulas_and_addresses_are_no_words():
    assert language.guess(r"$\alpha \in la \cap le \cap les \cap des$ https://example.org/der/die/das/und") == "en"
