"""Canonical keys of puzzles up to symmetry, from their clues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.apps.many.disk_index import hashed
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import UsageError

# clues of all rows, or all columns, as (length, colour) pairs
Lines = tuple[tuple[tuple[int, int], ...], ...]


def canonical_key(puzzle: Puzzle) -> str:
    """Returns 32 hexadecimal digits, equal exactly for puzzles equal up to rotation, reflection and exchange of inks.

    Raises `UsageError` for triddlers and other shapes, hidden clues and givens.

    >>> one = Puzzle(rows=[[1], [2], []], columns=[[2], [1]])
    >>> turned = Puzzle(rows=[[2], [1]], columns=[[], [2], [1]])
    >>> canonical_key(one) == canonical_key(turned)
    True
    >>> canonical_key(one) == canonical_key(Puzzle(rows=[[], [2], [1]], columns=[[2], [1]]))
    True
    >>> canonical_key(one) == canonical_key(Puzzle(rows=[[1], [], [2]], columns=[[1, 1], [1]]))
    False
    """
    if not isinstance(puzzle.geometry, Rectangle) or puzzle.givens:
        raise UsageError("only puzzles of rows and columns without givens have a canonical form")
    images: Iterator[tuple[Lines, ...]] = _images(*map(_lines, puzzle.clue_families))
    if len(puzzle.palette) > 2:
        images = map(_renumbered, images)
    return hashed(repr(min(images))).hex()


def _lines(clues: Sequence[Sequence[tuple[int | None, int]] | None]) -> Lines:
    lines = []
    for clue in clues:
        if clue is None or any(length is None for length, _ in clue):
            raise UsageError("a puzzle with hidden clues has no canonical form")
        lines.append(tuple((length or 0, colour) for length, colour in clue))
    return tuple(lines)


def _images(rows: Lines, columns: Lines) -> Iterator[tuple[Lines, Lines]]:
    """Yields the clues of all eight rotations and reflections."""
    for first, second in ((rows, columns), (columns, rows)):
        for one in ((first, second), (first[::-1], _backwards(second))):
            yield one
            yield _backwards(one[0]), one[1][::-1]


def _backwards(lines: Lines) -> Lines:
    return tuple(clue[::-1] for clue in lines)


def _renumbered(lines: tuple[Lines, ...]) -> tuple[Lines, ...]:
    """Numbers the inks in order of first appearance."""
    numbers: dict[int, int] = {}
    return tuple(
        tuple(
            tuple((length, numbers.setdefault(colour, len(numbers) + 1)) for length, colour in clue)
            for clue in family
        )
        for family in lines
    )
