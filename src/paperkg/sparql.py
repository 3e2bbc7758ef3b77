"""What a query's text says before it is run: whether it asks another server, and where it is wrong."""

from __future__ import annotations

import re

# The tokens of the SPARQL 1.1 grammar (section 19.8) in which the letters of a keyword mean something else, then words.
TOKEN = re.compile(
    r'''
      (?P<string>"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
    | (?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
    | (?P<comment>\#[^\n\r]*)
    | (?P<variable>[?$]\w+)
    | (?P<prefixed>[\w.-]*:(?:[\w:%\\-]|\.+(?=[\w:%\\-]))*)
    | (?P<language>@[A-Za-z-]+)
    | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
    | (?P<word>[A-Za-z_]\w*)
    ''',
    re.VERBOSE | re.DOTALL,
)
# "1<2)SERVICE#>" reads as an address and as a comparison; only in the second is the word a keyword.
HIDDEN_IN_ADDRESS = re.compile(r"\).*service", re.IGNORECASE)
CHARACTER_CLASSES = re.compile(r",?\s*\[[^\]]*\](?:\s*\|[^\]]*\])*")
PLACE = re.compile(r"at (\d+):(\d+)")


UPDATES = frozenset({"INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"})
"""The words that an update begins with (SPARQL 1.1 Update, section 3)."""


def is_update(sparql: str) -> bool:
    """Return whether the first keyword behind the prologue is one of an update."""
    words = (token["word"].upper() for token in TOKEN.finditer(sparql) if token["word"])
    return next((word for word in words if word not in ("PREFIX", "BASE")), "") in UPDATES


def asks_elsewhere(sparql: str) -> bool:
    """Return whether a query holds the keyword SERVICE, with which it would ask another server."""
    for token in TOKEN.finditer(sparql):
        if token["word"] and token["word"].upper() == "SERVICE":
            return True
        if token["iri"] and HIDDEN_IN_ADDRESS.search(token["iri"]):
            return True
    return False


def with_escaped_dots(sparql: str) -> str:
    """Return the query with the dots inside local names escaped where there are two or more.

    Oxigraph 0.5 reads ``paper:doi-10.1-acl.main.1`` up to its second dot only, against the grammar's rule PN_LOCAL.
    """

    def escaped(token: re.Match[str]) -> str:
        prefix, colon, local = (token["prefixed"] or "").partition(":")
        return prefix + colon + local.replace(".", r"\.") if local.count(".") > 1 and "\\" not in local else token[0]

    return TOKEN.sub(escaped, sparql)


def show_place(sparql: str, message: str) -> str:
    """Return the line of ``sparql`` that ``message`` says is wrong with a caret below the place, else nothing."""
    place = PLACE.search(message)
    lines = sparql.splitlines()
    if place is None or not 1 <= int(place[1]) <= len(lines):
        return ""
    return f"\n  {lines[int(place[1]) - 1]}\n  {' ' * (int(place[2]) - 1)}^"


def readable(message: str) -> str:
    """Return a parser's message without the character classes that it would also have accepted."""
    return CHARACTER_CLASSES.sub("", " ".join(message.split()))
