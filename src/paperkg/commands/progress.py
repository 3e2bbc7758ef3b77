"""Progress on stderr, drawn only where a person watches."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any


class Bar:
    """A bar a stage, with rate and remaining time; silent where stderr is no terminal."""

    def __init__(self) -> None:
        self._progress: Any = None
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> Bar:
        """Start drawing, on a terminal."""
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wipe what was drawn."""
        if self._progress is not None:
            self._progress.stop()

    def tell(self, stage: str, done: int, total: int | None) -> None:
        """Draw that ``done`` of ``total`` are done in a stage."""
        if self._progress is None:
            return
        if stage not in self._tasks:
            self._tasks[stage] = self._progress.add_task(stage, total=total)
        self._progress.update(self._tasks[stage], completed=done, total=total)
