"""Answers that a budget ended early, against brute force: each claim is compared as the bound that it is.

A board of any kind with at most 25 cells has all of its solutions in `Truth`. A function of `QUESTIONS` asks a question and
yields the claims of the answer that are wrong, in words.
"""

import json
from contextlib import contextmanager
from functools import cache, cached_property
from itertools import combinations, count, islice
from random import Random
from time import monotonic

from oracles import fillings, pictures_by_clues, solutions_of, union_of_fillings
from solution_sets import random_puzzle, random_triddler

import nonosat as ns
from nonosat.counting.ambiguity import _ambiguity_of
from nonosat.counting.backbone import backbone_of
from nonosat.counting.count import count_of
from nonosat.counting.distance import nearest_of
from nonosat.counting.explore import explore
from nonosat.support import limits
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.limits import Clock

BUDGETS = (0, 1, 2, 5, 20)
"""States, conflicts, and milliseconds."""

COMMAND_BUDGETS = (5, 60, 200)
"""Milliseconds of commands, which read the clock more often; between them most repairs are found and not proved."""

_MOST_CELLS, _MOST_SOLUTIONS, _MOST_LINES = 25, 400, 4000


class Truth:
    """A puzzle with all of its solutions by brute force; raises `TimeoutError` if they are too many."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.solutions = [*map(bytes, islice(solutions_of(puzzle, _MOST_LINES), _MOST_SOLUTIONS + 1))]
        if len(self.solutions) > _MOST_SOLUTIONS:
            raise TimeoutError
        self.known = {*self.solutions}
        self.cells = range(puzzle.geometry.cell_count)

    def __repr__(self):
        return f"{self.puzzle!r} with {len(self.solutions)} solutions"

    @property
    def verdict(self):
        return ("unsolvable", "unique", "multiple")[min(len(self.solutions), 2)]

    @cached_property
    def colours(self):
        """The colours of each cell in the solutions."""
        return [{solution[cell] for solution in self.solutions} for cell in self.cells]

    def in_region(self, cells):
        """Returns the different colourings of some cells in the solutions."""
        return {bytes(solution[cell] for cell in cells) for solution in self.solutions}

    @cached_property
    def stalled(self):
        """Number of cells that lines leave open; None if a line has no filling."""
        masks = [(1 << len(self.puzzle.palette)) - 1 for _ in self.cells]
        for row, column, colour in self.puzzle.givens:
            masks[self.puzzle.cell(row, column)] &= 1 << colour
        changed = True
        while changed:
            changed = False
            for line in self.puzzle.lines:
                if line.clue is None:
                    continue
                before = [masks[cell] for cell in line.cells]
                may = [
                    sum((mask >> colour & 1) << at for at, mask in enumerate(before))
                    for colour in range(len(self.puzzle.palette))
                ]
                union = union_of_fillings(fillings(line.clue, may, len(before)), len(may))
                if union is None or not all(before):
                    return None
                for at, cell in enumerate(line.cells):
                    masks[cell] = sum((mask >> at & 1) << colour for colour, mask in enumerate(union))
                changed = changed or before != [masks[cell] for cell in line.cells]
        return sum(mask.bit_count() > 1 for mask in masks)

    @property
    def line_solvable(self):
        return self.stalled == 0

    def distance(self, picture):
        """Returns the distance of a picture from the nearest solution; None if there is none."""
        cells = picture.cells
        return min((sum(map(int.__ne__, one, cells)) for one in self.solutions), default=None)

    def fewest_givens(self, wanted):
        """Returns the fewest cells to reveal so that a solution is the only one."""
        others = [other for other in self.solutions if other != wanted]
        sets = {frozenset(cell for cell in self.cells if other[cell] != wanted[cell]) for other in others}
        least = [one for one in sets if not any(other < one for other in sets)]

        def hits(left, most):
            if not left:
                return True
            return most > 0 and any(
                hits([one for one in left if cell not in one], most - 1) for cell in min(left, key=len)
            )

        return next(most for most in count() if hits(least, most))


def is_solvable(puzzle):
    """Returns True if a puzzle has a solution, by brute force."""
    return next(solutions_of(puzzle), None) is not None


def board(random):
    """Returns the truth of a random board: any inks, a triddler, clashing, blotted, starred, with givens or a goal."""
    while True:
        kind = random.choice(("any", "any", "any", "triddler", "clashing", "starred", "switches"))
        puzzle = (random_triddler if kind == "triddler" else random_puzzle)(random)
        if kind == "switches":
            puzzle = _switches(random)
        if kind == "clashing":  # sums agree, most have no solution
            columns = random.sample(puzzle.columns, len(puzzle.columns))
            puzzle = puzzle.replace(columns=tuple(columns))
        if kind == "starred":
            puzzle = puzzle.with_clues([_starred(random, line.clue) for line in puzzle.lines])
        if sum(puzzle.row_lengths) > _MOST_CELLS or puzzle.problems():
            continue
        try:
            truth = Truth(puzzle)
        except TimeoutError:
            continue
        if random.random() < 0.5:
            some = random.choice(truth.solutions) if truth.solutions else bytes(len(truth.cells))
            if random.random() < 0.2:
                some = bytes(random.randrange(len(puzzle.palette)) for _ in truth.cells)
            truth.puzzle = puzzle.replace(goal=ns.Grid._of(puzzle, some))
        return truth


def _switches(random):
    """Returns a board of one cell in each row and column, whose solutions are switches of each other."""
    side = random.randint(2, 4)
    order = random.sample(range(side), side)
    return ns.Grid([[int(order[row] == at) for at in range(side)] for row in range(side)]).puzzle()


def _starred(random, clue):
    if clue is None or random.random() < 0.6:
        return clue
    start = random.randint(0, len(clue))
    return [*clue[:start], "*", *clue[start + random.randint(0, 2) :]]


def picture(random, truth):
    """Returns a random picture of the board's size, or a solution with some cells changed."""
    cells = bytearray(random.choice(truth.solutions) if truth.solutions else bytes(len(truth.cells)))
    for cell in truth.cells:
        if random.random() < 0.2:
            cells[cell] = random.randrange(len(truth.puzzle.palette))
    return ns.Grid._of(truth.puzzle, bytes(cells))


@contextmanager
def clock_of_readings():
    """Adds a millisecond to the clock of limits with each of its readings: a limit then ends anywhere in the work."""
    readings = count()
    real = limits.monotonic
    limits.monotonic = lambda: monotonic() + next(readings) / 1000
    try:
        yield
    finally:
        limits.monotonic = real


# What is wrong in an answer -------------------------------------------------------------------------------------


def of_verdict(truth, verdict):
    if verdict not in ("unknown", truth.verdict):
        yield f"verdict {verdict}"


def of_line_solvable(truth, line_solvable):
    if line_solvable not in (None, truth.line_solvable):
        yield f"line_solvable {line_solvable}"


def of_solutions(truth, grids):
    cells = [grid.cells for grid in grids]
    if not truth.known.issuperset(cells):
        yield "a solution that is none"
    if len(set(cells)) < len(cells):
        yield "a solution twice"


def of_count(truth, found):
    yield from of_verdict(truth, found.verdict)
    yield from of_line_solvable(truth, found.line_solvable)
    number = len(truth.solutions)
    if found.count > number or (found.exact and found.count != number):
        yield f"count {found.count}, exact: {found.exact}"
    for region in found.regions:
        ways = len(truth.in_region(region.cells))
        if region.count > ways or (region.exact and region.count != ways):
            yield f"count {region.count} of {region.cells}, exact: {region.exact}"


def of_backbone(truth, found):
    yield from of_verdict(truth, found.verdict)
    for cell, colours in enumerate(truth.colours):
        if not colours <= found.possible[cell]:
            yield f"possible {found.possible[cell]} of cell {cell}"
        if not found.seen[cell] <= colours:
            yield f"seen {found.seen[cell]} of cell {cell}"
    if [*found.sizes] != [len(found.cells), len(found.open), len(found.undecided)] and truth.solutions:
        yield f"sizes {found.sizes}"


def of_ambiguity(truth, found):
    yield from of_verdict(truth, found.verdict)
    yield from of_count(truth, found.count)
    yield from of_backbone(truth, found.backbone)
    cells = [cell for region in found.regions for cell in region.cells]
    if len({*cells}) < len(cells):
        yield "regions that share a cell"
    for region in found.regions:
        ways = truth.in_region(region.cells)
        for some in (region.examples, region.fillings):
            if not ways.issuperset(some) or len({*some}) < len(some):
                yield f"fillings {some} of {region.cells}"
        if region.count > len(ways) or (region.exact and region.count != len(ways)):
            yield f"count {region.count} of {region.cells}, exact: {region.exact}"


def of_report(truth, found):
    yield from of_verdict(truth, found.verdict)
    yield from of_line_solvable(truth, found.line_solvable)
    yield from of_solutions(truth, found.solutions)
    enough = {"multiple": 2, "unique": 1}.get(found.verdict, 0)
    if len(found.solutions) < enough:
        yield f"{found.verdict} with {len(found.solutions)} solutions"


def of_listing(truth, found):
    grids = [*found]
    yield from of_solutions(truth, grids)
    yield from of_verdict(truth, found.verdict)
    yield from of_line_solvable(truth, found.outcome.line_solvable)
    if found.found != len(grids) or (found.complete and len(grids) != len(truth.solutions)):
        yield f"{found.found} found of {len(truth.solutions)}, complete: {found.complete}"


def of_nearest(truth, found, wanted):
    yield from of_verdict(truth, found.verdict)
    yield from of_solutions(truth, [found.grid] if found.grid else [])
    least = truth.distance(wanted)
    if least is not None and found.bound > least:
        yield f"bound {found.bound} of {least}"
    if found.grid and found.distance != sum(map(int.__ne__, found.grid.cells, wanted.cells)):
        yield f"distance {found.distance}"
    if found.optimal and found.distance != least:
        yield f"nearest at {found.distance} of {least}"


def of_sample(truth, found):
    yield from of_solutions(truth, dict.fromkeys(found))
    if found.solution_set.count != len(truth.solutions):
        yield f"count {found.solution_set.count}"


def of_rating(truth, found):
    yield from of_verdict(truth, found.verdict)
    yield from of_line_solvable(truth, found.line_solvable)
    if truth.stalled is not None and found.stalled_cells != truth.stalled and found.complete:
        yield f"stalled_cells {found.stalled_cells} of {truth.stalled}"
    whole = ns.rate(truth.puzzle)
    for name in ("sweeps", "probed_cells", "probe_depth", "search_cells"):
        if getattr(found, name) > getattr(whole, name):
            yield f"{name} {getattr(found, name)} of {getattr(whole, name)}"
    if found.complete and truth.solutions:
        differing = sum(len(colours) > 1 for colours in truth.colours)
        if found.open_cells != differing:
            yield f"open_cells {found.open_cells} of {differing}"


def of_steps(truth, steps):
    for step in steps:
        for row, column, colour in step.cells:
            if any(solution[truth.puzzle.cell(row, column)] != colour for solution in truth.solutions):
                yield f"cell {row, column} becomes {colour}"
        for row, column, colour in step.excluded:
            if any(solution[truth.puzzle.cell(row, column)] == colour for solution in truth.solutions):
                yield f"cell {row, column} loses {colour}"
        if step.reason == "contradiction" and truth.solutions:
            yield "a contradiction"


def of_explanation(truth, found):
    yield from of_steps(truth, list(found))
    yield from of_verdict(truth, found.verdict)


def of_hint(truth, found):
    if found.verdict == "unsolvable" and truth.solutions:
        yield f"hint {found.kind}"
    if found.kind == "open" and len(truth.solutions) < 2:
        yield "hint open"
    if found.kind == "solved" and len(truth.solutions) != 1:
        yield "hint solved"
    yield from of_steps(truth, found.steps)


def of_conflict(truth, found, smallest):
    yield from of_verdict(truth, found.verdict)
    puzzle = truth.puzzle
    groups = [*range(len(puzzle.lines)), *puzzle.givens]

    def only(some):
        clues = [line.clue if number in some else None for number, line in enumerate(puzzle.lines)]
        return puzzle.with_clues(clues).replace(givens=[g for g in puzzle.givens if g in some], goal=None)

    if found.report is not None:
        yield from of_report(truth, found.report)
    if found.size:
        places = {line.id: number for number, line in enumerate(puzzle.lines)}
        conflict = [*map(places.__getitem__, found.lines), *found.givens]
        if is_solvable(only(conflict)):
            yield f"conflict {conflict}"
        if found.minimal and not all(
            is_solvable(only([other for other in conflict if other != one])) for one in conflict
        ):
            yield f"conflict {conflict} is not minimal"
        if found.least > len(conflict):
            yield f"least {found.least} of {len(conflict)}"
    if smallest and 1 < found.least <= 3 and not truth.solutions:
        for some in combinations(groups, found.least - 1):
            if not is_solvable(only(some)):
                yield f"least {found.least}, but {some} is a conflict"
                break


def of_repaired(truth, found):
    """What is wrong in any repair."""
    if not found.repaired:
        return
    repaired = Truth(found.repaired)
    yield from of_verdict(repaired, found.verdict)
    yield from of_line_solvable(repaired, found.line_solvable)
    if found.grid and found.grid.cells not in repaired.known:
        yield "the repaired puzzle has another solution"
    if found.bound > found.cost:
        yield f"bound {found.bound} of {found.cost}"
    if found.optimal and found.cost != found.bound:
        yield f"optimal at {found.cost} of {found.bound}"


def of_givens(truth, found, free):
    yield from of_repaired(truth, found)
    wanted = truth.solutions
    if not free and truth.puzzle.goal and truth.puzzle.goal.cells in truth.known:
        wanted = [truth.puzzle.goal.cells]
    if not wanted:
        if found.found:
            yield "a repair without a solution"
        return
    least = min(map(truth.fewest_givens, wanted))
    if found.bound > least or (found.found and found.cost < least) or (found.optimal and found.cost != least):
        yield f"cost {found.cost}, bound {found.bound} of {least}"
    if found.found and len(Truth(found.repaired).solutions) != 1:
        yield "the revealed cells do not suffice"
    if found.complete and not found.found:
        yield "complete without a repair"


def of_clue(truth, found):
    yield from of_repaired(truth, found)
    if truth.solutions and (found.cost or found.bound):
        yield f"cost {found.cost}, bound {found.bound} without an error"
    if found.found and not Truth(found.repaired).solutions:
        yield "the repaired puzzle has no solution"
    for other in found.alternatives:
        yield from of_repaired(truth, other)


@cache
def _good_pictures(height, width):
    """Returns the pictures of one ink that are the only solution of their clues."""
    return [
        bytes(sum(some[0], ())) for some in pictures_by_clues(height, width, 2).values() if len(some) == 1
    ]


def of_pixels(found, drawn):
    if found.grid is not None and found.found:
        yield from of_repaired(None, found)
        if found.verdict == "unique" and len(Truth(found.repaired).solutions) != 1:
            yield "the new picture is not the only solution"
    if len(drawn.cells) <= 12:
        good = _good_pictures(drawn.height, drawn.width)
        least = min(sum(map(int.__ne__, one, drawn.cells)) for one in good)
        if (
            found.bound > least
            or (found.verdict == "unique" and found.cost < least)
            or (found.optimal and found.cost != least)
        ):
            yield f"cost {found.cost}, bound {found.bound} of {least}"


def of_judgement(truth, found, answer):
    is_solution = answer.cells in truth.known
    if found.right not in (None, is_solution):
        yield f"right {found.right}"
    yield from of_verdict(truth, found.verdict)
    if found.right:
        return
    fixed = {cell: min(colours) for cell, colours in enumerate(truth.colours) if len(colours) == 1}
    true = {
        "distance": truth.distance(answer),
        "backbone_cells": len(fixed),
        "right_cells": sum(answer.cells[cell] == colour for cell, colour in fixed.items()),
    }
    for name, value in true.items():
        if truth.solutions and getattr(found, name) not in (None, value):
            yield f"{name} {getattr(found, name)} of {value}"
    yield from of_solutions(truth, [found.nearest] if found.nearest else [])


# Every question ---------------------------------------------------------------------------------------------------


def _listing(truth, random, limit):
    return of_listing(truth, ns.solutions(truth.puzzle, limit=limit))


def _backbone(truth, random, limit):
    found = ns.backbone(truth.puzzle, limit=limit)
    yield from of_backbone(truth, found)
    if not found.stopped and found.undecided:
        yield "undecided cells without a limit"


def _nearest(truth, random, limit):
    wanted = picture(random, truth)
    return of_nearest(truth, ns.nearest(truth.puzzle, wanted, limit=limit), wanted)


def _sample(truth, random, limit):
    return of_sample(truth, ns.sample(truth.puzzle, 3, limit=limit)) if truth.solutions else ()


def _ambiguity(truth, random, limit):
    seen = []
    found = ns.ambiguity(
        truth.puzzle,
        fillings=random.choice((0, 9)),
        count=random.random() < 0.5,
        limit=limit,
        observer=seen.append,
    )
    for one in (*seen, found):
        yield from of_ambiguity(truth, one)


def _conflict(truth, random, limit):
    smallest = random.random() < 0.5
    return of_conflict(truth, ns.conflict(truth.puzzle, smallest=smallest, limit=limit), smallest)


def _givens(truth, random, limit):
    free = random.random() < 0.5
    goal = "any" if free else None
    return of_givens(
        truth, ns.repair_givens(truth.puzzle, goal=goal, limit=limit), free or not truth.puzzle.goal
    )


def _pixels(truth, random, limit):
    height, width = random.choice(((3, 3), (3, 4), (2, 5), (4, 3)))
    drawn = ns.Grid.from_cells(bytes(random.random() < 0.5 for _ in range(height * width)), width)
    return of_pixels(ns.repair_pixels(drawn, limit=limit), drawn)


def _auto(truth, random, limit):
    found = ns.repair_auto(truth.puzzle, limit=limit)
    return of_givens(truth, found, not truth.puzzle.goal) if found.by == "givens" else of_clue(truth, found)


def _judgement(truth, random, limit):
    answer = picture(random, truth)
    return of_judgement(truth, ns.judge(truth.puzzle, answer, limit=limit), answer)


QUESTIONS = {
    "check": lambda truth, _, limit: of_report(truth, ns.check(truth.puzzle, limit=limit)),
    "solutions": _listing,
    "count": lambda truth, _, limit: of_count(truth, ns.count(truth.puzzle, limit=limit)),
    "backbone": _backbone,
    "ambiguity": _ambiguity,
    "nearest": _nearest,
    "sample": _sample,
    "rate": lambda truth, _, limit: of_rating(truth, ns.rate(truth.puzzle, limit=limit)),
    "explain": lambda truth, _, limit: of_explanation(truth, ns.explain(truth.puzzle, limit=limit)),
    "hint": lambda truth, _, limit: of_hint(truth, ns.hint(truth.puzzle, limit=limit)),
    "conflict": _conflict,
    "repair givens": _givens,
    "repair clue": lambda truth, _, limit: of_clue(truth, ns.repair_clue(truth.puzzle, limit=limit)),
    "repair pixels": _pixels,
    "repair auto": _auto,
    "judge": _judgement,
}
"""Ask a question about a truth within a limit, and yield what is wrong in the answer."""

NO_STARS = ("rate", "explain", "hint", "repair clue")
"""Questions that refuse `*` in clues."""


def wrong_within(question, truth, seed, seconds=None, conflicts=None):
    """Asks a question within a limit, and returns what is wrong in its answer; nothing if there is no answer."""
    if truth.puzzle.starred and question in NO_STARS:
        return []
    try:
        with clock_of_readings():
            limit = ns.Limit(seconds=seconds, conflicts=conflicts)
            return [*QUESTIONS[question](truth, Random(seed), limit)]
    except (ns.OutOfReach, ns.UsageError):
        return []


def wrong_explored(truth, seed, states, conflicts):
    """Explores a puzzle within budgets, and returns what is wrong in all that is said of the exploration."""
    explored = explore(truth.puzzle, Clock(), states=states, conflicts=conflicts)
    wanted = picture(Random(seed), truth)
    counted = count_of(explored, None, 0.0)
    over = Clock.stopped(OutOfReach(Stopped.SECONDS))
    return [
        *of_count(truth, counted),
        *of_backbone(truth, backbone_of(explored, 0.0)),
        *of_ambiguity(truth, _ambiguity_of(explored, 9, counted, 0.0)),
        *of_nearest(truth, nearest_of(explored, wanted, over, 0.0), wanted),
        *of_solutions(truth, filter(None, [explored.example()])),
    ]


# Exit codes -------------------------------------------------------------------------------------------------------

VERDICTS = {"unique": 0, "multiple": 1, "unsolvable": 2}

COMMANDS = {
    "check": lambda truth, _: {VERDICTS[truth.verdict], 3},
    "solve": lambda truth, _: {0 if truth.solutions else 2, 3},
    "count": lambda truth, record: _if(record, "exact", int(record.get("count", -1)) == len(truth.solutions)),
    "ambiguity": lambda truth, _: {VERDICTS[truth.verdict], 3},
    "sample": lambda truth, _: {0 if truth.solutions else 2, 3},
    "nearest": lambda truth, record: (
        _if(record, "optimal", record.get("distance") == truth.distance(truth.puzzle.goal))
        if truth.solutions
        else {2, 3}
    ),
    "rate": lambda truth, _: {VERDICTS[truth.verdict], 3},
    "explain": lambda truth, _: {VERDICTS[truth.verdict], 3},
    "hint": lambda truth, record: (
        {0, 3} if record.get("kind") in ("step", "solved") else {VERDICTS[truth.verdict] or 3, 3}
    ),
    "conflict": lambda truth, _: {VERDICTS[truth.verdict], 3},
    "repair givens": lambda truth, record: (
        _if(record, "optimal", record.get("cost") == _fewest(truth)) if truth.solutions else {2, 3}
    ),
    "repair clue": lambda _, record: _if(record, "optimal") if record.get("found") else {2, 3},
    "repair auto": lambda _, record: _if(record, "optimal") if record.get("found") else {2, 3},
}
"""The exit codes of a command that are right for a board and the record that it printed."""


def _if(record, proof, true=True):
    """Returns 0 if the record has the proof and it is true, else 3."""
    return {0} if record.get(proof) and true else {3}


def _fewest(truth):
    goal = truth.puzzle.goal
    wanted = [goal.cells] if goal and goal.cells in truth.known else truth.solutions
    return min(map(truth.fewest_givens, wanted))


def wrong_exit(command, truth, path, milliseconds, run):
    """Runs a command on a board; returns its exit code and record if they do not belong together, or None.

    `run` returns what a list of words exits with and prints.
    """
    if truth.puzzle.starred and command in (*NO_STARS, "repair auto"):
        return None
    if command == "nearest" and not truth.puzzle.goal:
        return None
    ns.dump(truth.puzzle, path)
    with clock_of_readings():
        code, printed = run([*command.split(), path, "--json", f"--time-limit={milliseconds / 1000}"])
    record = json.loads(printed.splitlines()[-1]) if printed else {}
    return None if code in COMMANDS[command](truth, record) else (code, record)
