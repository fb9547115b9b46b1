"""Reward functions. Undoing a move takes back its reward.

So the sum over an episode depends on its final state only: 1 for a solved puzzle, less otherwise (`implied` gives
nothing for guesses).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from nonosat.apps.evaluation.learn.play import Move, MoveKind
from nonosat.support.errors import UsageError

RewardName = Literal["sparse", "lines", "implied"]
"""Names of rewards: for the solution, for finished lines, for implied moves."""

Reward = Callable[[Move], float]
"""A custom reward function."""

# reward of `implied` by label, in shares of a cell
WORTH = {MoveKind.LINE: 1, MoveKind.WHOLE: 1, MoveKind.CONTRADICTION: -1, MoveKind.ILLEGAL: -1}


def sparse(move: Move) -> float:
    """Returns 1 for the move that solves the puzzle."""
    return float(move.solved)


def lines(move: Move) -> float:
    """Returns the lines that the move finished, as a share of those to finish."""
    return move.lines


def implied(move: Move) -> float:
    """Returns one cell's share for an implied move, minus that for a contradiction or an illegal action.

    >>> implied(Move(MoveKind.LINE, share=0.25))
    0.25
    >>> implied(Move(MoveKind.UNDO, undone=MoveKind.LINE, share=0.25))
    -0.25
    """
    return move.share * (WORTH.get(move.kind, 0) - (WORTH.get(move.undone, 0) if move.undone else 0))


REWARDS: dict[RewardName, Reward] = {"sparse": sparse, "lines": lines, "implied": implied}


def reward_of(reward: RewardName | Reward) -> Reward:
    """Returns the function of that name, or the function itself; raises `UsageError` for unknown names."""
    if callable(reward):
        return reward
    if reward not in REWARDS:
        raise UsageError(f"no reward is called {reward!r}; there are {', '.join(get_args(RewardName))}")
    return REWARDS[reward]
