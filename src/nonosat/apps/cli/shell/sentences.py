"""Answers in words, shared by commands."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nonosat.apps.drawing.terminal import has_colours
from nonosat.imaging.colours import ink_names
from nonosat.model.problems import Problem
from nonosat.model.puzzle import Given, Puzzle
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report
from nonosat.support.bundled import EXAMPLES
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import MAX_LISTED_PROBLEMS, InputError, NonosatError
from nonosat.support.limits import Clock, limit_of
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.repairs.result import CellChange


def first_of(lines: Sequence[str], most: int, word: str = "") -> list[str]:
    """Returns up to `most` lines, and one with the number of the others.

    >>> first_of(["a", "b", "c"], 1), first_of(["a", "b", "c"], 1, "error")
    (['a', '... and 2 more'], ['a', '... and 2 more errors'])
    """
    left = len(lines) - most
    more = [f"... and {left:,} more{f' {word}' if word else ''}{'s' if word and left > 1 else ''}"]
    return [*lines[:most], *(more if left > 0 else [])]


def report_text(report: Report) -> str:
    """Returns a report in words."""
    puzzle = report.puzzle
    size, inks = puzzle.geometry.size, len(puzzle.palette) - 1
    if inks != 1:
        size += f", {number_text(inks, 'ink')}"
    if report.verdict is Verdict.UNIQUE:
        how = method_text(report.line_solvable)
    elif report.verdict is Verdict.MULTIPLE:
        one, other = (grid.cells for grid in report.solutions)
        cells = sum(a != b for a, b in zip(one, other, strict=True))
        how = f"two solutions differ in {number_text(cells, 'cell')}"
    elif wrong := report.contradictions:
        how = contradiction_text(wrong)
    elif report.verdict is Verdict.UNSOLVABLE:
        how = "refuted by search" if report.stats.open_cells else "lines contradict each other"
    else:
        number = "one solution found" if report.solutions else "no solution found yet"
        how = f"{number}, {end_text(report.stopped, report.detail)}"
    return f"{report.verdict} ({size}, {how})"


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


def contradiction_text(problems: Sequence[Problem]) -> str:
    """Returns the contradictions within the statement of a puzzle."""
    left = len(problems) - MAX_LISTED_PROBLEMS
    return "; ".join(map(str, problems[:MAX_LISTED_PROBLEMS])) + (f"; and {left:,} more" if left > 0 else "")


def people_text(name: str, puzzle: Puzzle) -> list[str]:
    """Returns a heading with minutes and stars; empty unless the puzzle is line-solvable, and that is found out in time."""
    from nonosat.explaining.grading.people import estimate

    try:
        estimated = estimate(puzzle, tick=Clock(limit_of()).tick)
    except OutOfReach:
        return []
    return [f"{name}: {estimated.text}"] if estimated else []


def method_text(line_solvable: bool | None) -> str:
    """Says whether line solving settles a puzzle with one solution."""
    return f"{'' if line_solvable else 'not '}solvable line by line"


def end_text(stopped: Stopped | None, detail: str = "") -> str:
    """Returns the reason for the end of a search, and whose limit it was if that is not clear from the place."""
    return stopped.describe(detail, shared_limit()) if stopped else "not decided"


def shared_limit() -> str:
    """Returns what the limits of this command are for, such as "on the whole book"; empty if each puzzle has its own."""
    context = click.get_current_context(silent=True)
    return str(context.meta.get(shared_limit.__name__, "")) if context else ""


def cell_text(puzzle: Puzzle, cell: Given | CellChange) -> str:
    """Returns a cell, counted from 1, with its colour."""
    return f"{puzzle.cell_name(cell.row, cell.column)}: {ink_names(puzzle.palette)[cell.colour]}"
