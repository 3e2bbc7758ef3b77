"""Builds that tests of exporters share."""

import json
import os
import shutil
from importlib.util import find_spec

import pytest

from paperkg.export.contents import Contents
from paperkg.export.ntriples import ntriples
from paperkg.export.turtle import turtle
from paperkg.folder import MANIFEST, NTRIPLES, TURTLE, BuildFolder, write_collection
from paperkg.graph import statements
from paperkg.records import Collection
from paperkg.settings import GraphSettings


@pytest.fixture
def build_of(tmp_path_factory, run):
    """Return a function that writes a collection as a build's folder and opens it."""

    def build(collection, **settings):
        folder = tmp_path_factory.mktemp("build")
        write_collection(collection, folder)
        canonical = ntriples(statements(collection, GraphSettings(**settings), run))
        (folder / NTRIPLES).write_bytes(canonical)
        (folder / TURTLE).write_bytes(turtle(canonical))
        (folder / MANIFEST).write_text(json.dumps({"settings": {"graph": settings}}), encoding="utf-8")
        return BuildFolder(folder)

    return build


@pytest.fixture
def contents(build_of, collection):
    return Contents(build_of(collection))


@pytest.fixture
def empty(build_of):
    return Contents(build_of(Collection(papers=(), entities=(), links=(), results=())))


@pytest.fixture(scope="session")
def need():
    """Return a function that skips the test where a package or program is missing, and fails it under PAPERKG_ALL=1."""

    def check(name, command):
        if find_spec(name) is None and shutil.which(name) is None:
            reason = f"{name} is missing, install it with: {command}"
            if os.environ.get("PAPERKG_ALL") == "1":
                pytest.fail(reason)
            pytest.skip(reason)

    return check


EXTRAS = {"parquet": ("pyarrow", "uv sync --inexact --extra parquet")}


@pytest.fixture
def needed_packages(request, need):
    """Skip a test of a target whose package is missing."""
    name = request.node.callspec.params.get("name") if hasattr(request.node, "callspec") else None
    if name in EXTRAS:
        need(*EXTRAS[name])
