"""The page in a real browser with the network off, driven as a person would."""

from dataclasses import replace

import pytest

pytestmark = pytest.mark.browser


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


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("choice", ["qwen", "able", "solo", "abc"])
def test_hostile_texts_run_nothing(visit, choice, packed, hostile, attack):
    opened = visit(hostile, packed=packed)
    opened.tab.fill("#search", choice)
    opened.tab.wait_for_selector("#found li")
    opened.tab.press("#search", "Enter")
    opened.read()
    assert attack in opened.heading()
    assert attack in opened.tab.inner_text("#panel blockquote")
    opened.tab.goto(opened.address + opened.tab.evaluate("location.hash"))
    assert attack in opened.heading()
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


def test_a_packed_page_shows_the_same(visit, small):
    opened = visit(small, packed=True)
    opened.search("able better")
    assert "Ada Example, Bo Example" in opened.tab.inner_text("#panel")
    quotes = opened.tab.eval_on_selector_all("#panel blockquote", "all => all.map(each => each.textContent)")
    assert "We propose ABC on top of Qwen3-8B." in quotes


def test_no_script_but_its_own_runs_in_the_page(visit, small):
    opened = visit(small)
    ran = opened.tab.evaluate(
        """() => { const made = document.createElement('script'); made.textContent = 'window.ran = true';
        document.body.append(made); return Boolean(window.ran); }"""
    )
    assert not ran
    assert "Content Security Policy" in opened.troubles.pop()


def test_a_page_of_a_node_opens_at_it_and_shows_what_is_near(visit, small):
    opened = visit(small, options={"focus": "text-2", "depth": 2})
    assert opened.heading() == "Reading with Qwen3-8B"
    assert opened.shown() == {"ABC: Able Better Coding", "Reading with Qwen3-8B", "GPQA-Diamond", "Qwen3-8B"}
    assert opened.bright() == {"Reading with Qwen3-8B", "GPQA-Diamond", "Qwen3-8B"}


def test_a_picture_moves_with_the_pointer_and_the_map_follows(visit, small):
    opened = visit(small)
    mouse, corner = opened.tab.mouse, opened.tab.locator("#map").bounding_box()
    before = opened.tab.evaluate("window.paperkg.network.getViewPosition().x * window.paperkg.network.getScale()")
    mouse.move(corner["x"] + 20, corner["y"] + 20)
    mouse.down()
    mouse.move(corner["x"] + 90, corner["y"] + 20, steps=6)
    opened.tab.wait_for_selector("#sheet")
    assert opened.tab.evaluate("document.querySelector('#sheet').style.transform").startswith("translate(")
    mouse.up()
    opened.tab.wait_for_selector("#sheet", state="hidden")
    after = opened.tab.evaluate("window.paperkg.network.getViewPosition().x * window.paperkg.network.getScale()")
    assert before - after > 40


def test_of_a_node_with_very_many_lines_the_map_shows_the_best_and_the_panel_all(visit, small):
    reader, reading = small.papers[1], small.links[5]
    many, links = [], []
    for number in range(400):
        name = f"text-{number:04}"
        many.append(replace(reader, label=f"Reader {number}", paper=replace(reader.paper, id=name)))
        quoted = replace(reading.evidence[0], paper=name)
        links.append(replace(reading, paper=name, subject=name, score=0.5 + number / 1000, evidence=(quoted,)))
    opened = visit(replace(small, papers=(*small.papers, *many), links=(*small.links, *links)))
    opened.search("qwen3-8b")
    assert len(opened.bright()) == 301
    assert "The map shows the best 300 of 403 lines" in opened.tab.inner_text("#panel")
    opened.tab.get_by_role("button", name="390 more").click()
    assert opened.tab.locator("#panel .connection").count() == 403


def test_a_button_lets_the_nodes_move(visit, small):
    opened = visit(small)
    before = opened.tab.evaluate("window.paperkg.network.getPositions()")
    opened.tab.click("#move")
    opened.tab.wait_for_timeout(500)
    assert opened.tab.evaluate("window.paperkg.network.getPositions()") != before
