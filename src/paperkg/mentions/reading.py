"""A text as an encoder read it: a state for each word piece, from which the vector of any phrase in it is made.

A phrase's vector is the mean over the states of its own pieces, at every place where it stands: the text is read once,
each phrase with all that stands around it ("late chunking", Günther et al. 2024, https://arxiv.org/abs/2409.04701,
section 3.1). ``docs/decisions/phrases-read-in-place.md`` says what that costs and gains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
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
    """The pieces of a text in its order: where each begins and ends, in characters, and its states (pieces, width)."""

    starts: Places
    ends: Places
    states: Vectors

    def vector(self) -> Vectors:
        """Return the vector of the whole text, of shape (width,): the mean over all states; zeros where there is none."""
        return _mean(self.states)

    def phrases(self, many: Sequence[Sequence[Span]]) -> Vectors:
        """Return the vector of each phrase, given by where it stands, of shape (phrases, width).

        It is the mean over the means of its places; zeros where no piece stands.
        """
        import numpy as np

        places = [span for spans in many for span in spans]
        firsts = self.ends.searchsorted([span.start for span in places], side="right").tolist()
        afters = self.starts.searchsorted([span.end for span in places], side="left").tolist()
        stretches = iter(zip(firsts, afters, strict=True))
        vectors = np.zeros((len(many), self.states.shape[1]), dtype=np.float32)
        for vector, spans in zip(vectors, many, strict=True):
            means = [_mean(self.states[first:after]) for first, after in islice(stretches, len(spans)) if first < after]
            if means:
                vector[:] = means[0] if len(means) == 1 else _mean(np.array(means))
        return vectors


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

    # The same as states.mean(axis=0), in half the time where there are few.
    mean: Vectors = np.add.reduce(states, axis=0) / np.float32(max(1, len(states)))
    return mean
