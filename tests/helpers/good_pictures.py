"""Small pictures to repaint, and all good pictures of their shape, by brute force."""

from itertools import product

from oracles import describes, runs

from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Grid


def small(random, make, most):
    """Draws a puzzle with a goal whose shape has at most `most` pictures."""
    while True:
        puzzle = make(random)
        size = sum(puzzle.row_lengths)
        if len(puzzle.palette) ** size <= most and not puzzle.problems():
            cells = [random.randrange(len(puzzle.palette)) for _ in range(size)]
            for row, column, colour in puzzle.givens:
                cells[puzzle.cell(row, column)] = colour
            title = Metadata(title="small", extra=(("key", "value"),))
            return puzzle.replace(goal=Grid._of(puzzle, bytes(cells)), metadata=title)


def good_pictures_like(puzzle, lines_only):
    """Returns the good pictures of a puzzle's shape with its givens, for clues as complete as its own.

    The result maps pictures to their clues, line by line.
    """
    lines = [(line.cells, line.clue) for family in puzzle.families for line in family]
    known = {puzzle.cell(row, column): colour for row, column, colour in puzzle.givens}
    colours = len(puzzle.palette)
    pictures = [
        cells
        for cells in product(range(colours), repeat=sum(puzzle.row_lengths))
        if all(cells[cell] == colour for cell, colour in known.items())
    ]
    runs_of = {cells: [runs([cells[at] for at in line]) for line, _ in lines] for cells in pictures}

    def veiled(pattern, found):
        if pattern is None:
            return None
        blots = [at for at, (length, _) in enumerate(pattern) if length is None]
        return tuple((None if at in blots else length, ink) for at, (length, ink) in enumerate(found))

    def fits(clues, found):
        return all(clue is None or describes(clue, its) for clue, its in zip(clues, found, strict=True))

    def settled_by_lines(clues):
        left = [set(range(colours)) for _ in pictures[0]]
        for cell, colour in known.items():
            left[cell] = {colour}
        while True:
            before = sum(map(len, left))
            for (line, _), clue in zip(lines, clues, strict=True):
                if clue is None:
                    continue
                kept = [each for each in product(*(left[at] for at in line)) if describes(clue, runs(each))]
                for at, its in zip(line, zip(*kept, strict=True), strict=True):
                    left[at] = set(its)
            if sum(map(len, left)) == before:
                return before == len(left)

    good = {}
    for cells, found in runs_of.items():
        clues = [veiled(clue, its) for (_, clue), its in zip(lines, found, strict=True)]
        if sum(fits(clues, its) for its in runs_of.values()) == 1 and (
            not lines_only or settled_by_lines(clues)
        ):
            good[cells] = clues
    return good
