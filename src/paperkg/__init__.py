"""paperkg turns a pile of research papers into a knowledge graph in which every edge can say why it is there.

The names below are loaded when they are first asked for, so that ``import paperkg`` costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperkg.build import build
    from paperkg.errors import PaperkgError
    from paperkg.folder import BuildFolder
    from paperkg.mentions import Extractor
    from paperkg.query import ask_question, ask_sparql
    from paperkg.read import read_papers
    from paperkg.settings import BuildSettings
    from paperkg.store import load, open_store
    from paperkg.text import passage
    from paperkg.update import remove, update
    from paperkg.view import page

__version__ = "0.1.0"

__all__ = [
    "BuildFolder",
    "BuildSettings",
    "Extractor",
    "PaperkgError",
    "ask_question",
    "ask_sparql",
    "build",
    "load",
    "open_store",
    "page",
    "passage",
    "read_papers",
    "remove",
    "update",
]

_HOMES = {
    "BuildFolder": "folder",
    "BuildSettings": "settings",
    "Extractor": "mentions",
    "PaperkgError": "errors",
    "ask_question": "query",
    "ask_sparql": "query",
    "build": "build",
    "load": "store",
    "open_store": "store",
    "page": "view",
    "passage": "text",
    "read_papers": "read",
    "remove": "update",
    "update": "update",
}
"""The module of each public name; the rooms behind them stay unloaded until then."""


def __getattr__(name: str) -> object:
    """Return a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'paperkg' has no attribute {name!r}")
    return getattr(import_module(f"paperkg.{_HOMES[name]}"), name)


class _Package(ModuleType):
    """The package itself: a public name stays what it is when the module of that name is imported.

    Python's import binds a submodule to its package under the submodule's name, which would turn ``paperkg.build`` from
    the function into the module once anything had imported ``paperkg.build``.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
