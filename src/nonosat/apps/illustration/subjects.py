"""Subjects of pictures that show the puzzle or its solutions: each function asks a question and draws the answer."""

from __future__ import annotations

from nonosat.apps.drawing.drawing import State, drawing_of
from nonosat.apps.illustration.base import Illustration, RenderRequest
from nonosat.apps.illustration.solutions import solved, two_solutions
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check
from nonosat.support.sentences import number_text


def draw_puzzle(puzzle: Puzzle, request: RenderRequest) -> Illustration:
    """Draws the puzzle with its givens, or a state."""
    state = request.state
    cells = state.filled_in(puzzle.givens).rows if state else None
    return Illustration(drawing_of(puzzle, cells, crossed_out=state is not None))


def draw_solution(puzzle: Puzzle, request: RenderRequest) -> Illustration:
    """Draws the goal if it is a solution, otherwise a found solution."""
    if puzzle.goal and puzzle.goal.satisfies(puzzle):
        return Illustration(solved(puzzle, puzzle.goal))
    report = check(puzzle, limit=request.limit._at_most(1))
    if report.solutions:
        return Illustration(solved(puzzle, report.solutions[0]))
    return without(puzzle, report.verdict, "there is no solution")


def draw_difference(puzzle: Puzzle, request: RenderRequest) -> Illustration:
    """Draws two solutions, or a state, as changes of the first solution."""
    report = check(puzzle, limit=request.limit)
    if not report.solutions:
        return without(puzzle, report.verdict, "there is no solution")
    first = report.solutions[0]
    if request.state:
        wrong = {
            (row, place): State.MARKED
            for row, place, colour in request.state.givens()
            if first[row, place] != colour
        }
        sure = "" if report.verdict is Verdict.UNIQUE else " from one of several solutions"
        caption = f"{number_text(len(wrong), 'cell differs', 'cells differ')}{sure}"
        return Illustration(drawing_of(puzzle, request.state.rows, states=wrong, caption=caption))
    if report.verdict is Verdict.UNIQUE:
        return Illustration(solved(puzzle, first, "the only solution"), Verdict.UNIQUE)
    if report.verdict is Verdict.UNKNOWN:
        return without(puzzle, Verdict.UNKNOWN, "")
    return Illustration(two_solutions(puzzle, *report.solutions))


def without(puzzle: Puzzle, verdict: Verdict, reason: str) -> Illustration:
    """Draws the bare puzzle, with the reason as its caption."""
    caption = "a limit came before the answer" if verdict is Verdict.UNKNOWN else f"{verdict}: {reason}"
    return Illustration(drawing_of(puzzle, caption=caption), verdict)
