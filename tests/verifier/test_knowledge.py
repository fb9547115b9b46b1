"""What is known of cells once colours are taken from them: what the fillings of all lines leave, found by trying them."""

from itertools import product
from random import Random

import pytest
from effort import tries
from oracles import runs

from nonosat.verifier.budget import Budget, Stopped
from nonosat.verifier.knowledge import Knowledge
from nonosat.verifier.statement import Statement


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
        before = [set(each) for each in candidates]
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
