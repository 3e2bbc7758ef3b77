"""What a command must not load, and what the tree must not hold."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "paperkg"
HEAVY = {"keybert", "spacy", "rdflib", "networkx", "rich", "torch", "onnxruntime", "sklearn", "numpy", "lxml", "pyvis"}


def loaded_by(arguments):
    code = (
        "import sys\n"
        f"sys.argv = {['paperkg', *arguments]!r}\n"
        "from paperkg.commands import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(' '.join(sorted({name.partition('.')[0] for name in sys.modules})), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def test_help_loads_nothing_heavy():
    assert loaded_by(["--help"]) & HEAVY == set()


@pytest.mark.parametrize("command", ["build", "read", "extract", "query", "view"])
def test_the_help_of_a_command_loads_nothing_heavy(command):
    assert loaded_by([command, "--help"]) & HEAVY == set()


def test_a_query_loads_neither_language_tools_nor_rdflib(seeds_build):
    loaded = loaded_by(["query", "ASK { ?a ?b ?c }", "-g", str(seeds_build)])
    assert loaded & {"keybert", "spacy", "rdflib", "networkx", "onnxruntime", "sklearn"} == set()


def test_files_stay_small():
    long = {
        str(path.relative_to(SOURCES)): count
        for path in SOURCES.rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 340
    }
    assert long == {}


def test_there_is_no_drawer():
    names = {path.stem for path in SOURCES.rglob("*") if path.suffix in ("", ".py")}
    assert names & {"utils", "util", "common", "helpers", "helper", "core", "misc", "model", "models"} == set()


def test_nothing_prints_and_nothing_catches_everything():
    for path in SOURCES.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^\s*except\s*:", text, re.MULTILINE), path
        assert not re.search(r"^\s*print\(", text, re.MULTILINE), path
