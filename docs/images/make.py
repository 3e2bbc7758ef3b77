"""Takes the pictures of the documentation anew: builds the seeds, opens the map in Chromium, saves it as a small PNG.

uv run --group dev --with pillow python docs/images/make.py    # after: apt-get install chromium fonts-inter
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from paperkg.build import build
from paperkg.settings import BuildSettings

HERE = Path(__file__).parent
SIZE = {"width": 1440, "height": 900}
COLOURS = 256


def screenshot(file: Path) -> bytes:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_context(viewport=SIZE, offline=True).new_page()
        tab.goto(file.as_uri())
        tab.wait_for_selector("#map[data-drawn]")
        picture: bytes = tab.screenshot()
        browser.close()
    return picture


def main() -> None:
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        build([HERE.parents[1] / "seeds"], Path(folder), BuildSettings())
        picture = Image.open(io.BytesIO(screenshot(Path(folder) / "graph.html")))
    quantized = picture.convert("RGB").quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    quantized.save(HERE / "seeds.png", optimize=True)


if __name__ == "__main__":
    main()
