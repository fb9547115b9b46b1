"""Statements against brute force: their solutions; none with a solution is contradictory."""

from random import Random
from types import SimpleNamespace

import pytest
from effort import tries
from solution_sets import all_solutions, random_puzzle, random_triddler

from nonosat.proofs.refutation_files import statement
from nonosat.verifier.statement import Statement
from nonosat.verifier.values import Refused, Unreadable


def test_exactly_the_solutions_by_brute_force_are_accepted():
    random = Random(8)
    counts = [0, 0]
    for _ in range(tries(1000)):
        puzzle = random_puzzle(random, 3) if random.random() < 0.5 else random_triddler(random)
        stated = Statement(statement(puzzle))
        assert stated.contradiction() is None
        stated.require_room()
        solutions = set(map(bytes, all_solutions(puzzle)))
        for solution in random.sample(sorted(solutions), min(3, len(solutions))):
            changed = bytearray(solution)
            for _ in range(random.randint(0, 3)):
                changed[random.randrange(len(changed))] = random.randrange(stated.colours)
            picture = bytes(changed)
            counts[picture in solutions] += 1
            rows = [[picture[cell] for cell in row] for row in stated.rows]
            assert stated.picture(rows, "here") == picture
            if picture in solutions:
                assert stated.solution(picture, "here") == picture
            else:
                with pytest.raises(Refused, match="here: "):
                    stated.solution(picture, "here")
    assert min(counts) > tries(300)


def rectangle(rows, columns, givens=(), colours=3):
    """Clues are lists of (length, colour)."""
    rows, columns = (
        [clue if clue is None else [list(block) for block in clue] for clue in clues]
        for clues in (rows, columns)
    )
    return Statement({"rows": rows, "columns": columns, "palette": [""] * colours, "givens": [*givens]})


A, B, ANY = (1, 1), (1, 2), ("?", 1)


@pytest.mark.parametrize(
    ("rows", "columns", "givens", "why"),
    [
        ([[A, A]], [None] * 3, [], None),
        ([[A, A]], [None] * 2, [], "row 0: the clue needs more than its 2 cells"),
        ([[A, B]], [None] * 2, [], None),
        ([[A, B, A]], [None] * 2, [], "row 0: the clue needs"),
        ([[ANY, ANY]], [None] * 2, [], "row 0: the clue needs"),
        ([[ANY, ANY]], [None] * 3, [], None),
        ([[(3, 1)]], [None] * 2, [], "row 0: the clue needs"),
        ([None, None], [[(3, 2)]], [], "column 0: the clue needs"),
        ([[A]], [None] * 2, [[0, 0, 1], [0, 0, 2]], "cell 0 is given as 1 and as 2"),
        ([[A]], [None] * 2, [[0, 0, 0], [0, 0, 1]], "cell 0 is given as 0 and as 1"),
        ([[A]], [None] * 2, [[0, 0, 1], [0, 0, 1]], None),
        ([[A]], [None] * 2, [[0, 0, 1], [0, 1, 2]], None),
        ([[A]], [[A], [A]], [], "two families need other numbers of cells of 1"),
        ([[A]], [[], []], [], "two families need other numbers of cells of 1"),
        ([[A]], [[B], []], [], "two families need other numbers of cells of 1"),
        ([[B]], [[], []], [], "two families need other numbers of cells of 2"),
        ([[A, B]], [[A], [B]], [], None),
        ([[ANY]], [[A], [A]], [], None),
        ([[ANY]], [[A], [ANY]], [], None),
        ([[ANY]], [[], []], [], "two families need other numbers of cells of 1"),
        ([[]], [[ANY], []], [], "two families need other numbers of cells of 1"),
        ([[A]], [[A], None], [], None),
        ([[A]], [None, [A]], [], None),
        ([[A]], [[A], None, [A]], [], "two families need other numbers of cells of 1"),
        ([None, [A]], [[A], []], [], None),
        ([None, [A]], [[], []], [], "two families need other numbers of cells of 1"),
    ],
)
def test_contradictory_statements_are_detected(rows, columns, givens, why):
    found = rectangle(rows, columns, givens).contradiction()
    assert found is None if why is None else why in found


def test_the_least_length_is_that_of_the_packed_blocks():
    rectangle([[(2, 1), A]], [None] * 3).require_room()
    rectangle([[ANY, ANY]], [None] * 2).require_room()
    for clue in ([(2, 1), A], [ANY, ANY, A]):
        with pytest.raises(Unreadable, match="row 0: the blocks need more than its 2 cells"):
            rectangle([clue], [None] * 2).require_room()


def test_a_restriction_forgets_the_other_clues_and_givens():
    stated = rectangle([[A]], [[A], []], [[0, 0, 1], [0, 1, 0]])
    rest = stated.restricted([1], [(0, 1)])
    assert [line.clue for line in rest.lines] == [None, ((1, 1),), None]
    assert rest.givens == [(0, 1)]
    assert rest.solution(b"\1\1", "here") == b"\1\1"
    assert [line.clue for line in stated.lines] == [((1, 1),), ((1, 1),), ()]
    assert len(stated.givens) == 2


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([[0, 1, 2]], b"\0\1\2"),
        ({"but": []}, b"\2\2\2"),
        ({"but": [[0, 1], [2, 0]]}, b"\1\2\0"),
        ({"but": [[3, 0]]}, None),
        ({"but": [[-1, 0]]}, None),
        ({"but": [[0, 3]]}, None),
        ({"but": [[0]]}, None),
        ({}, None),
        ([[0, 1]], None),
        ([[0, 1, 3]], None),
        ([[0, 1, -1]], None),
        ([[0, 1, True]], None),
        ([[0, 1, 2], []], None),
        ([], None),
    ],
)
def test_pictures_are_read(value, found):
    stated = rectangle([None], [None] * 3)
    if found is None:
        with pytest.raises(Unreadable, match="here: "):
            stated.picture(value, "here", b"\2\2\2")
    else:
        assert stated.picture(value, "here", b"\2\2\2") == found
    if isinstance(value, dict):
        with pytest.raises(Unreadable, match="here: "):
            stated.picture(value, "here")


def test_a_statement_names_existing_cells_and_lines():
    stated = rectangle([None] * 2, [None] * 3)
    assert [stated.cell(row, column, "") for row in range(2) for column in range(3)] == [*range(6)]
    assert [stated.line(axis, at, "") for axis, at in (("row", 1), ("column", 0), ("column", 2))] == [1, 2, 4]
    for wrong in ((2, 0), (0, 3), (-1, 0), (0, -1), (True, 0)):
        with pytest.raises(Unreadable, match="here: "):
            stated.cell(*wrong, "here")
    for wrong in (("row", 2), ("column", 3), ("row", -1), ("row", True), ("diagonal", 0), (["row"], 0)):
        with pytest.raises(Unreadable, match="here: "):
            stated.line(*wrong, "here")
    for colour in (3, -1, True):
        with pytest.raises(Unreadable, match="here: "):
            stated.colour(colour, "here")


@pytest.mark.parametrize("block", [(1, 0), (1, 3), (0, 1), (-1, 1), (10**15 + 1, 1), (True, 1), ("", 1)])
def test_a_block_has_cells_and_ink(block):
    rectangle([[A, (10**15, 2), ANY]], [None])
    with pytest.raises(Unreadable, match=r"puzzle\.json: row 0: expected a number from 1 to"):
        rectangle([[A, block]], [None])


@pytest.mark.parametrize(
    ("rows", "colours", "fine"), [(1, 2, True), (1, 1, False), (1, 256, True), (1, 257, False), (0, 2, False)]
)
def test_sizes_have_limits(rows, colours, fine):
    if fine:
        assert rectangle([None] * rows, [None], colours=colours).colours == colours
    else:
        with pytest.raises(Unreadable, match=r"puzzle\.json: the number of"):
            rectangle([None] * rows, [None], colours=colours)


@pytest.mark.parametrize(
    ("rows", "columns", "diagonals", "corner"), [(3, 2, 3, -2), (3, 3, 2, -2), (1, 2, 2, -1)]
)
def test_a_triddler_is_made_if_memory_suffices(rows, columns, diagonals, corner):
    required, looks = [], []
    budget = SimpleNamespace(require=required.append, check_limits=lambda: looks.append(None))
    value = {
        "rows": [[]] * rows,
        "columns": [[]] * columns,
        "diagonals": [[]] * diagonals,
        "corner": corner,
        "palette": ["white", "black"],
        "givens": [],
    }
    Statement(value, budget)
    assert required == [2 * rows * 2 * 300]
    assert len(looks) == rows + (rows + columns + diagonals)  # rows of cells, and lines


def test_a_line_of_a_triddler_has_cells():
    value = {"rows": [[]], "columns": [[]], "diagonals": [[], []], "corner": 0}
    with pytest.raises(Unreadable, match="diagonal 1: the line has no cells"):
        Statement({**value, "palette": ["white", "black"], "givens": []})
