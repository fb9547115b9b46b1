"""Random puzzles of any lines, and their solutions by brute force."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, product
from random import Random

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.model.shapes import hexagonal, holed

COLOURED = [("white", "ffffff", "."), ("red", "cc0000", "r"), ("blue", "0000cc", "b")]


def on_holes(*rows: str) -> Puzzle:
    """Returns a puzzle on a board with holes at which lines end."""
    shape = holed(rows, split=True)
    return Grid._shaped(shape, bytes(at * 7 % 5 > 1 for at in range(shape.cell_count))).puzzle()


HOLES = on_holes("### ##", "## ###", "######")
TIGHT = on_holes("#" * 13, "### ## ### ##", "#" * 13, "## ### ### ##", *["#" * 13] * 3)
"""Between its holes there is no room for two clues."""


def runs(cells: list[int]) -> list[tuple[int, int]]:
    """Returns (length, colour) of the runs of ink."""
    return [(len(list(run)), colour) for colour, run in groupby(cells) if colour]


def solutions(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Returns all solutions, cell by cell, of all colourings."""
    size = sum(puzzle.row_lengths)
    givens = [(puzzle.cell(row, place), colour) for row, place, colour in puzzle.givens]
    lines = [(line.cells, line.clue) for line in puzzle.lines if line.clue is not None]
    return [
        cells
        for cells in product(range(len(puzzle.palette)), repeat=size)
        if all(cells[cell] == colour for cell, colour in givens)
        and all(agree(runs([cells[cell] for cell in line]), clue) for line, clue in lines)
    ]


def agree(seen: list[tuple[int, int]], clue) -> bool:
    return len(seen) == len(clue) and all(
        colour == block.colour and block.length in (None, length)
        for (length, colour), block in zip(seen, clue, strict=True)
    )


def arrangement(seed: int, *, inks: int | None = None) -> Puzzle:
    """Returns a small puzzle of random lines: 1 to 5 families, perhaps inks, blots, givens, lost and wrong clues."""
    random = Random(seed)
    inks = inks or (1, 1, 2)[seed % 3]
    size = random.randint(3, 11 if inks == 1 else 7)
    families = random.randint(1, 5)
    lines: dict[str, list[list[int]]] = {}
    # names of any kind, including a rectangle's and numbers
    names = ("z", "cell", "other cell", "1", "column")
    for name in random.sample(names, families):
        cells = random.sample(range(size), random.randint(1, size))
        lines[name] = []
        while cells:
            length = random.randint(1, len(cells))
            lines[name].append(cells[:length])
            cells = cells[length:]
    return spoiled(
        random, lines, [int(random.random() < 0.55) * random.randint(1, inks) for _ in range(size)], inks
    )


def spoiled(random: Random, lines: dict[str, list[list[int]]], picture: list[int], inks: int) -> Puzzle:
    """Returns the puzzle of some lines and a picture, with blots, givens, lost and wrong clues."""
    clues: dict[str, list] = {}
    for name, family in lines.items():
        clues[name] = []
        for line in family:
            clue: list | None = runs([picture[cell] for cell in line])
            if random.random() < 0.06:
                clue = None
            elif random.random() < 0.15:
                clue = [("?" if random.random() < 0.5 else length, colour) for length, colour in clue]
            elif random.random() < 0.04:
                clue = [*clue, (1, 1)]
            clues[name].append(clue)
    palette = COLOURED[: inks + 1] if inks > 1 else [("white", "ffffff", "."), ("black", "000000", "#")]
    puzzle = Puzzle.of_lines(lines, clues, palette=palette)
    if random.random() < 0.3:
        row, place = random.choice(puzzle.coordinates)
        puzzle = puzzle.replace(givens=[(row, place, random.randint(0, inks))])
    return puzzle


def painted(shape, seed: int) -> Puzzle:
    random = Random(seed)
    rows = [[int(random.random() < 0.55) for _ in range(length)] for length in shape.row_lengths]
    grid = Grid(rows, geometry=shape)
    return grid.puzzle(goal=grid)


def cube(side: int, seed: int, density: float = 0.5) -> Puzzle:
    """Returns a cube of side^3 cells, drawn as slices side by side."""
    random, within = Random(seed), range(side)
    lines = {
        "x": [[(x, y, z) for x in within] for z in within for y in within],
        "y": [[(x, y, z) for y in within] for z in within for x in within],
        "z": [[(x, y, z) for z in within] for y in within for x in within],
    }
    filled = {(x, y, z): int(random.random() < density) for x in within for y in within for z in within}
    clues = {
        name: [runs([filled[cell] for cell in line]) for line in family] for name, family in lines.items()
    }
    return Puzzle.of_lines(lines, clues)


KINDS: dict[str, Callable[[int], Puzzle]] = {
    "hexagon": lambda seed: painted(hexagonal(2 + seed % 2), seed),
    "holes": lambda seed: painted(holed(["aaaa", "a  a", "aaaa"]), seed),
    "split": lambda seed: painted(holed(["aaaa", "a  a", "aaaa"], split=True), seed),
    "cube": lambda seed: cube(2, seed),
    "lines": arrangement,
}
PLAIN_KINDS = ("hexagon", "holes", "split")
