"""The command line: a thin file per command, loaded when it is called."""

from __future__ import annotations

import importlib

import click

from paperkg import __version__
from paperkg.errors import PaperkgError

COMMANDS = {
    "build": "Turn papers into a knowledge graph.",
    "update": "Add papers to a graph, or change them.",
    "remove": "Take papers out of a graph.",
    "read": "Print the papers in files as JSON lines.",
    "extract": "Print what is found in each paper as JSON lines.",
    "query": "Ask the graph in SPARQL, or a question with a name.",
    "show": "Print everything known of a paper or a term.",
    "why": "Print the sentences behind an edge, or between two papers.",
    "path": "Print the shortest way from one node to another.",
    "similar": "Print the papers that share most with one.",
    "gaps": "Print what nobody has brought together yet.",
    "matrix": "Print who uses what, as a table.",
    "merges": "Print how names were merged, and what only looks alike.",
    "diff": "Print what changed between two builds.",
    "evaluate": "Score predictions against a gold file.",
    "resolve": "Print given mentions with what each one means.",
    "check": "Check that a build is whole and sound.",
    "serve": "Serve the graph to SPARQL clients and browsers on this machine.",
    "view": "Draw the graph as a page that opens offline.",
    "export": "Write the graph for another program.",
    "push": "Send the graph to a running server.",
}
"""Every command with its one line of help; the module of the same name holds it."""

FAILED = 2


class CommandLine(click.Group):
    """A group whose commands are imported when they are called, so that help stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"paperkg.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error of ours becomes its message and exit code 2."""
        try:
            return super().invoke(ctx)
        except PaperkgError as error:
            click.echo(f"paperkg: {error}", err=True)
            ctx.exit(FAILED)


@click.group(cls=CommandLine, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="paperkg")
def main() -> None:
    """Turn a pile of research papers into a knowledge graph in which every edge can say why it is there.

    Example: paperkg build seeds -o output
    """
