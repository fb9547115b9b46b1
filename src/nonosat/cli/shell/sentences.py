"""Answers in words, as several commands print them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.foundation.errors import MAX_LISTED_PROBLEMS, NonosatError
from nonosat.foundation.limits import Stopped
from nonosat.foundation.sentences import number_text
from nonosat.model.problems import Problem
from nonosat.model.puzzle import Given, Puzzle
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import Report

if TYPE_CHECKING:
    from nonosat.questions.repairs.result import CellChange


def report_text(report: Report) -> str:
    """A report in words."""
    puzzle = report.puzzle
    size = f"{puzzle.width}x{puzzle.height}{inks_text(puzzle)}"
    if report.verdict is Verdict.UNIQUE:
        how = method_text(report.line_solvable)
    elif report.verdict is Verdict.MULTIPLE:
        one, other = (b"".join(grid.rows) for grid in report.solutions)
        cells = sum(a != b for a, b in zip(one, other, strict=True))
        how = f"two solutions differ in {cells} cells"
    elif wrong := report.contradictions:
        how = contradiction_text(wrong)
    elif report.verdict is Verdict.UNSOLVABLE:
        how = "refuted by search" if report.stats.open_cells else "lines contradict each other"
    else:
        known = "one solution found" if report.solutions else "no solution found yet"
        how = f"{known}, {end_text(report.stopped, report.detail)}"
    return f"{report.verdict} ({size}, {how})"


_REMEDIES = {
    "format": "`nonosat formats` lists all, and --from names another",
    "lossy": "--lossy leaves out what can be left out",
    "to": "--to names one",
}


def error_text(error: NonosatError) -> str:
    """An error with the options that would help."""
    parameter, *values = error.remedy or ("",)
    if not parameter:
        return str(error)
    if values:
        return f"{error}: say {' or '.join(f'--from {value}' for value in values)}"
    return f"{error}; {_REMEDIES[parameter]}"


def contradiction_text(problems: Sequence[Problem]) -> str:
    """Why a puzzle is unsolvable, where its statement shows that."""
    more = (
        f"; and {len(problems) - MAX_LISTED_PROBLEMS:,} more" if len(problems) > MAX_LISTED_PROBLEMS else ""
    )
    return "; ".join(map(str, problems[:MAX_LISTED_PROBLEMS])) + more


def inks_text(puzzle: Puzzle) -> str:
    """How many inks a puzzle has, where it is not one."""
    inks = len(puzzle.palette) - 1
    return f", {number_text(inks, 'ink')}" if inks != 1 else ""


def people_text(name: str, puzzle: Puzzle) -> list[str]:
    """A heading: how long a puzzle takes people, and how hard they find it; none if lines alone do not solve it."""
    from nonosat.questions.explanation.people import quick_estimate

    found = quick_estimate(puzzle)
    return [f"{name}: {found.text}"] if found else []


def method_text(line_solvable: bool | None) -> str:
    """What a puzzle with one solution takes."""
    return f"{'' if line_solvable else 'not '}solvable line by line"


def end_text(stopped: Stopped | None, detail: str = "") -> str:
    """What ended a search."""
    return stopped.describe(detail) if stopped else "not decided"


def cell_text(puzzle: Puzzle, cell: Given | CellChange) -> str:
    """A cell with a colour, counted from 1."""
    from nonosat.imaging.colours import ink_names

    return f"{puzzle.cell_name(cell.row, cell.column)}: {ink_names(puzzle.palette)[cell.colour]}"
