"""Colour, blotted and missing clues, triddlers: all solutions, against brute force."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from effort import tries
from oracles import solutions_of

from nonosat.model.clues import Block
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.model.shapes import triddler as triddler_of
from nonosat.sat.backends import BACKENDS
from nonosat.search.options import SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import searched

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))
HEXAGONS = [(2, 2, 2, -1), (4, 4, 4, -2), (2, 3, 2, -1), (1, 3, 3, -1), (2, 1, 2, -2), (3, 3, 3, -3)]
MOST = 300
"""Puzzles with more solutions than that are passed over."""


def hidden(clues, rng, blot, miss):
    """Clues with some lengths blotted and some lines gone."""
    return [
        None
        if rng.random() < miss
        else [Block(None if rng.random() < blot else b.length, b.colour) for b in clue]
        for clue in clues
    ]


def random_puzzle(rng, *, colours, triddler):
    """A small puzzle made from a random picture, or now and then from the clues of two."""
    if triddler:
        shape = rng.choice(HEXAGONS)
        lengths = triddler_of(*shape).row_lengths
    else:
        lengths = [rng.randint(1, 4)] * rng.randint(1, 4)
    one, other = (
        Grid([[rng.randrange(colours) for _ in range(length)] for length in lengths], ragged=True)
        for _ in range(2)
    )
    palette = THREE[:colours]
    puzzles = [g.triddler(*shape[1:], palette) if triddler else g.puzzle(palette) for g in (one, other)]
    puzzle = puzzles[0]
    if rng.random() < 0.15:
        puzzle = puzzle.replace(columns=puzzles[1].columns)
    blot, miss = rng.choice((0, 0.3, 0.7, 1)), rng.choice((0, 0, 0, 0.3, 1))
    given = [(r, c, one[r, c]) for r in range(len(lengths)) for c in range(lengths[r]) if rng.random() < 0.05]
    return puzzle.replace(
        rows=hidden(puzzle.rows, rng, blot, miss),
        columns=hidden(puzzle.columns, rng, blot, miss),
        diagonals=hidden(puzzle.diagonals, rng, blot, miss),
        givens=given,
    )


def expected(puzzle):
    """All solutions, or None if there are too many of them."""
    found = list(islice(solutions_of(puzzle), MOST + 1))
    return set(found) if len(found) <= MOST else None


@pytest.mark.slow_for("3-True-120")
@pytest.mark.parametrize(
    ("colours", "triddler", "rounds"), [(2, False, 1500), (3, False, 1500), (2, True, 400), (3, True, 120)]
)
def test_all_solutions_are_those_of_brute_force(colours, triddler, rounds):
    rng = Random(f"{colours} {triddler}")
    seen = Counter()
    for _ in range(tries(rounds, share=min(10, rounds // 50))):
        puzzle = random_puzzle(rng, colours=colours, triddler=triddler)
        wanted = expected(puzzle)
        if wanted is None:
            continue
        if puzzle.problems():
            assert not wanted, puzzle
            continue
        found = searched(puzzle)
        pictures = [tuple(b"".join(grid.rows)) for grid in found]
        assert len(pictures) == len(set(pictures)), puzzle
        assert set(pictures) == wanted, puzzle
        assert found.complete
        seen[found.verdict, found.line_solvable] += 1
    assert {Verdict.UNIQUE, Verdict.MULTIPLE} <= {verdict for verdict, _ in seen}
    assert seen.total() > tries(rounds, share=min(10, rounds // 50)) // 2


@pytest.mark.parametrize("backend", list(BACKENDS))
def test_cells_without_clues_are_free(backend):
    puzzle = Puzzle([["?"], None], [None] * 3, THREE)
    assert len(set(searched(puzzle, options=SearchOptions(backend=backend)))) == 6 * 27


def test_a_blotted_block_has_at_least_one_cell():
    assert {grid.text() for grid in searched(Puzzle([["?"]], [None] * 3))} == {
        "#..", ".#.", "..#", "##.", ".##", "###"
    }  # fmt: skip
