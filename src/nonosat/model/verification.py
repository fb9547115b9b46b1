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
            runs = line_clue(bytes(pick(cells, line)))
            if runs != clue and not agrees(runs, clue):
                return number
    return -1


def never_sound(layout: Layout, clues: Clues, colours: int, /) -> bool:  # noqa: ARG001 (the compiled one looks)
    """Returns False; the compiled version returns True if all clues plainly fit and the sums of each ink agree."""
    return False


def counts_of_picture(cells: bytes, width: int, /) -> tuple[int, int]:
    """Returns the number of neighbouring cells of a rectangle that differ, and of connected pieces of one colour.

    >>> counts_of_picture(bytes([0, 1, 1, 1]), 2)
    (2, 2)
    """
    root = list(range(len(cells)))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    changes, pieces = 0, len(cells)
    for at, colour in enumerate(cells):
        for other in (at - 1 if at % width else -1, at - width):
            if other < 0:
                continue
            if cells[other] != colour:
                changes += 1
            elif (one := find(at)) != (two := find(other)):
                root[one] = two
                pieces -= 1
    return changes, pieces


first_violation, is_sound, picture_counts = reference, never_sound, counts_of_picture
if not PURE:
    with suppress(ImportError):
        from nonosat.model import _compiled

        first_violation, is_sound = _compiled.first_violation, _compiled.is_sound
        picture_counts = _compiled.picture_counts
