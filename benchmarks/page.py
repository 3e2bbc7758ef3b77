"""How soon the page is drawn, beside a blank page and beside pyvis as it ships, and how smoothly it is dragged.

Give one or more folders that ``paperkg build`` wrote:

    uv run --group dev python benchmarks/page.py output

Each page is opened from the disk in headless Chromium (software rendering, no network) as often as ``--times`` says; the
median is printed. "Drawn" is the time from the call that opens the page until the second animation frame after it was
loaded. pyvis gets the same nodes, edges and positions, everything inlined, physics off.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from paperkg.folder import BuildFolder
from paperkg.records import Collection
from paperkg.view import page
from paperkg.view.layout import layout_of
from paperkg.view.network import network_of

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BLANK = "<!doctype html><title>blank</title><canvas></canvas>"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DRAG_SECONDS = 3


def pyvis_page(collection: Collection) -> str:
    import pyvis.edge
    import pyvis.network

    network = network_of(collection)
    drawing = pyvis.network.Network(directed=True, cdn_resources="in_line")
    drawing.toggle_physics(False)
    for node, (x, y) in zip(network.nodes, layout_of(network).positions, strict=True):
        drawing.add_node(node.number, label=node.label, x=x, y=y, title=node.label)
    # Its add_edge looks through all nodes for each edge; that is no matter of drawing.
    drawing.edges += [pyvis.edge.Edge(edge.source, edge.target, True).options for edge in network.edges]
    html: str = drawing.generate_html()
    return html


def drawn_after(browser: Any, file: Path, limit: float) -> float | None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, offline=True)
    tab = context.new_page()
    tab.set_default_timeout(limit * 1000)
    started = time.perf_counter()
    try:
        tab.goto(file.as_uri(), wait_until="load")
        tab.evaluate(TWO_FRAMES)
        return time.perf_counter() - started
    except browser_errors():
        return None
    finally:
        context.close()


def browser_errors() -> type[Exception]:
    from playwright.sync_api import Error

    return Error


def frames_a_second(browser: Any, file: Path) -> float:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, offline=True)
    tab = context.new_page()
    tab.goto(file.as_uri(), wait_until="load")
    tab.wait_for_function("window.paperkg && window.paperkg.current.drawn > 0")
    tab.mouse.move(300, 850)
    tab.mouse.down()
    before = tab.evaluate("window.paperkg.current.drawn")
    started = time.perf_counter()
    step = 0
    while time.perf_counter() - started < DRAG_SECONDS:
        step += 1
        tab.mouse.move(300 + 5 * (step % 60), 850 - 3 * (step % 80))
    elapsed = time.perf_counter() - started
    drawn = tab.evaluate("window.paperkg.current.drawn") - before
    context.close()
    return drawn / elapsed


def measure(browser: Any, folder: Path, collection: Collection, times: int, limit: float) -> None:
    started = time.perf_counter()
    ours = page(collection)
    written = time.perf_counter() - started
    files = {"blank": BLANK, "paperkg": ours, "pyvis": pyvis_page(collection)}
    print(f"{len(collection.papers):,} papers: page written in {written:.1f} s, {len(ours.encode()) / 1e6:.2f} MB")
    for name, html in files.items():
        file = folder / f"{name}.html"
        file.write_text(html, encoding="utf-8")
        runs = [drawn_after(browser, file, limit) for _ in range(times)]
        finished = [run for run in runs if run is not None]
        words = f"{statistics.median(finished):.2f} s" if finished else f"not within {limit:.0f} s"
        print(f"  {name:8} drawn after {words}")
    print(f"  dragging: {frames_a_second(browser, folder / 'paperkg.html'):.0f} frames a second")


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120, help="seconds after which a page is given up")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for folder in options.folders:
            measure(browser, Path(scratch), BuildFolder(folder).collection(), options.times, options.limit)
        browser.close()


if __name__ == "__main__":
    main()
