"""What stands in the page, without a browser."""

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import paperkg.view
from paperkg.errors import UsageError
from paperkg.records import Collection
from paperkg.view import page
from paperkg.view.html import inline, json_block
from paperkg.view.network import network_of, ranking
from paperkg.view.payload import safe_url

HERE = Path(paperkg.view.__file__).parent
MEGABYTE = 1_000_000


def data_of(html: str):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)[1])


def node(data, identifier):
    index = next(index for index, each in enumerate(data["details"]) if each["id"] == identifier)
    return data["nodes"][index], data["details"][index]


def test_the_page_fetches_nothing(small):
    html = page(small)
    head = html.replace(
        (HERE / "vendor" / "vis-network.min.js").read_text("utf-8").split("//# sourceMappingURL=")[0], ""
    )
    assert re.findall(r'(?:src|href)="([^"]*)"', head) == ["report.html"]
    assert "@import" not in head
    assert "sourceMappingURL" not in html


def test_the_policy_lets_in_only_scripts_by_their_hash(small):
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page(small))[1].replace("&#39;", "'")
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


def test_node_ids_are_opaque(small):
    assert [each["id"] for each in data_of(page(small))["nodes"]] == [f"n{index}" for index in range(1, 10)]


def test_papers_and_terms_differ_in_shape(small):
    nodes = data_of(page(small))["nodes"]
    assert {each["shape"] for each in nodes if each["group"] == "Paper"} == {"square"}
    assert "square" not in {each["shape"] for each in nodes if each["group"] != "Paper"}


def test_physics_is_off_and_lines_are_straight(small):
    options = data_of(page(small))["options"]
    assert options["physics"] == {"enabled": False}
    assert options["edges"] == {"smooth": False}


def test_a_term_has_its_aliases_and_its_papers(small):
    _, details = node(data_of(page(small)), "gpqa-diamond")
    assert details["aliases"] == ["gpqa d"]
    assert details["papers"] == 2


def test_a_statement_leads_to_its_sentence(small):
    data = data_of(page(small))
    _, paper = node(data, "text-1")
    [statement] = [each for each in data["statements"] if each and each[0][0] == "usesModel" and each[0][3][0][0] == 0]
    predicate, score, count, [[_, field, start, end, sentence, rule, _]] = statement[0]
    assert (predicate, score, count, field) == ("usesModel", 0.9, 1, 1)
    assert paper["text"][start:end] == "Qwen3-8B"
    assert paper["text"][slice(*sentence)] == "We propose ABC on top of Qwen3-8B."
    assert data["rules"][rule] == "vocabulary"


@pytest.mark.parametrize("text", ["</script><img src=x onerror=alert(1)>", "<!--", "a & b", "\u2028"])
def test_json_holds_nothing_that_a_parser_takes_for_markup(text):
    block = json_block({"title": text})
    assert not set("<>&") & set(block)
    assert json.loads(block) == {"title": text}


def test_a_script_that_closes_its_own_element_is_refused():
    with pytest.raises(ValueError, match="closing tag"):
        inline("x = '</SCRIPT>'", kind="script")


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://example.org/a", "https://example.org/a"),
        ("javascript:alert(1)", None),
        ("JaVaScript:alert(1)", None),
        ("data:text/html,x", None),
        ("//example.org", None),
        ("http://[broken", None),
        ("", None),
        (None, None),
    ],
)
def test_only_web_addresses_become_links(url, kept):
    assert safe_url(url) == kept


def test_the_bundled_library_is_the_one_recorded():
    recorded = json.loads((HERE / "vendor" / "vis-network.json").read_text("utf-8"))
    library = (HERE / "vendor" / "vis-network.min.js").read_bytes()
    assert hashlib.sha256(library).hexdigest() == recorded["sha256"]
    assert f"@version {recorded['version']}".encode() in library


@pytest.mark.parametrize(("count", "limit"), [(38, 2 * MEGABYTE), (1030, 6 * MEGABYTE)])
def test_the_page_stays_small(made_collection, count, limit):
    assert len(page(made_collection(count)).encode()) < limit


def test_an_empty_collection_has_a_page():
    html = page(Collection(papers=(), entities=(), links=(), results=()))
    assert "<h1>0 papers, 0 shared terms</h1>" in html


def test_a_page_of_a_node_holds_its_neighbourhood(small):
    data = data_of(page(small, focus="text-2", depth=1))
    assert [each["label"] for each in data["nodes"]] == ["Reading with Qwen3-8B", "GPQA-Diamond", "Qwen3-8B"]
    assert data["focus"] == "n1"


def test_a_page_without_text_holds_no_abstract_and_twelve_words_of_a_sentence(small):
    long = replace(
        small.links[0].evidence[0], sentence="One two three four five six seven eight nine ten eleven twelve more."
    )
    html = page(replace(small, links=(replace(small.links[0], evidence=(long,)),)), with_text=False)
    assert "text" not in node(data_of(html), "text-1")[1]
    assert "twelve …" in html
    assert "twelve more" not in html


def test_an_unknown_focus_is_a_wrong_use(small):
    with pytest.raises(UsageError, match="no node 'nobody'"):
        page(small, focus="nobody")


def test_the_first_nodes_are_the_most_shared_terms_and_the_best_linked_papers(made_collection):
    network = network_of(made_collection(250))
    first = ranking(network, 60)[:60]
    terms = [network.nodes[number] for number in first if network.nodes[number].entity is not None]
    assert len(terms) == 20
    assert min(term.papers for term in terms) >= max(
        each.papers for each in network.nodes if each.entity is not None and each.number not in first
    )
    assert sorted(ranking(network, 60)) == list(range(len(network.nodes)))


def test_the_page_is_the_same_in_every_process(tmp_path):
    code = (
        "import importlib.util, sys, hashlib; from paperkg.view import page;"
        "spec = importlib.util.spec_from_file_location('made', sys.argv[1]);"
        "module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module);"
        "print(hashlib.sha256(page(module.made(60)).encode()).hexdigest())"
    )
    source = str(Path(__file__).with_name("conftest.py"))
    digests = {
        subprocess.run(
            [sys.executable, "-c", code, source],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
