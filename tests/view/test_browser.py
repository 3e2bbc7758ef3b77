"""The page in a real browser with the network off, driven as a person would."""

import os
import shutil
from dataclasses import replace

import pytest

from paperkg.records import Collection, Evidence
from paperkg.view import page

ATTACK = "</script><img src=x onerror=alert(1)>"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
INSTALL = "Chromium is missing: apt-get install chromium"

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def browser():
    program = shutil.which("chromium")
    if program is None:
        if os.environ.get("PAPERKG_ALL") == "1":
            pytest.fail(INSTALL)
        pytest.skip(INSTALL)
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


class Visit:
    """An open page, with all that it asked for and complained of."""

    def __init__(self, browser, file, *, size=(1440, 900), scheme="light", fragment=""):
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, offline=True, color_scheme=scheme, accept_downloads=True
        )
        self.tab = self.context.new_page()
        self.tab.set_default_timeout(10_000)
        self.troubles, self.requests = [], []
        self.tab.on("console", lambda message: self.troubles.append(message.text))
        self.tab.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.tab.on("dialog", self._dialog)
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.address = file.as_uri()
        self.tab.goto(self.address + fragment)
        self.tab.wait_for_function("window.paperkg && window.paperkg.current.drawn > 0")

    def _dialog(self, dialog):
        self.troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def search(self, text):
        self.tab.fill("#search", text)
        self.tab.press("#search", "Enter")

    def heading(self):
        return self.tab.inner_text("#panel h2").strip()

    def shown(self):
        return set(
            self.tab.evaluate("[...window.paperkg.current.shown].map((index) => window.paperkg.nodes[index].label)")
        )

    def bright(self):
        return set(
            self.tab.evaluate(
                "[...(window.paperkg.current.bright || [])].map((index) => window.paperkg.nodes[index].label)"
            )
        )

    def close(self):
        self.context.close()
        assert self.troubles == []
        assert {request.split("#")[0] for request in self.requests if not request.startswith("blob:")} == {self.address}


@pytest.fixture
def visit(browser, tmp_path):
    opened = []

    def open_page(collection, **how):
        file = tmp_path / "graph.html"
        file.write_text(page(collection, **how.pop("options", {})), encoding="utf-8")
        opened.append(Visit(browser, file, **how))
        return opened[-1]

    yield open_page
    for each in opened:
        each.close()


def hostile(small: Collection) -> Collection:
    """The small collection with the attack in every text that an input file can bring."""
    papers = tuple(
        replace(
            record,
            label=ATTACK + record.label,
            code_url="javascript:alert(1)",
            keyphrases=(ATTACK,),
            contribution=ATTACK,
            paper=replace(
                record.paper,
                title=ATTACK,
                text=record.paper.text + ATTACK,
                authors=(ATTACK,),
                venue=ATTACK,
                url="javascript:alert(1)",
                doi='10.1/"><script>alert(1)</script>',
                keywords=(ATTACK,),
                source=replace(record.paper.source, path=ATTACK),
            ),
        )
        for record in small.papers
    )
    entities = tuple(replace(entity, label=ATTACK + entity.label, aliases=(ATTACK,)) for entity in small.entities)
    evil = Evidence("text-1", "text", ATTACK, 0, 5, f"A sentence of {ATTACK} that no text holds.", ATTACK, 0.5)
    links = (*small.links[1:], replace(small.links[0], evidence=(evil,)))
    return Collection(papers=papers, entities=entities, links=links, results=())


def test_it_opens_offline_and_settled(visit, small):
    opened = visit(small)
    assert opened.tab.title() == "3 papers, 2 shared terms"
    assert opened.shown() == {
        "ABC: Able Better Coding", "Reading with Qwen3-8B", "Lonely Lemma",
        "ABC", "GPQA-Diamond", "Qwen3-8B", "SOLO", "XYZ",
    }  # fmt: skip
    before = opened.tab.evaluate("window.paperkg.network.getPositions()")
    opened.tab.wait_for_timeout(300)
    assert opened.tab.evaluate("window.paperkg.network.getPositions()") == before


@pytest.mark.parametrize("choice", ["qwen", "able", "solo", "abc"])
def test_hostile_texts_run_nothing(visit, small, choice):
    opened = visit(hostile(small))
    opened.tab.fill("#search", choice)
    opened.tab.wait_for_selector("#found li")
    opened.tab.press("#search", "Enter")
    assert ATTACK in opened.heading()
    opened.tab.click("#show-list")
    opened.tab.wait_for_selector("#list h3")
    assert opened.tab.query_selector_all("img, iframe, object, a[href^=javascript]") == []
    assert opened.tab.evaluate("document.scripts.length") == 3


def test_search_finds_by_alias(visit, small):
    opened = visit(small)
    opened.search("gpqa d")
    assert opened.heading() == "GPQA-Diamond"
    assert opened.bright() == {"GPQA-Diamond", "ABC: Able Better Coding", "Reading with Qwen3-8B"}


def test_the_panel_quotes_the_sentences_with_the_words_marked(visit, small):
    opened = visit(small)
    opened.search("qwen3-8b")
    quotes = opened.tab.eval_on_selector_all("#panel blockquote", "all => all.map(each => each.textContent)")
    assert quotes == ["We propose ABC on top of Qwen3-8B.", "We read with Qwen3-8B."]
    assert set(opened.tab.eval_on_selector_all("#panel mark", "all => all.map(each => each.textContent)")) == {
        "Qwen3-8B"
    }


def test_the_panel_of_a_paper_has_its_abstract_and_its_link(visit, small):
    opened = visit(small)
    opened.search("able better")
    assert "Ada Example, Bo Example" in opened.tab.inner_text("#panel")
    assert opened.tab.get_attribute("#panel .links a", "href") == "https://example.org/abc"
    marked = opened.tab.eval_on_selector_all("#panel .abstract .mark", "all => all.map(each => each.textContent)")
    assert "GPQA-Diamond" in marked


def test_a_click_on_a_node_focuses_it_and_a_click_beside_shows_all(visit, small):
    opened = visit(small)
    place = opened.tab.evaluate(
        """(() => { const { network, nodes } = window.paperkg;
        const node = nodes.find((each) => each.label === 'GPQA-Diamond');
        return network.canvasToDOM(network.getPositions([node.id])[node.id]); })()"""
    )
    corner = opened.tab.locator("#map").bounding_box()
    opened.tab.mouse.click(corner["x"] + place["x"], corner["y"] + place["y"])
    opened.tab.wait_for_function("document.querySelector('#panel h2').textContent.includes('GPQA-Diamond')")
    opened.tab.mouse.click(corner["x"] + 5, corner["y"] + 5)
    opened.tab.wait_for_function("document.querySelector('#panel h2').textContent.includes('Where papers meet')")
    assert opened.bright() == set()


def test_the_kind_filter_hides_nodes(visit, small):
    opened = visit(small)
    opened.tab.get_by_label("Models").uncheck()
    assert opened.shown() == {
        "ABC: Able Better Coding", "Reading with Qwen3-8B", "Lonely Lemma", "ABC", "GPQA-Diamond",
    }  # fmt: skip


def test_minor_terms_come_on_demand(visit, small):
    opened = visit(small)
    opened.tab.get_by_label("1 term of one paper alone").check()
    assert "Qwen3" in opened.shown()


def test_the_filter_by_number_of_papers_leaves_shared_terms(visit, small):
    opened = visit(small)
    opened.tab.fill("#minimum-papers", "2")
    opened.tab.press("#minimum-papers", "Enter")
    assert opened.shown() == {
        "ABC: Able Better Coding", "Reading with Qwen3-8B", "Lonely Lemma", "GPQA-Diamond", "Qwen3-8B",
    }  # fmt: skip


def test_no_label_lies_on_another_at_first_sight(visit, made_collection):
    opened = visit(made_collection(250))
    boxes = opened.tab.evaluate("window.paperkg.labels.boxes")
    assert len(boxes) > 20
    for index, box in enumerate(boxes):
        for other in boxes[index + 1 :]:
            apart = (
                box["right"] <= other["left"]
                or other["right"] <= box["left"]
                or box["bottom"] <= other["top"]
                or other["bottom"] <= box["top"]
            )
            assert apart, (box, other)


def test_a_large_page_says_what_it_left_out_and_opens_it(visit, made_collection):
    opened = visit(made_collection(250), options={"maximum_nodes": 100})
    assert len(opened.shown()) <= 100
    assert "Left out:" in opened.tab.inner_text("#status")
    opened.tab.locator("#panel ul.plain button").first.click()
    opened.tab.wait_for_function("window.paperkg.current.shown.size > 100")


def test_a_button_lets_the_nodes_move(visit, small):
    opened = visit(small)
    before = opened.tab.evaluate("window.paperkg.network.getPositions()")
    opened.tab.click("#move")
    opened.tab.wait_for_timeout(500)
    assert opened.tab.evaluate("window.paperkg.network.getPositions()") != before
