"""The colours of a file, which clues use by name and pictures by letter."""

from __future__ import annotations

from collections.abc import Mapping

from nonosat.imaging.colours import plain
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.support.errors import InputError


class FileColours:
    """Colours in the order of the palette; those of `predefined` join when a clue uses them."""

    def __init__(self, predefined: Mapping[str, Colour]) -> None:
        self._predefined = predefined
        self.colours: list[Colour] = []
        self.index: dict[str, int] = {}
        """By name."""
        self.letters: dict[str, int] = {}

    def add(self, name: str, colour: Colour, line: int | None = None) -> int:
        """Returns the index of a new colour; raises `InputError` for a known name, and if there are too many."""
        if name in self.index:
            raise InputError(f"the colour {name[:40]!r} comes twice", line=line)
        if len(self.colours) == MAX_COLOURS:
            raise InputError(f"more than {MAX_COLOURS} colours", line=line)
        at = self.index[name] = len(self.colours)
        self.colours.append(colour)
        self.letters.setdefault(colour.letter, at)
        return at

    def find(self, name: str, line: int | None = None) -> int:
        """Returns the index of the colour with that name; raises `InputError` if there is none."""
        if name in self.index:
            return self.index[name]
        if name not in self._predefined:
            raise InputError(f"the colour {name[:40]!r} is not declared", line=line)
        return self.add(name, self._predefined[name], line)

    def palette(self) -> Palette:
        """Returns the palette, with an ink even if no clue uses one."""
        return plain(self.colours if len(self.colours) > 1 else (*self.colours, BLACK_AND_WHITE[1]))
