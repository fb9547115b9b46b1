"""`render`: a drawing of a puzzle, or of the answer to a question about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Annotated

from nonosat.apps.drawing.drawing import Drawing
from nonosat.apps.illustration.base import SUBJECTS, Illustration, RenderRequest, Subject
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.json_types import Text, Whole, maybe, words_of
from nonosat.repairs.means import By, ByName
from nonosat.support.arguments import question
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit, limit_of


@question
def render(
    puzzle: Puzzle,
    *,
    show: Annotated[
        Subject, Text(words=tuple(SUBJECTS)), "What is shown, other than in an animation or a page."
    ] = "puzzle",
    state: PartialGrid | Grid | None = None,
    step: Annotated[int, Whole(1, 1_000_000), "Which step is shown by `steps`."] = 1,
    by: Annotated[By | ByName | None, maybe(words_of(By)), "What may be changed by `repair`."] = None,
    coordinates: Annotated[bool, "Number each fifth row and column, at the right and below."] = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Drawing:
    """A drawing of the puzzle, or of an answer about it, with `svg()`, `png()` and `save(path)`.

    `show` is one of

    - `puzzle`: as printed, or partly solved by `state`;
    - `solution`: the goal if it is a solution, else another one;
    - `ambiguity`: the forced cells, and the independent regions in which solutions differ;
    - `difference`: two solutions, or the cells of `state` that differ from the solution;
    - `steps`: step number `step` of the explanation, after `state`;
    - `conflict`: clues that contradict each other;
    - `repair`: before and after; `by` is `clue`, `pixels` or `givens`, by default the fitting one.

    Without such an answer, or after a limit, it draws the bare puzzle with a caption that says so. Raises `PuzzleError`
    for a malformed puzzle, except for a conflict or repair; `InputError` for a state of another shape; `UsageError`
    for an unknown subject, and for `coordinates` of other shapes than rectangles.

    >>> drawing = render(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), show="solution")
    >>> drawing
    <Drawing 2x2>
    >>> drawing.svg()[:4]
    '<svg'
    """
    if coordinates:
        require_rows_and_columns(puzzle)
    drawing = illustrated(puzzle, show, state, step, by, limit_of(limit, seconds, memory)).drawing
    return replace(drawing, coordinates=coordinates)


def require_rows_and_columns(puzzle: Puzzle) -> None:
    """Raises `UsageError` for a puzzle whose rows and columns cannot be numbered at the edges."""
    if not isinstance(puzzle.geometry, Rectangle):
        raise UsageError("coordinates are for rectangles only")


def illustrated(
    puzzle: Puzzle,
    show: Subject,
    state: PartialGrid | Grid | None,
    step: int,
    by: str | None,
    limit: Limit,
) -> Illustration:
    """Draws like `render`; the result also reports if there was nothing to show."""
    puzzle.require_readable(stars=True)
    grid = PartialGrid(state.rows) if isinstance(state, Grid) else state
    if grid:
        grid._require_fit(puzzle)
    module, _, function = SUBJECTS[show].partition(".")
    draw: Callable[[Puzzle, RenderRequest], Illustration]
    draw = getattr(import_module(f"nonosat.apps.illustration.{module}"), function)
    return draw(puzzle, RenderRequest(limit, grid, step, by))
