"""The page in a real browser with the network off, driven as a person would."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from paperkg.records import Collection, Evidence
from paperkg.view import page, report

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


def panel_quotes(opened):
    return opened.tab.eval_on_selector_all("#panel blockquote", "all => all.map(each => each.textContent)")


def test_the_shortest_path_shows_the_sentences_of_each_step(visit, small):
    opened = visit(small)
    opened.search("xyz")
    opened.tab.click("#path")
    opened.search("reading with")
    opened.tab.click("#path")
    assert opened.heading() == "From XYZ to Reading with Qwen3-8B"
    assert len(opened.bright()) == 4
    assert panel_quotes(opened)[-1].startswith(("We read with Qwen3-8B.", "GPQA-Diamond is hard"))


def test_no_path_leads_to_a_paper_that_shares_nothing(visit, small):
    opened = visit(small)
    opened.search("xyz")
    opened.tab.click("#path")
    opened.search("lonely lemma")
    opened.tab.click("#path")
    assert "No way leads" in opened.tab.inner_text("#panel")


def test_the_address_holds_the_state(visit, small):
    opened = visit(small)
    opened.search("gpqa d")
    opened.tab.get_by_label("Methods").uncheck()
    fragment = opened.tab.evaluate("location.hash")
    again = visit(small, fragment=fragment)
    assert again.heading() == "GPQA-Diamond"
    assert "ABC" not in again.shown()


def test_an_address_of_nonsense_does_no_harm(visit, small):
    opened = visit(small, fragment="#node=nobody&without=x,%3Cimg%3E&papers=-1&open=99&path=a&path=b&view=none")
    assert len(opened.shown()) == 8


def test_back_and_forward_work(visit, small):
    opened = visit(small)
    opened.search("gpqa d")
    opened.search("qwen3-8b")
    opened.tab.go_back()
    opened.tab.wait_for_function("document.querySelector('#panel h2').textContent.includes('GPQA-Diamond')")
    opened.tab.go_back()
    opened.tab.wait_for_function("document.querySelector('#panel h2').textContent.includes('Where papers meet')")
    opened.tab.go_forward()
    opened.tab.wait_for_function("document.querySelector('#panel h2').textContent.includes('GPQA-Diamond')")


def test_the_list_holds_what_the_map_shows(visit, small):
    opened = visit(small)
    opened.tab.click("#show-list")
    listed = opened.tab.eval_on_selector_all("#list li span", "all => all.map(each => each.textContent)")
    assert set(listed) == opened.shown()
    opened.tab.locator("#list li button", has_text="SOLO").click()
    assert opened.heading() == "SOLO"


def test_filters_by_year_venue_relation_and_score(visit, small):
    opened = visit(small)
    opened.tab.fill("#year-from", "2025")
    opened.tab.press("#year-from", "Enter")
    assert "Lonely Lemma" not in opened.shown()
    assert "SOLO" not in opened.shown()
    opened.tab.select_option("#venue", "Workshop B")
    assert opened.shown() == {"Reading with Qwen3-8B", "GPQA-Diamond", "Qwen3-8B"}
    opened.tab.click("#reset")
    opened.tab.fill("#minimum-score", "0.8")
    opened.tab.press("#minimum-score", "Enter")
    assert opened.tab.evaluate("window.paperkg.current.lines") == 6
    opened.tab.click("#reset")
    opened.tab.get_by_label("uses, evaluates on, measures").uncheck()
    assert "SOLO" not in opened.shown()


def saved(opened, button):
    with opened.tab.expect_download() as download:
        opened.tab.click(button)
    return download.value.path().read_bytes()


def test_the_map_is_saved_as_png(visit, small):
    picture = saved(visit(small), "#save-png")
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 5_000


def test_the_map_is_saved_as_svg(visit, small):
    opened = visit(hostile(small))
    tree = etree.fromstring(saved(opened, "#save-svg"))
    svg = "{http://www.w3.org/2000/svg}"
    assert len(tree.findall(f"{svg}path")) == 8
    assert len(tree.findall(f"{svg}line")) == opened.tab.evaluate("window.paperkg.current.lines")
    assert {element.tag for element in tree.iter()} <= {
        f"{svg}{tag}" for tag in ("svg", "rect", "path", "line", "text")
    }


def test_everything_is_reached_by_keyboard(visit, small):
    opened = visit(small)
    press = opened.tab.keyboard.press
    press("/")
    opened.tab.keyboard.type("gpqa d")
    press("Enter")
    assert opened.heading() == "GPQA-Diamond"
    press("Tab")
    assert opened.tab.evaluate("document.activeElement.closest('#panel') !== null")
    press("Enter")
    assert opened.heading() in {"ABC: Able Better Coding", "Reading with Qwen3-8B"}
    press("Escape")
    assert opened.heading() == "Where papers meet"
    opened.tab.focus("#map")
    before = opened.tab.evaluate("[window.paperkg.network.getScale(), window.paperkg.network.getViewPosition().x]")
    press("+")
    press("ArrowRight")
    after = opened.tab.evaluate("[window.paperkg.network.getScale(), window.paperkg.network.getViewPosition().x]")
    assert after[0] > before[0]
    assert after[1] > before[1]
    press("0")


def test_escape_closes_the_search_and_keeps_the_choice(visit, small):
    opened = visit(small)
    opened.search("gpqa d")
    opened.tab.fill("#search", "qwen")
    opened.tab.press("#search", "Escape")
    assert opened.tab.is_hidden("#found")
    assert opened.heading() == "GPQA-Diamond"


def test_a_search_that_finds_nothing_says_so(visit, small):
    opened = visit(small)
    opened.tab.fill("#search", "zzz")
    assert opened.tab.inner_text("#found") == "Nothing has that name"


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(visit, small, size, scheme):
    axe = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
    if not axe.is_file():
        pytest.skip("axe-core is missing: npm install --no-save axe-core")
    opened = visit(small, size=size, scheme=scheme)
    opened.tab.evaluate(axe.read_text("utf-8"))
    for step in ("null", "document.getElementById('show-list').click()", "window.paperkg.choose(0)"):
        opened.tab.evaluate(step)
        found = opened.tab.evaluate("axe.run().then((result) => result.violations)")
        serious = [each for each in found if each["impact"] in {"serious", "critical"}]
        assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in serious] == []


def test_the_report_opens_offline(browser, small, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(report(hostile(small)), encoding="utf-8")
    context = browser.new_context(offline=True)
    tab = context.new_page()
    troubles = []
    tab.on("console", lambda message: troubles.append(message.text))
    tab.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    tab.goto(file.as_uri())
    assert tab.query_selector_all("img, script") == []
    assert ATTACK in tab.inner_text("main")
    assert troubles == []
    context.close()
