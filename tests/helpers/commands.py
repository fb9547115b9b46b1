"""All commands of the command line, with the examples in their help."""

import re

import click

from nonosat.apps.cli.program import program


def commands(group=program, path=()):
    """Yields all commands, groups included, with the words that call them."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


ALL = {" ".join(path): command for path, command in commands()}


def examples(command):
    """Returns the examples of a command's help, with --force so that one can replace another's output."""
    lines = re.findall(r"^  nonosat (.*)$", command.epilog or "", re.MULTILINE)
    return [
        f"{line} --force" if re.match("(book|encode|from-image|generate|scan) .*-o", line) else line
        for line in lines
    ]
