"""Sequences of drawings, written as animated GIF, PNG or SVG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from nonosat.apps.drawing.drawing import AUTO, Drawing
from nonosat.apps.drawing.layout import cell_size, laid_out
from nonosat.apps.drawing.scene import Scene
from nonosat.apps.drawing.writers import ANIMATIONS, contents, save, writer_of
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.sentences import number_text

Progress = Callable[[str], object]  # called regularly with the progress, in words


class Frame(NamedTuple):
    """A drawing and its duration in seconds."""

    drawing: Drawing
    seconds: float


@dataclass(frozen=True, repr=False)
class Animation:
    """A loop of frames with one shape and palette."""

    frames: tuple[Frame, ...]

    @property
    def seconds(self) -> float:
        """Total duration in seconds."""
        return sum(frame.seconds for frame in self.frames)

    def svg(self, *, theme: str = AUTO, cell: int | None = None) -> str:
        """Returns an animated SVG; with reduced motion it shows the last frame."""
        return self._as("svg", theme=theme, cell=cell).decode()

    def gif(self, *, theme: str = AUTO, cell: int | None = None) -> bytes:
        """Returns an animated GIF."""
        return self._as("gif", theme=theme, cell=cell)

    def apng(self, *, theme: str = AUTO, cell: int | None = None) -> bytes:
        """Returns an animated PNG."""
        return self._as("apng", theme=theme, cell=cell)

    def save(
        self,
        path: str,
        to: str | None = None,
        *,
        theme: str = AUTO,
        cell: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Writes a file of the kind `to`, or of that of the path's extension; `-` is standard output."""
        save(ANIMATIONS, self, path, to, theme=theme, cell=cell, progress=progress)

    def _as(self, kind: str, **options: Any) -> bytes:
        return contents(writer_of(ANIMATIONS, "", kind), self, **options)

    def scenes(
        self, *, cell: int | None = None, marks: bool = False, progress: Progress | None = None
    ) -> list[Scene]:
        """Lays out each frame, all with cells of one size."""
        size = cell_size(self.frames[-1].drawing) if cell is None else cell
        found = []
        for number, frame in enumerate(self.frames, 1):
            if progress:
                progress(f"frame {number} of {len(self.frames)} is laid out")
            found.append(laid_out(frame.drawing, cell=size, marks=marks))
        return found

    def _repr_html_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Animation of {number_text(len(self.frames), 'frame')}, {self.seconds:.1f} s>"
