"""What a move is worth. A reward that was given is taken back when the move is.

So the sum of an episode is what its end is worth, whatever was done on the way there: it is 1 for a puzzle
that is solved, and less than that otherwise (`implied` counts guesses as nothing).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from nonosat.evaluation.learn.play import Move, MoveKind
from nonosat.foundation.errors import UsageError

RewardName = Literal["sparse", "lines", "implied"]
"""The names of rewards: for the solution, for lines that are finished, for moves that are implied."""

Reward = Callable[[Move], float]
"""What a move is worth, as a function of one's own."""

WORTH = {MoveKind.LINE: 1, MoveKind.WHOLE: 1, MoveKind.CONTRADICTION: -1, MoveKind.ILLEGAL: -1}
"""What a move is worth by what it is, in shares of a cell."""


def sparse(move: Move) -> float:
    """1 for the move that solves the puzzle."""
    return float(move.solved)


def lines(move: Move) -> float:
    """The share that the move finished of the lines with a clue that were not at the beginning."""
    return move.lines


def implied(move: Move) -> float:
    """One cell's share for an implied move, and the same less for a contradiction or an illegal action.

    >>> implied(Move(MoveKind.LINE, share=0.25))
    0.25
    >>> implied(Move(MoveKind.UNDO, undone=MoveKind.LINE, share=0.25))
    -0.25
    """
    return move.share * (WORTH.get(move.kind, 0) - (WORTH.get(move.undone, 0) if move.undone else 0))


REWARDS: dict[RewardName, Reward] = {"sparse": sparse, "lines": lines, "implied": implied}


def reward_of(reward: RewardName | Reward) -> Reward:
    """The function of that name, or the function itself; raises `UsageError` for any other name."""
    if callable(reward):
        return reward
    if reward not in REWARDS:
        raise UsageError(f"no reward is called {reward!r}; there are {', '.join(get_args(RewardName))}")
    return REWARDS[reward]
