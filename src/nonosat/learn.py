"""Public names of `nonosat.apps.evaluation.learn`; importing this module registers the environment with gymnasium."""

from typing import TYPE_CHECKING, Any

from nonosat.apps.evaluation.learn.play import Move, MoveKind, Play
from nonosat.support.errors import MissingExtraError
from nonosat.support.packages import importable

if TYPE_CHECKING:
    from nonosat.apps.evaluation.learn.environment import NonogramEnv

ENVIRONMENT = "nonosat/Nonogram-v0"
"""Registered id of the environment."""

__all__ = [
    "NonogramEnv",
    "ENVIRONMENT",
    "Move",
    "MoveKind",
    "Play",
]


def __getattr__(name: str) -> Any:
    """Loads the environment lazily: gymnasium is optional."""
    if name != "NonogramEnv":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not importable("gymnasium"):
        raise MissingExtraError("the environment needs gymnasium: pip install 'nonosat[learn]'")
    from nonosat.apps.evaluation.learn.environment import NonogramEnv

    return NonogramEnv


if importable("gymnasium"):
    from gymnasium.envs.registration import register

    register(ENVIRONMENT, entry_point="nonosat.apps.evaluation.learn.environment:NonogramEnv")
