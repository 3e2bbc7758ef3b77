"""What stands in the page, without a browser."""

import hashlib
import json
import os
import re
import subprocess
import sys
import zlib
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest

import paperkg.view
from paperkg.errors import UsageError
from paperkg.records import Collection
from paperkg.view import page
from paperkg.view.html import inline, json_block
from paperkg.view.network import network_of, ranking
from paperkg.view.texts import safe_url, units

HERE = Path(paperkg.view.__file__).parent
MEGABYTE = 1_000_000


def lines_of(html: str):
    block = re.search(r'<script type="text/plain" id="data">\n(.*?)\n</script>', html, re.DOTALL)[1]
    return [
        json.loads(line if line.startswith("{") else zlib.decompress(b64decode(line), -15))
        for line in block.split("\n")
    ]


def data_of(html: str):
    return lines_of(html)[0]


def paper_of(html: str, identifier: str):
    data, *parcels = lines_of(html)
    index = data["nodes"]["id"].index(identifier)
    return parcels[index // data["per_parcel"]]["papers"][index % data["per_parcel"]]


def statements_of(html: str, source: str, target: str):
    """Return the statements of an edge, and the parcel that they are in."""
    data, *parcels = lines_of(html)
    ids = data["nodes"]["id"]
    sources = [number for number, count in enumerate(data["edges"]["outward"]) for _ in range(count)]
    ends = [(ids[start], ids[end]) for start, end in zip(sources, data["edges"]["to"], strict=True)]
    number = sources[ends.index((source, target))] // data["per_parcel"]
    before = sum(start // data["per_parcel"] < number for start in sources)
    return parcels[number]["statements"][ends.index((source, target)) - before], parcels[number]


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


def test_papers_and_terms_differ_in_shape(small):
    data = data_of(page(small))
    shapes = dict(zip(data["groups"], data["drawing"]["shapes"], strict=True))
    assert shapes.pop("Paper") == "square"
    assert "square" not in shapes.values()


def test_physics_is_off_and_lines_are_straight(small):
    options = data_of(page(small))["drawing"]["options"]
    assert options["physics"] == {"enabled": False}
    assert options["edges"] == {"smooth": False}


def test_a_term_has_its_aliases_and_its_papers(small):
    nodes = data_of(page(small))["nodes"]
    number = nodes["id"].index("gpqa-diamond")
    assert nodes["aliases"] == {str(number): ["gpqa d"]}
    assert nodes["papers"][number] == 2


def test_a_statement_leads_to_its_sentence(small):
    html = page(small)
    [[count, [[start, length, sentence, rule]]]], parcel = statements_of(html, "text-1", "qwen3-8b")
    paper = paper_of(html, "text-1")
    first, size = paper["sentences"][2 * sentence : 2 * sentence + 2]
    assert count == 1
    assert paper["text"][start : start + length] == "Qwen3-8B"
    assert paper["text"][first : first + size] == "We propose ABC on top of Qwen3-8B."
    assert parcel["rules"][rule] == ["vocabulary", 0.9]


def test_the_sentence_of_a_line_between_terms_stands_with_it(small):
    [[_, [evidence]]], _ = statements_of(page(small), "abc", "xyz")
    assert evidence[2] == "ABC outperforms XYZ on GPQA-Diamond."
    assert evidence[4:] == [1, 0]


def test_offsets_count_as_the_browser_does():
    assert units("𝒜𝒜 b", 3) == 5
    assert units("áb", 1) == 1


def test_a_large_page_is_packed_and_says_the_same(small, monkeypatch):
    plain = page(small)
    monkeypatch.setattr(sys.modules["paperkg.view.page"], "PLAIN_NODES", 0)
    packed = page(small)
    assert "Lonely Lemma" in plain
    assert "Lonely Lemma" not in packed
    assert lines_of(packed) == lines_of(plain)


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
    assert data["nodes"]["label"] == ["Reading with Qwen3-8B", "GPQA-Diamond", "Qwen3-8B"]
    assert data["focus"] == 0


def test_a_page_without_text_holds_no_abstract_and_twelve_words_of_a_sentence(small):
    long = replace(
        small.links[0].evidence[0], sentence="One two three four five six seven eight nine ten eleven twelve more."
    )
    html = page(replace(small, links=(replace(small.links[0], evidence=(long,)),)), with_text=False)
    assert "text" not in paper_of(html, "text-1")
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
