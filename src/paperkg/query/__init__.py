"""Answers from a graph: SPARQL, named questions (a ``.rq`` file each), and the node that a name means."""

from paperkg.query.answers import Answer, Statements, Table, Truth
from paperkg.query.ask import ask_question, ask_sparql
from paperkg.query.formats import FORMATS
from paperkg.query.named import Question, question, questions
from paperkg.query.nodes import find_node

__all__ = [
    "FORMATS",
    "Answer",
    "Question",
    "Statements",
    "Table",
    "Truth",
    "ask_question",
    "ask_sparql",
    "find_node",
    "question",
    "questions",
]
