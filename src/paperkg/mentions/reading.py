"""A text as an encoder read it: a state for each word piece, from which the vector of any phrase in it is made.

A phrase's vector is the mean over the states of its own pieces, at every place where it stands: the text is read once,
each phrase with all that stands around it ("late chunking", Günther et al. 2024, https://arxiv.org/abs/2409.04701,
section 3.1). ``docs/decisions/phrases-read-in-place.md`` says what that costs and gains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperkg.records import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Places = NDArray[np.int64]

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class Reading:
    """The pieces of a text in its order: where each begins and ends, in characters, and its states.

    ``states`` are those of the last layer, of shape (pieces, width); ``middle`` those of a layer that still tells more
    of the single word than of the whole text, or None where the embedder has no layers.
    """

    starts: Places
    ends: Places
    states: Vectors
    middle: Vectors | None

    def vector(self) -> Vectors:
        """Return the vector of the whole text, of shape (width,): the mean over all states."""
        return _mean(self.states)

    def phrase(self, spans: Sequence[Span], *, middle: bool = False) -> Vectors:
        """Return the vector of a phrase that stands at ``spans``, of shape (width,); zeros where no piece stands."""
        import numpy as np

        states = self.middle if middle and self.middle is not None else self.states
        means = [_mean(states[first:after]) for first, after in map(self._pieces, spans) if first < after]
        return _mean(np.array(means, dtype=np.float32).reshape(len(means), states.shape[1]))

    def _pieces(self, span: Span) -> tuple[int, int]:
        first = int(self.ends.searchsorted(span.start, side="right"))
        return first, int(self.starts.searchsorted(span.end, side="left"))


def windows(text: str, starts: Sequence[int], room: int) -> Iterator[tuple[int, int]]:
    """Yield the pieces, from the first to the one behind the last, of stretches of at most ``room`` pieces.

    A stretch ends where a sentence does, and holds as many of them as it can; a longer sentence is cut.
    """
    begins = [match.end() for match in SENTENCE_END.finditer(text)]
    cuts, piece = [], 0
    for begin in begins:
        while piece < len(starts) and starts[piece] < begin:
            piece += 1
        cuts.append(piece)
    first = fits = 0
    for cut in (*cuts, len(starts)):
        while cut - first > room:
            after = fits if fits > first else first + room
            yield first, after
            first = after
        fits = cut
    if first < len(starts):
        yield first, len(starts)


def _mean(states: Vectors) -> Vectors:
    import numpy as np

    mean: Vectors = states.mean(axis=0) if len(states) else np.zeros(states.shape[1], dtype=np.float32)
    return mean
