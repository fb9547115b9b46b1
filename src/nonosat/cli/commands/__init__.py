"""The table of commands; a command's module is loaded when it is needed."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from nonosat.cli.shell.deferred import Command

if TYPE_CHECKING:
    import click

COMMANDS = {
    "check": "check",
    "solve": "solve",
    "show": "show",
    "render": "render",
    "count": "count",
    "ambiguity": "ambiguity",
    "sample": "sample",
    "nearest": "nearest",
    "judge": "judge",
    "prompt": "prompt",
    "explain": "explain",
    "hint": "hint",
    "rate": "rate",
    "play": "play",
    "conflict": "conflict",
    "repair": "repair",
    "book": "book",
    "from-image": "from_image",
    "scan": "scan",
    "generate": "generate",
    "dataset": "dataset",
    "certify": "certify",
    "verify": "verify",
    "studio": "studio",
    "mcp": "mcp",
    "batch": "batch",
    "report": "report",
    "merge": "merge",
    "benchmark": "benchmark",
    "convert": "convert",
    "encode": "encode",
    "decode": "encode",
    "formats": "lists",
    "backends": "lists",
    "examples": "lists",
}
"""The commands in the order of the help, and the module of each."""

DEBUG_VARIABLE = "NONOSAT_DEBUG"
"""The environment variable that means the same as --debug."""

_FOR_CLICK = ("_NONOSAT_COMPLETE", DEBUG_VARIABLE)
"""Environment variables that say something about the command line."""


class Debugging:
    """Whether the traceback of an unexpected error is wanted; the object of click's root context."""

    wanted = False


def command_named(name: str) -> Command | click.Command:
    """A command of the table.

    Once its module is loaded, the garbage collector looks at what comes after that: looking through all that
    was loaded, at the start and again at the end, takes as long as an easy puzzle.
    """
    module = import_module(f"nonosat.cli.commands.{COMMANDS[name]}")
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
    found: Command | click.Command = getattr(module, f"{name.replace('-', '_')}_command")
    return found


def examples_named(words: Sequence[str]) -> list[str]:
    """The words of a command with `--example NAME` replaced by `example:NAME`, a path as good as any."""
    from nonosat.formats.examples import PREFIX

    found = []
    rest = iter(words)
    for word in rest:
        option, equals, name = word.partition("=")
        if option == "--example" and (value := name if equals else next(rest, None)) is not None:
            word = PREFIX + value
        found.append(word)
        if word == "--":
            break
    return [*found, *rest]


def plain_command(words: Sequence[str]) -> Callable[[], int] | None:
    """A function that runs a command line simple enough not to need click; None for any other.

    On Windows none is: patterns of file names are for click there.
    """
    if not words or words[0] not in COMMANDS or sys.platform == "win32":
        return None
    if any(map(os.environ.get, _FOR_CLICK)):
        return None
    command = command_named(words[0])
    return command.plain(examples_named(words[1:])) if isinstance(command, Command) else None
