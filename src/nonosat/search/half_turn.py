"""Pictures that half a turn leaves as they are, for large puzzles whose clues are the same turned round.

If the clues of a rectangle are the same after half a turn, so is the set of its solutions: each is turned into
itself or into another one. So the only solution of a unique puzzle is turned into itself, and a picture of that
kind is worth looking for first. It has half as many unknown cells, and as many lines for each of them: the upper
half of the rows, and the left half of the columns, whose lower cells are cells of the upper half, turned. This is
a puzzle of its own (`folded`), with a geometry that boards, encodings and the kernel take like any other.

Large hard puzzles gain far more than a half: mistakes in both halves of the board are mistakes once, and each
supposition counts in both. Julia sets of 300 to 600 cells a side need a third of the conflicts, each of which is
half as much work.

What is found is a solution of the whole puzzle. Two of them prove that there are several. If there is none, or one,
that proves nothing of pictures that half a turn changes. Sides must be even, since a line that is turned into itself
has each of its cells twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.model.clues import Clue
from nonosat.model.geometry import AXES, Family, Geometry, Rectangle
from nonosat.model.puzzle import Given, Puzzle
from nonosat.support.lazy_dataclasses import dataclass

MANY = 10_000
"""Open cells of a large board. With 5,000 julia 130 takes 0.59 of the time, checkerboard 80 1.25; random 130 1.75 with 20,000."""

SHORT, LONG = 60, 500
"""Work per open cell of a large board, of probing or of the learner.

Short: brief probing settles rings with 5, the learner takes 40 to 80 for loose checkerboards. Long: probing settles a Julia set
of 200 cells a side with 420, one of 300 would take 2,200; the learner takes 300 to 600. Probing gets as much again for each cell
that it settles.
"""


@dataclass(frozen=True)
class HalfTurn(Geometry):
    """The upper half of a rectangle with even sides, the lower half being the same turned round.

    >>> HalfTurn(2, 4).families
    ((range(0, 4),), ((0, 3), (1, 2)))
    """

    height: int
    """Rows of the whole rectangle."""
    width: int

    name = "half of a rectangle"
    axes = AXES[:2]
    place = "column"

    @property
    def counts(self) -> tuple[int, ...]:
        return self.height // 2, self.width // 2

    @property
    def families(self) -> tuple[Family, ...]:
        width, half = self.width, self.height // 2 * self.width
        return (
            tuple(range(first, first + width) for first in range(0, half, width)),
            tuple(
                (*range(column, half, width), *range(half - 1 - column, -1, -width))
                for column in range(width // 2)
            ),
        )

    @property
    def row_lengths(self) -> tuple[int, ...]:
        return (self.width,) * (self.height // 2)

    def outline(self, row: int, place: int) -> tuple[tuple[int, int], ...]:
        return Rectangle(self.height, self.width).outline(row, place)


def folded(puzzle: Puzzle, open_cells: int) -> Puzzle | None:
    """The puzzle of the upper half of pictures that half a turn leaves as they are.

    None if the puzzle is not the same after half a turn, has an odd side, or so few open cells that it is not worth it.

    >>> from nonosat.model.puzzle import Grid
    >>> half = folded(Grid(["#...", "...#"]).puzzle(), 10_000)
    >>> half.rows == ((((1, 1)),),), half.columns == (((1, 1),), ())
    (True, True)
    """
    if open_cells < MANY or not isinstance(puzzle.geometry, Rectangle):
        return None
    height, width = puzzle.geometry.counts
    if height % 2 or width % 2 or not all(map(_is_turned, puzzle.clue_families)):
        return None
    turned = {Given(height - 1 - row, width - 1 - place, colour) for row, place, colour in puzzle.givens}
    if turned != set(puzzle.givens):
        return None
    half = Puzzle(
        puzzle.rows[: height // 2],
        puzzle.columns[: width // 2],
        puzzle.palette,
        [given for given in puzzle.givens if given.row < height // 2],
    )
    object.__setattr__(half, "geometry", HalfTurn(height, width))
    return half


def unfolded(half: bytes) -> bytes:
    """The whole picture, cell by cell, of an upper half.

    >>> unfolded(bytes([1, 0, 0, 2]))
    b'\\x01\\x00\\x00\\x02\\x02\\x00\\x00\\x01'
    """
    return half + half[::-1]


def _is_turned(clues: Iterable[Clue | None]) -> bool:
    """Returns whether the clues of a family are the same after half a turn."""
    mine = tuple(clues)
    return mine == tuple(None if clue is None else clue[::-1] for clue in reversed(mine))
