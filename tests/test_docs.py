"""Every command in README and docs runs, and prints what the page shows: ``...`` stands for anything."""

import os
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from paperkg.commands import COMMANDS, main

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```(?:sh|shell|bash)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.weights


@dataclass(frozen=True)
class Example:
    command: str
    expected: str
    exit_code: int


def examples(page):
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            exit_code = re.search(r"^\[exit (\d)\]\n?", shown, re.MULTILINE)
            yield Example(
                command,
                re.sub(r"^\[exit \d\]\n?", "", shown, flags=re.MULTILINE),
                int(exit_code[1]) if exit_code else 0,
            )


def pattern_of(expected):
    return ".*".join(re.escape(part) for part in expected.split("..."))


@pytest.fixture
def workplace(seeds_build, tmp_path, monkeypatch):
    """A folder like a checkout: the seeds, and the build of them in ``output``."""
    shutil.copytree(ROOT / "seeds", tmp_path / "seeds")
    shutil.copytree(seeds_build, tmp_path / "output")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_the_commands_of_a_page_run_and_print_what_it_shows(page, workplace):
    for example in examples(page):
        arguments = shlex.split(example.command.removeprefix("uv run "))
        assert arguments[0] == "paperkg", example.command
        result = CliRunner().invoke(main, arguments[1:])
        assert result.exit_code == example.exit_code, (example.command, result.stderr)
        shown = example.expected.strip()
        if shown:
            assert re.fullmatch(pattern_of(shown), result.stdout.strip(), re.DOTALL), (example.command, result.stdout)


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_the_python_of_a_page_runs(page, workplace, capsys):
    for code in PYTHON.findall(page.read_text(encoding="utf-8")):
        exec(compile(code, str(page), "exec"), {})


def test_the_first_command_of_the_readme_is_one_that_the_tool_takes():
    first = SHELL.findall((ROOT / "README.md").read_text(encoding="utf-8"))[0].strip()
    assert first == "pip install uv && uv run paperkg build seeds -o output"


def test_the_gate_runs_the_test_command_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = "uv run --group dev pytest"
    assert f"pip install uv && {command}\n" in readme
    assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        prose = re.sub(r"`[^`]*`", "", page.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", prose):
            if "://" not in target:
                assert (page.parent / target).exists(), (page, target)


def test_the_reference_of_commands_is_their_help(monkeypatch):
    """``PAPERKG_REWRITE=1`` writes the page anew."""
    monkeypatch.setenv("COLUMNS", "100")
    page = ROOT / "docs" / "reference" / "commands.md"
    expected = "".join(reference())
    if os.environ.get("PAPERKG_REWRITE"):
        page.write_text(expected, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == expected


def reference():
    yield "# Commands\n\nWhat each command says of itself with `--help`.\n\n"
    yield "Exit codes: 0, nothing was lost; 1, done, but a record or a file could not be read; 2, wrong usage.\n"
    for command in COMMANDS:
        shown = CliRunner().invoke(main, [command, "--help"], prog_name="paperkg").output
        yield f"\n## paperkg {command}\n\n```text\n{shown.strip()}\n```\n"
