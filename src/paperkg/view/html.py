"""Templates and what is inlined into them: every value is escaped, every script and style has its hash in the policy."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2
    import markupsafe

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Inline:
    """The text of a script or a style element, and the hash by which the page's policy lets it in."""

    text: markupsafe.Markup
    hash: str


def inline(text: str, *, kind: str) -> Inline:
    """Return ``text`` for an element named ``kind``.

    Raises:
        ValueError: the text holds the closing tag of its own element.
    """
    from markupsafe import Markup

    if f"</{kind}" in text.lower():
        raise ValueError(f"A {kind} of the page holds its own closing tag.")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Inline(Markup(text), f"sha256-{digest}")  # noqa: S704  # our own files, checked above


def json_block(value: object) -> markupsafe.Markup:
    """Return JSON in which no HTML parser can see a tag, an entity or the end of its block."""
    from markupsafe import Markup

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    escaped = text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return Markup(escaped)  # noqa: S704  # nothing that could be markup is left in it


def read(folder: str, name: str) -> str:
    """Return the text of a file of this room."""
    return (HERE / folder / name).read_text("utf-8")


def render(template: str, *, style: str, **values: object) -> str:
    """Return the page that a template makes of ``values``, with the style sheet of that name."""
    sheet = inline(read("style", style), kind="style")
    return _environment().get_template(template).render(style=sheet, **values)


@cache
def _environment() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "template"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
