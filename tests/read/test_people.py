"""Names of authors come out as `Given Family`, however a source lists them."""

import pytest

from paperkg.read import people, values


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Ida Fern", ["Ida Fern"]),
        ("Fern, Ida", ["Ida Fern"]),
        ("Fern, Ida; Lind, Oskar", ["Ida Fern", "Oskar Lind"]),
        ("Fern, Ida and Lind, Oskar", ["Ida Fern", "Oskar Lind"]),
        ("Ida Fern, Oskar Lind", ["Ida Fern", "Oskar Lind"]),
        ("Ida Fern, Oskar Lind and Mo Reed", ["Ida Fern", "Oskar Lind", "Mo Reed"]),
        ("Ida Fern, Oskar Lind, and Mo Reed", ["Ida Fern", "Oskar Lind", "Mo Reed"]),
        ("Ida Fern & Oskar Lind", ["Ida Fern", "Oskar Lind"]),
        ("Fern, I., Lind, O. K.", ["I. Fern", "O. K. Lind"]),
        ("Fern I., Lind O.", ["I. Fern", "O. Lind"]),
        ("Fern I, Lind OK.", ["I Fern", "OK Lind"]),
        ("de la Cruz, Ana", ["Ana de la Cruz"]),
        ("Lind, Oskar, Jr.", ["Oskar Lind Jr."]),
        ("Ida Fern|Oskar Lind", ["Ida Fern", "Oskar Lind"]),
        ("Ida Fern\nOskar Lind", ["Ida Fern", "Oskar Lind"]),
        ("Ida Fern et al.", ["Ida Fern"]),
        ("Fern, Ida and others", ["Ida Fern"]),
        ("王小明；李雷", ["王小明", "李雷"]),
        ("王小明、李雷", ["王小明", "李雷"]),
        ("山田, 太郎; 鈴木, 花子", ["山田太郎", "鈴木花子"]),
        ('["Ida Fern", "Oskar Lind"]', ["Ida Fern", "Oskar Lind"]),
        ("['Ida Fern', 'Oskar Lind']", ["Ida Fern", "Oskar Lind"]),
        ("Fern, Ida (57200000001); Lind, Oskar (57200000002)", ["Ida Fern", "Oskar Lind"]),
        ("Christopher Null", ["Christopher Null"]),
        ("[No author name available]", []),
        ("", []),
        (";;", []),
    ],
)
def test_a_list_of_names_in_one_string_is_told_apart(written, names):
    assert list(people.names(written)) == names


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["Ida Fern", "Lind, Oskar"], ["Ida Fern", "Oskar Lind"]),
        ([{"name": "Ida Fern"}, {"fullname": "Oskar Lind"}], ["Ida Fern", "Oskar Lind"]),
        ([{"given": "Ida", "family": "Fern"}], ["Ida Fern"]),
        ([{"firstName": "Ida", "lastName": "Fern"}], ["Ida Fern"]),
        ({"value": ["Ida Fern"]}, ["Ida Fern"]),
        (["Ida Fern", None, "", 3.5], ["Ida Fern"]),
        ([["Ida Fern", "Oskar Lind"], ["Ana Cruz"]], ["Ida Fern", "Oskar Lind", "Ana Cruz"]),
        ([["Fern", "Ida", ""], ["Lind", "Oskar", ""]], ["Ida Fern", "Oskar Lind"]),
        ([["Ida", "Fern"], "Oskar Lind"], ["Ida Fern", "Oskar Lind"]),
        ([[{"name": "Ida Fern"}, {"name": "Oskar Lind"}]], ["Ida Fern", "Oskar Lind"]),
        (["Anonymous Authors"], []),
        (["Author 1", "Author 2"], ["Author"]),
        (None, []),
    ],
)
def test_a_list_of_names_in_parts_keeps_its_order(value, names):
    assert list(people.names(value)) == names


def test_an_empty_name_at_the_end_of_a_list_is_nobody():
    assert people.names(["Ida Fern", ""]) == ("Ida Fern",)
    assert people.names("Ida Fern; ") == people.names("Fern, Ida; ") == ("Ida Fern",)


def test_an_empty_keyword_at_the_end_of_a_list_is_none():
    assert values.keywords(["leaves", ""]) == ("leaves",)
