"""One question for all ways to mend a puzzle; each way is a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nonosat.errors import UsageError
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.repairs.clues import retype
from nonosat.repairs.givens import reveal
from nonosat.repairs.pixels import redraw
from nonosat.repairs.result import By, Repair

_WAYS: Mapping[str, Callable[..., Repair]] = {By.CLUE: retype, By.GIVENS: reveal, By.PIXELS: redraw}


def repair(puzzle: Puzzle | Grid, by: str = By.CLUE, **options: Any) -> Repair:
    """The smallest change of one kind that mends a puzzle, and what is proved about that.

    - by "clue": the typing error in a puzzle that has no solution; `edits` (1 or 2) to undo at most, see
      `nonosat.repairs.clues.retype`;
    - by "givens": the fewest cells to reveal in a puzzle that has several solutions; `goal`, `weights`,
      `filled`, see `nonosat.repairs.givens.reveal`;
    - by "pixels": the fewest cells to repaint in a picture, or the goal of a puzzle, so that its clues have
      one solution; `line_solvable`, `protect`, see `nonosat.repairs.pixels.redraw`.

    All take a `limit` of seconds and memory. Raises `UsageError` for another kind.

    >>> print(*repair(Puzzle(rows=[[1, 1], [3], [2]], columns=[[2], [2], [2]])).edits)
    a wrong number
    >>> found = repair(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), by="givens", filled=True)
    >>> len(found.changes), found.optimal, found.verdict
    (1, True, <Verdict.UNIQUE: 'unique'>)
    >>> print(repair(Grid(["#.", ".#"]), by="pixels").grid)
    #.
    ..
    """
    if isinstance(puzzle, Grid) and by != By.PIXELS:
        raise UsageError(f"a picture is not mended by {by}")
    if by not in _WAYS:
        raise UsageError(f"a repair is by {' or '.join(_WAYS)}, not by {by!r}")
    return _WAYS[by](puzzle, **options)
