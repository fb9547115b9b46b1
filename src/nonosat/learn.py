"""The public name of `nonosat.evaluation.learn`: importing it registers the environments with gymnasium."""

from typing import TYPE_CHECKING, Any

from nonosat.evaluation import learn as _room
from nonosat.evaluation.learn import (
    ENVIRONMENT,
    Move,
    MoveKind,
    NonogramConfig,
    NonogramDataset,
    Play,
    register_dataset,
)

if TYPE_CHECKING:
    from nonosat.evaluation.learn import NonogramEnv

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
    return getattr(_room, name)
