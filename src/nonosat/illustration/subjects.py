"""What can be drawn of a puzzle: for each subject a function that asks the question and draws the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from time import monotonic

from nonosat.conflicts.mus import conflict
from nonosat.engine.outcome import Verdict
from nonosat.engine.questions import check
from nonosat.errors import UsageError
from nonosat.explanation.rate import rate
from nonosat.explanation.techniques import Grade
from nonosat.illustration.base import Illustration, Request
from nonosat.limits import Limit
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.rendering.changes import compared
from nonosat.rendering.drawing import Bar, Cell, Drawing, Entry, State, described, drawing_of, panel_of
from nonosat.rendering.regions import mapped, sample_of
from nonosat.repairs.clues import repair_clue
from nonosat.repairs.givens import repair_givens
from nonosat.repairs.pixels import repair_pixels
from nonosat.repairs.result import By, CellChange, ClueChange, Repair
from nonosat.solution_space.ambiguity import ambiguity

_MOST_LISTED = 12
"""Regions that a legend names."""


def draw_puzzle(puzzle: Puzzle, request: Request) -> Illustration:
    """The puzzle as it is printed, with its givens; or what is known of it."""
    state = request.state
    cells = state.filled_in(puzzle.givens).rows if state else None
    return Illustration(drawing_of(puzzle, cells, crossed_out=state is not None))


def draw_solution(puzzle: Puzzle, request: Request) -> Illustration:
    """A solution: the goal, if it is one, so that of several the one that was meant is shown."""
    if puzzle.goal and puzzle.goal.satisfies(puzzle):
        return Illustration(_solved(puzzle, puzzle.goal))
    report = check(puzzle, limit=request.limit.at_most(1))
    if report.solutions:
        return Illustration(_solved(puzzle, report.solutions[0]))
    return _without(puzzle, report.verdict, "there is no solution")


def draw_difference(puzzle: Puzzle, request: Request) -> Illustration:
    """Two solutions, the second as changes of the first; or a state as changes of the solution."""
    report = check(puzzle, limit=request.limit)
    if not report.solutions:
        return _without(puzzle, report.verdict, "there is no solution")
    first = report.solutions[0]
    if request.state:
        wrong = {
            (row, place): State.MARKED
            for row, place, colour in request.state.givens()
            if first[row, place] != colour
        }
        sure = "" if report.verdict is Verdict.UNIQUE else " from one of several solutions"
        caption = f"{_counted(len(wrong), 'cell')} differ{'s' if len(wrong) == 1 else ''}{sure}"
        return Illustration(drawing_of(puzzle, request.state.rows, states=wrong, caption=caption))
    if report.verdict is Verdict.UNIQUE:
        return Illustration(replace(_solved(puzzle, first), caption="the only solution"), Verdict.UNIQUE)
    if report.verdict is Verdict.UNKNOWN:
        return _without(puzzle, Verdict.UNKNOWN, "")
    cells = compared(first, report.solutions[1])
    count = _changed(cells)
    caption = f"two solutions, which differ in {_counted(count, 'cell')}"
    return Illustration(drawing_of(puzzle, cells, caption=caption, legend=_change_legend(cells)))


def draw_ambiguity(puzzle: Puzzle, request: Request) -> Illustration:
    """The cells that are equal in all solutions, and the independent regions of those that are not."""
    found = ambiguity(puzzle, limit=request.limit)
    if found.verdict is Verdict.UNSOLVABLE:
        return _without(puzzle, found.verdict, "there is no solution")
    cells = mapped(found.rows(), found.region_rows())
    listed = found.regions[:_MOST_LISTED]
    legend = [Entry(sample_of(at), found.told(region)) for at, region in enumerate(listed)]
    number = f"{'' if found.count.exact else 'at least '}{found.count.count:,}"
    forced, undecided = len(found.backbone.cells), len(found.backbone.undecided)
    caption = f"{number} solution{'' if number == '1' else 's'}; {forced:,} cells are the same in all"
    if undecided:
        caption += f", {undecided:,} are undecided"
    unknown = Verdict.UNKNOWN if found.verdict is Verdict.UNKNOWN else None
    return Illustration(drawing_of(puzzle, cells, caption=caption, legend=legend), unknown)


def draw_conflict(puzzle: Puzzle, request: Request) -> Illustration:
    """Clues and givens that contradict each other, the others dimmed."""
    found = conflict(puzzle, limit=request.limit)
    if not found.size:
        if found.solution is None:
            return _without(puzzle, Verdict.UNKNOWN, "")
        left = request.limit if request.limit.seconds is None else _less(request.limit, found.seconds)
        return _without(puzzle, check(puzzle, limit=left).verdict, "nothing contradicts itself")
    members = set(found.lines)
    lines = {line.id: State.MARKED if line.id in members else State.DIMMED for line in puzzle.lines}
    states = {(given.row, given.column): State.MARKED for given in found.givens}
    parts = [(len(found.lines), "clue"), (len(found.givens), "given")]
    what = " and ".join(_counted(number, word) for number, word in parts if number)
    sure = "none can be spared" if found.minimal else "maybe not all are needed"
    clash = "contradicts itself" if found.size == 1 else "contradict each other"
    caption = f"{what} {clash}; {sure}"
    return Illustration(drawing_of(puzzle, states=states, lines=lines, caption=caption))


def draw_repair(puzzle: Puzzle, request: Request) -> Illustration:
    """A puzzle before and after its repair."""
    found = _repaired(puzzle, request)
    if not found.found or found.puzzle is None or (not found.changes and found.verdict is not Verdict.UNIQUE):
        unknown = not found.complete or found.verdict is Verdict.UNKNOWN
        verdict = Verdict.UNKNOWN if unknown else found.verdict
        return _without(puzzle, verdict, f"no repair by {found.by} was found")
    if not found.changes:
        return _without(puzzle, found.verdict, "there is nothing to mend")
    after = found.puzzle
    lines = {change.line for change in found.changes if isinstance(change, ClueChange)}
    places = {(change.row, change.column) for change in found.changes if isinstance(change, CellChange)}
    if found.by is By.PIXELS and puzzle.goal and found.grid:
        cells = compared(puzzle.goal, found.grid)
        panels = (
            panel_of(puzzle, puzzle.goal, states=dict.fromkeys(places, State.HIGHLIGHTED), caption="before"),
            panel_of(after, cells, caption="after"),
        )
        legend = _change_legend(cells)
    else:
        panels = (
            panel_of(puzzle, lines=dict.fromkeys(lines, State.MARKED), caption="before"),
            panel_of(
                after,
                found.grid if lines else None,
                lines=dict.fromkeys(lines, State.ADDED),
                states=dict.fromkeys(places, State.NEW),
                caption="after",
            ),
        )
        legend = []
    sure = "as few as can be" if found.optimal else f"{found.bound} at least"
    what = "clue" if lines else "cell"
    verb = {By.GIVENS: "revealed"}.get(found.by, "changed")
    caption = f"{_counted(len(found.changes), what)} {verb} ({sure}): {found.verdict}"
    words = f"{described(puzzle)} After the repair: {described(after)}"
    title = puzzle.metadata.title
    return Illustration(Drawing(panels, puzzle.palette, title, words, caption, tuple(legend)))


def draw_rating(puzzle: Puzzle, request: Request) -> Illustration:
    """How difficult a puzzle is: a bar for the whole, and one for each kind of step."""
    found = rate(puzzle, limit=request.limit)
    word = f"{found.grade or found.verdict}, {found.difficulty:.2f}"
    bars = [Bar("difficulty", found.difficulty / len(Grade), word, State.HIGHLIGHTED)]
    most = max((number for _, number in found.steps), default=1)
    bars += [Bar(name, number / most, f"{number:,}") for name, number in found.steps]
    drawing = drawing_of(
        puzzle, bars=bars, caption="" if found.complete else "a limit came before all was known"
    )
    return Illustration(drawing, None if found.complete else Verdict.UNKNOWN)


def _solved(puzzle: Puzzle, grid: Grid) -> Drawing:
    return drawing_of(puzzle, grid, description=f"{described(puzzle)} Solved.")


def _without(puzzle: Puzzle, verdict: Verdict, reason: str) -> Illustration:
    """The bare puzzle, and why there is no more to see."""
    caption = "a limit came before the answer" if verdict is Verdict.UNKNOWN else f"{verdict}: {reason}"
    return Illustration(drawing_of(puzzle, caption=caption), verdict)


def _repaired(puzzle: Puzzle, request: Request) -> Repair:
    """The repair by what was asked for; else by what fits: clues, the pixels of a goal, or givens."""
    by, limit = request.by, request.limit
    if by not in (None, *By):
        raise UsageError(f"a repair is by {', '.join(By)}, not by {by!r}")
    if by is None:
        if puzzle.problems():
            return repair_clue(puzzle, limit=limit)
        began = monotonic()
        verdict = check(puzzle, limit=limit).verdict
        limit = _less(limit, monotonic() - began)
        by = By.CLUE if verdict is Verdict.UNSOLVABLE else By.PIXELS if puzzle.goal else By.GIVENS
    if by == By.CLUE:
        return repair_clue(puzzle, limit=limit)
    puzzle.require_sound()
    if by == By.PIXELS:
        return repair_pixels(puzzle, limit=limit)
    return repair_givens(puzzle, limit=limit)


def _less(limit: Limit, seconds: float) -> Limit:
    """What is left of a limit after that long."""
    return limit if limit.seconds is None else replace(limit, seconds=max(0.0, limit.seconds - seconds))


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _changed(cells: Sequence[Sequence[Cell | int | None]]) -> int:
    return sum(1 for each in _states(cells) if each is not State.PLAIN)


def _states(cells: Iterable[Iterable[Cell | int | None]]) -> Iterator[State]:
    return (cell.state for row in cells for cell in row if isinstance(cell, Cell))


def _change_legend(cells: Sequence[Sequence[Cell | int | None]]) -> list[Entry]:
    """What the marks of changed cells mean, as far as there are some."""
    there = {cell.state: cell for row in cells for cell in row if isinstance(cell, Cell)}
    words = {State.ADDED: "ink added", State.REMOVED: "ink removed", State.CHANGED: "another ink"}
    return [Entry(there[state], text) for state, text in words.items() if state in there]
