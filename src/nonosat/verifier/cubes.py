"""Cubes of a puzzle that was cut: checks that every solution lies in one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .reading import CUBES
from .values import Refused, Unreadable, shown, value_of

_FOLDER = re.compile(r"[a-z0-9-]{1,40}")


class Cube(NamedTuple):
    """Cells given on top of those of the puzzle, and where the certificate of the puzzle with them is."""

    givens: tuple[tuple[int, int, int], ...]
    folder: str
    digest: str
    """SHA-256 of its manifest."""


def cubes_in(lines: list[str]) -> Iterator[Cube]:
    """Reads the cubes of a file; raises `Unreadable`. No folder occurs twice."""
    folders = set()
    for number, text in enumerate(lines, 1):
        where = f"{CUBES}:{number}"
        value = value_of(text, where)
        if not (isinstance(value, list) and len(value) == 3 and isinstance(value[0], list)):
            raise Unreadable(f"{where}: a cube is [givens, folder, SHA-256], read {shown(value)}")
        givens, folder, digest = value
        for given in givens:
            fine = isinstance(given, list) and len(given) == 3 and all(type(each) is int for each in given)
            if not fine:
                raise Unreadable(f"{where}: a given is [row, column, colour], read {shown(given)}")
        if not (isinstance(folder, str) and _FOLDER.fullmatch(folder) and folder not in folders):
            raise Unreadable(f"{where}: expected the name of another folder, read {shown(folder)}")
        folders.add(folder)
        yield Cube(tuple(tuple(given) for given in givens), folder, str(digest))


def require_all(cubes: list[Cube], colours: int) -> None:
    """Raises `Refused` unless the cubes come from cuts at cells, with a part for every colour at each.

    >>> require_all([Cube(((0, 0, colour),), "", "") for colour in range(2)], 2)
    """
    waiting = [(0, cubes)]
    while waiting:
        depth, some = waiting.pop()
        if len(some) == 1 and len(some[0].givens) == depth:
            continue
        parts: dict[int, list[Cube]] = {colour: [] for colour in range(colours)}
        cells = set()
        for cube in some:
            if len(cube.givens) <= depth:
                raise Refused(f"{CUBES}: the cube of {cube.folder} holds others")
            row, column, colour = cube.givens[depth]
            cells.add((row, column))
            if colour not in parts:
                raise Refused(f"{CUBES}: the palette has no colour {colour} of {cube.folder}")
            parts[colour].append(cube)
        if len(cells) != 1 or not all(parts.values()):
            raise Refused(f"{CUBES}: a cut is at no one cell, or lacks a colour: {shown(sorted(cells)[:2])}")
        waiting += [(depth + 1, part) for part in parts.values()]
