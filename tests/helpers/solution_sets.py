"""Random puzzles of every kind with all their solutions, by brute force, for the tests of the analysis."""

from random import Random

from hypothesis import strategies as st
from oracles import solutions_of

from nonosat.model.clues import Block
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid
from nonosat.model.shapes import triddler

PALETTE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"), Colour("green", "00ff00", "g"))


def random_puzzle(random, max_side=5):
    """Returns a solvable puzzle with one to three inks, sometimes with blotted or missing clues and givens."""
    inks = random.choice([1, 1, 2, 3])
    side = min(max_side, 4) if inks == 3 else max_side
    height, width, filled = random.randint(1, side), random.randint(1, side), random.random()
    cells = bytes(random.randint(1, inks) if random.random() < filled else 0 for _ in range(height * width))
    grid = Grid.from_cells(cells, width)
    places = [(row, column, grid[row, column]) for row in range(height) for column in range(width)]
    return veiled(random, grid.puzzle(PALETTE[: inks + 1]), places)


def veiled(random, puzzle, places, hide=0.3):
    """Returns the puzzle, sometimes with hidden clues and with givens."""
    hide = random.random() < hide

    def hidden(clue):
        if hide and random.random() < 0.05:
            return None
        return tuple(Block(None if hide and random.random() < 0.5 else size, colour) for size, colour in clue)

    return puzzle.replace(
        rows=tuple(map(hidden, puzzle.rows)),
        columns=tuple(map(hidden, puzzle.columns)),
        diagonals=tuple(map(hidden, puzzle.diagonals)),
        givens=tuple(place for place in places if random.random() < 0.05),
    )


def random_triddler(random):
    """Returns a solvable triddler with one or two inks."""
    inks = random.choice([1, 2])
    while True:
        columns, corner = random.randint(1, 3), random.randint(-2, 0)
        diagonals, rows = random.randint(1, 3), random.randint(1, 3)
        shape = triddler(rows, columns, diagonals, corner)
        if all(shape.line_lengths):
            break
    filled = random.random()
    lengths = shape.row_lengths
    grid = Grid(
        (
            bytes(random.randint(1, inks) if random.random() < filled else 0 for _ in range(length))
            for length in lengths
        ),
        ragged=True,
    )
    puzzle = grid.triddler(columns, diagonals, corner, PALETTE[: inks + 1])
    places = [(row, at, grid[row, at]) for row, length in enumerate(lengths) for at in range(length)]
    return veiled(random, puzzle, places)


def all_solutions(puzzle):
    """Returns all solutions, cell by cell, sorted."""
    return sorted(map(bytes, solutions_of(puzzle)))


def ambiguous(random, least=2, most=300, make=random_puzzle):
    """Returns a random puzzle with that many solutions, and the solutions."""
    while True:
        puzzle = make(random)
        found = all_solutions(puzzle)
        if least <= len(found) <= most:
            return puzzle, found


randoms = st.integers(0, 1 << 30).map(Random)
