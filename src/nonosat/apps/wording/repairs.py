"""Repairs in words, and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from nonosat.apps.drawing.cells import compared
from nonosat.apps.drawing.terminal import drawing, in_time
from nonosat.apps.wording.sentences import cell_text, end_text, method_text
from nonosat.model import clues
from nonosat.model.puzzle import Puzzle
from nonosat.repairs.means import By
from nonosat.repairs.result import CellChange, ClueChange, Repair
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import fewest_text, number_text

_MOST_LISTED = 9  # repairs that are printed, and changes of each


def repair_text(name: str, result: Repair[Any], puzzle: Puzzle | None = None) -> str:
    """Returns a repair in words, with a drawing; `puzzle` is the one that was repaired."""
    describe = {By.CLUE: clue_text, By.GIVENS: givens_text, By.PIXELS: pixels_text}[result.by]
    return describe(name, result, puzzle)


def clue_text(name: str, result: Repair[Any], _: Puzzle | None = None) -> str:
    """Lists repairs by clue, the best first."""
    if result.repaired and not result.changes:
        return f"{name}: {result.verdict}: the clues agree, nothing to repair by clue"
    unsure = "" if result.complete else f" (not all could be tried{_stopped(result)})"
    if not result.found:
        sure = f": more than {number_text(result.bound - 1, 'edit')} to undo" if result.complete else unsure
        return f"{name}: none found{sure}"
    repairs = (result, *result.alternatives)
    lines = [f"{name}: {number_text(len(repairs), 'repair')} found{unsure}"]
    for number, fix in enumerate(repairs[:_MOST_LISTED], start=1):
        lines.append(f"{number}. {_changes_text(fix)} ({' and '.join(fix.edits)}): {_outcome(fix)}")
    if len(repairs) > _MOST_LISTED:
        lines.append(f"... and {len(repairs) - _MOST_LISTED} more")
    return "\n".join(lines)


def _changes_text(repair: Repair[Any]) -> str:
    """Lists changes on one line."""
    assert repair.repaired
    changes = [_change_text(repair.repaired, change) for change in repair.changes]
    return "; ".join(changes[:_MOST_LISTED] + ["..."] * (len(changes) > _MOST_LISTED))


def givens_text(name: str, result: Repair[Any], _: Puzzle | None = None) -> str:
    """Lists revealed cells and draws the puzzle with all givens."""
    if not result.repaired:
        reason = (
            "no cells that may be revealed suffice" if result.complete else f"nothing found{_stopped(result)}"
        )
        return f"{name}: {result.verdict}: {reason}"
    if not result.changes:
        return f"{name}: unique: nothing to repair"
    number = len(result.changes)
    if result.optimal:
        sure = "as few as can be" if result.cost == number else "the best choice"
    else:
        sure = f"{result.bound} at least" if result.cost == number else "maybe not the best choice"
    first = f"{name}: unique with {number_text(number, 'cell')} revealed ({sure}{_stopped(result)})"
    picture = in_time(partial(drawing, result.repaired), result.repaired)
    return "\n".join([first, *_cells_text(result), picture])


def _cells_text(result: Repair[Any]) -> Iterator[str]:
    """Yields a line per changed cell."""
    assert result.repaired
    for change in result.changes:
        yield f"  {_change_text(result.repaired, change)}"


def pixels_text(name: str, result: Repair[Any], puzzle: Puzzle | None = None) -> str:
    """Lists repainted cells and draws the new picture, with marks at the changes of `puzzle`."""
    if not result.repaired:
        reason = "no such picture" if result.complete else f"nothing found{_stopped(result)}"
        return f"{name}: {reason}, at least {number_text(result.bound, 'cell')} to change"
    if not result.changes:
        return f"{name}: {_outcome(result)}: nothing to repair"
    assert result.grid
    weighted = result.cost != len(result.changes)
    sure = (
        "the cheapest" if result.optimal else f"at a cost of {result.cost}, at least {result.bound} is needed"
    )
    sure = sure if weighted else fewest_text(result.optimal, result.bound)
    sure += "" if result.optimal else _stopped(result)
    first = f"{name}: {_outcome(result)} with {number_text(len(result.changes), 'cell')} changed ({sure})"
    others = [
        f"or {number_text(len(other.changes), 'other cell')}, {_outcome(other)}: {_changes_text(other)}"
        for other in result.alternatives
    ]

    def drawn() -> str:
        assert result.repaired
        assert result.grid
        before = puzzle.goal if puzzle and puzzle.goal else result.grid
        return drawing(result.repaired, compared(before, result.grid))

    return "\n".join([first, *_cells_text(result), *others, in_time(drawn, result.repaired)])


def _change_text(puzzle: Puzzle, change: CellChange | ClueChange) -> str:
    if isinstance(change, CellChange):
        return cell_text(puzzle, change)
    before, after = (clues.clue_text(clue, puzzle.palette) for clue in (change.before, change.after))
    return f"{change.line}: {before} -> {after}"


def _outcome(result: Repair[Any]) -> str:
    if result.verdict is Verdict.UNIQUE:
        return f"unique, {method_text(result.line_solvable)}"
    return "several solutions" if result.verdict is Verdict.MULTIPLE else "solvable"


def _stopped(result: Repair[Any]) -> str:
    return f", {end_text(result.stopped, result.detail)}" if result.stopped else ""
