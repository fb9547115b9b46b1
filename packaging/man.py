"""Writes a manual page for each command: `python packaging/man.py FOLDER`, with the package click-man installed."""

import re
import sys

import click
from click_man.core import write_man_pages

from nonosat import __version__
from nonosat.apps.cli.program import program


def name_whole(command: click.Command) -> None:
    """Ends the first line of each page after a sentence, not after 45 letters."""
    sentence = re.match(r"(.*?)\.(\s|$)", " ".join((command.help or "").split()))
    command.short_help = sentence[1] if sentence else ""
    if isinstance(command, click.Group):
        for part in command.commands.values():
            name_whole(part)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python packaging/man.py FOLDER")
    context = click.Context(program)  # loads all commands, which are otherwise loaded on demand
    for name in program.list_commands(context):
        if command := program.get_command(context, name):
            program.add_command(command, name)
    name_whole(program)
    write_man_pages("nonosat", program, version=__version__, target_dir=sys.argv[1])
