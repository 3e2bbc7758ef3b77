"""Builds that tests of exporters share."""

import json

import pytest

from paperkg.export.contents import Contents
from paperkg.export.ntriples import ntriples
from paperkg.folder import MANIFEST, NTRIPLES, BuildFolder, write_collection
from paperkg.graph import statements
from paperkg.records import Collection
from paperkg.settings import GraphSettings


@pytest.fixture
def build_of(tmp_path_factory, run):
    """Return a function that writes a collection as a build's folder and opens it."""

    def build(collection, **settings):
        folder = tmp_path_factory.mktemp("build")
        write_collection(collection, folder)
        (folder / NTRIPLES).write_bytes(ntriples(statements(collection, GraphSettings(**settings), run)))
        (folder / MANIFEST).write_text(json.dumps({"settings": {"graph": settings}}), encoding="utf-8")
        return BuildFolder(folder)

    return build


@pytest.fixture
def contents(build_of, collection):
    return Contents(build_of(collection))


@pytest.fixture
def empty(build_of):
    return Contents(build_of(Collection(papers=(), entities=(), links=(), results=())))
