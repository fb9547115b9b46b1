"""What values of members mean: clues as lists or texts, blocks with inks, palettes.

Clues are lists, texts such as "2 1", or lists filled up with zeros. A block is a length, or a length and an ink: an object, or a
list of both, `["y", 2]`.
"""

from __future__ import annotations

import json
import re
from typing import Any

from nonosat.formats.pictures.letters import INKS
from nonosat.imaging.colours import name_of, rgb_of
from nonosat.model.clues import BLOT
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import MAX_COLOURS, is_letter
from nonosat.support.errors import InputError

_CLUE = re.compile(r"[0-9]{1,4}(?:[\s,.;/_-]+[0-9]{1,4})*|-?", re.ASCII)
_WORDS = re.compile(r"[\s,.;/_-]+")
_NAME = re.compile(r"[\s_-]+")
_LENGTHS = ("count", "length", "size", "value", "number", "num", "n", "len")
_INKS = ("color", "colour", "ink", "c")
NO_PALETTE: tuple[list[list[str]], dict[str, int]] = ([["white", "ffffff", "."]], {})


def plain_name(name: object) -> str:
    """Returns a name without case, blanks, `_` and `-`."""
    return _NAME.sub("", str(name)[:100]).lower()


def clues_in(value: Any) -> list[Any] | None:
    """Returns the clues of a list or a text with one in each line, or None if it is no such thing."""
    if isinstance(value, str):
        lines = value.strip().splitlines() if "\n" in value.strip() else re.split(r"[;|]", value)
        value = [line.strip() for line in lines]
        if len(value) < 2:
            return None
    if not isinstance(value, list) or len(value) > MAX_SIDE:
        return None
    if not all(clue is None or isinstance(clue, (list, tuple, str)) or type(clue) is int for clue in value):
        return None
    if not any(
        isinstance(clue, (list, tuple, str)) for clue in value
    ):  # numbers alone are sums of another puzzle
        return None
    texts = (clue for clue in value if isinstance(clue, str))
    return value if all(_CLUE.fullmatch(text.strip()) for text in texts) else None


def blocks_of(clue: Any, inks: InkNumbers) -> Any:
    """Returns a clue in our own form."""
    if clue is None:
        return None
    if isinstance(clue, str):
        return [int(word) for word in _WORDS.split(clue.strip()) if word and int(word)]
    if type(clue) is int:
        return [clue] if clue else []
    return [inks.block(block) for block in clue if block is not None and block != 0]


class InkNumbers:
    """The inks of a puzzle by their names, in the order of the palette."""

    def __init__(self, palette: list[list[str]], numbers: dict[str, int]) -> None:
        self._palette = palette
        self._stated = range(1, len(palette))
        self.numbers = numbers
        self.used = False

    def block(self, block: Any) -> Any:
        """Returns a block in our own form; those of objects have a length and a colour."""
        if isinstance(block, str) and block.isascii() and block.isdigit():
            return int(block)
        if (
            block and isinstance(block, list) and block[0] == BLOT
        ):  # a length that is not told, and the number of an ink
            return block
        if isinstance(block, list) and len(block) == 2 and sum(isinstance(part, str) for part in block) == 1:
            length, ink = block if isinstance(block[1], str) else block[::-1]
            return [length, self._number(ink)]
        if not isinstance(block, dict):
            return block
        length = next((block[name] for name in block if plain_name(name) in _LENGTHS), None)
        ink = next((block[name] for name in block if plain_name(name) in _INKS), None)
        if type(length) is not int or isinstance(ink, (dict, list)):
            raise InputError(f"expected a block with a length, got {json.dumps(block)[:40]}")
        return length if ink is None else [length, self._number(str(ink))]

    def _number(self, ink: str) -> int:
        self.used = True
        if ink.isascii() and ink.isdigit() and ink not in self.numbers and int(ink) in self._stated:
            return int(ink)  # by its place in a palette of our own
        if ink not in self.numbers:
            rgb = rgb_of(ink) or self._rgb_of_letter(ink)
            if rgb is None:
                raise InputError(f"no colour is called {ink[:40]!r}")
            if len(self._palette) >= MAX_COLOURS:
                raise InputError(f"more than {MAX_COLOURS} colours")
            self.numbers[ink] = len(self._palette)
            self._palette.append([name_of(rgb) if ink.startswith("#") else ink, rgb, ""])
        return self.numbers[ink]

    def _rgb_of_letter(self, letter: str) -> str | None:
        """Returns the colour of a letter: the usual one, or another that no ink has; None for longer names."""
        if len(letter) != 1:
            return None
        taken = {rgb for _, rgb, _ in self._palette}
        usual = [rgb_of(name) for name in (INKS.get(letter, ""), *INKS.values())]
        spare = (rgb for rgb in (*usual, *(f"{step * 0x1F3D5B % 0xFFFFFF:06x}" for step in range(1, 999))))
        return next(rgb for rgb in spare if rgb and rgb not in taken and rgb != "ffffff")

    def entries(self) -> list[list[str]]:
        """Returns the palette with a letter for each colour."""
        return lettered(self._palette)


def lettered(palette: list[list[str]]) -> list[list[str]]:
    """Gives a letter to each colour without one."""
    taken = {letter for _, _, letter in palette if letter}
    spare = (
        letter for letter in map(chr, range(ord("a"), 0x3000)) if letter not in taken and is_letter(letter)
    )
    return [[name, rgb, letter or next(spare)] for name, rgb, letter in palette]


def _is_entry(item: Any) -> bool:
    """Returns True for a colour of our own JSON: name, RGB value and letter."""
    return isinstance(item, list) and len(item) == 3 and all(isinstance(part, str) for part in item)


def palette_in(value: Any) -> tuple[list[list[str]], dict[str, int]]:
    """Returns the colours of a palette, background first, and the number of each by name and by place."""
    items = (
        list(value.items())
        if isinstance(value, dict)
        else [(str(at), item) for at, item in enumerate(value or ())]
    )
    if items and all(_is_entry(item) for _, item in items):  # our own, background first
        entries = [list(item) for _, item in items]
        return entries, {name: at for at, (name, _, _) in enumerate(entries)}
    colours: list[list[str]] = []
    names: list[str] = []
    for key, item in items:
        text = (
            item
            if isinstance(item, str)
            else item.get("color", item.get("rgb", ""))
            if isinstance(item, dict)
            else ""
        )
        rgb = rgb_of(text) if isinstance(text, str) else None
        if rgb is None:
            return NO_PALETTE
        own = item.get("name") if isinstance(item, dict) else None
        name = own if isinstance(own, str) else str(text if key.isdigit() else key)
        colours.append([name_of(rgb) if name.startswith("#") else name, rgb, ""])
        names.append(key)
    if colours and colours[0][1] == "ffffff":
        return [[*colours[0][:2], "."], *colours[1:]], {name: at for at, name in enumerate(names)}
    return [["white", "ffffff", "."], *colours], {name: at for at, name in enumerate(names, 1)}
