"""Conflict-driven clause learning over lines: the search that solves most puzzles left open by probing.

A CDCL solver whose propagator is the line solver; reasons are explained only when conflict analysis asks for them (lazy clause
generation). Literals are colours of cells, and starts of blocks in puzzles of one ink. Beliefs (`nonosat.lines.beliefs`)
set phases and first activities. It is complete, can be continued, and takes any kind of puzzle. Only the compiled kernel has it
(`kernel/learn`); without it puzzles go to a SAT solver.

Source: O. Ohrimenko, P. J. Stuckey and M. Codish, "Propagation via lazy clause generation" (Constraints 14, 2009).
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.lines.board import Board
from nonosat.lines.solver import Learner

Fact = tuple[int, int, bool]
"""(cell, colour, True if the cell has the colour, False if not)."""


class LearningSearch:
    """The solutions of a board, by a search that learns from its conflicts.

    >>> from nonosat.model.puzzle import Puzzle
    >>> search = learning_search(Board(Puzzle(rows=[[1], [1]], columns=[[1], [1]])))
    >>> search is None or search.search(9, 999, most=9)  # without the kernel there is none
    True
    """

    def __init__(self, learner: Learner, pictures: list[bytes], cells: int) -> None:
        self.pictures = pictures
        """Solutions, cell by cell; others can append theirs to exclude them."""
        self.conflicts = 0
        self.work = 0
        """Literals enqueued, and words of lines settled: some 10,000 take a millisecond."""
        self.complete = False
        """True if all solutions are among the pictures."""
        self._learner = learner
        self._cells = cells

    def search(self, conflicts: int, work: int, *, most: int, tick: Callable[[], None] | None = None) -> bool:
        """Continues for a number of conflicts or units of work; returns `complete`.

        Ends sooner with a new picture if there are at least `most` then. `tick` is called about every millisecond, and can
        raise to give up, after which the search cannot be continued.
        """
        if not self.complete:
            self.complete, met, done = self._learner.search(conflicts, work, self.pictures, most, tick)
            self.conflicts += met
            self.work += done
        return self.complete

    def prefer(self, likelihoods: memoryview, boost: float) -> None:
        """Sets phases to the likelier colours, and activities in proportion to how much likelier they are.

        `likelihoods` are doubles, [colour][cell]; `boost` is the activity of a sure cell in bumps.
        """
        self._learner.prefer(likelihoods, boost)

    def narrow(self, board: Board) -> None:
        """Removes the candidates that the same board has lost elsewhere."""
        self._learner.narrow(board.packed)

    def facts(self) -> list[Fact]:
        """Returns what is known at level 0 by now: it holds in all solutions except `pictures`."""
        cells = self._cells
        return [
            ((abs(each) - 1) % cells, (abs(each) - 1) // cells, each > 0) for each in self._learner.units()
        ]


def learning_search(
    board: Board, pictures: list[bytes] | None = None, *, whole_lines: bool = True
) -> LearningSearch | None:
    """A learner for a board, which must be at its fixpoint and is not changed; None if there is none for it.

    Without `whole_lines` only starts of blocks propagate, if they are literals.
    """
    learner = board.solver.learner(board.packed, whole_lines)
    return (
        None
        if learner is None
        else LearningSearch(learner, [] if pictures is None else pictures, board.cells)
    )
