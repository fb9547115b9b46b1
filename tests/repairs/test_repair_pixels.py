"""Mended pictures against brute force: all pictures of a size, and their distances from the good ones."""

from functools import cache, partial
from itertools import groupby, product
from random import Random

import pytest
from effort import tries
from good_pictures import good_pictures_like, small
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import runs
from solution_sets import PALETTE, random_puzzle, random_triddler, randoms, veiled

from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.lines.solver import knows_techniques
from nonosat.model.puzzle import Grid
from nonosat.repairs.flaws import stalls, swap_flaw, swaps
from nonosat.repairs.means import By
from nonosat.repairs.mending import Attempt, Mender, PictureTask, cost_of
from nonosat.repairs.repair_pixels import Repainting, repair_pixels, repaired_with_flaws
from nonosat.repairs.result import CellChange
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check
from nonosat.support.end import OutOfReach
from nonosat.support.errors import PuzzleError, UsageError
from nonosat.support.limits import Clock, Limit

# The oracle: pictures are tuples of colours, row by row, and nothing here is nonosat's ------------------


@cache
def good_pictures(side, colours, lines_only):
    """All square pictures that are the only ones with their clues; or of these, those that lines settle."""
    clue_of = {line: runs(line) for line in product(range(colours), repeat=side)}
    lines_of = {}
    for line, clue in clue_of.items():
        lines_of.setdefault(clue, []).append(line)
    seen = {}
    for cells in product(range(colours), repeat=side * side):
        lines = [cells[at : at + side] for at in range(0, side * side, side)]
        lines += [cells[at::side] for at in range(side)]
        clues = tuple(clue_of[line] for line in lines)
        seen[clues] = None if clues in seen else cells
    return {
        cells: clues
        for clues, cells in seen.items()
        if cells and (not lines_only or settled([lines_of[clue] for clue in clues], side))
    }.keys()


def settled(fillings, side):
    """Returns True if removing fillings that crossing lines exclude leaves one filling per line."""
    while True:
        before = sum(map(len, fillings))
        for at, place in product(range(side), repeat=2):
            row, column = fillings[at], fillings[side + place]
            both = {line[place] for line in row} & {line[at] for line in column}
            fillings[at] = [line for line in row if line[place] in both]
            fillings[side + place] = [line for line in column if line[at] in both]
        after = sum(map(len, fillings))
        if after == before:
            return after == 2 * side


@cache
def distances(side, colours, lines_only):
    """For every picture how many cells must change until it is good: layer by layer from the good ones."""
    layer = list(good_pictures(side, colours, lines_only))
    found = dict.fromkeys(layer, 0)
    while layer:
        further = []
        for cells in layer:
            for at, colour in product(range(side * side), range(colours)):
                other = (*cells[:at], colour, *cells[at + 1 :])
                if other not in found:
                    found[other] = found[cells] + 1
                    further.append(other)
        layer = further
    return found


def turned(cells, side):
    """A picture's eight turned and mirrored forms."""
    for _ in range(4):
        rows = [cells[at : at + side] for at in range(0, side * side, side)]
        cells = tuple(cell for column in zip(*rows[::-1], strict=True) for cell in column)
        yield cells
        yield tuple(cell for column in zip(*rows, strict=True) for cell in column)


def require_least(cells, side, colours, lines_only):
    """The repair is what it claims to be, and proves its number to be the least."""
    picture = Grid.from_cells(bytes(cells), side)
    found = repair_pixels(picture.puzzle(PALETTE[:colours], goal=picture), line_solvable=lines_only)
    assert found.optimal
    assert found.complete
    assert found.cost == found.bound == distances(side, colours, lines_only)[tuple(cells)]
    assert tuple(found.grid.cells) in good_pictures(side, colours, lines_only)
    repainted = bytearray(picture.cells)
    for row, column, colour in ((change.row, change.column, change.colour) for change in found.changes):
        assert repainted[row * side + column] != colour
        repainted[row * side + column] = colour
    assert bytes(repainted) == found.grid.cells
    assert len(found.changes) == found.cost
    assert (found.repaired.goal, found.verdict) == (found.grid, Verdict.UNIQUE)
    assert found.repaired.statement == found.grid.puzzle(PALETTE[:colours])


@pytest.mark.slow_for("False")
@pytest.mark.parametrize("lines_only", [False, True])
def test_the_number_of_good_pictures_is_known(lines_only):
    """OEIS A242876, and the same for lines."""
    assert [len(good_pictures(side, 2, lines_only)) for side in range(1, 4)] == [2, 14, 384]
    if not lines_only:
        assert len(good_pictures(4, 2, False)) == 52362


@pytest.mark.parametrize("lines_only", [False, True])
@pytest.mark.parametrize(("side", "colours", "every"), [(2, 2, 1), (3, 2, 3), (2, 3, 1), (2, 4, 5)])
def test_the_least_number_of_changes_of_small_pictures(side, colours, every, lines_only):
    every_picture = sorted(distances(side, colours, lines_only).items())
    for cells, distance in every_picture[::every]:
        if distance:
            require_least(cells, side, colours, lines_only)


@pytest.mark.slow
def test_the_least_number_of_changes_of_pictures_of_4x4_a_sample():
    bad = sorted(cells for cells, distance in distances(4, 2, False).items() if distance)
    assert len(bad) == 65536 - 52362
    for cells in Random(1).sample(bad, tries(100, share=4)):
        require_least(cells, 4, 2, False)
    for cells in Random(2).sample(sorted(good_pictures(4, 2, False)), tries(20, share=4)):
        require_least(cells, 4, 2, False)


@pytest.mark.nightly
@pytest.mark.slow  # half a minute each
@pytest.mark.parametrize("lines_only", [False, True])
def test_the_least_number_of_changes_of_all_pictures_of_4x4(lines_only):
    """One of each eight that are turned and mirrored forms of each other."""
    if lines_only:
        assert len(good_pictures(4, 2, True)) == 51234
    for cells in product(range(2), repeat=16):
        if cells == min(turned(cells, 4)):
            require_least(cells, 4, 2, lines_only)


@pytest.mark.slow
def test_the_least_number_of_changes_of_pictures_of_two_inks():
    every_picture = sorted(distances(3, 3, False).items())
    for cells, _ in Random(3).sample([each for each in every_picture if each[1]], tries(1000)):
        require_least(cells, 3, 3, False)


@pytest.mark.slow
def test_protected_cells_keep_their_colours_and_may_leave_no_repair():
    good = sorted(good_pictures(4, 2, False))
    bad = sorted(cells for cells, distance in distances(4, 2, False).items() if distance)
    random, hopeless = Random(4), 0
    for cells in random.sample(bad, 40):
        kept = random.sample(range(16), random.choice([4, 10, 15, 16]))
        fitting = [other for other in good if all(other[at] == cells[at] for at in kept)]
        found = repair_pixels(Grid.from_cells(bytes(cells), 4), protect=[divmod(at, 4) for at in kept])
        assert found.found == bool(fitting)
        assert found.complete
        hopeless += not fitting
        if fitting:
            least = min(sum(map(int.__ne__, cells, other)) for other in fitting)
            assert found.optimal
            assert found.cost == least
            assert all(found.grid.cells[at] == cells[at] for at in kept)
    assert hopeless


@pytest.mark.slow
@pytest.mark.parametrize("lines_only", [False, True])
@pytest.mark.parametrize("add_only", [False, True])
def test_the_weights_decide_which_repair_is_the_cheapest(lines_only, add_only):
    good = sorted(good_pictures(3, 3, lines_only))
    bad = sorted(cells for cells, distance in distances(3, 3, lines_only).items() if distance)
    random = Random(5)
    for cells in random.sample(bad, 60):
        picture = Grid.from_cells(bytes(cells), 3)
        weights = [random.choice([1, 2, 5, 100]) for _ in cells]
        costs = {
            other: sum(weight for weight, one, new in zip(weights, cells, other, strict=True) if one != new)
            for other in good
            if not (add_only and any(one and one != new for one, new in zip(cells, other, strict=True)))
        }
        found = repair_pixels(
            picture.puzzle(PALETTE[:3], goal=picture),
            line_solvable=lines_only,
            add_only=add_only,
            weights={divmod(at, 3): weight for at, weight in enumerate(weights)},
        )
        assert found.complete
        assert found.found == bool(costs)
        if costs:
            assert found.optimal
            assert found.cost == found.bound == min(costs.values()) == costs[tuple(found.grid.cells)]


@settings(max_examples=tries(40))
@given(randoms, st.sampled_from([random_triddler, partial(random_puzzle, max_side=3)]), st.booleans())
def test_small_puzzles_of_every_kind_are_mended_in_their_own_geometry(random, make, lines_only):
    puzzle = small(random, make, most=260)
    good = good_pictures_like(puzzle, lines_only)
    cells = puzzle.goal.cells
    found = repair_pixels(puzzle, line_solvable=lines_only)
    assert found.complete
    assert found.found == bool(good)
    if good:
        assert found.optimal
        assert found.cost == min(sum(map(int.__ne__, cells, other)) for other in good)
        mended = found.repaired
        assert mended.goal == found.grid
        assert [line.clue for line in mended.lines] == good[tuple(found.grid.cells)]
        kept = ("geometry", "palette", "givens", "metadata", "corner")
        assert all(getattr(mended, name) == getattr(puzzle, name) for name in kept)
        changed = {(change.row, change.column): change.colour for change in found.changes}
        for cell, place in enumerate(puzzle.coordinates):
            assert found.grid.cells[cell] == changed.get(place, cells[cell])
        report = check(mended)
        assert report.solutions == (found.grid,)
        assert report.line_solvable or not lines_only


def test_a_triddler_is_mended_as_a_triddler():
    """Read as a rectangle with the same rows and columns it has one solution, and nothing would be repaired."""
    goal = Grid(["010", "010"])
    puzzle = goal.triddler(2, 2, -1, goal=goal)
    assert check(puzzle).verdict is Verdict.MULTIPLE
    found = repair_pixels(puzzle)
    assert found.changes
    assert check(found.repaired).solutions == (found.grid,)
    assert found.repaired.geometry == puzzle.geometry


def test_two_cells_of_a_switch_that_may_be_changed():
    found = repair_pixels(Grid(["#.", ".#"]), protect=[(0, 0), (1, 1), (0, 1)])
    assert found.changes == (CellChange(1, 0, 1),)
    assert found.by is By.PIXELS


def random_picture(random, most=7):
    height, width, colours = random.randint(2, most), random.randint(2, most), random.choice([2, 2, 3])
    return Grid.from_cells(bytes(random.randrange(colours) for _ in range(height * width)), width)


def random_flawed(random):
    """A picture and a puzzle with its clues, or part of them."""
    if random.random() < 0.2:
        triddler = random_triddler(random)
        cells = bytes(random.randrange(len(triddler.palette)) for _ in range(sum(triddler.row_lengths)))
        picture = Grid._of(triddler, cells)
        puzzle = triddler.replace(givens=())
    else:
        picture = random_picture(random)
        puzzle = picture.puzzle(PALETTE[:3])
        if random.random() < 0.5:
            puzzle = veiled(
                random, puzzle, [(*place, picture[place]) for place in puzzle.coordinates], hide=1.0
            )
    return picture, picture.puzzle_like(puzzle)


@settings(max_examples=tries(200))
@given(randoms)
def test_a_picture_equal_in_the_cells_of_a_flaw_has_it_too(random):
    picture, puzzle = random_flawed(random)
    colours = len(puzzle.palette)
    board = Board(puzzle)
    assert propagate(board) is None
    cells = picture.cells
    given = {puzzle.cell(row, column) for row, column, _ in puzzle.givens}
    complete = all(clue is not None and all(length for length, _ in clue) for clue in board.clues)
    found = swaps(board, cells, Clock(), 100_000)
    assert bool(found) == (check(puzzle).verdict is Verdict.MULTIPLE)
    for flaw in (*found, *stalls(board, Clock())):
        outside = sorted(set(range(len(cells))) - flaw.cells - given)
        for _ in range(8):
            other = bytearray(cells)
            for at in random.sample(outside, random.randint(0, min(3, len(outside)))):
                other[at] = random.randrange(colours)
            other = bytes(other)
            report = check(Grid._of(puzzle, other).puzzle_like(puzzle))
            assert not report.line_solvable
            if flaw.swap:
                assert report.verdict is Verdict.MULTIPLE
                assert flaw.survives(board, other) or not complete
        assert not complete or not flaw.survives(board, bytes(len(cells)))


@settings(max_examples=tries(15))
@given(randoms)
def test_larger_pictures_are_mended_and_bounds_are_below(random):
    side = random.randint(6, max(8, tries(10)))  # some of ten a side take many seconds
    picture = Grid.from_cells(bytes(random.random() < 0.45 for _ in range(side * side)), side)
    kept = [divmod(cell, side) for cell in random.sample(range(side * side), 5)]
    for line_solvable in (False, True):
        found = repair_pixels(picture, line_solvable=line_solvable, protect=kept)
        assert found.found
        assert found.bound <= found.cost == len(found.changes)
        assert found.optimal == found.complete == (found.bound == found.cost)
        report = check(found.repaired)
        assert report.solutions == (found.grid,)
        assert report.verdict is found.verdict is Verdict.UNIQUE
        assert found.line_solvable is report.line_solvable
        assert report.line_solvable or not line_solvable
        assert all(found.grid[cell] == picture[cell] for cell in kept)


def test_the_same_picture_is_mended_in_the_same_way():
    random = Random(5)
    picture = Grid(bytes(random.random() < 0.5 for _ in range(12)) for _ in range(12))
    assert repair_pixels(picture).changes == repair_pixels(picture).changes


def test_a_limit_ends_the_search_and_claims_nothing():
    random = Random(1)
    picture = Grid(bytes(random.random() < 0.4 for _ in range(25)) for _ in range(25))
    found = repair_pixels(picture, limit=Limit(seconds=0))
    assert (found.found, found.optimal, found.complete, found.bound) == (False, False, False, 0)
    assert found.stopped == "seconds"
    found = repair_pixels(picture, line_solvable=True, limit=Limit(seconds=0.3))
    assert found.stopped == "seconds"
    assert not found.optimal


@pytest.mark.slow
def test_progress_is_reported():
    random = Random(1)
    picture = Grid(bytes(random.random() < 0.4 for _ in range(12)) for _ in range(12))
    told = []
    found = repair_pixels(picture, line_solvable=True, observer=told.append)
    assert [event.pictures for event in told] == sorted({event.pictures for event in told})
    assert told[0].cost is None
    costs = [event.cost for event in told if event.cost is not None]
    assert [cost for cost, _ in groupby(costs)] == sorted(set(costs), reverse=True)
    assert max(event.bound for event in told) <= found.bound
    best = [event.changes for event in told if event.cost is not None]
    assert [len(changes) for changes in best] == costs
    for changes in dict.fromkeys(best):  # each of them would do
        rows = [list(row) for row in picture.rows]
        for change in changes:
            rows[change.row][change.column] = change.colour
        assert check(Grid(rows).puzzle()).line_solvable


def test_invalid_arguments_are_usage_errors():
    with pytest.raises(PuzzleError, match="the goal has colour 2, which is not in the palette"):
        repair_pixels(Grid([[2, 0], [0, 1]]))
    with pytest.raises(UsageError, match="row 3, column 1 is not a cell of the grid"):
        repair_pixels(Grid(["#.", ".#"]), protect=[(2, 0)])
    with pytest.raises(UsageError, match="takes a limit of seconds, not of conflicts"):
        repair_pixels(Grid(["#.", ".#"]), limit=Limit(conflicts=5))
    with pytest.raises(UsageError, match="weights must be 1 to 100, got 0"):
        repair_pixels(Grid(["#.", ".#"]), weights={(0, 0): 0})
    with pytest.raises(UsageError, match="not a cell of the grid"):
        repair_pixels(Grid(["#.", ".#"]), weights={(0, 2): 3})
    with pytest.raises(UsageError, match="for rectangles only"):
        repair_pixels(Grid(["010", "010"]).triddler(2, 2, -1, goal=Grid(["010", "010"])), keep_look=True)
    with pytest.raises(UsageError, match="the puzzle has no goal to repaint"):
        repair_pixels(Grid(["#."]).puzzle())
    with pytest.raises(PuzzleError, match="the goal has 2x1 cells, the puzzle 2x2"):
        repair_pixels(Grid(["#.", ".#"]).puzzle(goal=Grid(["#."])))
    with pytest.raises(UsageError, match="the goal contradicts the givens"):
        repair_pixels(Grid(["#.", ".#"]).puzzle(goal=Grid(["#.", ".#"]), givens=[(0, 0, 0)]))


def test_flaws_and_steps_look_at_the_clock():
    """Of a large picture that lines leave open there are many of both."""
    random = Random(1)
    board = Board(Grid([[int(random.random() < 0.5) for _ in range(60)] for _ in range(60)]).puzzle())
    assert propagate(board) is None
    with pytest.raises(OutOfReach):
        stalls(board, Clock(Limit(seconds=0)))


def test_a_limit_of_memory_is_kept_in_a_process_of_its_own():
    picture = Grid(["#.#.", ".#.#", "#.#.", ".#.#"])
    found = repair_pixels(picture, limit=Limit(memory=400_000_000), observer=print)
    assert (found.cost, found.optimal) == (repair_pixels(picture).cost, True)


@pytest.mark.parametrize("lines_only", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_further_repairs_are_minimal_and_the_cheapest_of_all(seed, lines_only):
    good = {bytes(cells) for cells in good_pictures(3, 2, lines_only)}
    random = Random(seed)
    start = random.choice([cells for cells in map(bytes, product(range(2), repeat=9)) if cells not in good])
    picture = Grid(start[at : at + 3] for at in (0, 3, 6))
    every = [frozenset(at for at in range(9) if cells[at] != start[at]) for cells in good]
    minimal = [cells for cells in every if not any(other < cells for other in every)]
    repair = repair_pixels(picture, line_solvable=lines_only, choices=24)
    repairs = (repair, *repair.alternatives)
    changed = [frozenset(3 * change.row + change.column for change in each.changes) for each in repairs]
    assert len(changed) == len(set(changed)) == min(24, len(minimal))
    assert {*changed} <= {*minimal}
    assert [len(cells) for cells in changed] == sorted(map(len, minimal))[: len(changed)]
    assert all(each.grid.cells in good and each.verdict is Verdict.UNIQUE for each in repairs)
    assert repair.optimal


def test_of_equally_cheap_repairs_those_at_edges_of_the_drawing_come_first():
    rows = ["........", ".#####..", ".###.#..", ".#......", "....##..", "...#....", "........", "........"]
    picture = Grid(rows)

    def at_edge(change):
        places = [
            (change.row + down, change.column + right) for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
        ]
        inside = [(row, column) for row, column in places if 0 <= row < 8 and 0 <= column < 8]
        return change.colour in [picture[place] for place in inside]

    repair = repair_pixels(picture, choices=8)
    assert {each.cost for each in repair.alternatives} == {1}
    kinds = [all(map(at_edge, each.changes)) for each in (repair, *repair.alternatives)]
    assert 0 < sum(kinds) < len(kinds) == 8
    assert kinds == sorted(kinds, reverse=True)


def drawn(seed):
    random = Random(seed)
    side = random.randint(6, 12)
    inks = random.choice([1, 1, 2])
    return Grid(
        [[random.randint(0, inks) * (random.random() < 0.8) for _ in range(side)] for _ in range(side)],
        palette=[("white", "ffffff", "."), ("black", "000000", "#"), ("red", "cc0000", "r")][: inks + 1],
    )


@pytest.mark.parametrize("seed", [3, 6])
def test_a_repair_to_one_solution_is_never_dearer_than_one_that_lines_settle(seed):
    """With the same work, which leaves both far from the fewest changes."""
    random = Random(seed)
    picture = Grid([[random.random() < 0.3 for _ in range(18)] for _ in range(18)])
    by_lines, unique = (
        repaired_with_flaws(picture, Repainting(lines_only, runs=2, work=1), clock=Clock())[0]
        for lines_only in (True, False)
    )
    assert by_lines.found
    assert unique.cost <= by_lines.cost
    assert unique.bound <= unique.cost


@pytest.mark.parametrize("is_unique", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_run_of_annealing_keeps_what_must_stay_and_finds_repairs(seed, is_unique):
    grid, random = drawn(seed), Random(seed)
    size, width = len(grid.cells), grid.width
    costs = [random.choice([0, 1, 2, 3]) if random.random() < 0.2 else 2 for _ in range(size)]
    images = [cell // width * width + width - 1 - cell % width for cell in range(size)]
    images = [image if grid.cells[cell] == grid.cells[image] else -1 for cell, image in enumerate(images)]
    puzzle = grid.puzzle(goal=grid)
    mender = Mender(PictureTask(puzzle, grid.cells, costs, is_unique, images))
    best, met = None, []
    for _ in range(6):
        before = best
        best, pairs = mender.run(before, [], Clock())
        met += pairs
        if before is not None:
            assert cost_of(costs, grid.cells, best) <= cost_of(costs, grid.cells, before)
    for cells, other in met:
        assert cells != other
        assert Grid._of(puzzle, other).satisfies(Grid._of(puzzle, cells).puzzle_like(puzzle))
    assert best is not None
    for cell, colour in enumerate(best):
        if colour != grid.cells[cell]:
            assert costs[cell] > 0
            assert images[cell] < 0 or best[images[cell]] == colour
    report = check(Grid._of(puzzle, best).puzzle_like(puzzle))
    assert report.verdict == "unique"
    assert is_unique or report.line_solvable


@pytest.mark.parametrize("lines_only", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_more_work_finds_first_what_less_work_finds(seed, lines_only):
    random = Random(seed)
    picture = Grid([[random.random() < 0.3 for _ in range(10)] for _ in range(10)])

    def costs(runs):
        told = []
        repainting = Repainting(lines_only, runs=runs, work=1)
        repair, _ = repaired_with_flaws(picture, repainting, clock=Clock(), observer=told.append)
        return [cost for cost, _ in groupby(event.cost for event in told)], repair

    (few, less), (many, more) = costs(4), costs(20)
    assert many[: len(few)] == few
    assert less.found
    assert more.cost <= less.cost


def test_annealing_begins_again_while_runs_are_left(monkeypatch):
    """With another seed, after an attempt whose best repair is not proved to be the cheapest."""
    seeds = []

    def attempt(task, seed):
        seeds.append(seed)
        return Attempt(task, seed)

    monkeypatch.setattr("nonosat.repairs.repair_pixels.Attempt", attempt)
    random = Random(2)
    picture = Grid([[random.random() < 0.3 for _ in range(9)] for _ in range(9)])
    repair, _ = repaired_with_flaws(picture, Repainting(runs=40, work=1), clock=Clock())
    assert repair.found
    assert not repair.optimal
    assert seeds[:2] == [0, 1]


SPIRAL = """
.........................
...........####..........
........###....###.......
......##..........##.....
.....##............##....
....##.....#####....##...
....#....##....###....#..
...#....##.......##...#..
...#...#..........##...#.
...#...#...####....#...#.
..#...#...##..##...#...#.
..#...#...#....##...#...#
..#...#...#.#...#...#...#
..#...##..###...#...#...#
...#...#........#...#...#
...#...##......#...##..#.
...##...##...###...#...#.
....#.....####....##...#.
.....#...........##...##.
......#.........##.......
.......###....###........
.........######..........
.........................
.........................
.........................
"""


@pytest.mark.slow
def test_a_hard_drawing_has_a_repair_after_five_runs():
    """With a share of open cells that does not grow from run to run it has none."""
    picture = Grid(SPIRAL.split())
    puzzle = picture.puzzle(goal=picture)
    mender, best = Mender(PictureTask(puzzle, picture.cells, [1] * len(picture.cells), False)), None
    if not knows_techniques(Board(puzzle).solver):
        pytest.skip("the reference is too slow")
    for _ in range(5):
        best = mender.run(best, [], Clock()).best
    assert best is not None
    assert check(Grid._of(puzzle, best).puzzle()).line_solvable


def test_annealing_without_the_kernel_finds_repairs(monkeypatch):
    monkeypatch.setattr("nonosat.lines.solver.Kernel", None)
    picture = Grid(["#.#.", ".#.#", "#.#.", ".#.#"])
    mender, best = Mender(PictureTask(picture.puzzle(goal=picture), picture.cells, [1] * 16, False)), None
    for _ in range(5):
        best = mender.run(best, [], Clock()).best
    assert best is not None
    assert check(Grid._of(picture.puzzle(), best).puzzle()).line_solvable


def test_a_mender_refuses_arguments_that_make_no_sense():
    lines = Board(drawn(0).puzzle())
    cells = drawn(0).cells
    for costs, images, known in (
        (b"", b"", b""),
        (bytes(4 * len(cells)), b"\x01", b""),
        (bytes(4 * len(cells)), b"", b"\x05\0\0\0"),
        (bytes(4 * len(cells)), b"", b"\x01\0\0\0\xff\xff\0\0\0\0\0\0"),
    ):
        with pytest.raises(ValueError, match="cell"):
            lines.solver.mend(
                lines.candidates, cells, cells, -1, (False, 0, 1, 10), costs, images, known, lambda: None
            )


@pytest.mark.parametrize("seed", range(4))
def test_a_swap_is_a_flaw_as_long_as_its_windows_stay(seed):
    picture = Grid([[int(Random(100 * seed + row).random() < 0.3) for row in range(8)] for _ in range(8)])
    puzzle = picture.puzzle(goal=picture)
    board = Board(puzzle)
    propagate(board)
    for swap in board.cycles(picture.cells):
        flaw = swap_flaw(board, picture.cells, swap)
        assert flaw.survives(board, picture.cells)
        assert set(swap) <= flaw.cells
