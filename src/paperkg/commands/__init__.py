"""The command line: a thin file per command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    raise SystemExit("paperkg: no command yet")
