"""How soon the page is drawn, beside a blank page and beside pyvis as it ships, and how smoothly it is used.

Give one or more folders that ``paperkg build`` wrote:

    uv run --group dev python benchmarks/page.py output

Each page is opened from the disk in headless Chromium (software rendering, no network) as often as ``--times`` says; the
median is printed. "Drawn" is the time from the call that opens the page until the second animation frame after it was
loaded (and, for ours, after its first drawing). pyvis gets the same nodes, edges and positions, everything inlined,
physics off. Frames of a drag are counted beside those of an empty canvas that is cleared in each frame, in the same run;
CPU seconds are those of all processes of the browser.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from paperkg.cache import Cache
from paperkg.folder import BuildFolder
from paperkg.records import Collection
from paperkg.view import page
from paperkg.view.layout import layout_of
from paperkg.view.network import network_of

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SIZE = {"width": 1440, "height": 900}
BLANK = "<!doctype html><title>blank</title><canvas></canvas>"
EMPTY_CANVAS = """<!doctype html><title>canvas</title><style>body{margin:0}</style><canvas data-drawn width=1440 height=900></canvas>
<script>window.paperkg = { current: { drawn: 1 } }; let asked = false;
const context = document.querySelector("canvas").getContext("2d");
addEventListener("mousemove", () => { if (asked) return; asked = true; requestAnimationFrame(() => {
asked = false; context.clearRect(0, 0, 1440, 900); window.paperkg.current.drawn += 1; }); });</script>"""
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OURS_DRAWN = "[data-drawn]"
PANEL_READ = "#panel[aria-busy=false]"
DRAG_SECONDS = 4
MAXIMUM_NODES = 1500


def pyvis_page(collection: Collection, cache: Cache) -> str:
    import pyvis.edge
    import pyvis.network

    network = network_of(collection)
    drawing = pyvis.network.Network(directed=True, cdn_resources="in_line")
    drawing.toggle_physics(False)
    for node, (x, y) in zip(network.nodes, layout_of(network, MAXIMUM_NODES, cache).positions, strict=True):
        drawing.add_node(node.number, label=node.label, x=x, y=y, title=node.label)
    # Its add_edge looks through all nodes for each edge; that is no matter of drawing.
    drawing.edges += [pyvis.edge.Edge(edge.source, edge.target, True).options for edge in network.edges]
    html: str = drawing.generate_html()
    return html


@contextmanager
def opened(browser: Any, limit: float) -> Iterator[Any]:
    context = browser.new_context(viewport=SIZE, offline=True)
    tab = context.new_page()
    tab.set_default_timeout(limit * 1000)
    yield tab
    context.close()


def drawn_after(browser: Any, file: Path, limit: float, *, ours: bool) -> float | None:
    from playwright.sync_api import Error

    with opened(browser, limit) as tab:
        started = time.perf_counter()
        try:
            tab.goto(file.as_uri(), wait_until="load")
            tab.wait_for_selector(OURS_DRAWN if ours else "canvas")
            tab.evaluate(TWO_FRAMES)
        except Error:
            return None
        return time.perf_counter() - started


def browser_seconds() -> float:
    """Return the CPU seconds of the browser that this process started, and of all its children."""
    parents, seconds = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            seconds[int(entry.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return sum(spent for process, spent in seconds.items() if _descends(process, parents))


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        process = parents[process]
        if process == os.getpid():
            return True
    return False


def frames(browser: Any, file: Path, limit: float) -> tuple[float, float]:
    """Return the frames a second, and the frames a CPU second, of a drag."""
    with opened(browser, limit) as tab:
        tab.goto(file.as_uri(), wait_until="load")
        tab.wait_for_selector(OURS_DRAWN)
        tab.mouse.move(300, 850)
        tab.mouse.down()
        before, spent, started = tab.evaluate("window.paperkg.current.drawn"), browser_seconds(), time.perf_counter()
        step = 0
        while time.perf_counter() - started < DRAG_SECONDS:
            step += 1
            tab.mouse.move(300 + 5 * (step % 60), 850 - 3 * (step % 80))
        elapsed = time.perf_counter() - started
        drawn = tab.evaluate("window.paperkg.current.drawn") - before
        return drawn / elapsed, drawn / (browser_seconds() - spent)


def uses(browser: Any, file: Path, limit: float) -> dict[str, float]:
    """Return the seconds that a reader waits for what the page is used for."""
    found = {}
    with opened(browser, limit) as tab:
        tab.goto(file.as_uri(), wait_until="load")
        tab.wait_for_selector(OURS_DRAWN)
        term = "window.paperkg.nodes.reduce((a, b) => (!b.isPaper && b.papers > a.papers ? b : a), { papers: 0 })"
        label = tab.evaluate(f"{term}.label")
        found["first search"] = timed(tab, lambda: tab.fill("#search", label[:-1]), "#found")
        found["next search"] = timed(tab, lambda: tab.fill("#search", label), "#found")
        found["its panel"] = timed(tab, lambda: tab.press("#search", "Enter"), PANEL_READ)
        found["a paper's panel"] = timed(tab, lambda: tab.evaluate("window.paperkg.choose(0)"), PANEL_READ)
        found["all again"] = timed(tab, lambda: tab.evaluate("window.paperkg.choose(null)"), PANEL_READ)
        if tab.evaluate("window.paperkg.current.folded.size"):
            opening = "document.querySelector('#panel ul.plain button').click()"
            found["largest group opened"] = timed(tab, lambda: tab.evaluate(opening), PANEL_READ)
    return found


def timed(tab: Any, act: Callable[[], object], until: str) -> float:
    started = time.perf_counter()
    act()
    tab.wait_for_selector(until)
    tab.evaluate(TWO_FRAMES)
    return time.perf_counter() - started


def measure(browser: Any, folder: Path, collection: Collection, times: int, limit: float) -> None:
    spent = time.process_time()
    cache = Cache(folder / f"{len(collection.papers)}.sqlite")
    ours = page(collection, maximum_nodes=MAXIMUM_NODES, cache=cache)
    spent = time.process_time() - spent
    again = time.process_time()
    page(collection, maximum_nodes=MAXIMUM_NODES, cache=cache)
    again = time.process_time() - again
    files = {"blank": BLANK, "canvas": EMPTY_CANVAS, "paperkg": ours, "pyvis": pyvis_page(collection, cache)}
    for name, html in files.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    print(
        f"{len(collection.papers):,} papers: page made in {spent:.1f} CPU s, again in {again:.1f}, {len(ours.encode()) / 1e6:.2f} MB"
    )
    for name in ("blank", "paperkg", "pyvis"):
        runs = [drawn_after(browser, folder / f"{name}.html", limit, ours=name == "paperkg") for _ in range(times)]
        finished = [run for run in runs if run is not None]
        words = f"{statistics.median(finished):.2f} s" if finished else f"not within {limit:.0f} s"
        print(f"  {name:8} drawn after {words}", flush=True)
    for name in ("canvas", "paperkg"):
        second, cpu_second = frames(browser, folder / f"{name}.html", limit)
        print(f"  {name:8} dragged at {second:.0f} frames a second, {cpu_second:.0f} a CPU second", flush=True)
    waits = (f"{use} {seconds:.2f} s" for use, seconds in uses(browser, folder / "paperkg.html", limit).items())
    print(f"  waits: {', '.join(waits)}", flush=True)


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
