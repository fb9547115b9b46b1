"""Writes a puzzle's formula and cubes as one iCNF file, for cube-and-conquer solvers and Mallob.

The file has the header `p inccnf`, the clauses, and a line `a LITERALS 0` (assumptions) per cube (S. Wieringa, "The icnf
file format", 2012).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from nonosat.foundation.limits import Clock, Limit
from nonosat.foundation.workers.processes import answered
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.cubes.lookahead import Cube, Cut, cut, within
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.sat.exports import encode


def encode_cubes(
    puzzle: Puzzle,
    *,
    cubes: int,
    encoding: str = "order",
    propagated: bool = True,
    excluding: Grid | None = None,
    limit: Limit,
) -> str:
    """Returns the formula of `encode` with about `cubes` cubes; raises `OutOfReach` at a limit.

    There are fewer if no cell is left to cut at, more if the last cut has more than two colours.
    """
    return answered(_encoded, puzzle, cubes, encoding, propagated, excluding, limit=limit)


def _encoded(
    puzzle: Puzzle, cubes: int, encoding: str, propagated: bool, excluding: Grid | None, *, clock: Clock
) -> str:
    text = encode(puzzle, encoding=encoding, propagated=propagated, excluding=excluding, limit=clock.rest)
    lines = text.splitlines()
    literals = {}
    for line in lines:
        if line.startswith("c cell "):
            row, place, colour, literal = map(int, line.split()[2:])
            literals[row, place, colour] = literal
    leaves = [
        [literals.get((row, place, colour)) for row, place, colour in cube]
        for cube in _leaves(puzzle.statement, cubes, clock)
    ]
    return "\n".join(
        (
            *("p inccnf" if line.startswith("p cnf ") else line for line in lines if line[:6] != "c p sh"),
            # lines refute a colour without a literal
            *(f"a {' '.join(map(str, leaf))} 0" for leaf in leaves if None not in leaf and leaf),
            "",
        )
    )


def _leaves(puzzle: Puzzle, most: int, clock: Clock) -> Iterator[Cube]:
    """Yields cubes that cover all solutions; cuts the largest until there are enough."""
    waiting: list[tuple[int, Cube]] = [(0, ())]
    done: list[Cube] = []
    while waiting and len(waiting) + len(done) < most:
        _, cube = heappop(waiting)
        found = cut(puzzle, cube, tick=clock.tick)
        if found is None:
            done.append(cube)
            continue
        for child in Cut(found.row, found.place, tuple(range(len(puzzle.palette)))).children(cube):
            board = Board(within(puzzle, child))
            if propagate(board, tick=clock.tick):
                done.append(child)
            else:
                heappush(waiting, (-board.open_cells(), child))
    yield from sorted((*done, *(cube for _, cube in waiting)))
