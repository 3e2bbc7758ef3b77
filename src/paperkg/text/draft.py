"""A text on its way to being clean: what it reads now, and where each of its characters came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperkg.records import Span


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put ``replacement`` where ``start`` to ``end`` stood; every new character is said to come from ``start``."""

    start: int
    end: int
    replacement: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A text, the offset of each character in the raw text, and the spans that markup set apart."""

    text: str
    origins: tuple[int, ...]
    emphasis: tuple[Span, ...] = ()

    @classmethod
    def of(cls, raw: str) -> Draft:
        """Return the draft of a raw text, nothing changed yet."""
        return cls(raw, tuple(range(len(raw))))

    def revised(self, edits: Iterable[Edit], emphasis: Sequence[Span] = ()) -> Draft:
        """Return the draft after the edits; ``emphasis`` is given in offsets of the draft before them.

        An edit that begins inside an earlier one is left out, so that edits never contradict each other.
        """
        pieces: list[str] = []
        origins: list[int] = []
        moved = [0] * (len(self.text) + 1)
        here = length = 0
        for edit in [*sorted(edits), Edit(len(self.text), len(self.text))]:
            if edit.start < here:
                continue
            pieces += self.text[here : edit.start], edit.replacement
            origins += self.origins[here : edit.start]
            moved[here : edit.start] = range(length, length + edit.start - here)
            length += edit.start - here
            origins += [self.origins[edit.start]] * len(edit.replacement) if edit.replacement else []
            moved[edit.start : edit.end] = [length] * (edit.end - edit.start)
            length += len(edit.replacement)
            here = edit.end
        moved[len(self.text)] = length
        text = "".join(pieces)
        spans = {_trimmed(text, moved[span.start], moved[span.end]) for span in (*self.emphasis, *emphasis)}
        return Draft(text, tuple(origins), tuple(sorted(span for span in spans if span.end - span.start > 1)))


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
