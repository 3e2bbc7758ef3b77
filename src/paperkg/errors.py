"""The errors of paperkg.

    PaperkgError
    ├── UsageError         a wrong option, a path that does not exist, a name that is not known (exit code 2)
    ├── VocabularyError    a term table that cannot be used
    ├── ModelError         bundled weights or a spaCy pipeline that are missing or are not the ones expected
    ├── GraphError         a folder that holds no graph, or one that is damaged
    ├── QueryError         a query that is wrong, refused, or stopped
    └── ExportError        a target that cannot be written

Each message says what is wrong, where, and what to do next. The command line prints the message without a traceback.
"""

from __future__ import annotations


class PaperkgError(Exception):
    """Base of every error that paperkg raises on purpose; ``remedy`` says what to do next."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy

    def __str__(self) -> str:
        """Return the message, and the remedy behind it where there is one."""
        message = super().__str__()
        return f"{message} {self.remedy}" if self.remedy else message


class UsageError(PaperkgError):
    """The command was called with a path, an option or a name that does not exist."""


class VocabularyError(PaperkgError):
    """A term table is missing a column, repeats an id, or points to an entry that is not there."""


class ModelError(PaperkgError):
    """Weights or a language pipeline are missing, or their hash is not the one expected."""


class GraphError(PaperkgError):
    """A folder holds no graph, or files that do not belong together."""


class QueryError(PaperkgError):
    """A query is not valid SPARQL, asks for what is refused, or ran past its limit."""


class ExportError(PaperkgError):
    """A target cannot be written, or what was written does not read back the same."""
