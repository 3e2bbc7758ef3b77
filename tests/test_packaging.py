"""The wheel holds what it needs, installs without PyTorch, and works outside a checkout."""

import json
import os
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OVERRIDE = "sentence-transformers; sys_platform == 'never'"
MEGABYTES = 900
"""What an installation may weigh at most, Python itself aside."""

CODE = """
import importlib.metadata, json, sys
found = {}
for distribution in importlib.metadata.distributions():
    data = distribution.metadata
    classifiers = [each for each in data.get_all("Classifier") or () if each.startswith("License ::")]
    found[data["Name"].lower()] = " ".join([data.get("License-Expression") or "", (data.get("License") or "")[:80], *classifiers])
json.dump(found, sys.stdout)
"""


@pytest.fixture(scope="module")
def uv():
    program = shutil.which("uv")
    if program is None:
        if os.environ.get("PAPERKG_ALL"):
            pytest.fail("uv is missing: pip install uv")
        pytest.skip("uv is missing: pip install uv")
    return program


@pytest.fixture(scope="module")
def wheel(uv, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([uv, "build", "--quiet", "--wheel", "--out-dir", str(folder), str(ROOT)], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(uv, wheel, tmp_path_factory):
    """A fresh environment with the wheel in it, and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("environment")
    (folder / "overrides.txt").write_text(OVERRIDE, encoding="utf-8")
    subprocess.run([uv, "venv", "--quiet", str(folder / "venv")], check=True)
    newest = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]["exclude-newer"]
    command = [uv, "pip", "install", "--quiet", "--python", str(folder / "venv"), "--exclude-newer", newest]
    done = subprocess.run(
        [*command, "--overrides", str(folder / "overrides.txt"), str(wheel)], capture_output=True, text=True
    )
    if done.returncode and not os.environ.get("PAPERKG_ALL"):
        pytest.skip(f"the packages cannot be installed here: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    return folder / "venv"


def test_the_override_is_the_one_of_the_checkout_and_of_the_readme():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["uv"]["override-dependencies"] == [OVERRIDE]
    assert OVERRIDE in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_wheel_holds_the_vocabulary_the_ontology_and_the_weights(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "paperkg/ontology/paperkg.ttl",
        "paperkg/ontology/shapes.ttl",
        "paperkg/ontology/context.jsonld",
        "paperkg/ontology/cso.csv.gz",
        "paperkg/ontology/terms/models.csv",
        "paperkg/mentions/minilm/lower.onnx",
        "paperkg/mentions/minilm/upper.onnx",
        "paperkg/mentions/tagger/model.json",
        "paperkg/query/papers-on.rq",
        "paperkg/py.typed",
    } <= names
    assert any(name.endswith("NOTICE") for name in names)
    assert any(name.endswith("LICENSE") for name in names)


def test_an_installed_paperkg_builds_a_graph_outside_the_checkout(installed, tmp_path):
    shutil.copy(ROOT / "seeds" / "000_a46f80a4a20815bd.txt", tmp_path / "abstracts.txt")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL"))}
    subprocess.run(
        [str(installed / "bin" / "paperkg"), "build", "abstracts.txt", "-o", "out"],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
    )
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["papers"] == 19


def test_no_torch_comes_with_it_and_it_stays_small(installed):
    packages = {path.name for path in (installed / "lib").glob("python*/site-packages/*")}
    assert {"torch", "sentence_transformers", "transformers"} & packages == set()
    size = sum(path.stat().st_size for path in installed.rglob("*") if path.is_file() and not path.is_symlink())
    assert size < MEGABYTES * 2**20


def test_nothing_that_comes_with_it_is_under_the_gpl(installed):
    shown = subprocess.run([str(installed / "bin" / "python"), "-c", CODE], capture_output=True, text=True, check=True)
    licences = json.loads(shown.stdout)
    assert "keybert" in licences
    strict = {name: text for name, text in licences.items() if "GPL" in text and "LGPL" not in text}
    assert strict == {}
