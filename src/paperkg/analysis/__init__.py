"""What a graph tells beyond its edges: why, by what path, what is similar, what is missing, and what changed."""

from paperkg.analysis.diff import Difference, diff
from paperkg.analysis.edges import Quote, Thing
from paperkg.analysis.gaps import Gap, gaps
from paperkg.analysis.matrix import Matrix, matrix
from paperkg.analysis.path import Path, path
from paperkg.analysis.show import PaperCard, TermCard, show
from paperkg.analysis.similar import Similar, similar
from paperkg.analysis.why import Why, why

__all__ = [
    "Difference",
    "Gap",
    "Matrix",
    "PaperCard",
    "Path",
    "Quote",
    "Similar",
    "TermCard",
    "Thing",
    "Why",
    "diff",
    "gaps",
    "matrix",
    "path",
    "show",
    "similar",
    "why",
]
