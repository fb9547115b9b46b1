"""Compares a grid with clues: the check of every solution that leaves the engine.

Reads the runs of equal cells off each line and compares them with its clue; shares nothing with the solver. Compiled in
`verification.c`. The Python here is the reference, and the fallback without a compiler or with NONOSAT_PURE; the tests
compare the two.

`is_sound` (compiled in `soundness.c`) is a quick check that clues have no problems, so that most puzzles skip
`nonosat.model.problems`.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

from nonosat.model.clues import Clue, agrees, line_clue
from nonosat.model.geometry import Layout, families_of, pick
from nonosat.support.packages import PURE

Clues = tuple[tuple[Clue | None, ...], ...]
"""The clues of all lines, family by family."""


def reference(cells: bytes, layout: Layout, clues: Clues, /) -> int:
    """Returns the number of the first line that violates its clue, counted family by family, or -1.

    `cells` are the colours of the grid, cell by cell.

    >>> reference(bytes([0, 1]), (1, 2), ((((1, 1),),), (None, ())))
    2
    """
    lines = zip(chain.from_iterable(families_of(layout)), chain.from_iterable(clues), strict=True)
    for number, (line, clue) in enumerate(lines):
        if clue is not None:
            found = line_clue(bytes(pick(cells, line)))
            if found != clue and not agrees(found, clue):
                return number
    return -1


def never_sound(layout: Layout, clues: Clues, colours: int, /) -> bool:  # noqa: ARG001 (the compiled one looks)
    """Returns False; the compiled version returns True if all clues plainly fit and the sums of each ink agree."""
    return False


first_violation, is_sound = reference, never_sound
if not PURE:
    with suppress(ImportError):
        from nonosat.model import _compiled

        first_violation, is_sound = _compiled.first_violation, _compiled.is_sound
