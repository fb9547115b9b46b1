"""For training: games in progress whose moves have exact labels."""

from nonosat.apps.evaluation.learn.play import MoveKind, Play

__all__ = ["MoveKind", "Play"]
