"""The learner of a board, called directly."""

from __future__ import annotations


class DirectLearner:
    """Collects what a learner finds; others can append to `pictures` what it should not find."""

    def __init__(self, board, learner, pictures):
        self.pictures = pictures
        self.conflicts = self.work = 0
        self.complete = False
        self._cells, self._learner = board.cells, learner
        self.prefer = learner.prefer

    def search(self, conflicts, work, *, most, tick=None):
        if not self.complete:
            self.complete, met, done = self._learner.search(conflicts, work, self.pictures, most, tick)
            self.conflicts += met
            self.work += done
        return self.complete

    def narrow(self, board):
        self._learner.narrow(board.packed)

    def facts(self):
        """(cell, colour, True if the cell has the colour), for all solutions that are not among the pictures."""
        return [(*divmod(abs(unit) - 1, self._cells)[::-1], unit > 0) for unit in self._learner.units()]


def learner_of(board, pictures=(), *, whole_lines=True):
    """A learner for a board at its fixpoint; None if there is none for it."""
    learner = board.solver.learner(board.packed, whole_lines)
    return None if learner is None else DirectLearner(board, learner, [*pictures])
