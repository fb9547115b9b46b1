"""Candidates of cells after removing colours: those in fillings of all lines, found by trying them."""

from itertools import product
from random import Random
from types import SimpleNamespace

import pytest
from effort import tries
from oracles import runs

from nonosat.verifier.budget import Budget, Stopped
from nonosat.verifier.knowledge import Knowledge
from nonosat.verifier.statement import Statement
from nonosat.verifier.values import Refused, Unreadable


def stated(random):
    """The statement of a picture of up to 5x5 cells in one or two inks; some lines have no clue, or that of another picture."""
    colours = random.choice((2, 3))
    height, width = random.randint(1, 7 - colours), random.randint(1, 7 - colours)
    picture, other = (
        [[random.randrange(colours) for _ in range(width)] for _ in range(height)] for _ in range(2)
    )

    def clue(line, strange):
        kind = random.random()
        return None if kind < 0.2 else [list(run) for run in runs(strange if kind > 0.95 else line)]

    return {
        "palette": ["white", "black", "red"][:colours],
        "rows": list(map(clue, picture, other)),
        "columns": list(map(clue, zip(*picture, strict=True), zip(*other, strict=True))),
        "givens": [[0, 0, random.randrange(colours)]] if random.random() < 0.3 else [],
    }


def left(statement, candidates):
    """The colours of each cell that the lines leave, to the end; None if a line has no filling."""
    before = None
    while before != candidates:
        before = [set(candidate) for candidate in candidates]
        for _, cells, clue in statement.lines:
            if clue is not None:
                fillings = [
                    line
                    for line in product(*(candidates[cell] for cell in cells))
                    if [tuple(run) for run in runs(line)] == list(clue)
                ]
                if not fillings:
                    return None
                for at, cell in enumerate(cells):
                    candidates[cell] = {line[at] for line in fillings}
    return candidates


def test_forgetting_colours_leaves_what_all_lines_leave():
    random = Random(5)
    contradictions = 0
    for _ in range(tries(4000)):
        statement = Statement(stated(random))
        cells = range(sum(map(len, statement.rows)))
        colours = range(statement.colours)
        pairs = [(cell, colour) for cell in cells for colour in colours if random.random() < 0.05]
        givens = dict(statement.givens)
        start = [{givens[cell]} if cell in givens else {*colours} for cell in cells]
        expected = left(statement, [start[cell] - {k for c, k in pairs if c == cell} for cell in cells])
        known = Knowledge(statement)
        known.forget(pairs)
        assert known.contradiction == (expected is None)
        if expected is not None:
            assert known.candidates == [sum(1 << colour for colour in each) for each in expected]
        contradictions += expected is None
    assert tries(400) < contradictions < tries(3600)


def test_limits_are_kept():
    large = {"palette": ["white", "black"], "rows": [[]] * 9, "columns": [[]] * 9, "givens": []}
    known = Knowledge(statement := Statement(large))
    statement.budget = Budget(seconds=0)
    with pytest.raises(Stopped, match="seconds"):
        known.forget([])
    statement.budget = Budget(memory=-(10**12))
    with pytest.raises(Stopped, match="memory"):
        Knowledge(statement)


SQUARE = {"palette": ["white", "black"], "rows": [[[1, 1]], None], "columns": [[], [[1, 1]]], "givens": []}


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ([], "here: expected an axis and an index"),
        (["row"], "here: expected an axis and an index"),
        (["row", 0, [], []], "here: expected a list of 2 or 3"),
        (["row", 2], "here: there is no line 'row', 2"),
        (["row", 0, [[2, 1]]], "here: expected a number from 0 to 1, got 2"),
        (["row", 0, [[-1, 1]]], "here: expected a number from 0 to 1, got -1"),
        (["row", 0, [[0, 2]]], "here: expected a number from 0 to 1, got 2"),
        (["row", 0, [[0]]], "here: expected a list of 2"),
        (["row", 1], "here: row 1 has no clue to conclude from"),
        (["row", 0], "here: nothing new follows from row 0"),
        (["row", 0, None], "here: row 0 has a filling"),
        (["row", 0, [[1, 0]]], "here: a filling of row 0 has colour 0 in cell 1"),
        (["column", 0, [[0, 1], [0, 1]]], "here: cell 0 of column 0 has lost colour 1 before"),
    ],
)
def test_a_deduction_is_about_a_line_and_says_something(entry, why):
    with pytest.raises((Refused, Unreadable)) as error:
        Knowledge(Statement(SQUARE)).learn(entry, "here")
    assert str(error.value).startswith(why)


def test_deductions_are_learnt_one_by_one_or_line_by_line():
    known = Knowledge(Statement(SQUARE))
    known.learn(["column", 0, [[0, 1]]], "here")
    assert known.candidates == [1, 3, 3, 3]
    known.learn(["row", 0], "here")
    assert known.candidates == [1, 2, 3, 3]
    known.learn(["column", 1, [[1, 1]]], "here")
    with pytest.raises(Refused, match="here: more follows from column 0"):
        known.require_end("here")
    known.learn(["column", 0], "here")
    known.require_end("here")
    assert known.candidates == [1, 2, 1, 1]
    assert not known.is_open()


def test_nothing_follows_a_line_without_filling():
    known = Knowledge(Statement({**SQUARE, "rows": [[], [[1, 1]]]}))
    known.candidates = [1, 1, 1, 1]
    with pytest.raises(Refused, match="here: row 1 has no filling"):
        known.learn(["row", 1], "here")
    known.learn(["row", 1, None], "here")
    assert known.contradiction
    known.require_end("here")
    with pytest.raises(Refused, match="here: comes after a line without filling"):
        known.learn(["column", 1], "here")


def test_limits_are_checked_per_pair_and_cell():
    known = Knowledge(statement := Statement(SQUARE))
    looks = []
    statement.budget = SimpleNamespace(check_limits=lambda: looks.append(None))
    known.learn(["column", 0, [[0, 1], [1, 1]]], "here")
    assert len(looks) == 2
    known.learn(["row", 0], "here")
    known.learn(["column", 1], "here")
    looks.clear()
    known.require_end("here")
    assert len(looks) == 6  # one for each cell of a line with a clue
