"""Puzzles for those who learn: an environment of gymnasium, and questions for language models.

- `environment`: `NonogramEnv`, which importing this package registers as `nonosat/Nonogram-v0`;
- `play`: a puzzle while it is filled in, and what each move is: implied, a guess, a contradiction;
- `rewards`: what a move is worth;
- `sources`: where the puzzles come from;
- `dataset`: `NonogramDataset`, questions and scores in the shape of reasoning-gym.

The environment needs the extra `learn`, and registering the questions with reasoning-gym the extra
`reasoning`.
"""

from typing import TYPE_CHECKING, Any

from nonosat.evaluation.learn.dataset import NonogramConfig, NonogramDataset, register_dataset
from nonosat.evaluation.learn.play import Move, MoveKind, Play
from nonosat.foundation.errors import MissingExtraError
from nonosat.foundation.packages import importable

if TYPE_CHECKING:
    from nonosat.evaluation.learn.environment import NonogramEnv

ENVIRONMENT = "nonosat/Nonogram-v0"
"""What `gymnasium.make` and `make_vec` know it as."""

__all__ = [
    "NonogramEnv",
    "ENVIRONMENT",
    "Move",
    "MoveKind",
    "Play",
    "NonogramConfig",
    "NonogramDataset",
    "register_dataset",
]


def __getattr__(name: str) -> Any:
    """The environment, loaded when it is asked for: gymnasium is optional."""
    if name != "NonogramEnv":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not importable("gymnasium"):
        raise MissingExtraError("the environment needs gymnasium: pip install 'nonosat[learn]'")
    from nonosat.evaluation.learn.environment import NonogramEnv

    return NonogramEnv


if importable("gymnasium"):
    from gymnasium.envs.registration import register

    register(ENVIRONMENT, entry_point="nonosat.evaluation.learn.environment:NonogramEnv")
