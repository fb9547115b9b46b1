"""After lines a search works on what is open: as a puzzle of its own, whose solutions are those of the whole."""

from random import Random

import pytest
from oracles import dominoes, solutions_of

import nonosat as ns
from nonosat.lines.board import Board
from nonosat.lines.compiled import Kernel
from nonosat.lines.stages import COMPLETE, FOUND, Schedule
from nonosat.model.puzzle import Grid, Puzzle

pytestmark = pytest.mark.skipif(Kernel is None, reason="searches are the kernel's")


def found_by(puzzle, candidates):
    """All solutions of the puzzle on a board with these candidates: for each cell a set of colours."""
    board = Board(puzzle)
    colours = len(puzzle.palette)
    row = tuple(sum((colour in of) << at for at, of in enumerate(candidates)) for colour in range(colours))
    columns = [tuple(int(colour in of) for colour in range(colours)) for of in candidates]
    stages = board.solver.search(board.solver.to_kernel([row, *columns]), 0, 0, True, None)
    found = []
    while (result := stages.step(10**6, None, None))[0] != COMPLETE:
        if result[0] == FOUND:
            found.append(result[1])
        else:
            stages.turn()
    return found


def fillings(blocks, candidates, at=0):
    """All fillings of a line of one ink."""
    cells = len(candidates)
    if not blocks:
        if all(0 in of for of in candidates[at:]):
            yield bytes(cells - at)
        return
    for start in range(at, cells - blocks[0] + 1):
        end = start + blocks[0]
        gap = end < cells
        if all(1 in of for of in candidates[start:end]) and not (gap and 0 not in candidates[end]):
            for rest in fillings(blocks[1:], candidates, end + gap):
                yield bytes(start - at) + b"\1" * blocks[0] + bytes(gap) + rest
        if 0 not in candidates[start]:
            return


def filling(random, blocks, cells):
    line, slack = b"", cells - sum(blocks) - len(blocks) + 1
    for length in blocks:
        space = random.randint(0, slack)
        slack -= space
        line += bytes(space + bool(line)) + b"\1" * length
    return line.ljust(cells, b"\0")


def test_parts_of_lines_have_the_fillings_of_the_whole():
    """Candidates of two fillings and a few others, so that spans of blocks overlap, or leave gaps."""
    random, split = Random(5), 0
    for _ in range(300):
        blocks = [random.choice([1, 1, 2, 3, 7]) for _ in range(random.randint(1, 4))]
        cells = sum(blocks) + len(blocks) - 1 + random.randint(1, 9)
        candidates = [
            set(both) for both in zip(*(filling(random, blocks, cells) for _ in range(2)), strict=True)
        ]
        for of in candidates:
            if random.random() < 0.2:
                of |= {0, 1}
        expected = sorted(fillings(blocks, candidates))
        if len(expected) <= 300:
            assert sorted(found_by(Puzzle([blocks], [None] * cells), candidates)) == expected
            split += len(expected) > 1
    assert split > 100


def test_cells_that_a_block_always_covers_stay_in_its_line():
    """With three of the seven cells instead, the second block would have other places, and the last one more."""
    candidates = [
        {0, 1} if at in {3, *range(10, 13), 15, 16, 22, 23, *range(26, 29)} else {0} for at in range(30)
    ]
    candidates[17:22] = [{1}] * 5
    expected = sorted(fillings([1, 7, 1], candidates))
    assert sorted(found_by(Puzzle([[1, 7, 1]], [None] * 30), candidates)) == expected


def framed(puzzle, empty):
    """The puzzle with empty lines around."""
    around = ((),) * empty
    return Puzzle(around + puzzle.rows + around, around + puzzle.columns + around)


def test_a_search_does_not_depend_on_empty_lines_around():
    courses = set()
    for empty in (20, 60, 100):
        report = ns.check(framed(Puzzle(*dominoes(7)), empty), options=ns.SearchOptions(portfolio=1, seed=3))
        courses.add((report.verdict, report.stats.open_cells, report.stats.probes, report.stats.conflicts))
    assert len(courses) == 1
    assert courses.pop()[-1] > 0


def test_what_a_search_tells_is_about_the_whole():
    """What the learner knows holds in all solutions that were not found yet."""
    random, empty, known = Random(2), 25, 0
    for _ in range(8):
        picture = Grid([bytes(random.random() < 0.4 for _ in range(8)) for _ in range(8)])
        left = {*map(bytes, solutions_of(picture.puzzle()))}
        puzzle = framed(picture.puzzle(), empty)
        cells = puzzle.width * puzzle.height
        inside = slice(empty, empty + 8)
        board = Board(puzzle)
        stages = board.solver.search(board.candidates, 0, 0, True, Schedule(1, 0, 10**9, 0, 1, 10_000))
        while left and (result := stages.step(10**6, None, None))[0] != COMPLETE:
            if result[0] == FOUND:
                rows = [result[1][at : at + puzzle.width] for at in range(0, cells, puzzle.width)]
                left.discard(b"".join(row[inside] for row in rows[inside]))
            else:
                stages.turn()
            likeliest = stages.best_colours() or bytes(cells)
            assert len(likeliest) == cells
            assert not any(likeliest[: empty * puzzle.width])
            for number in stages.units() or ():
                colour, cell = divmod(abs(number) - 1, cells)
                row, column = (at - empty for at in divmod(cell, puzzle.width))
                known += 1
                assert all((other[8 * row + column] == colour) == (number > 0) for other in left)
        assert not left
    assert known > 100


def test_a_picture_that_is_another_only_in_what_is_left_out_excludes_nothing():
    puzzle = framed(Puzzle([[1]] * 3, [[1]] * 3), 25)
    spoilt = bytearray(puzzle.width * puzzle.height)
    spoilt[0] = 1
    for at in range(25, 28):
        spoilt[at * puzzle.width + at] = 1
    board = Board(puzzle)
    stages = board.solver.search(board.candidates, 0, 0, True, None)
    stages.exclude(bytes(spoilt))
    found = set()
    while (result := stages.step(10**6, None, None))[0] != COMPLETE:
        if result[0] == FOUND:
            found.add(result[1])
        else:
            stages.turn()
    assert len(found) == 6
