"""A search that learns from conflicts: what a solver of clauses does, without writing clauses, for large boards.

In the order encoding (`nonosat.solving.lines.clauses`) a block that may start at 300 places takes 300 variables and four
clauses for each, and when it moves all that it has passed over must be gone through. Here a block has a least and a
greatest start, and a variable for a place exists once a conflict has asked for it. What follows from what is the same, so
a conflict costs a third and less, and nothing is written beforehand; a Julia set of 1000 cells a side, whose clauses
would not fit into memory, takes some megabytes.

It is complete, and remembers where it was, so that others may try their luck in between. The kernel has it, and for
puzzles of one ink without blotted blocks only; all others are left to solvers of clauses.

Sources: O. Ohrimenko, P. J. Stuckey and M. Codish, "Propagation via lazy clause generation" (Constraints 14, 2009), for literals
that exist only where they are needed; N. Eén and N. Sörensson, "An extensible SAT-solver" (SAT 2003), for the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.solving.lines.board import Board
from nonosat.solving.lines.solver import Learner


class LearningSearch:
    """The solutions of a board, by a search that learns from its conflicts.

    >>> from nonosat.model.puzzle import Puzzle
    >>> search = learning_search(Board(Puzzle(rows=[[1], [1]], columns=[[1], [1]])))
    >>> search is None or search.search(9, 999, most=9)  # without the kernel there is none
    True
    """

    def __init__(self, learner: Learner, pictures: list[bytes]) -> None:
        self.pictures = pictures
        """Solutions, cell by cell. What others have found may be appended: it is not searched for then."""
        self.conflicts = 0
        """How many there have been."""
        self.work = 0
        """How many cells were coloured and starts of blocks moved; some 10,000 take a millisecond."""
        self.complete = False
        """Whether all solutions are among the pictures."""
        self._learner = learner

    def search(self, conflicts: int, work: int, *, most: int, tick: Callable[[], None] | None = None) -> bool:
        """Whether all solutions are among the pictures, after so many conflicts more, or so much work.

        Ends sooner with a new picture if there are `most` then, or more. `tick` is called now and then, and may raise to give
        up, after which the search cannot be continued.
        """
        if not self.complete:
            self.complete, met, done = self._learner.search(conflicts, work, self.pictures, most, tick)
            self.conflicts += met
            self.work += done
        return self.complete


def learning_search(board: Board, pictures: list[bytes] | None = None) -> LearningSearch | None:
    """A search of a board, which must be at its fixpoint and is not changed; None where there is none for it."""
    learner = board.solver.learner(board.packed)
    return None if learner is None else LearningSearch(learner, [] if pictures is None else pictures)
