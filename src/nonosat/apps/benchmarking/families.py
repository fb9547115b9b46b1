"""Families of puzzles of growing size: `dom:4,6,8`, `random@0.4:20,30,40`, `julia:100,200`.

A name has a family, optionally its parameter after `@`, and sizes after a colon. Formulas give one puzzle of each size,
random families any number. The same name gives the same puzzles on every machine. The goal of a puzzle is its picture.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from nonosat.apps.generation.domino import staircase
from nonosat.apps.generation.formula import JULIA_SETS, checkerboard, julia, rings, stripes
from nonosat.apps.generation.kinds import drawn
from nonosat.apps.generation.patterns import dithered, latin, life, moire, rule, truchet
from nonosat.apps.generation.wish import PALETTE, Kind
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import NonosatError, UsageError

_NAME = re.compile(r"([a-z]+)(?:@([0-9]+(?:\.[0-9]+)?))?:([0-9]{1,6}(?:,[0-9]{1,6})*)")


class Subject(NamedTuple):
    """A puzzle to measure, or the error from reading it."""

    name: str
    puzzle: Puzzle | None
    error: NonosatError | None = None
    family: str | None = None
    size: int | None = None  # size within its family


@dataclass(frozen=True, slots=True)
class _Family:
    """A family: its summary, and the function that makes its puzzles."""

    summary: str
    picture: Callable[[int, float, Random], Grid]
    value: float = 0.0  # default of the value after `@`
    values: tuple[float, float] = (0.0, 0.0)
    """Least and greatest value after `@`; if they are equal, no value is accepted."""
    by_chance: bool = False


_Picture = Callable[[int, float, Random], Grid]


def _formula(draw: Callable[[int], Grid]) -> _Picture:
    return lambda size, _, __: draw(size)


def _chance(draw: Callable[[int, Random], Grid]) -> _Picture:
    return lambda size, _, random: draw(size, random)


def _kind(kind: Kind) -> _Picture:
    def picture(size: int, density: float, random: Random) -> Grid:
        cells = drawn(kind, size, size, density=density, inks=1, random=random)
        return Grid(cells[row * size : (row + 1) * size] for row in range(size))

    return picture


def _colours(size: int, inks: float, random: Random) -> Grid:
    number = int(inks)
    cells = drawn(Kind.NOISE, size, size, density=_COLOURED_SHARE, inks=number, random=random)
    rows = (cells[row * size : (row + 1) * size] for row in range(size))
    return Grid(rows, PALETTE[: number + 1])


_COLOURED_SHARE = 0.3  # share of ink: with more, lines soon settle everything
_SHARES = (0.01, 0.99)
_WHOLE = ("checkerboard", "julia", "rule", "colours")  # families that take a whole number

# families by name
FAMILIES = {
    "dom": _Family("n-Dom, 2n + 1 cells a side: little to hold on to", lambda n, _, __: staircase(n)),
    "random": _Family("random cells; @SHARE of them filled", _kind(Kind.NOISE), 0.5, _SHARES, True),
    "colours": _Family(
        "random cells in @NUMBER inks, 30 % filled", _colours, 3, (1, len(PALETTE) - 1), by_chance=True
    ),
    "blobs": _Family("pictures of blobs; @SHARE filled", _kind(Kind.BLOBS), 0.5, _SHARES, True),
    "strokes": _Family("pictures of brush strokes; @SHARE filled", _kind(Kind.STROKES), 0.3, _SHARES, True),
    "maze": _Family("mazes; @SHARE filled", _kind(Kind.MAZE), 0.5, _SHARES, True),
    "text": _Family("random letters; @SHARE filled", _kind(Kind.TEXT), 0.5, _SHARES, True),
    "checkerboard": _Family(
        "every second cell, or every @STEP-th",
        lambda size, step, _: checkerboard(size, size, int(step)),
        2,
        (1, MAX_SIDE),
    ),
    "julia": _Family(
        "a Julia set, black on white; @NUMBER takes another c",
        lambda side, number, _: julia(side, JULIA_SETS[int(number) - 1]),
        1,
        (1, len(JULIA_SETS)),
    ),
    "rings": _Family("concentric rings: lines nearly suffice", _formula(rings)),
    "stripes": _Family("slanting stripes: unique, though no line settles a cell", _formula(stripes)),
    "life": _Family("Conway's Life after 40 generations", _chance(life), by_chance=True),
    "rule": _Family(
        "a cellular automaton of one dimension, Wolfram's rule @NUMBER",
        lambda side, number, random: rule(side, random, int(number)),
        30,
        (0, 255),
        True,
    ),
    "truchet": _Family("square tiles, each with one of its diagonals", _chance(truchet), by_chance=True),
    "latin": _Family("a quarter of a Latin square's numbers", _chance(latin), by_chance=True),
    "moire": _Family("rings of equal area, ever thinner", _formula(moire)),
    "dithered": _Family("greys dithered to black and white", _chance(dithered), by_chance=True),
}


def is_family(path: str) -> bool:
    """Returns whether a path names a family rather than a file.

    >>> is_family("dom:4,6"), is_family("random@0.3:20"), is_family("dom:x"), is_family("1/1:1/1")
    (True, True, True, False)
    """
    begins = re.match(r"[a-z]+(?=[@:])", path)
    meant = begins is not None and (begins[0] in FAMILIES or _NAME.fullmatch(path) is not None)
    return meant and not os.path.exists(path)


def members(name: str, per_size: int = 1) -> Iterator[Subject]:
    """Yields the puzzles of a family by size, `per_size` of each size if they are random.

    Raises `UsageError` for an unknown family, and for sizes and values out of range.

    >>> [subject.name for subject in members("dom:2,1")]
    ['dom:1', 'dom:2']
    >>> [subject.name for subject in members("random@0.4:5", 2)]
    ['random@0.4:5#1', 'random@0.4:5#2']
    """
    match = _NAME.fullmatch(name)
    called = re.match("[a-z]*", name)
    if called is None or called[0] not in FAMILIES:
        raise UsageError(f"{name}: no family of puzzles; there are {', '.join(FAMILIES)}, as in dom:4,6,8")
    if match is None:
        raise UsageError(f"{name}: expected sizes after a colon, as in {called[0]}:10,20")
    family, value = FAMILIES[match[1]], match[2]
    least, greatest = family.values
    if value is not None and least == greatest:
        raise UsageError(f"{name}: {match[1]} takes nothing after @")
    number = family.value if value is None else float(value)
    if not least <= number <= greatest:
        raise UsageError(f"{name}: {match[1]} takes {least:g} to {greatest:g} after @, not {value}")
    if match[1] in _WHOLE and number != int(number):
        raise UsageError(f"{name}: {match[1]} takes a whole number after @, not {value}")
    sizes = sorted(set(map(int, match[3].split(","))))
    most = (MAX_SIDE - 1) // 2 if match[1] == "dom" else MAX_SIDE
    if not 1 <= sizes[0] <= sizes[-1] <= most:
        raise UsageError(f"{name}: sizes are 1 to {most:,}")
    return _members(match[1] if value is None else f"{match[1]}@{value}", family, number, sizes, per_size)


def _members(
    called: str, family: _Family, value: float, sizes: list[int], per_size: int
) -> Iterator[Subject]:
    for size in sizes:
        for number in range(1, per_size + 1 if family.by_chance else 2):
            name = f"{called}:{size}" + (f"#{number}" if family.by_chance else "")
            picture = family.picture(size, value, Random(name))
            yield Subject(name, picture.puzzle(goal=picture), family=called, size=size)
