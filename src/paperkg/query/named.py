"""The named questions: a file ``NAME.rq`` each, SPARQL with a title and parameters in comment lines at its top.

    # title: Models in which papers meet
    # parameter paper: paper, optional. The paper that the others meet.
    # example: paper=PixCLIP

A parameter is the variable of its name, bound where the line ``# values`` stands. A line that ends with ``# if paper``
counts only where that parameter is given, one with ``# unless paper`` only where it is not. The line ``# limit`` stands
where the rows are chosen: so many of them as the question has a line ``# rows: 100`` for, else three hundred, or as the
asker wants; ``# twice the limit`` where several of what is chosen may become one row. What is told of a row is looked up
after that, so that no question takes long however large the graph.

The values go in as a VALUES block, each written by the RDF library that reads it again. Oxigraph plans a query before
it puts in what it calls substitutions, and so would look at every edge first and at the paper asked about last.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Container, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Literal as Choice
from typing import cast

from pyoxigraph import Literal, NamedNode

from paperkg.errors import UsageError

ParameterKind = Choice["paper", "term", "node", "kind", "predicate", "text", "number", "flag"]

HEADER = re.compile(r"# (title|parameter (\w+)|example|rows): (.*)")
PARAMETER = re.compile(r"(paper|term|node|kind|predicate|text|number|flag)(, optional)?\. (.+)")
VALUES, LIMIT, TWICE = "# values", "# limit", "# twice the limit"
MOST_ROWS = 300
"""Rows that a question has unless it says so itself, or the asker does."""
CONDITION = re.compile(r"# (if|unless) (\w+)\s*$")


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a question can be asked about: the variable's name, what it takes, and whether it may be left out."""

    name: str
    kind: ParameterKind
    optional: bool
    description: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with a name: its title, parameters, an example of them, how many rows, and SPARQL with conditional lines."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    example: tuple[tuple[str, str], ...]
    rows: int
    text: str

    def parameter(self, name: str) -> Parameter:
        """Return the parameter of that name.

        Raises:
            UsageError: the question has none of that name.
        """
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        known = ", ".join(parameter.name for parameter in self.parameters) or "none"
        raise UsageError(f"The question {self.name} has no parameter {name!r}.", remedy=f"It has: {known}.")

    def sparql(self, given: Mapping[str, NamedNode | Literal], limit: int | None = None) -> str:
        """Return the SPARQL with the parameters ``given`` bound, lines for others left out, for ``limit`` rows.

        Raises:
            UsageError: a parameter that the question needs is not given.
        """
        for parameter in self.parameters:
            if not parameter.optional and parameter.name not in given:
                raise UsageError(
                    f"The question {self.name} needs a {parameter.name}: {parameter.description}",
                    remedy=f"Add: --set {parameter.name}=...",
                )
        lines = [line for line in self.text.splitlines() if _counts(line, given)]
        rows = self.rows if limit is None else limit
        stands_for = {VALUES: _values(given), LIMIT: f"LIMIT {rows}", TWICE: f"LIMIT {2 * rows}"}
        return "\n".join(stands_for.get(CONDITION.sub("", line).strip(), line) for line in lines)


def _values(given: Mapping[str, NamedNode | Literal]) -> str:
    """Return a VALUES block that binds each name to its value; nothing for no names."""
    names = sorted(given)
    if not names:
        return ""
    return f"VALUES ({' '.join('?' + name for name in names)}) {{ ({' '.join(str(given[name]) for name in names)}) }}"


def _counts(line: str, given: Container[str]) -> bool:
    condition = CONDITION.search(line)
    return condition is None or (condition[2] in given) == (condition[1] == "if")


@cache
def questions() -> dict[str, Question]:
    """Return all named questions by name, in the order of their names."""
    paths = sorted(Path(__file__).parent.glob("*.rq"))
    return {path.stem: read_question(path.stem, path.read_text(encoding="utf-8")) for path in paths}


def question(name: str) -> Question:
    """Return the question of that name.

    Raises:
        UsageError: there is none; the message names those that were perhaps meant, or all.
    """
    known = questions()
    if name not in known:
        close = get_close_matches(name, known)
        remedy = f"Did you mean {' or '.join(close)}?" if close else f"There are: {', '.join(known)}."
        raise UsageError(f"There is no question named {name!r}.", remedy=remedy)
    return known[name]


def read_question(name: str, text: str) -> Question:
    """Return the question that a file says.

    Raises:
        ValueError: it has no title, or a line of its header cannot be read.
    """
    title, parameters, example, rows = "", [], "", MOST_ROWS
    for line in text.splitlines():
        header = HEADER.fullmatch(line)
        if header is None:
            break
        if header[1] == "title":
            title = header[3]
        elif header[1] == "example":
            example = header[3]
        elif header[1] == "rows":
            rows = int(header[3])
        else:
            parts = PARAMETER.fullmatch(header[3])
            if parts is None:
                raise ValueError(f"{name}.rq: cannot read the parameter {line!r}")
            parameters.append(Parameter(header[2], cast("ParameterKind", parts[1]), bool(parts[2]), parts[3]))
    if not title:
        raise ValueError(f"{name}.rq has no title")
    pairs = tuple((key, value) for key, _, value in (part.partition("=") for part in shlex.split(example)))
    return Question(name, title, tuple(parameters), pairs, rows, text)
