"""What a reader does with the page: paths, addresses, the list, filters, pictures, the keyboard."""

import os
import struct
from base64 import b64encode
from pathlib import Path

import pytest
from lxml import etree

from paperkg.view import report
from paperkg.view.report import Gap

pytestmark = pytest.mark.browser

DRAWN_SIZE = "(() => { const drawn = document.querySelector('#map canvas'); return [drawn.width, drawn.height]; })()"
COLOURS = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  return new Set(pixels).size;
}"""
"""How many colours a picture has."""


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
    opened.tab.wait_for_timeout(600)
    written = opened.tab.evaluate("window.paperkg.labels.boxes.map((box) => box.text)")
    assert opened.bright() <= set(written)


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
    opened = visit(small)
    picture = saved(opened, "#save-png")
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == tuple(opened.tab.evaluate(DRAWN_SIZE))
    colours = opened.tab.evaluate(COLOURS, b64encode(picture).decode())
    assert colours > 20


def test_the_map_is_saved_as_svg(visit, hostile):
    opened = visit(hostile)
    tree = etree.fromstring(saved(opened, "#save-svg"))
    svg = "{http://www.w3.org/2000/svg}"
    assert len(tree.findall(f"{svg}path")) == 8
    assert len(tree.findall(f"{svg}line")) == opened.tab.evaluate("window.paperkg.current.lines")
    assert {element.tag for element in tree.iter()} <= {
        f"{svg}{tag}" for tag in ("svg", "rect", "circle", "path", "line", "text")
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


def test_tab_leads_through_all_that_can_be_done(visit, small):
    opened = visit(small)
    opened.search("gpqa d")
    opened.tab.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(70):
        opened.tab.keyboard.press("Tab")
        reached.add(opened.tab.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    wanted = "search show-map show-list save-png save-svg Report minimum-papers minimum-score year-from year-to venue"
    wanted += " reset map zoom-in zoom-out zoom-fit move path"
    assert set(wanted.split()) <= reached
    assert {"← Overview", "ABC: Able Better Coding", "Reading with Qwen3-8B"} <= reached


def test_a_filter_is_set_by_keyboard(visit, small):
    opened = visit(small)
    opened.tab.get_by_label("Models").focus()
    opened.tab.keyboard.press("Space")
    assert "Qwen3-8B" not in opened.shown()
    opened.tab.focus("#show-list")
    opened.tab.keyboard.press("Enter")
    assert opened.tab.evaluate("document.activeElement.id") == "list"
    opened.tab.keyboard.press("Tab")
    opened.tab.keyboard.press("Enter")
    assert opened.heading() in opened.shown()


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


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core."""
    file = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
    if not file.is_file():
        missing = "axe-core is missing: npm install --no-save --prefix . axe-core@4.14.1"
        if os.environ.get("PAPERKG_ALL") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    return file.read_text("utf-8")


def serious_faults(tab):
    found = tab.evaluate("axe.run().then((result) => result.violations)")
    serious = [each for each in found if each["impact"] in {"serious", "critical"}]
    return [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in serious]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(visit, small, axe, size, scheme):
    opened = visit(small, size=size, scheme=scheme)
    opened.tab.evaluate(axe)
    for step in ("null", "document.getElementById('show-list').click()", "window.paperkg.choose(0)"):
        opened.tab.evaluate(step)
        opened.read()
        assert serious_faults(opened.tab) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_the_report(browser, tmp_path, small, axe, scheme):
    file = tmp_path / "report.html"
    file.write_text(report(small, gaps=(Gap("ferns", "moss", 4),)), encoding="utf-8")
    context = browser.new_context(offline=True, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(file.as_uri())
    tab.evaluate(axe)
    assert serious_faults(tab) == []
    context.close()


def test_the_report_opens_offline(browser, tmp_path, hostile, attack):
    file = tmp_path / "report.html"
    file.write_text(report(hostile), encoding="utf-8")
    context = browser.new_context(offline=True)
    tab = context.new_page()
    troubles = []
    tab.on("console", lambda message: troubles.append(message.text))
    tab.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    tab.goto(file.as_uri())
    assert tab.query_selector_all("img, script") == []
    assert attack in tab.inner_text("main")
    assert troubles == []
    context.close()
