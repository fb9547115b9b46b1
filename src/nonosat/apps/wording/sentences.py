"""Sentences about puzzles and reports, which other sentences contain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.imaging.colours import ink_names
from nonosat.model.problems import Problem
from nonosat.model.puzzle import Given, Puzzle
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report
from nonosat.support.end import Stopped
from nonosat.support.errors import MAX_LISTED_PROBLEMS
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.repairs.result import CellChange


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


def contradiction_text(problems: Sequence[Problem]) -> str:
    """Returns the contradictions within the statement of a puzzle."""
    left = len(problems) - MAX_LISTED_PROBLEMS
    return "; ".join(map(str, problems[:MAX_LISTED_PROBLEMS])) + (f"; and {left:,} more" if left > 0 else "")


def method_text(line_solvable: bool | None) -> str:
    """Says whether line solving settles a puzzle with one solution."""
    return f"{'' if line_solvable else 'not '}solvable line by line"


def cell_text(puzzle: Puzzle, cell: Given | CellChange) -> str:
    """Returns a cell, counted from 1, with its colour."""
    return f"{puzzle.cell_name(cell.row, cell.column)}: {ink_names(puzzle.palette)[cell.colour]}"


def end_text(stopped: Stopped | None, detail: str = "") -> str:
    """Returns the reason for the end of a search."""
    return stopped.describe(detail) if stopped else "not decided"
