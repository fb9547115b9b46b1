"""The table of commands, whose modules are loaded when needed."""

from __future__ import annotations

import gc
from importlib import import_module

import click

from nonosat import QUESTIONS, __version__

GROUPS = {
    "Answers about a puzzle": {
        "check": ("check", "Tell whether each puzzle's solution is unique."),
        "solve": ("solve", "Find a solution of each puzzle, or list them."),
        "count": ("count", "Count the solutions of each puzzle."),
        "ambiguity": ("ambiguity", "Show where the solutions of a puzzle differ."),
        "sample": ("sample", "Draw solutions at random, all equally likely."),
        "nearest": ("nearest", "Find the solution that is most like a picture."),
        "line": ("line", "Deduce what one line says by itself."),
        "conflict": ("conflict", "Say why a puzzle has no solution."),
        "repair": ("repair", "Find the smallest change that repairs a puzzle."),
        "certify": ("certify", "Write a proof about the solutions of a puzzle."),
        "verify": ("verify", "Check certificates, without any of the code that wrote them."),
    },
    "How people solve it": {
        "explain": ("explain", "Solve a puzzle as a person would, with reasons."),
        "hint": ("hint", "Say the next step, from the start or from a state."),
        "rate": ("rate", "Say how long each puzzle takes people, and how hard it is."),
        "play": ("play", "Play a puzzle in the browser, with hints that give their reason."),
        "judge": ("judge", "Say whether an answer is right, and where it is wrong."),
        "prompt": ("prompt", "Write a puzzle as a task for a language model."),
    },
    "Pictures and print": {
        "show": ("show", "Draw each puzzle with its clues around the grid."),
        "render": ("render", "Draw puzzles and the answers about them, each to a picture."),
        "book": ("book", "Print puzzles as a book, with answers, as PDF."),
    },
    "New puzzles": {
        "from-image": ("from_image", "Make a puzzle from a photograph or a drawing."),
        "scan": ("scan", "Make a puzzle from a picture of a printed one."),
        "generate": ("generate", "Make puzzles by request, with one solution by default."),
        "studio": ("studio", "Draw puzzles in a browser; the verdict follows every stroke."),
        "export": ("export", "Write the studio as a folder for any web site."),
    },
    "Many puzzles and other programs": {
        "batch": ("batch", "Ask a question of many puzzles, and keep the answers."),
        "report": ("report", "Summarise the results of a batch, and what has changed."),
        "merge": ("merge", "Join the results of several batches."),
        "benchmark": ("benchmark", "Compare backends, options and other programs."),
        "convert": ("convert", "Write a puzzle in another file format."),
        "encode": ("encode", "Write a puzzle as a formula, for a solver of your own."),
        "decode": ("encode", "Turn a solver's answer into a picture."),
        "list": ("lists", "List file formats, solvers or bundled puzzles."),
        "mcp": ("mcp", "Serve the questions as tools of the Model Context Protocol."),
    },
}
"""Commands in the order of the help, by heading, with the module and the first sentence of the help of each.

Without these sentences, the list of commands in the help would load most of the package.
"""

COMMANDS = {name: row for group in GROUPS.values() for name, row in group.items()}

for _name in QUESTIONS:
    if (_command := _name.replace("_", "-")).partition("-")[0] not in COMMANDS:
        COMMANDS[_command] = GROUPS["Answers about a puzzle"][_command] = (
            "asked",
            "Answer a question that has no command of its own.",
        )

DEBUG_VARIABLE = "NONOSAT_DEBUG"  # environment variable with the meaning of --debug


class Debugging:
    """Object of click's root context: `wanted` prints the traceback of an unexpected error."""

    wanted = False


def command_named(name: str) -> click.Command:
    """Loads a command of the table.

    Freezes what is loaded so far: collecting it, now and at the end, would cost as much as an easy puzzle.
    """
    module = import_module(f"nonosat.apps.cli.commands.{COMMANDS[name][0]}")
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
    function = name.replace("-", "_")
    command: click.Command = (
        module.command_of(function)
        if hasattr(module, "command_of")
        else getattr(module, f"{function}_command")
    )
    return command


def print_version() -> int:
    """Prints the version and the kernel in use."""
    from nonosat.lines.compiled import KERNEL_IN_USE  # other commands need not load it here

    click.echo(f"nonosat, version {__version__} ({KERNEL_IN_USE} kernel)")
    return 0
