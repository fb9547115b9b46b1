"""Sequences of drawings, written as animated GIFs."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from nonosat.apps.drawing.drawing import AUTO, Drawing
from nonosat.apps.drawing.writers import GIF, contents, save
from nonosat.support.arguments import method
from nonosat.support.results import NoTruthValue
from nonosat.support.sentences import number_text

Progress = Callable[[str], object]  # called regularly with the progress, in words


class Frame(NamedTuple):
    """A drawing and its duration in seconds."""

    drawing: Drawing
    seconds: float


@dataclass(frozen=True, repr=False)
class Animation(NoTruthValue):
    """A loop of frames with one shape and palette."""

    frames: tuple[Frame, ...]

    @property
    def seconds(self) -> float:
        """Total duration in seconds."""
        return sum(frame.seconds for frame in self.frames)

    @method
    def gif(self, *, theme: str = AUTO, cell: int | None = None) -> bytes:
        """Returns an animated GIF."""
        return contents(GIF, self, {"theme": theme, "cell": cell})

    @method
    def save(self, path: str, *, theme: str = AUTO, cell: int | None = None) -> None:
        """Writes a GIF file."""
        save((GIF,), self, path, theme=theme, cell=cell)

    def _repr_html_(self) -> str:
        return (
            f'<img alt="{escape(repr(self))}" src="data:image/gif;base64,{b64encode(self.gif()).decode()}">'
        )

    def __repr__(self) -> str:
        return f"<Animation of {number_text(len(self.frames), 'frame')}, {self.seconds:.1f} s>"
