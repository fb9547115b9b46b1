"""Answers in words, shared by commands."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import click

from nonosat.apps.drawing.terminal import has_colours
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.bundled import EXAMPLES
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, NonosatError
from nonosat.support.limits import Clock, limit_of


def first_of(lines: Sequence[str], most: int, word: str = "") -> list[str]:
    """Returns up to `most` lines, and one with the number of the others.

    >>> first_of(["a", "b", "c"], 1), first_of(["a", "b", "c"], 1, "error")
    (['a', '... and 2 more'], ['a', '... and 2 more errors'])
    """
    left = len(lines) - most
    more = [f"... and {left:,} more{f' {word}' if word else ''}{'s' if word and left > 1 else ''}"]
    return [*lines[:most], *(more if left > 0 else [])]


_VERDICT_COLOURS = {
    Verdict.UNIQUE: "green",
    Verdict.MULTIPLE: "yellow",
    Verdict.UNSOLVABLE: "red",
    Verdict.UNKNOWN: "magenta",
}


def with_coloured_verdict(line: str) -> str:
    """Colours the verdict that follows the name of a puzzle, if standard output shows colours."""
    if not has_colours():
        return line
    return re.sub(
        rf"(?<=: )({'|'.join(_VERDICT_COLOURS)})\b",
        lambda match: click.style(match[0], fg=_VERDICT_COLOURS[Verdict(match[0])], bold=True),
        line,
        count=1,
    )


_REMEDIES = {
    "format": "`nonosat list formats` shows all, and --from names another",
    "lossy": "`nonosat convert --lossy` leaves out what can be left out",
    "to": "--to names one",
    "certificates": "--certificates DIR names one",
    "force": "--force replaces it",
    "wheel": "--wheel gives its wheel",
    "inks": "`nonosat from-image` makes a puzzle of it, `nonosat scan` reads a printed one",
    "goal": "`nonosat solve -o` writes one with a solution",
}


def error_text(error: NonosatError) -> str:
    """Returns an error with the options that would help."""
    if isinstance(error, InputError) and error.path in EXAMPLES and not os.path.exists(error.path):
        return f"{error}; did you mean example:{error.path}?"
    parameter, *values = error.remedy or ("",)
    if not parameter:
        return str(error)
    if values:
        return f"{error}: say {' or '.join(f'--from {value}' for value in values)}"
    return f"{error}; {_REMEDIES[parameter]}"


def people_text(name: str, puzzle: Puzzle) -> list[str]:
    """Returns a heading with minutes and stars; empty unless the puzzle is line-solvable, and that is found out in time."""
    from nonosat.explaining.grading.people import estimate

    try:
        estimated = estimate(puzzle, tick=Clock(limit_of()).tick)
    except OutOfReach:
        return []
    return [f"{name}: {estimated.text}"] if estimated else []


def end_text(stopped: Stopped | None, detail: str = "") -> str:
    """Returns the reason for the end of a search, and whose limit it was if that is not clear from the place."""
    return stopped.describe(detail, shared_limit()) if stopped else "not decided"


def shared_limit() -> str:
    """Returns what the limits of this command are for, such as "on the whole book"; empty if each puzzle has its own."""
    context = click.get_current_context(silent=True)
    return str(context.meta.get(shared_limit.__name__, "")) if context else ""
