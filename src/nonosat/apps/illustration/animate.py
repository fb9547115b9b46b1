"""Animates the solving of a puzzle.

Each frame shows the cells known by then. New cells and the lines that imply them are highlighted, numbers of found
blocks are crossed out, and the caption names the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.apps.drawing.animation import Animation, Frame
from nonosat.apps.drawing.drawing import Cell, Drawing, State, described, drawing_of
from nonosat.apps.illustration.solving import By, Every, Moment, Solving, solving, thinned
from nonosat.apps.illustration.steps import link_panel
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.arguments import question
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.sentences import number_text

FRAMES_PER_SECOND = {Every.LINE: 8.0, Every.STEP: 4.0}  # defaults
_MOST_SECONDS = 20.0  # maximum duration by default
_MOST_SECONDS_OF_LINKS = 60.0  # maximum duration if suppositions are shown link by link
_HELD_SECONDS = 2.0  # duration of the last frame, at most a quarter of the whole
_FIRST_SECONDS = 0.5

_MOST_CELLS = 10_000_000  # maximum cells of all frames together: large puzzles get fewer frames
_QUICK_CELLS = 100_000  # cells in all frames together; fewer are drawn regardless of the limit
MOST_FPS = 50  # GIF viewers slow down frames shorter than 0.02 s
MOST_DURATION = 600


@question
def animate(
    puzzle: Puzzle,
    *,
    every: str = Every.LINE,
    fps: float | None = None,
    duration: float | None = None,
    state: PartialGrid | Grid | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Animation:
    """The solving of a puzzle, from the givens to a solution, or to all known cells if there is none.

    There is a frame for `every` "line" that yields something, or "step" of `explain`; at most `fps` per second,
    `duration` seconds in all: excess frames are merged evenly. The cells that need the solver come in one frame.
    `state` has the cells known from the start.

    The limit is that of `check`. Raises `PuzzleError` for a malformed puzzle, `InputError` for a state of
    another shape, `OutOfReach` if a limit leaves no time for the drawings.

    >>> animation = animate(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> [frame.drawing.caption for frame in animation.frames]
    ['nothing is known yet', 'row 2: 2 cells', 'column 1: 1 cell', 'column 2: 1 cell', 'the only solution']
    """
    limit = limit_of(limit, seconds, memory)
    return filmed(puzzle, every, fps, duration, state, limit)[1]


def filmed(
    puzzle: Puzzle,
    every: str,
    fps: float | None,
    duration: float | None,
    state: PartialGrid | Grid | None,
    limit: Limit,
) -> tuple[Solving, Animation]:
    """`animate`; also returns the solving."""
    if every not in list(Every):
        raise UsageError(f"`every` must be {' or '.join(Every)}, got {every!r}")
    if fps is not None and not 0 < fps <= MOST_FPS:
        raise UsageError(f"there can be more than 0 and up to {MOST_FPS} frames a second, not {fps}")
    if duration is not None and not 0 < duration <= MOST_DURATION:
        raise UsageError(
            f"an animation can last more than 0 and up to {MOST_DURATION} seconds, not {duration}"
        )
    if state is not None:
        grid = PartialGrid(state.rows) if isinstance(state, Grid) else state
        grid._require_fit(puzzle)
        puzzle = puzzle.replace(givens=(*puzzle.givens, *grid.givens()))
    clock = Clock(Limit(seconds=limit.seconds))
    solved = solving(puzzle, every=Every(every), limit=limit)
    fps = fps or FRAMES_PER_SECOND[Every(every)]
    return solved, animation_of(solved, fps=fps, duration=duration, clock=clock)


def animation_of(
    solved: Solving, *, fps: float, duration: float | None = None, clock: Clock | None = None
) -> Animation:
    """Returns the animation of a solving; raises `OutOfReach` if there are many drawings and the clock stops."""
    linked = any(moment.link for moment in solved.moments)
    longest = duration or (_MOST_SECONDS_OF_LINKS if linked else _MOST_SECONDS)
    first = min(_FIRST_SECONDS, longest / 8)
    held = min(_HELD_SECONDS, longest / 4)
    most = min(int((longest - held - first) * fps), _MOST_CELLS // max(1, sum(solved.puzzle.row_lengths)))
    moments = thinned(solved.moments, max(1, most))
    usual = 1 / fps if duration is None else (duration - held - first) / max(1, len(moments) - 1)
    if duration and len(moments) == 1:
        held = duration - first
    times = [first, *[usual] * (len(moments) - 1), held]
    drawings = _drawings(solved, moments)
    if clock and len(moments) * sum(solved.puzzle.row_lengths) > _QUICK_CELLS:
        drawings = clock.each(drawings)
    return Animation(tuple(map(Frame, drawings, times)))


def _drawings(solved: Solving, moments: Sequence[Moment]) -> Iterator[Drawing]:
    """Yields a drawing of the givens, then one after each moment."""
    puzzle = solved.puzzle
    rows: list[list[int | Cell | None]] = [list(row) for row in PartialGrid.blank(puzzle).rows]
    caption = (
        f"{number_text(len(puzzle.givens), 'cell is', 'cells are')} known"
        if puzzle.givens
        else "nothing is known yet"
    )
    yield drawing_of(puzzle, rows, caption=caption, crossed_out=True)
    for moment in moments:
        if moment.link:
            panel = link_panel(puzzle, rows, moment.link)
            yield Drawing((panel,), puzzle.palette, puzzle.metadata.title, described(puzzle), moment.caption)
            continue
        for row, place, colour in moment.cells:
            rows[row][place] = colour
        line_state = State.MARKED if moment.by is By.CONTRADICTION else State.HIGHLIGHTED
        yield drawing_of(
            puzzle,
            rows,
            caption=moment.caption,
            states={(row, place): State.NEW for row, place, _ in moment.cells},
            lines=dict.fromkeys(moment.lines, line_state),
            crossed_out=True,
        )
