"""One question for all ways to mend a puzzle; each way is a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nonosat.analysis.mended import By, Repair
from nonosat.analysis.retype import retype
from nonosat.analysis.reveal import reveal
from nonosat.errors import UsageError
from nonosat.puzzle import Puzzle

_WAYS: Mapping[str, Callable[..., Repair]] = {By.CLUE: retype, By.GIVENS: reveal}


def repair(puzzle: Puzzle, by: str = By.CLUE, **options: Any) -> Repair:
    """The smallest change of one kind that mends a puzzle, and what is proved about that.

    - by "clue": the typing error in a puzzle that has no solution; `slips` (1 or 2) to undo at most, see
      `nonosat.analysis.retype.retype`;
    - by "givens": the fewest cells to reveal in a puzzle that has several solutions; `goal`, `weights`,
      `filled`, see `nonosat.analysis.reveal.reveal`.

    All take a `limit`, of which only `seconds` is allowed. Raises `UsageError` for another kind.

    >>> print(*repair(Puzzle(rows=[[1, 1], [3], [2]], columns=[[2], [2], [2]])).slips)
    a wrong number
    >>> found = repair(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), by="givens", filled=True)
    >>> len(found.changes), found.optimal, found.verdict
    (1, True, <Verdict.UNIQUE: 'unique'>)
    """
    if by not in _WAYS:
        raise UsageError(f"a repair is by {' or '.join(_WAYS)}, not by {by!r}")
    return _WAYS[by](puzzle, **options)
