"""Whether a grid agrees with clues: the judge of every solution that leaves the engine.

The runs of equal cells are read off each line and compared with its clue. This shares nothing with what
solves puzzles. It is compiled if there was a compiler at installation (`verification.c`). The Python here is the
reference; it does the work otherwise, and if NONOSAT_PURE is set. The tests compare the two.
"""

from __future__ import annotations

from itertools import chain

from nonosat.foundation.packages import PURE
from nonosat.model.clues import Clue, agrees, line_clue
from nonosat.model.geometry import Family, pick

Clues = tuple[tuple[Clue | None, ...], ...]
"""The clues of all lines, family by family."""


def reference(cells: bytes, families: tuple[Family, ...], clues: Clues, /) -> int:
    """The number of the first line whose clue a grid does not have, counted family by family, or -1.

    `cells` are the colours of the grid, cell by cell.

    >>> from nonosat.model.geometry import rectangle
    >>> reference(bytes([0, 1]), rectangle(1, 2), ((((1, 1),),), (None, ())))
    2
    """
    lines = zip(chain.from_iterable(families), chain.from_iterable(clues), strict=True)
    for number, (line, clue) in enumerate(lines):
        if clue is not None:
            found = line_clue(bytes(pick(cells, line)))
            if found != clue and not agrees(found, clue):
                return number
    return -1


if PURE:
    first_violation = reference
else:
    try:
        from nonosat.model._compiled import first_violation
    except ImportError:
        first_violation = reference
