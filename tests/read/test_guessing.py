"""Tables and bibliographies in encodings that they do not declare: the text is right, and the guess is told."""

import time

import pytest

from paperkg.read import read_papers
from paperkg.read.guessing import guessed
from paperkg.records import Paper, Warned
from paperkg.settings import ReadSettings

TABLES = {
    "zh": (
        "标题,摘要,作者,年份\n数树叶的方法,我们研究小型网络如何数树叶，并说明细心的方法在每个数据集上都更好。,张伟; 李娜,2021\n",
        ("数树叶的方法", ("张伟", "李娜")),
    ),
    "tw": (
        "標題,摘要,作者,年份\n數樹葉的方法,我們研究小型網路如何數樹葉，並說明細心的方法在每個資料集上都更好。,陳美玲; 林志明,2021\n",
        ("數樹葉的方法", ("陳美玲", "林志明")),
    ),
    "ja": (
        "タイトル,要旨,著者,年\n木の葉を数える方法,本研究では小さなネットワークで木の葉を数え、丁寧な方法がより良いことを示す。,山田太郎; 佐藤花子,2021\n",
        ("木の葉を数える方法", ("山田太郎", "佐藤花子")),
    ),
    "ko": (
        "제목,초록,저자,연도\n나뭇잎을 세는 방법,작은 신경망이 나뭇잎을 어떻게 세는지 연구하고 꼼꼼한 방법이 더 낫다는 것을 보인다.,김철수; 이영희,2021\n",
        ("나뭇잎을 세는 방법", ("김철수", "이영희")),
    ),
    "ru": (
        "Название;Аннотация;Авторы;Год\nКак считать листья;Мы изучаем, как малые сети считают листья, и показываем пользу внимания.;Анна Белова, Иван Лесной;2021\n",
        ("Как считать листья", ("Анна Белова", "Иван Лесной")),
    ),
}  # fmt: skip
LATIN = {
    "cp1252": "Titre;Résumé;Auteurs;Année\nL'été à Évry;Nous comptons des feuilles où elles étaient déjà tombées, même l'été.;Hélène Lefèvre;2021\n",
    "pt": "Título;Resumo;Autores;Ano\nContagem de folhas;Apresentamos uma avaliação da contagem em duas coleções, com atenção às exceções.;José Conceição;2021\n",
    "de": "Titel;Zusammenfassung;Autoren;Jahr\nÜber Blätter;Wir zählen Blätter – „größer“ heißt öfter schöner – für 5 € je Stück.;Jürgen Müßig;2021\n",
}


@pytest.mark.parametrize("repeat", [1, 3000])
@pytest.mark.parametrize(
    ("language", "encoding", "name"),
    [
        ("zh", "gbk", "GB18030"), ("zh", "gb18030", "GB18030"), ("tw", "big5", "Big5"), ("ja", "shift_jis", "Shift-JIS"),
        ("ja", "euc_jp", "EUC-JP"), ("ko", "euc_kr", "EUC-KR"), ("ru", "cp1251", "Windows-1251"), ("ru", "koi8_r", "KOI8-R"),
    ],
)  # fmt: skip
def test_an_undeclared_encoding_of_another_script_is_told_by_its_bytes(language, encoding, name, repeat, tmp_path):
    table, (title, authors) = TABLES[language]
    head, row = table.split("\n", 1)
    path = tmp_path / "a.csv"
    path.write_bytes((head + "\n" + row * repeat).encode(encoding))
    outcomes = list(read_papers([path], ReadSettings()))
    papers = [outcome for outcome in outcomes if isinstance(outcome, Paper)]
    assert [(paper.title, paper.authors) for paper in papers] == [(title, authors)] * repeat
    (warned,) = [outcome for outcome in outcomes if isinstance(outcome, Warned)]
    assert f"it was read as {name}" in warned.message


@pytest.mark.parametrize("name", LATIN)
def test_a_table_with_accents_stays_latin(name, tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(LATIN[name].encode("cp1252"))
    outcomes = list(read_papers([path], ReadSettings()))
    (paper,) = [outcome for outcome in outcomes if isinstance(outcome, Paper)]
    assert paper.text == LATIN[name].split("\n")[1].split(";")[1]
    assert ["Windows-1252" in outcome.message for outcome in outcomes if isinstance(outcome, Warned)] == [True]


def test_records_of_another_script_after_a_hundred_thousand_ascii_lines_come_out_right(tmp_path):
    path = tmp_path / "a.csv"
    row = "On Leaves,We count leaves with small networks and show that care pays.,Ida Fern,2020\n"
    path.write_bytes(
        ("Title,Abstract,Authors,Year\n" + row * 9000 + TABLES["zh"][0].split("\n")[1] + "\n").encode("gbk")
    )
    papers = [outcome for outcome in read_papers([path], ReadSettings()) if isinstance(outcome, Paper)]
    assert (len(papers), papers[-1].title) == (9001, "数树叶的方法")


def test_a_bibliography_and_lines_of_json_are_told_too(tmp_path):
    (tmp_path / "a.bib").write_bytes(
        "@article{k, title = {数树叶的方法}, author = {张伟 and 李娜}, year = 2021}\n".encode("gbk")
    )
    (tmp_path / "b.jsonl").write_bytes(
        '{"id": "k", "title": "数树叶的方法", "text": "我们研究小型网络如何数树叶。"}\n'.encode("gbk")
    )
    papers = [outcome for outcome in read_papers([tmp_path], ReadSettings()) if isinstance(outcome, Paper)]
    assert [paper.title for paper in papers] == ["数树叶的方法"] * 2


def test_a_name_or_two_with_accents_are_no_other_script():
    assert guessed("José Müller and Zoë Åström".encode("cp1252")) is None
    assert guessed("“Ça” – ‘là’ … 5 €".encode("cp1252")) is None


def test_a_long_line_of_ascii_before_a_foreign_byte_is_passed_at_once():
    started = time.process_time()
    assert guessed(b"leaves " * 40_000 + b"\n\xe9t\xe9\n") is None
    assert time.process_time() - started < 1
