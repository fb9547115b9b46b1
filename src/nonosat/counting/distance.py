"""The solution nearest to a grid, by Hamming distance.

Distance adds up over the regions. A compiled region is solved by a shortest path in its diagram. For a larger
one, or when time is up, the answer is the best solution known, with a bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import ne
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from nonosat.counting.backbone import possible_colours
from nonosat.counting.explore import Exploration, Part, explore
from nonosat.model.disagreement import checked
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import ProvedVerdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer, Work, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import Rows


@dataclass(frozen=True, repr=False, eq=False)
class Nearest(Answer):
    """Answer to `nearest`: Hamming distances.

    The nearest known solution and its distance from the picture.
    """

    puzzle: Puzzle
    verdict: ProvedVerdict
    grid: Grid | None
    distance: Annotated[int | None, "Number of differing cells."]
    bound: Annotated[int, "Proved lower bound."]
    optimal: Annotated[bool, "True if the bound is reached, so that the result is optimal."]

    _MEMBERS = ("verdict", "solutions", "distance", "bound", "optimal", *END)

    @member
    def _solutions(self) -> Annotated[list[Rows], "The solution found, or the two."]:
        return [] if self.grid is None else [self.grid.to_json()]


@question
def nearest(
    puzzle: Puzzle,
    picture: Grid,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Nearest:
    """Finds the solution that differs from the grid in the fewest cells.

    Raises `PuzzleError` for a misstated puzzle, `UsageError` for a grid of another size.

    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> found = nearest(puzzle, Grid(["##", ".#"]))
    >>> print(found.grid)
    #.
    .#
    >>> found.distance, found.optimal
    (1, True)
    """
    if not picture.fits(puzzle.geometry):
        raise UsageError("the grid must have the puzzle's size")
    return run_limited(_nearest_picture, puzzle, picture, limit=limit_of(limit, seconds, memory))


def _nearest_picture(puzzle: Puzzle, picture: Grid, *, clock: Clock) -> Nearest:
    began = monotonic()
    return nearest_of(explore(puzzle, clock), picture, clock, began)


def nearest_of(exploration: Exploration, picture: Grid, clock: Clock, began: float) -> Nearest:
    """`nearest` on an exploration that began at `began` (`time.monotonic`)."""
    puzzle = exploration.puzzle
    target = picture.cells
    board = exploration.board
    work = Work(began)
    if picture.satisfies(puzzle):
        return Nearest(puzzle, exploration.verdict, picture, 0, 0, True, **work.fields())
    work.stop(exploration.end)
    if not exploration.solvable or exploration.parts is None:
        bound = sum(
            colour not in colours for colours, colour in zip(possible_colours(board), target, strict=True)
        )
        closest = min(exploration.witnesses, key=lambda cells: sum(map(ne, cells, target)), default=None)
        if closest is None:
            return Nearest(puzzle, exploration.verdict, None, None, bound, False, **work.fields())
        distance = sum(map(ne, closest, target))
        grid = checked(puzzle, closest, "the exploration")
        return Nearest(puzzle, exploration.verdict, grid, distance, bound, distance == bound, **work.fields())
    cells = bytearray(_start(exploration))
    witnesses = exploration.witnesses or [bytes(cells)]
    open_cells = {cell for part in exploration.parts for cell in part.region.cells}
    bound = sum(cells[cell] != target[cell] for cell in range(board.cells) if cell not in open_cells)
    for part in exploration.parts:
        costs = {
            cell: {colour: int(colour != target[cell]) for colour in colours}
            for cell, colours in zip(part.region.cells, part.region.colours, strict=True)
        }
        diagram = part.diagram
        nearest_part = None if diagram is None else work.attempt(diagram.cheapest, costs, tick=clock.tick)
        if nearest_part is None:
            cheapest = min(
                witnesses, key=lambda witness: sum(own[witness[cell]] for cell, own in costs.items())
            )
            nearest_part = (
                sum(min(own.values()) for own in costs.values()),
                bytes(map(cheapest.__getitem__, part.region.cells)),
            )
        least, solution = nearest_part
        bound += least
        if sum(costs[cell][colour] for cell, colour in zip(part.region.cells, solution, strict=True)) > least:
            _note_unproved(work, part, clock)
        for cell, colour in zip(part.region.cells, solution, strict=True):
            cells[cell] = colour
    grid = checked(puzzle, bytes(cells), "the search for the nearest solution")
    distance = sum(one != other for one, other in zip(cells, target, strict=True))
    return Nearest(
        puzzle,
        exploration.verdict,
        grid,
        distance,
        bound,
        distance == bound,
        **work.fields(),
    )


def _note_unproved(work: Work, part: Part, clock: Clock) -> None:
    """Records why a region's solution is not proved to be the nearest, unless an earlier reason is recorded."""
    if work.stopped is None:
        reason = clock.over or part.too_large()
        work.stop(reason.end)


def _start(exploration: Exploration) -> bytes:
    """Returns a solution to start from."""
    example = exploration.example()
    assert example is not None  # it is solvable
    return example.cells
