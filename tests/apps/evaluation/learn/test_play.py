"""Labels of moves, compared with all solutions and all fillings of a line."""

import copy
from contextlib import closing
from itertools import product
from random import Random

import pytest
from effort import tries

import nonosat as ns
from nonosat.learn import MoveKind, Play
from nonosat.model.puzzle import line_clue

PALETTE = [("white", "ffffff", "."), ("red", "dd0000", "a"), ("blue", "0000aa", "b")]
DIAGONALS = ns.Puzzle([[1], [1]], [[1], [1]])
"""It has two solutions."""


def some_puzzle(random):
    """A small puzzle, often with several solutions; some lines may have no clue."""
    height, width, inks = random.randint(1, 4), random.randint(1, 4), random.randint(1, 2)
    colours = [0, 0, *range(1, inks + 1)]
    grid = ns.Grid([[random.choice(colours) for _ in range(width)] for _ in range(height)])
    puzzle = grid.puzzle(PALETTE[: inks + 1])
    if random.random() < 0.5:
        return puzzle
    return puzzle.replace(rows=[None if random.random() < 0.4 else clue for clue in puzzle.rows])


def by_brute_force(puzzle, solutions, cells, cell, colour):
    """Returns the label of a move by its definition."""
    agreeing = [
        solution
        for solution in solutions
        if all(c in (None, s) for c, s in zip(cells, solution, strict=True))
    ]
    with_it = [each for each in agreeing if each[cell] == colour]
    if not with_it:
        return MoveKind.CONTRADICTION
    for line in puzzle.lines:
        if cell in line.cells and line.clue is not None:
            colours = (
                range(len(puzzle.palette)) if cells[each] is None else [cells[each]] for each in line.cells
            )
            fillings = [each for each in product(*colours) if line_clue(bytes(each)) == line.clue]
            if {filling[line.cells.index(cell)] for filling in fillings} == {colour}:
                return MoveKind.LINE
    return MoveKind.WHOLE if len(with_it) == len(agreeing) else MoveKind.GUESS


def test_every_label_follows_its_definition():
    random, seen = Random(3), set()
    for _ in range(tries(400)):
        puzzle = some_puzzle(random)
        solutions = [grid.cells for grid in ns.solutions(puzzle)]
        play = Play(puzzle)
        for _ in range(25):
            left = [cell for cell, colour in enumerate(play.cells) if colour is None]
            if not left or random.random() < (0.7 if play.wrong else 0.1):
                play.undo()
                continue
            before, cell = list(play.cells), random.choice(left)
            colour = random.randrange(len(puzzle.palette))
            expected = by_brute_force(puzzle, solutions, before, cell, colour)
            assert play.place(cell, colour) == expected, (puzzle, before, cell, colour)
            assert play.wrong is (expected == MoveKind.CONTRADICTION)
            assert play.solved is (bytes(c or 0 for c in play.cells) in solutions and not play.left)
            seen.add(expected)
        play.close()
    assert seen == {MoveKind.LINE, MoveKind.WHOLE, MoveKind.GUESS, MoveKind.CONTRADICTION}


def test_undo_leaves_everything_as_it_was():
    random = Random(5)
    for _ in range(tries(100)):
        play = Play(some_puzzle(random))
        states = []
        while play.left:
            states.append((list(play.cells), play.implied(), play.wrong, play.left))
            cell = random.choice([cell for cell, colour in enumerate(play.cells) if colour is None])
            play.place(cell, random.randrange(len(play.puzzle.palette)))
        while states:
            play.undo()
            assert (list(play.cells), play.implied(), play.wrong, play.left) == states.pop()


def test_implied_moves_are_exactly_those_of_single_lines():
    random = Random(7)
    for _ in range(tries(100)):
        play = Play(some_puzzle(random))
        implied = dict(play.implied())
        for cell, colour in enumerate(play.cells):
            for other in range(len(play.puzzle.palette)) if colour is None else ():
                by_line = play.place(cell, other) is MoveKind.LINE
                play.undo()
                assert by_line is (implied.get(cell) == other)


def test_a_guess_makes_the_rest_follow():
    play = Play(DIAGONALS)
    assert (play.verdict, play.implied()) == (ns.Verdict.MULTIPLE, [])
    assert play.place(0, 1) is MoveKind.GUESS
    assert play.implied() == [(1, 0), (2, 0)]
    assert play.place(3, 0) is MoveKind.CONTRADICTION
    assert play.place(1, 0) is MoveKind.CONTRADICTION  # the state is already wrong
    play.undo()
    play.undo()
    assert play.place(3, 1) is MoveKind.WHOLE
    play.undo()
    play.undo()
    assert play.place(0, 0) is MoveKind.GUESS


def test_an_illegal_move_changes_nothing():
    play = Play(ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)]))
    for cell, colour in ((0, 1), (4, 1), (-1, 0), (1, 2), (1, -1)):
        assert play.place(cell, colour) is MoveKind.ILLEGAL
    play.undo()
    assert (play.cells, play.left) == ([1, None, None, None], 3)


def test_a_move_beyond_the_limit_is_unknown():
    play = Play(DIAGONALS, limit=ns.Limit(seconds=0))
    assert play.verdict is ns.Verdict.UNKNOWN
    assert play.place(0, 1) in (MoveKind.GUESS, MoveKind.UNKNOWN)
    assert play.place(1, 0) is MoveKind.LINE


def test_a_puzzle_without_a_solution_cannot_be_played():
    with pytest.raises(ns.UsageError, match="without a solution"):
        Play(ns.Puzzle([[3], [], [3]], [[2], [2], [2]]))
    with pytest.raises(ns.UsageError, match="without a solution"):
        Play(ns.Puzzle([[2]], [[1], [0]]))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, Play.copy])
def test_a_copy_of_a_game_goes_on_independently(copied):
    puzzle = ns.Puzzle(rows=[[1]] * 3, columns=[[1]] * 3)
    random = Random(3)
    for _ in range(20):
        moves = [(random.randrange(9), random.randrange(2)) for _ in range(12)]
        with closing(Play(puzzle)) as play, closing(Play(puzzle)) as fresh:
            for move in moves[:4]:
                play.place(*move)
                fresh.place(*move)
            with closing(copied(play)) as twin:
                for _ in range(3):
                    twin.undo()
                for move in moves[4:8]:
                    twin.place(*move)
                # the original is as it was, and both answer as a game does that was never copied
                for move in moves[4:]:
                    assert play.place(*move) == fresh.place(*move)
                assert (play.cells, play.left, play.wrong) == (fresh.cells, fresh.left, fresh.wrong)
                for _ in moves:
                    play.undo()
                    fresh.undo()
                assert play.cells == fresh.cells
                assert play.implied() == fresh.implied()
