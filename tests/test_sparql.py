import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Store

from paperkg.sparql import asks_elsewhere, is_update, readable, show_place, with_escaped_dots


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://a.example/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p 1SERVICE <http://a.example/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o.SERVICE<http://a.example/>{ ?s ?p ?o } }",
        "SELECT * { FILTER(1<2)SERVICE#>\n<http://a.example/> { ?s ?p ?o } }",
        "PREFIX p: <p:> SELECT * { ?a a 'x'SERVICE p:x{ ?s ?p ?o } }",
        'SELECT * { ?a a "\\"" SERVICE <http://a.example/> { ?s ?p "\\"" } }',
    ],
)
def test_a_query_that_asks_another_server_is_known(query):
    assert asks_elsewhere(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?service { ?service a <http://a.example/service> }",
        "PREFIX service: <p:> SELECT * { service:service a service:SERVICE }",
        'SELECT * { ?s ?p "SERVICE <http://a.example/>", """ SERVICE " """, \'SERVICE\', "x"@service }',
        "SELECT * { ?s ?p ?o } # SERVICE",
        "SELECT * { ?microservice ?p $service }",
    ],
)
def test_the_letters_of_service_elsewhere_are_no_keyword(query):
    assert not asks_elsewhere(query)


@pytest.mark.parametrize("local", ["doi-10.18653-v1-2020.acl-main.1", "a.b.c", "a.b", "abc", "qwen2.5-vl"])
def test_a_local_name_with_dots_can_be_asked_for(local):
    query = with_escaped_dots(f"ASK {{ p:{local} a p:{local}. ?s ?p 1.5, p:{local} }}")
    store = Store()
    store.update(f"INSERT DATA {{ <p:/{local}> a <p:/{local}> ; <p:/q> 1.5, <p:/{local}> }}")
    assert store.query(query, prefixes={"p": "p:/"})


def test_dots_in_strings_addresses_and_numbers_stay():
    query = 'ASK { <http://a.b.c/d.e.f> ?p "p:a.b.c", 1.5 }'
    assert with_escaped_dots(query) == query


@given(st.text("pab.:<>\"'#?$ {}123\\\n", max_size=40))
def test_any_text_can_be_looked_through(text):
    asks_elsewhere(text)
    with_escaped_dots(text)


def test_a_mistake_is_shown_in_its_line():
    assert show_place("SELECT *\n{ ?s ?p }", "error at 2:9: expected") == "\n  { ?s ?p }\n          ^"
    assert show_place("SELECT *", "no place") == ""


def test_a_message_leaves_out_what_nobody_reads():
    message = (
        "error at 1:31: expected one of \"!\", \"$\", ['%'], ['-' | '0' ..= '9' |\n'\\u{203F}'..='\\u{2040}'], [':']"
    )
    assert readable(message) == 'error at 1:31: expected one of "!", "$"'


def test_an_update_is_told_by_the_first_word_behind_its_prologue():
    assert is_update("PREFIX kg: <http://x/> INSERT DATA { kg:a kg:b kg:c }")
    assert is_update("load <file:///a>")
    assert not is_update('SELECT ?insert WHERE { ?insert ?p "DELETE" }')
