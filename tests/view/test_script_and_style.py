"""The page's own script and styles, by a formatter and a linter: https://biomejs.dev."""

import os
import subprocess
from pathlib import Path

import pytest

import paperkg.view
from paperkg.view.page import script

ROOT = Path(__file__).parents[2]
VIEW = Path(paperkg.view.__file__).parent
INSTALL = "Biome is missing: npm install --no-save --prefix . @biomejs/biome@2.6.8"


@pytest.fixture(scope="session")
def biome():
    program = ROOT / "node_modules" / ".bin" / "biome"
    if not program.is_file():
        if os.environ.get("PAPERKG_ALL") == "1":
            pytest.fail(INSTALL)
        pytest.skip(INSTALL)

    def run(*arguments):
        command = [program, *arguments, f"--config-path={ROOT}", "--error-on-warnings"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    return run


def test_scripts_and_styles_are_formatted(biome):
    code, told = biome("format", str(VIEW / "script"), str(VIEW / "style"))
    assert code == 0, told


def test_the_joined_script_and_the_styles_pass_the_linter(biome, tmp_path):
    (tmp_path / "page.js").write_text(script(), encoding="utf-8")
    code, told = biome("lint", str(tmp_path), str(VIEW / "style"))
    assert code == 0, told


@pytest.mark.parametrize("text", ["const unused = 1;", "undeclared();"])
def test_the_linter_finds_what_is_unused_and_undeclared(biome, tmp_path, text):
    (tmp_path / "page.js").write_text(f"(() => {{\n  {text}\n}})();\n", encoding="utf-8")
    code, _ = biome("lint", str(tmp_path))
    assert code != 0
