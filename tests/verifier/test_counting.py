"""The recount of solutions against every colouring: any accepted order gives the right number."""

from itertools import groupby, product
from random import Random

import pytest
from effort import tries

from nonosat.verifier.budget import Budget, Stopped
from nonosat.verifier.counting import count
from nonosat.verifier.knowledge import Knowledge
from nonosat.verifier.statement import Statement
from nonosat.verifier.values import Refused


def runs(line):
    return [[len(list(run)), colour] for colour, run in groupby(line) if colour]


def example(random):
    """A small statement and all its solutions; some clues are missing or have blocks of unknown length."""
    colours = random.choice((2, 2, 3))
    height, width = random.choice(
        ((1, 6), (2, 5), (3, 3), (5, 2)) if colours == 2 else ((1, 5), (2, 3), (3, 2), (3, 3))
    )
    picture = [[random.randrange(colours) for _ in range(width)] for _ in range(height)]

    def clue(line):
        veil = random.random() < 0.2
        found = [["?" if veil and random.random() < 0.5 else size, colour] for size, colour in runs(line)]
        return None if random.random() < 0.1 else found

    rows, columns = [*map(clue, picture)], [*map(clue, zip(*picture, strict=True))]
    palette = ["white", "black", "red"][:colours]
    known = Knowledge(Statement({"palette": palette, "rows": rows, "columns": columns, "givens": []}))

    def fits(line, stated):
        found = runs(line)
        return stated is None or (
            len(found) == len(stated)
            and all(its in ("?", size) and a == b for (size, a), (its, b) in zip(found, stated, strict=True))
        )

    possible = [
        [line for line in product(range(colours), repeat=width) if fits(line, stated)] for stated in rows
    ]
    pictures = product(*possible)
    number = sum(all(map(fits, zip(*each, strict=True), columns)) for each in pictures)
    return known, number, width


def readable(cells, width, random):
    """Open cells from one corner to another, and of two neighbours in a row perhaps the second one first."""
    across, down, columns = random.choice((1, -1)), random.choice((1, -1)), random.random() < 0.5

    def place(cell):
        row, column = divmod(cell, width)
        return (across * column, down * row) if columns else (down * row, across * column)

    order = sorted(cells, key=place)
    at = random.randrange(len(order))
    pair = order[at : at + 2]
    if not columns and len({cell // width for cell in pair}) == 1 and random.random() < 0.7:
        order[at : at + 2] = pair[::-1]
    return order


def parted(cells, random):
    """The cells in some order, in one list or several."""
    kind = random.random()
    if kind < 0.3:
        random.shuffle(cells)
    elif kind < 0.6:
        for _ in range(random.randint(1, 2)):
            cells.insert(random.randrange(len(cells)), cells.pop(random.randrange(len(cells))))
    elif kind < 0.7:
        cells.reverse()
    orders = [[] for _ in range(random.choice((1, 1, 2, 3)))]
    if random.random() < 0.3:  # any cell in any of them
        for cell in cells:
            random.choice(orders).append(cell)
    else:
        size = -(-len(cells) // len(orders))
        orders = [cells[at : at + size] for at in range(0, len(cells), size)]
    return orders


def test_an_accepted_order_counts_all_solutions():
    random = Random(7)
    accepted = refused = 0
    for _ in range(tries(4000)):
        known, number, width = example(random)
        known.forget([])
        cells = [cell for cell, colours in enumerate(known.candidates) if colours & (colours - 1)]
        if not cells:
            assert count(known, [], "here") == number
            continue
        for _ in range(4):
            assert count(known, [readable(cells, width, random)], "here") == number
        for _ in range(8):
            try:
                found = count(known, parted([*cells], random), "here")
            except Refused:
                refused += 1
            else:
                assert found == number
                accepted += 1
    assert min(accepted, refused) > tries(1000)


def test_every_open_cell_comes_once():
    known = Knowledge(
        Statement({"palette": ["white", "black"], "rows": [[[1, 1]]], "columns": [None] * 3, "givens": []})
    )
    assert count(known, [[0, 1, 2]], "here") == count(known, [[2, 1, 0], []], "here") == 3
    for orders in ([], [[0, 1]], [[0, 1, 2, 2]], [[0, 1], [2, 0]], [[0, 1, 2, 3]]):
        with pytest.raises(Refused, match="here: "):
            count(known, orders, "here")
    known.candidates[0] = 1
    with pytest.raises(Refused, match="here: the orders do not have exactly the open cells"):
        count(known, [[0, 1, 2]], "here")
    assert count(known, [[1, 2]], "here") == 2
    known.contradiction = True
    assert count(known, [[1, 2]], "here") == 0


def row(clue, cells):
    """Returns the candidates of a row of cells whose columns have no clue."""
    stated = {"palette": ["white", "black"], "rows": [clue], "columns": [None] * cells, "givens": []}
    return Knowledge(Statement(stated))


def test_neighbours_can_be_exchanged_pair_by_pair():
    assert count(row([[1, 1]], 4), [[1, 0, 3, 2]], "here") == 4
    with pytest.raises(Refused, match="here: a part of row 0 is not read from one end"):
        count(row([[1, 1]], 4), [[2, 0, 3, 1]], "here")


def test_parts_of_a_line_that_do_not_depend_on_each_other_are_read_in_any_order():
    known = row([[1, 1], [1, 1]], 5)
    known.candidates[2] = 0b01
    for orders in ([[3, 4, 1, 0]], [[3, 0, 4, 1]], [[0, 1], [4, 3]]):
        assert count(known, orders, "here") == 4
    known = row([["?", 1]], 5)  # the first cell, and the last three
    known.candidates[1] = 0b10
    for orders in ([[2, 3, 4, 0]], [[0], [4, 3, 2]]):
        assert count(known, orders, "here") == 8


def test_limits_are_kept():
    known = Knowledge(
        Statement({"palette": ["white", "black"], "rows": [[[1, 1]]], "columns": [None] * 3, "givens": []})
    )
    for limits, why in (({"seconds": 0}, "seconds"), ({"memory": -(10**12)}, "memory")):
        known.statement.budget = Budget(**limits)
        with pytest.raises(Stopped, match=why):
            count(known, [[0, 1, 2]], "here")
